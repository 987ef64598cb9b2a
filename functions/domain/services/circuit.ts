import type { ServiceCall, ServiceHealth } from '@prosa/shared/entities/service-call.ts';

/** What the circuit breaker of a service knows. */
export type Health = Pick<ServiceHealth, 'failures' | 'pausedUntil'>;

/** Failures in a row after which no call is made for {@link PAUSE_MS}. */
const FAILURES_TO_PAUSE = 5;
/**
 * Longer than an exchange takes, so that only one probe is under way; with voice messages that come late, an
 * exchange of an assistant can take six seconds more.
 */
const PAUSE_MS = 60_000;
const TOO_MANY = 429;
const SERVER_ERROR = 500;

const at = (ms: number): string => new Date(ms).toISOString();

/** Before the first failure. */
export const WELL: Health = { failures: 0, pausedUntil: null };

/** What may be done with a service now. */
export const passageOf = (health: Health | undefined, nowMs: number): 'call' | 'probe' | 'paused' => {
  if (health === undefined || health.pausedUntil === null) return 'call';
  return nowMs < Date.parse(health.pausedUntil) ? 'paused' : 'probe';
};

/** Returns until when no call is made; null if calls are made. A pause that has ended is none. */
export const pauseOf = (health: Health | undefined, nowMs: number): string | null =>
  passageOf(health, nowMs) === 'paused' ? (health?.pausedUntil ?? null) : null;

/**
 * Returns the health of a service during a trial call after a pause. The pause is prolonged, so that no second call is
 * made until the trial call has ended.
 */
export const duringProbe = <H extends Health>(health: H, nowMs: number): H => ({
  ...health,
  pausedUntil: at(nowMs + PAUSE_MS),
});

/**
 * Failures of a service that answers, or that was not asked: without a key, with a refused one, or with an account
 * without credit, for which providers answer 429.
 */
const REFUSALS: ReadonlySet<string> = new Set(['credentials', 'key', 'quota']);

/**
 * Whether a call shows that the service is down. A refusal, or a status from 400 to 499 except 429, shows that it
 * answers.
 */
export const isOutage = ({ status, failure }: Pick<ServiceCall, 'status' | 'failure'>): boolean => {
  if (failure === '' || REFUSALS.has(failure)) return false;
  return status === null || status >= SERVER_ERROR || status === TOO_MANY;
};

/**
 * Returns the health of a service after a call; undefined if it stays as it is. Once it is paused, the failures of
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
