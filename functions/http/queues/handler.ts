import { AppError } from '@prosa/shared/errors.ts';
import { inQueueOrder, presentQueue, presentQueueRow } from '../../domain/queues/present-queue.ts';
import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { openTable } from '../../platform/table/table.ts';
import { loadQueue, loadQueues } from '../../repositories/organisation/queues.ts';
import { createOption, getOption, listOptions, removeOption, updateOption } from './chatbot.ts';
import { routes } from './function.ts';
import { removeQueue } from './remove-queue.ts';
import { listQueuesBriefly, reorder } from './reorder-queues.ts';
import { createQueue, updateQueue } from './save-queue.ts';

export const handler = bindRoutes(routes, {
  list: async ({ principal }) =>
    inQueueOrder(await loadQueues(openTable(principal.companyId))).map(presentQueueRow),
  listBrief: listQueuesBriefly,
  get: async ({ params, principal }) => {
    const queue = await loadQueue(openTable(principal.companyId), params.id);
    if (queue === undefined) throw new AppError('ERR_NO_QUEUE_FOUND');
    return presentQueue(queue);
  },
  create: createQueue,
  update: updateQueue,
  remove: removeQueue,
  reorder,
  listOptions,
  getOption,
  createOption,
  updateOption,
  removeOption,
});
