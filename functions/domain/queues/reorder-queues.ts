import { inQueueOrder } from './present-queue.ts';

interface Ordered {
  id: number;
  orderQueue: number;
}

/**
 * Returns the queues that get another position in the requested order: numbered from 1, without gaps. Queues that the
 * request does not name, because they were created meanwhile, follow in their old order.
 * @param queueIds ids of existing queues, each once
 */
export const reorderQueues = (queues: Iterable<Ordered>, queueIds: readonly number[]): Ordered[] => {
  const all = inQueueOrder(queues);
  const named = new Set(queueIds);
  const byId = new Map(all.map((queue) => [queue.id, queue]));
  const wanted = [...queueIds, ...all.map(({ id }) => id).filter((id) => !named.has(id))];
  return wanted
    .map((id, index) => ({ id, orderQueue: index + 1 }))
    .filter(({ id, orderQueue }) => byId.get(id)?.orderQueue !== orderQueue);
};
