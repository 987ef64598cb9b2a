import { isOnline, ONLINE_WINDOW_MS } from '@prosa/shared/rules/presence.ts';
import { loadPresence, presenceEndItem } from '../../repositories/users/presence.ts';
import { NOTHING_TO_DO, type TimerHandler } from './timer-handler.ts';

/** Takes a user offline whose browsers have been silent for too long. Signs of life since then put it off. */
export const checkPresence: TimerHandler<'presence-check'> = async ({ table, timer, nowMs }) => {
  const presence = await loadPresence(table, timer.subject);
  if (presence === undefined) return NOTHING_TO_DO;
  return isOnline(presence, nowMs)
    ? { againAtMs: Date.parse(presence.seenAt) + ONLINE_WINDOW_MS }
    : { items: [presenceEndItem(table, presence)] };
};
