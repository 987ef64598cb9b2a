import { completeContactMerge } from '../../conversations/merge-contacts.ts';
import { systemClock } from '../../platform/clock.ts';
import { NOTHING_TO_DO, type TimerHandler } from './timer-handler.ts';

/** What one firing may take of the function's time; the rest needs another. */
const LIMIT_MS = 15_000;

/** Has the tickets of a merged contact follow it that a request left behind. */
export const completeMerge: TimerHandler<'contact-merge'> = async ({ table, timer, nowMs, ids }) => {
  const merge = { ...timer.data, contactId: timer.subject };
  const isDone = await completeContactMerge(table, merge, {
    ids,
    clock: systemClock,
    untilMs: nowMs + LIMIT_MS,
  });
  return isDone ? NOTHING_TO_DO : { againAtMs: nowMs };
};
