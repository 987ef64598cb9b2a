import { queueHandler } from '@prosa/functions/platform/lambda/queue-handler.ts';
import { RetryLater } from '@prosa/functions/platform/queue/retry-later.ts';
import { startQueueSource } from '@prosa/infra/local/queue-source.ts';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { useQueues } from './support/queues.ts';
import { useTable } from './support/table.ts';

useTable();
const queuesOf = useQueues();

const NAME = 'channel-commands';
const MAX_RECEIVES = 30;

/** Sends messages named by group and number, and feeds them to a handler until the queue is empty. */
const process = async (
  names: readonly string[],
  work: (name: string, receives: number) => Promise<void> | void,
) => {
  const queue = queuesOf().store.queue(NAME);
  const hidden: number[] = [];
  const change = queue.changeVisibility.bind(queue);
  const spy = vi.spyOn(queue, 'changeVisibility').mockImplementation((receipt, visibilityMs) => {
    hidden.push(visibilityMs);
    // Without the wait itself, so that the test is quick.
    return change(receipt, 0);
  });
  const order: string[] = [];
  const handler = queueHandler(
    z.string(),
    async (name, { receives }) => {
      order.push(name);
      await work(name, receives);
    },
    { queue: NAME, maxReceives: MAX_RECEIVES, returnsTo: NAME },
  );
  for (const name of names)
    queue.send({ body: JSON.stringify(name), groupId: name.charAt(0), deduplicationId: `${Math.random()}` });
  const source = startQueueSource({
    queue,
    batchSize: 10,
    concurrency: 2,
    invoke: (event) => handler(event),
  });
  await expect
    .poll(() => {
      const { ready, inFlight, delayed } = queue.counts();
      return ready + inFlight + delayed + source.running();
    })
    .toBe(0);
  await source.stop();
  spy.mockRestore();
  return { order, hidden };
};

describe('a message of a FIFO queue that comes again later', () => {
  it('comes after the delay that its worker chose, before those behind it; other groups do not wait', async () => {
    const { order, hidden } = await process(['a1', 'a2', 'b1'], (name, receives) => {
      if (name === 'a1' && receives === 1) throw new RetryLater(6);
    });
    expect(order.filter((name) => name.startsWith('a'))).toEqual(['a1', 'a1', 'a2']);
    expect(order.filter((name) => name.startsWith('b'))).toEqual(['b1']);
    // Both messages of the group, and no other delay of the local queue.
    expect(hidden).toEqual([6000, 6000]);
  });

  it('comes after a growing delay of five minutes at most if its worker failed', async () => {
    const { order, hidden } = await process(['a1', 'a2'], (name, receives) => {
      if (name === 'a1' && receives < 10) throw new Error('the table is down');
    });
    expect(order.at(-1)).toBe('a2');
    expect(order.filter((name) => name === 'a2')).toHaveLength(1);
    expect(hidden.filter((_ms, index) => index % 2 === 0)).toEqual(
      [2, 4, 8, 16, 32, 64, 128, 256, 300].map((seconds) => seconds * 1000),
    );
  });

  it('goes to the dead-letter queue alone at its last receive', async () => {
    const { order } = await process(['a1', 'a2'], (name) => {
      if (name === 'a1') throw new RetryLater(1);
    });
    expect(order.filter((name) => name === 'a1')).toHaveLength(MAX_RECEIVES);
    expect(order.filter((name) => name === 'a2')).toHaveLength(1);
    const dead = queuesOf().store.queue(`${NAME}-dlq`).receive(10);
    expect(dead.map(({ body }) => JSON.parse(body))).toEqual(['a1']);
  });
});
