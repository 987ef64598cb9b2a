import type { queueRoutes } from '@prosa/shared/contracts/queues.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { takeTicketsOutOfQueue } from '../../conversations/detach-tickets.ts';
import { forgetDirectory } from '../../platform/directory.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import { setTimerItem } from '../../platform/timers/set-timer.ts';
import { forgetQueueReferences } from '../../repositories/organisation/queue-references.ts';
import { loadQueue, queueItems } from '../../repositories/organisation/queues.ts';
import { auditItem } from '../../repositories/rows/audit.ts';

/** Time that one request spends on the queue's tickets; the remaining tickets need another call. */
const TICKETS_LIMIT_MS = 12_000;
/** After this no container caches a directory with the queue, and no request that started with one still runs. */
const SWEEP_AFTER_MS = 60_000;

/**
 * Removes a queue: first removes all references to it, then moves its tickets out, then deletes it. Not one
 * transaction, because the queue may have more tickets than a transaction takes. A repeated call continues where the
 * previous one stopped. A sweep a minute later removes tickets that containers with a stale directory put into the
 * queue.
 */
export const removeQueue: RouteHandler<typeof queueRoutes.remove> = async ({
  params,
  principal,
  request,
  clock,
  ids,
}) => {
  const { companyId } = principal;
  const table = openTable(companyId);
  const load = async () => {
    const queue = await loadQueue(table, params.id);
    if (queue === undefined) throw new AppError('ERR_NO_QUEUE_FOUND');
    return queue;
  };
  await load();
  await forgetQueueReferences(table, companyId, params.id, clock.now());
  const ports = { ids, clock, untilMs: clock.now() + TICKETS_LIMIT_MS };
  if (!(await takeTicketsOutOfQueue(table, params.id, ports))) {
    throw new AppError('ERR_CONFLICT', { details: { again: true } });
  }
  await retryOnConflict(async () => {
    const nowMs = clock.now();
    const dueAt = nowMs + SWEEP_AFTER_MS;
    const before = await load();
    await commit([
      ...queueItems(table, before, undefined, nowMs),
      auditItem(table, { principal, request, ids, nowMs }, 'queues.remove', { id: before.id, before }),
      setTimerItem(table, { kind: 'queue-sweep', subject: params.id, dueAt }, { ids, nowMs }),
    ]);
  });
  forgetDirectory(companyId);
  // Moves out the tickets that arrived during the removal.
  await takeTicketsOutOfQueue(table, params.id, ports);
  return { message: 'Queue deleted' };
};
