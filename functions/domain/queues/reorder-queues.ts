import { inQueueOrder } from './present-queue.ts';

interface Ordered {
  id: number;
  orderQueue: number;
}

/**
 * Which queues get another place when they are to stand in this order: numbers from 1, without gaps. Queues that are
 * not named, since they came meanwhile, follow in the order they had.
 * @param queueIds ids of queues that there are, each once
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
