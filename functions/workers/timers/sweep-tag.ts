import { followTag } from '../../conversations/follow-tag.ts';
import { systemClock } from '../../platform/clock.ts';
import { NOTHING_TO_DO, type TimerHandler } from './timer-handler.ts';

/** What one firing may take of the function's time; the rest needs another. */
const SWEEP_LIMIT_MS = 15_000;

/** Has contacts and tickets follow their tag that a request left behind, or that were given it meanwhile. */
export const sweepTag: TimerHandler<'tag-sweep'> = async ({ table, timer, nowMs, ids }) => {
  const ports = { ids, clock: systemClock, untilMs: nowMs + SWEEP_LIMIT_MS };
  const isDone = await followTag(table, timer.subject, ports);
  return isDone ? NOTHING_TO_DO : { againAtMs: nowMs };
};
