import { setImmediate as turn } from 'node:timers/promises';
import { withLocalRole } from '@prosa/functions/platform/aws/local-role.ts';
import { queueHandler } from '@prosa/functions/platform/lambda/queue-handler.ts';
import { RetryLater } from '@prosa/functions/platform/queue/retry-later.ts';
import { createManualClock } from '@prosa/infra/local/clock.ts';
import { createFunctions } from '@prosa/infra/local/functions.ts';
import { startQueueSource } from '@prosa/infra/local/queue-source.ts';
import { makeRole } from '@prosa/infra/local/roles.ts';
import type { LocalQueue } from '@prosa/infra/local/sqs-queue.ts';
import { FUNCTIONS, type FunctionResource } from '@prosa/infra/programs.ts';
import { QUEUES } from '@prosa/infra/resources.ts';
import { SESSION_HOST } from '@prosa/infra/session-host.ts';
import { CommandLoop } from '@prosa/session-host/connections/command-loop.ts';
import { sqsCommandSource } from '@prosa/session-host/connections/command-source.ts';
import { QUEUE_RETRIES } from '@prosa/shared/messaging/queue-retries.ts';
import { LANES, type QueueName, sessionQueue } from '@prosa/shared/resource-names.ts';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { startDeployedQueue } from './support/deployed-queue.ts';
import { useEdge } from './support/edge.ts';
import { useTable } from './support/table.ts';
import { spoilTable } from './support/table-faults.ts';

useTable();
const clock = createManualClock(Date.now());
const edge = useEdge({ clock });

const SECOND_MS = 1000;
const SOON = { timeout: 30_000, interval: 2 } as const;
const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of open.splice(0)) await end();
});

/** Returns the delays in seconds before each retry of a queue's message that always fails. */
const delaysOf = (name: QueueName): number[] => {
  const { maxReceives, delaysS } = QUEUE_RETRIES[name];
  return Array.from({ length: maxReceives - 1 }, (_none, at) => delaysS[at] ?? delaysS.at(-1) ?? 0);
};

const sendOne = (queue: LocalQueue): void => {
  queue.send({
    body: '{}',
    ...(queue.fifo ? { groupId: 'g', deduplicationId: `${Math.random()}` } : {}),
  });
};

/** Expects that a message which always fails is received again after exactly the stated delays, and then is dead. */
const expectStatedDelays = async (
  name: QueueName,
  attempts: () => number,
  idle: () => Promise<void>,
): Promise<void> => {
  const queue = edge().sqs.queue(name);
  for (const [at, delayS] of delaysOf(name).entries()) {
    const attempt = at + 1;
    await expect.poll(attempts, { ...SOON, message: `attempt ${attempt}` }).toBe(attempt);
    await expect.poll(() => queue.counts().inFlight, SOON).toBe(1);
    await idle();
    clock.advance(delayS * SECOND_MS - 1);
    await idle();
    expect([attempts(), queue.counts().inFlight], `before ${delayS} s are over`).toEqual([attempt, 1]);
    clock.advance(1);
  }
  // The last attempt needs no wait: the message is dead at once, and the alarm with it.
  await expect.poll(() => edge().sqs.queue(`${name}-dlq`).counts().ready, SOON).toBe(1);
  expect(attempts()).toBe(QUEUE_RETRIES[name].maxReceives);
  edge().takeAll(`${name}-dlq`);
};

const workers = Object.entries<FunctionResource>(FUNCTIONS).flatMap(([name, fn]) =>
  fn.kind === 'queue' ? [{ name, queue: fn.queue, batchSize: fn.batchSize }] : [],
);

describe('a message that its consumer cannot process', () => {
  it.each(workers)(
    'R21: $name gives it back to $queue with its role, and receives it again after the stated delays',
    async ({ name, queue, batchSize }) => {
      const functions = createFunctions();
      // Not even the quarantine can be written.
      open.push(async () => mend());
      const mend = await spoilTable(() => ({ refuse: 'ValidationException' }));
      let attempts = 0;
      const source = startQueueSource({
        queue: edge().sqs.queue(queue),
        batchSize,
        concurrency: 2,
        invoke: (event) => {
          attempts += 1;
          return functions.invoke(name, event);
        },
      });
      open.push(() => source.stop());
      sendOne(edge().sqs.queue(queue));
      const idle = async (): Promise<void> => {
        await turn();
        await expect.poll(() => source.running(), SOON).toBe(0);
      };
      await expectStatedDelays(queue, () => attempts, idle);
    },
  );

  it.each(LANES.map((lane) => ({ lane, queue: sessionQueue(SESSION_HOST.shard, lane) })))(
    'R21: the session host gives it back to $queue with its role, and receives it again after the stated delays',
    async ({ lane, queue }) => {
      let attempts = 0;
      const source = sqsCommandSource(SESSION_HOST.shard, lane);
      const loop = new CommandLoop(
        lane,
        {
          ...source,
          giveBack: async (receipts, delayS) => {
            await source.giveBack(receipts, delayS);
            attempts += 1;
          },
        },
        () => Promise.reject(new Error('not a command')),
      );
      withLocalRole(makeRole('session-host', SESSION_HOST.grants), () => loop.start());
      open.push(() => loop.stop());
      sendOne(edge().sqs.queue(queue));
      const idle = async (): Promise<void> => {
        for (let turns = 0; turns < 5; turns++) await turn();
      };
      await expectStatedDelays(queue, () => attempts, idle);
    },
  );

  it.each(Object.entries(QUEUE_RETRIES))(
    'of %s is tried again within two seconds, and for more than a minute',
    (_name, { maxReceives, delaysS }) => {
      expect(delaysS[0]).toBeLessThanOrEqual(2);
      const all = Array.from({ length: maxReceives - 1 }, (_none, at) => delaysS[at] ?? delaysS.at(-1) ?? 0);
      expect(all.reduce((sum, delayS) => sum + delayS, 0)).toBeGreaterThan(60);
      expect(delaysS.length).toBeLessThan(maxReceives);
    },
  );
});

