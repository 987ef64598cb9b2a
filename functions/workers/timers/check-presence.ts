import { isOnline, ONLINE_WINDOW_MS } from '@prosa/shared/rules/presence.ts';
import { loadPresence, presenceEndItem } from '../../repositories/users/presence.ts';
import { NOTHING_TO_DO, type TimerHandler } from './timer-handler.ts';

/**
 * Marks a user as offline if the user's browsers have not sent a heartbeat in time. If they have, sets the timer again.
 */
export const checkPresence: TimerHandler<'presence-check'> = async ({ table, timer, nowMs }) => {
  const presence = await loadPresence(table, timer.subject);
  if (presence === undefined) return NOTHING_TO_DO;
  return isOnline(presence, nowMs)
    ? { againAtMs: Date.parse(presence.seenAt) + ONLINE_WINDOW_MS }
    : { items: [presenceEndItem(table, presence)] };
};
