import { completeContactMerge } from '../../conversations/merge-contacts.ts';
import { systemClock } from '../../platform/clock.ts';
import { NOTHING_TO_DO, type TimerHandler } from './timer-handler.ts';

/** Working time of one run; the rest needs another run. */
const LIMIT_MS = 15_000;

/** Moves the tickets of a merged contact that the request did not move. */
export const completeMerge: TimerHandler<'contact-merge'> = async ({ table, timer, nowMs, ids }) => {
  const merge = { ...timer.data, contactId: timer.subject };
  const isDone = await completeContactMerge(table, merge, {
    ids,
    clock: systemClock,
    untilMs: nowMs + LIMIT_MS,
  });
  return isDone ? NOTHING_TO_DO : { againAtMs: nowMs };
};
