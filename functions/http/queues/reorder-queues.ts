import type { queueRoutes } from '@prosa/shared/contracts/queues.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { inQueueOrder, presentQueueBriefly } from '../../domain/queues/present-queue.ts';
import { reorderQueues } from '../../domain/queues/reorder-queues.ts';
import { forgetDirectory, requireDirectory } from '../../platform/directory.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import { loadQueue, QUEUES_PER_TRANSACTION, queueItems } from '../../repositories/organisation/queues.ts';
import { auditItem } from '../../repositories/rows/audit.ts';

/**
 * Lists all queues in brief. Bypasses the cached directory, because the list must include what an event just
 * announced.
 */
export const listQueuesBriefly: RouteHandler<typeof queueRoutes.listBrief> = async ({ principal }) => {
  forgetDirectory(principal.companyId);
  const { queues } = await requireDirectory(principal.companyId);
  return inQueueOrder(queues.values()).map(presentQueueBriefly);
};

/**
 * Reorders queues. Writes only queues with a changed position, a few in each transaction; after an interruption a
 * repeated call continues.
 */
export const reorder: RouteHandler<typeof queueRoutes.reorder> = async ({
  body,
  principal,
  request,
  clock,
  ids,
}) => {
  const { companyId } = principal;
  const table = openTable(companyId);
  const queueIds = [...new Set(body.queueIds)];
  let isRecorded = false;
  return retryOnConflict(async () => {
    forgetDirectory(companyId);
    const { queues } = await requireDirectory(companyId);
    if (queueIds.some((id) => !queues.has(id))) throw new AppError('ERR_NO_QUEUE_FOUND');
    const moves = reorderQueues(queues.values(), queueIds);
    const nowMs = clock.now();
    for (let start = 0; start < moves.length; start += QUEUES_PER_TRANSACTION) {
      const part = moves.slice(start, start + QUEUES_PER_TRANSACTION);
      const items = await Promise.all(
        part.map(async ({ id, orderQueue }) => {
          const queue = await loadQueue(table, id);
          return queue === undefined ? [] : queueItems(table, queue, { ...queue, orderQueue }, nowMs);
        }),
      );
      if (items.every((own) => own.length === 0)) continue;
      const entry = auditItem(table, { principal, request, ids, nowMs }, 'queues.reorder');
      await commit([...items.flat(), ...(isRecorded ? [] : [entry])]);
      isRecorded = true;
    }
    forgetDirectory(companyId);
    const after = await requireDirectory(companyId);
    return inQueueOrder(after.queues.values()).map(presentQueueBriefly);
  });
};
