import { takeTicketsOutOfQueue } from '../../conversations/detach-tickets.ts';
import { systemClock } from '../../platform/clock.ts';
import { DirectoryQueue } from '../../platform/table/entities/companies.ts';
import { forgetQueueReferences } from '../../repositories/organisation/queue-references.ts';
import { NOTHING_TO_DO, type TimerHandler } from './timer-handler.ts';

/** Working time of one run; the rest needs another run. */
const SWEEP_LIMIT_MS = 15_000;

/** Moves tickets out of a removed queue that requests put there with a cached directory. */
export const sweepQueue: TimerHandler<'queue-sweep'> = async ({ system, table, timer, nowMs, ids }) => {
  const queueId = timer.subject;
  const queue = await table.get(DirectoryQueue, { id: queueId }, { consistent: true });
  if (queue !== undefined) return NOTHING_TO_DO;
  await forgetQueueReferences(table, system.companyId, queueId, nowMs);
  const ports = { ids, clock: systemClock, untilMs: nowMs + SWEEP_LIMIT_MS };
  const isEmpty = await takeTicketsOutOfQueue(table, queueId, ports);
  return isEmpty ? NOTHING_TO_DO : { againAtMs: nowMs };
};
