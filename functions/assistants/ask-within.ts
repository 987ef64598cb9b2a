import type { Clock } from '../platform/clock.ts';
import type { AskOutside } from '../platform/fetch-outside.ts';

/** Returns a client whose requests end at a time, whatever their own limit is. */
export const askWithin =
  (ask: AskOutside, clock: Clock, untilMs: number): AskOutside =>
  (url, question, limits) =>
    ask(url, question, {
      ...limits,
      timeoutMs: Math.max(1, Math.min(limits.timeoutMs, untilMs - clock.now())),
    });