const NAME = 'channel-commands';
const { maxReceives: MAX_RECEIVES } = QUEUE_RETRIES[NAME];

/** Sends messages named by group and number, and feeds them to a handler until the queue is empty. */
const process = async (
  names: readonly string[],
  work: (name: string, receives: number) => Promise<void> | void,
) => {
  const order: { name: string; atS: number }[] = [];
  const startMs = clock.now();
  const handler = queueHandler(
    z.string(),
    async (name, { receives }) => {
      order.push({ name, atS: (clock.now() - startMs) / SECOND_MS });
      await work(name, receives);
    },
    NAME,
  );
  const deployed = startDeployedQueue(NAME, handler, { store: edge().sqs, clock, batchSize: 10 });
  open.push(() => deployed.stop());
  for (const name of names)
    deployed.queue.send({
      body: JSON.stringify(name),
      groupId: name.charAt(0),
      deduplicationId: `${Math.random()}`,
    });
  await deployed.drain();
  return { order, dead: deployed.dead().map((body) => z.string().parse(JSON.parse(body))) };
};

describe('a message of a FIFO queue that comes again later', () => {
  it('comes after the delay that its worker chose, before those behind it; other groups do not wait', async () => {
    const { order } = await process(['a1', 'a2', 'b1'], (name, receives) => {
      if (name === 'a1' && receives === 1) throw new RetryLater(6);
    });
    expect(order.filter(({ name }) => name.startsWith('a'))).toEqual([
      { name: 'a1', atS: 0 },
      { name: 'a1', atS: 6 },
      { name: 'a2', atS: 6 },
    ]);
    expect(order.filter(({ name }) => name.startsWith('b'))).toEqual([{ name: 'b1', atS: 0 }]);
  });

  it('holds those behind it until it was processed, if its worker failed', async () => {
    const { order } = await process(['a1', 'a2'], (name, receives) => {
      if (name === 'a1' && receives < 10) throw new Error('the table is down');
    });
    const total = delaysOf(NAME)
      .slice(0, 9)
      .reduce((sum, delayS) => sum + delayS, 0);
    expect(order.at(-2)).toEqual({ name: 'a1', atS: total });
    expect(order.at(-1)).toEqual({ name: 'a2', atS: total });
    expect(order.filter(({ name }) => name === 'a2')).toHaveLength(1);
  });

  it('goes to the dead-letter queue alone at its last receive', async () => {
    const { order, dead } = await process(['a1', 'a2'], (name) => {
      if (name === 'a1') throw new RetryLater(1);
    });
    expect(order.filter(({ name }) => name === 'a1')).toHaveLength(MAX_RECEIVES);
    expect(order.filter(({ name }) => name === 'a2')).toHaveLength(1);
    // The next message of the group does not wait for the visibility timeout of the dead one.
    expect(order.at(-1)?.atS).toBe(MAX_RECEIVES - 1);
    expect(dead).toEqual(['a1']);
  });
});

describe('R22: a message that nobody gave back', () => {
  const ENDS = {
    'was killed': () => Promise.reject(new Error('out of memory')),
    'reports it failed and says nothing more': async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => ({
      batchItemFailures: Records.map(({ messageId }) => ({ itemIdentifier: messageId })),
    }),
  };
  it.each(
    workers.flatMap(({ queue }) =>
      Object.entries(ENDS).map(([how, end]): [QueueName, string, typeof end] => [queue, how, end]),
    ),
  )('of %s stays hidden for the queue’s visibility timeout if its worker %s', async (name, _how, end) => {
    const queue = edge().sqs.queue(name);
    let attempts = 0;
    const source = startQueueSource({
      queue,
      batchSize: 1,
      concurrency: 1,
      invoke: async (event) => {
        attempts += 1;
        return attempts > 1 ? { batchItemFailures: [] } : end(event);
      },
    });
    open.push(() => source.stop());
    sendOne(queue);
    await expect.poll(() => [attempts, source.running()], SOON).toEqual([1, 0]);
    clock.advance(QUEUES[name].visibilityS * SECOND_MS - 1);
    await turn();
    expect([attempts, queue.counts().inFlight]).toEqual([1, 1]);
    clock.advance(1);
    await expect.poll(() => [attempts, queue.counts().inFlight], SOON).toEqual([2, 0]);
  });
});
