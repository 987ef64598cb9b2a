import { systemClock } from '../../platform/clock.ts';
import { removeRestOfChat } from '../../repositories/organisation/internal-chats.ts';
import { NOTHING_TO_DO, type TimerHandler } from './timer-handler.ts';

/** Working time of one run; the rest needs another run. */
const REMOVAL_LIMIT_MS = 15_000;

/** Removes the messages and files of a removed chat. */
export const removeInternalChat: TimerHandler<'internal-chat-removal'> = async ({
  table,
  timer,
  nowMs,
  ids,
}) => {
  const untilMs = systemClock.now() + REMOVAL_LIMIT_MS;
  const isInTime = () => systemClock.now() < untilMs;
  const isDone = await removeRestOfChat(table, timer.subject, isInTime, { ids, nowMs });
  return isDone ? NOTHING_TO_DO : { againAtMs: nowMs, isPrompt: true };
};
