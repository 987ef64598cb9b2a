const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** How long an event is tried, counted from when it happened. An endpoint that fails as long is switched off. */
export const TRIED_FOR_MS = 24 * HOUR_MS;

/** Delay after the first failed attempt, the second, and so on; the last one is that of all further attempts. */
const DELAYS_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
];

/** Failures in a row, of any events, after which nothing is sent to an endpoint for a while. */
export const FAILURES_BEFORE_PAUSE = 5;
const PAUSE_MS = 30 * SECOND_MS;
const PAUSE_MAX_MS = 30 * MINUTE_MS;
/** A receiver that asks for more waits no longer than this: its next answer may ask again. */
const RETRY_AFTER_MAX_MS = HOUR_MS;
/** Part of a delay by which jitter prolongs it at most, so that what failed together does not return together. */
const JITTER = 0.2;

/** @param jitter from 0 to 1 */
const withJitter = (ms: number, jitter: number): number => Math.round(ms * (1 + JITTER * jitter));

/** Returns the delay before the next attempt, in milliseconds. @param attempts made so far, at least one */
export const retryDelayMs = (attempts: number, jitter: number): number =>
  withJitter(DELAYS_MS[Math.min(attempts, DELAYS_MS.length) - 1] ?? PAUSE_MS, jitter);

/** Returns how long an endpoint is paused: twice as long after each further failure, half an hour at most. */
export const pauseMs = (failures: number, jitter: number): number =>
  failures < FAILURES_BEFORE_PAUSE
    ? 0
    : withJitter(Math.min(PAUSE_MS * 2 ** (failures - FAILURES_BEFORE_PAUSE), PAUSE_MAX_MS), jitter);

/**
 * Returns the delay that a `Retry-After` header asks for, in milliseconds, an hour at most. 0 for a header that is
 * missing, past or not a number of seconds or a date.
 */
export const retryAfterMs = (header: string | undefined, nowMs: number): number => {
  if (header === undefined) return 0;
  const askedMs = /^\d{1,9}$/.test(header) ? Number(header) * SECOND_MS : Date.parse(header) - nowMs;
  return Number.isFinite(askedMs) ? Math.min(Math.max(askedMs, 0), RETRY_AFTER_MAX_MS) : 0;
};
