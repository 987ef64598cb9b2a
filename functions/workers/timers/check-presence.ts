import { isOnline, ONLINE_WINDOW_MS } from '@prosa/shared/rules/presence.ts';
import { Presence } from '../../platform/table/entities.ts';
import { setTimerItem } from '../../platform/timers/set-timer.ts';
import type { TimerHandler } from './timer-handler.ts';

/** Takes a user offline whose browsers have been silent for too long. */
export const checkPresence: TimerHandler = async ({ table, timer, nowMs, ids }) => {
  const userId = Number(timer.subject);
  const presence = await table.get(Presence, { userId }, { consistent: true });
  if (presence === undefined) return [];
  if (!isOnline(presence, nowMs)) return [table.delete(Presence, { userId }, presence.version)];
  const dueAt = Date.parse(presence.seenAt) + ONLINE_WINDOW_MS;
  return [setTimerItem(table, { kind: 'presence-check', subject: timer.subject, dueAt }, { ids, nowMs })];
};
