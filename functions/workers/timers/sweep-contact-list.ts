import { systemClock } from '../../platform/clock.ts';
import { removeItemsOfList } from '../../repositories/contacts/contact-list-items.ts';
import { NOTHING_TO_DO, type TimerHandler } from './timer-handler.ts';

/** Working time of one run; the rest needs another run. */
const SWEEP_LIMIT_MS = 15_000;

/** Removes the items of a removed contact list. */
export const sweepContactList: TimerHandler<'contact-list-sweep'> = async ({ table, timer, nowMs }) => {
  const untilMs = systemClock.now() + SWEEP_LIMIT_MS;
  const isDone = await removeItemsOfList(table, timer.subject, () => systemClock.now() < untilMs);
  return isDone ? NOTHING_TO_DO : { againAtMs: nowMs, isPrompt: true };
};
