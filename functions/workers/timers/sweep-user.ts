import { releaseUserTickets } from '../../conversations/detach-tickets.ts';
import { systemClock } from '../../platform/clock.ts';
import { User } from '../../platform/table/entities/users.ts';
import { NOTHING_TO_DO, type TimerHandler } from './timer-handler.ts';

/** Working time of one run; the rest needs another run. */
const SWEEP_LIMIT_MS = 15_000;

/** Returns tickets that were assigned to a user after the removal, or that the index did not show in time. */
export const sweepUser: TimerHandler<'user-sweep'> = async ({ table, timer, nowMs, ids }) => {
  const userId = timer.subject;
  const user = await table.get(User, { id: userId }, { consistent: true });
  if (user !== undefined) return NOTHING_TO_DO;
  const ports = { ids, clock: systemClock, untilMs: nowMs + SWEEP_LIMIT_MS };
  const isDone = await releaseUserTickets(table, userId, ports);
  return isDone ? NOTHING_TO_DO : { againAtMs: nowMs };
};
