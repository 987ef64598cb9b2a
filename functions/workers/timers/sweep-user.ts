import { systemClock } from '../../platform/clock.ts';
import { User } from '../../platform/table/entities.ts';
import { setTimerItem } from '../../platform/timers/set-timer.ts';
import { releaseUserTickets } from '../../repositories/detach-tickets.ts';
import type { TimerHandler } from './timer-handler.ts';

/** What one firing may take of the function's time; the rest needs another. */
const SWEEP_LIMIT_MS = 15_000;

/** Gives back what a removed user was given by those who did not know yet, or what the index did not show in time. */
export const sweepUser: TimerHandler = async ({ table, timer, nowMs, ids }) => {
  const userId = Number(timer.subject);
  const user = await table.get(User, { id: userId }, { consistent: true });
  if (user !== undefined) return [];
  const ports = { ids, clock: systemClock, untilMs: nowMs + SWEEP_LIMIT_MS };
  if (await releaseUserTickets(table, userId, ports)) return [];
  return [setTimerItem(table, { kind: 'user-sweep', subject: timer.subject, dueAt: nowMs }, { ids, nowMs })];
};
