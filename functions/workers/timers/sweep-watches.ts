import { act } from '../../conversations/act.ts';
import { asSystem } from '../../conversations/actor.ts';
import { eachTicket } from '../../conversations/detach-tickets.ts';
import { emptyScene } from '../../conversations/scene.ts';
import { watchedAnew } from '../../domain/engine/watch.ts';
import { systemClock } from '../../platform/clock.ts';
import { forgetDirectory, requireDirectory } from '../../platform/directory.ts';
import { keys } from '../../platform/table/keys.ts';
import { loadTicket } from '../../repositories/tickets/tickets.ts';
import { NOTHING_TO_DO, type TimerHandler } from './timer-handler.ts';

/** Working time of one run; the rest needs another run. */
const SWEEP_LIMIT_MS = 15_000;
const WAITING_STATUSES = ['open', 'pending', 'nps', 'lgpd'] as const;

/**
 * Adjusts waiting tickets after a waiting time was changed: sets the timers of tickets that are now due earlier. The
 * other tickets adjust when their timers fire.
 */
export const sweepWatches: TimerHandler<'watch-sweep'> = async ({ system, table, nowMs, ids }) => {
  forgetDirectory(system.companyId);
  const directory = await requireDirectory(system.companyId);
  const place = { activityAt: '', id: 0 };
  const queued = WAITING_STATUSES.map((status) => keys.ticketByStatus({ status, ...place }).pk);
  const queueless = WAITING_STATUSES.map(
    (status) => keys.ticketByQueue({ status, queueId: null, ...place }).pk,
  );
  const ports = { ids, clock: systemClock, untilMs: nowMs + SWEEP_LIMIT_MS };
  const watch = async (id: number): Promise<void> => {
    const open = async () => ({ ...emptyScene(asSystem(directory)), ticket: await loadTicket(table, id) });
    await act(ports, open, ({ ticket }, _world, moment) =>
      ticket === undefined ? undefined : watchedAnew(ticket, directory, moment),
    );
  };
  const isDone =
    (await eachTicket(table, 'g3', queued, ports, watch)) &&
    (await eachTicket(table, 'g1', queueless, ports, watch));
  return isDone ? NOTHING_TO_DO : { againAtMs: nowMs };
};
