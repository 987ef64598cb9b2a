import type { IntegrationCall, IntegrationHealth } from '@prosa/shared/entities/integration.ts';

type Health = Pick<IntegrationHealth, 'failures' | 'pausedUntil'>;

/** Failures in a row after which no call is made for {@link PAUSE_MS}. */
const FAILURES_TO_PAUSE = 5;
/** Longer than an exchange takes, so that only one probe is under way. */
const PAUSE_MS = 60_000;
const TOO_MANY = 429;
const SERVER_ERROR = 500;

const at = (ms: number): string => new Date(ms).toISOString();

/** What may be done with an integration now. */
export const passageOf = (health: Health | undefined, nowMs: number): 'call' | 'probe' | 'paused' => {
  if (health === undefined || health.pausedUntil === null) return 'call';
  return nowMs < Date.parse(health.pausedUntil) ? 'paused' : 'probe';
};

/**
 * Returns the health of an integration during a trial call after a pause. The pause is prolonged, so that no second call
 * is made until the trial call has ended.
 */
export const duringProbe = <H extends Health>(health: H, nowMs: number): H => ({
  ...health,
  pausedUntil: at(nowMs + PAUSE_MS),
});

/**
 * Whether a call shows that the service is down. A refused key file or a status from 400 shows that it answers.
 */
export const isOutage = ({ status, failure }: Pick<IntegrationCall, 'status' | 'failure'>): boolean => {
  if (failure === '' || failure === 'credentials') return false;
  return status === null || status >= SERVER_ERROR || status === TOO_MANY;
};

/**
 * Returns the health of an integration after a call; undefined if it stays as it is. Once it is paused, the failures of
 * other calls change nothing: a service that hangs ends many of them at the same time.
 */
export const afterCall = <H extends Health>(health: H, isDown: boolean, nowMs: number): H | undefined => {
  if (!isDown)
    return health.failures === 0 && health.pausedUntil === null
      ? undefined
      : { ...health, failures: 0, pausedUntil: null };
  if (passageOf(health, nowMs) === 'paused') return undefined;
  const failures = health.failures + 1;
  return { ...health, failures, pausedUntil: failures < FAILURES_TO_PAUSE ? null : at(nowMs + PAUSE_MS) };
};
