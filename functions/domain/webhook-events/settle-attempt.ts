import {
  type EndpointHealth,
  type OFF_REASONS,
  TRIAL_EVENT,
  type WebhookDelivery,
} from '@prosa/shared/entities/webhook-endpoint.ts';
import { pauseMs, retryDelayMs, TRIED_FOR_MS } from './retry-schedule.ts';

/** What a call of an endpoint brought. */
export type AttemptOutcome = NonNullable<WebhookDelivery['last']> & {
  /** How long the receiver asks to wait; 0 if it does not ask. */
  askedMs: number;
};

/** What an outcome changes. */
export interface Settlement<D, H> {
  delivery: D;
  health: H;
  /** Why the endpoint is switched off; null if it stays on. */
  off: (typeof OFF_REASONS)[number] | null;
  /** When the delivery is tried again (epoch milliseconds); null if never. */
  retryAtMs: number | null;
}

const GONE = 410;
/** Statuses with which a receiver says that it gets too much, and may say for how long. */
const ASKS_TO_WAIT: ReadonlySet<number | null> = new Set([429, 503]);

const isSuccess = ({ status }: AttemptOutcome): boolean => status !== null && status >= 200 && status < 300;

const instantOf = (ms: number): string => new Date(ms).toISOString();

/**
 * Decides what the outcome of a call changes. Only a status from 200 to 299 is a success; a redirect is a failure,
 * because the endpoint's address is the company's choice. 410 switches the endpoint off, as does a day without any
 * success.
 * @param jitter from 0 to 1
 */
export const settleAttempt = <D extends WebhookDelivery, H extends EndpointHealth>(
  { delivery, health }: { delivery: D; health: H },
  outcome: AttemptOutcome,
  { nowMs, jitter }: { nowMs: number; jitter: number },
): Settlement<D, H> => {
  const { askedMs, ...last } = outcome;
  const tried = { ...delivery, attempts: delivery.attempts + 1, last, nextAt: null };
  if (isSuccess(outcome)) {
    const well = { ...health, failures: 0, failingSince: null, pausedUntil: null };
    return { delivery: { ...tried, state: 'delivered' }, health: well, off: null, retryAtMs: null };
  }
  const failures = health.failures + 1;
  const failingSince = health.failingSince ?? instantOf(nowMs);
  const waitMs = Math.max(pauseMs(failures, jitter), ASKS_TO_WAIT.has(outcome.status) ? askedMs : 0);
  // A call that began before a pause does not shorten it.
  const heldMs = health.pausedUntil === null ? 0 : Date.parse(health.pausedUntil);
  const pausedUntilMs = Math.max(heldMs, nowMs + waitMs);
  const pausedUntil = pausedUntilMs > nowMs ? instantOf(pausedUntilMs) : null;
  const ill = { ...health, failures, failingSince, pausedUntil };
  const isUnreachable = nowMs - Date.parse(failingSince) >= TRIED_FOR_MS;
  const off = outcome.status === GONE ? 'gone' : isUnreachable ? 'unreachable' : null;
  const retryAtMs = Math.max(nowMs + retryDelayMs(tried.attempts, jitter), pausedUntilMs);
  const isGivenUp =
    off !== null ||
    // Its user looks at the outcome, and may send another one.
    delivery.type === TRIAL_EVENT ||
    retryAtMs > Date.parse(delivery.createdAt) + TRIED_FOR_MS;
  return isGivenUp
    ? { delivery: { ...tried, state: 'failed' }, health: ill, off, retryAtMs: null }
    : { delivery: { ...tried, nextAt: instantOf(retryAtMs) }, health: ill, off, retryAtMs };
};
