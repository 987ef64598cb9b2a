import { queueRoutes } from '@prosa/shared/contracts/queues.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { presentQueue } from '../../domain/queues/present-queue.ts';
import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { openTable } from '../../platform/table/table.ts';
import { loadQueue, loadQueues } from '../../repositories/queues.ts';
import { removeQueue } from './remove-queue.ts';
import { createQueue, updateQueue } from './save-queue.ts';

export const handler = bindRoutes(queueRoutes, {
  list: async ({ principal }) =>
    (await loadQueues(openTable(principal.companyId)))
      .map(presentQueue)
      .sort((a, b) => a.orderQueue - b.orderQueue || a.id - b.id),
  get: async ({ params, principal }) => {
    const queue = await loadQueue(openTable(principal.companyId), params.id);
    if (queue === undefined) throw new AppError('ERR_NO_QUEUE_FOUND');
    return presentQueue(queue);
  },
  create: createQueue,
  update: updateQueue,
  remove: removeQueue,
});
