import { describe, expect, it } from 'vitest';
import { reorderQueues } from './reorder-queues.ts';

const queues = (...orders: number[]) => orders.map((orderQueue, index) => ({ id: index + 1, orderQueue }));

describe('reorderQueues', () => {
  it('numbers queues from 1 and returns only the changed ones', () => {
    expect(reorderQueues(queues(1, 2, 3), [1, 3, 2])).toEqual([
      { id: 3, orderQueue: 2 },
      { id: 2, orderQueue: 3 },
    ]);
    expect(reorderQueues(queues(1, 2, 3), [1, 2, 3])).toEqual([]);
    expect(reorderQueues(queues(0, 0), [2, 1])).toEqual([
      { id: 2, orderQueue: 1 },
      { id: 1, orderQueue: 2 },
    ]);
  });

  it('appends queues that the request does not name, in their old order', () => {
    expect(reorderQueues(queues(1, 2, 9, 8), [2, 1]).map(({ id }) => id)).toEqual([2, 1, 4, 3]);
  });
});
