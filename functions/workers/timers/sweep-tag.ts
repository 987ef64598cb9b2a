import { followTag } from '../../conversations/follow-tag.ts';
import { systemClock } from '../../platform/clock.ts';
import { NOTHING_TO_DO, type TimerHandler } from './timer-handler.ts';

/** Working time of one run; the rest needs another run. */
const SWEEP_LIMIT_MS = 15_000;

/** Updates contacts and tickets with the tag that the request did not update, or that were tagged meanwhile. */
export const sweepTag: TimerHandler<'tag-sweep'> = async ({ table, timer, nowMs, ids }) => {
  const ports = { ids, clock: systemClock, untilMs: nowMs + SWEEP_LIMIT_MS };
  const isDone = await followTag(table, timer.subject, ports);
  return isDone ? NOTHING_TO_DO : { againAtMs: nowMs };
};
