import type { Clock } from '../platform/clock.ts';
import type { AskOutside } from '../platform/fetch-outside.ts';

/**
 * Returns a client that shortens the timeout of each request so that the request ends by a given time.
 * @param untilMs epoch milliseconds
 */
export const askWithin =
  (ask: AskOutside, clock: Clock, untilMs: number): AskOutside =>
  (url, question, limits) =>
    ask(url, question, {
      ...limits,
      timeoutMs: Math.max(1, Math.min(limits.timeoutMs, untilMs - clock.now())),
    });
