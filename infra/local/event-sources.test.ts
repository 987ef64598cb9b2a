import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DynamoDBStreamEvent, SQSEvent } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TABLE } from '../resources.ts';
import { awsJsonCall } from './aws-json.ts';
import { startDynoxide, type TableEngine } from './dynoxide.ts';
import { type QueueSource, type QueueSourceOptions, startQueueSource } from './queue-source.ts';
import type { LocalQueue } from './sqs-queue.ts';
import { createSqsStore } from './sqs-store.ts';
import { type StreamSource, type StreamSourceOptions, startStreamSource } from './stream-source.ts';

const QUEUES = {
  plain: { fifo: false, visibilityS: 30, maxReceives: 5 },
  ordered: { fifo: true, visibilityS: 30, maxReceives: 5 },
};

const untilEmpty = (queue: LocalQueue, source: QueueSource): Promise<void> =>
  new Promise((resolve) => {
    const check = () => {
      const { ready, inFlight, delayed } = queue.counts();
      if (ready + inFlight + delayed + source.running() === 0) resolve();
    };
    source.onIdle(check);
    queue.onChange(check);
    check();
  });

describe('queue source', () => {
  const open: QueueSource[] = [];
  afterEach(() => Promise.all(open.splice(0).map((source) => source.stop())));

  const run = async (
    name: 'plain' | 'ordered',
    sends: readonly { body: string; groupId?: string }[],
    invoke: (event: SQSEvent) => Promise<unknown>,
    options: Partial<QueueSourceOptions> = {},
  ) => {
    const store = createSqsStore({ queues: QUEUES });
    const queue = store.queue(name);
    for (const { body, groupId } of sends) queue.send({ body, groupId, deduplicationId: body });
    const source = startQueueSource({
      queue,
      batchSize: 10,
      concurrency: 2,
      invoke,
      retryDelaysMs: [1],
      ...options,
    });
    open.push(source);
    await untilEmpty(queue, source);
    return store.queue(`${name}-dlq`).receive(10);
  };

  /** Fails the poisoned record of a batch, and on a FIFO queue everything after it in its group. */
  const work =
    (poison: string, done: string[], attempts: string[] = []) =>
    async (event: SQSEvent) => {
      const batchItemFailures: { itemIdentifier: string }[] = [];
      const stopped = new Set<string>();
      for (const { body, messageId, attributes } of event.Records) {
        const group = attributes.MessageGroupId;
        attempts.push(body);
        if (body === poison || (group !== undefined && stopped.has(group))) {
          if (group !== undefined) stopped.add(group);
          batchItemFailures.push({ itemIdentifier: messageId });
        } else done.push(body);
      }
      return { batchItemFailures };
    };

  it('R20: at each of 10 positions a poison message goes to the dead letters after 5 tries and the other 9 are done once', async () => {
    for (let position = 0; position < 10; position++) {
      const bodies = Array.from({ length: 10 }, (_, index) => String(index));
      const done: string[] = [];
      const attempts: string[] = [];
      const dead = await run(
        'plain',
        bodies.map((body) => ({ body })),
        work(String(position), done, attempts),
      );
      expect(done).toEqual(bodies.filter((body) => body !== String(position)));
      expect(attempts.filter((body) => body === String(position))).toHaveLength(5);
      expect(dead.map((message) => message.body)).toEqual([String(position)]);
    }
  });

  it('R21: nothing later in a FIFO group runs before its poison is in the dead letters; other groups are unaffected', async () => {
    const done: string[] = [];
    const attempts: string[] = [];
    const sends = ['a1', 'a2', 'a3', 'b1', 'b2'].map((body) => ({ body, groupId: body.charAt(0) }));
    const dead = await run('ordered', sends, work('a2', done, attempts), { batchSize: 1 });
    expect(done.filter((body) => body.startsWith('a'))).toEqual(['a1', 'a3']);
    expect(done.filter((body) => body.startsWith('b'))).toEqual(['b1', 'b2']);
    expect(done.indexOf('a3')).toBeGreaterThan(done.indexOf('b2'));
    expect(dead.map((message) => message.body)).toEqual(['a2']);
  });

  it('tries a whole batch again when the function throws, and answers of another batch fail all of it', async () => {
    const answers: (() => unknown)[] = [
      () => {
        throw new Error('away');
      },
      () => ({ batchItemFailures: [{ itemIdentifier: 'unknown' }] }),
      () => undefined,
    ];
    const seen: string[][] = [];
    const dead = await run('plain', [{ body: '1' }, { body: '2' }], async (event) => {
      seen.push(event.Records.map((record) => record.body));
      return answers.shift()?.();
    });
    expect(seen).toEqual([
      ['1', '2'],
      ['1', '2'],
      ['1', '2'],
    ]);
    expect(dead).toEqual([]);
  });

  it('never runs two batches of one FIFO group at a time', async () => {
    const running = new Map<string, number>();
    let overlap = 0;
    const order: string[] = [];
    const sends = Array.from({ length: 40 }, (_, index) => ({
      body: String(index),
      groupId: String(index % 3),
    }));
    await run(
      'ordered',
      sends,
      async (event) => {
        const groups = new Set(event.Records.map((record) => record.attributes.MessageGroupId ?? ''));
        for (const group of groups) running.set(group, (running.get(group) ?? 0) + 1);
        await new Promise((resolve) => setImmediate(resolve));
        for (const group of groups) if ((running.get(group) ?? 0) > 1) overlap += 1;
        order.push(...event.Records.map((record) => record.body));
        for (const group of groups) running.set(group, (running.get(group) ?? 0) - 1);
      },
      { batchSize: 4, concurrency: 5 },
    );
    expect(overlap).toBe(0);
    for (const group of [0, 1, 2]) {
      const ofGroup = order.map(Number).filter((body) => body % 3 === group);
      expect(ofGroup).toEqual(ofGroup.toSorted((a, b) => a - b));
    }
    expect(order).toHaveLength(40);
  });
});

describe('stream source', () => {
  let directory: string;
  let engine: TableEngine;
  let made = 0;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'prosa-stream-'));
    engine = await startDynoxide(join(directory, 'table.db'));
  });
  afterAll(async () => {
    await engine.stop();
    await rm(directory, { recursive: true });
  });

  const put = (sk: string) =>
    awsJsonCall(engine.endpoint, 'DynamoDB_20120810.PutItem', {
      TableName: TABLE.name,
      Item: { pk: { S: 'p' }, sk: { S: sk } },
    });
  const start = (
    invoke: StreamSourceOptions['invoke'],
    name = String(++made),
    options: Partial<StreamSourceOptions> = {},
  ): StreamSource =>
    startStreamSource({
      endpoint: () => engine.endpoint,
      batchSize: 100,
      checkpointFile: join(directory, `checkpoint-${name}`),
      parkedFile: join(directory, `parked-${name}`),
      invoke,
      retryBaseMs: 1,
      ...options,
    });
  const keysOf = (event: DynamoDBStreamEvent): string[] =>
    event.Records.map((record) => record.dynamodb?.NewImage?.sk?.S ?? '');

  it('delivers every write in order, once, and goes on from its checkpoint after a restart', async () => {
    const seen: string[] = [];
    const invoke = async (event: DynamoDBStreamEvent) => {
      seen.push(...keysOf(event));
    };
    const first = start(invoke, 'kept');
    for (let index = 0; index < 250; index++) await put(`w${index}`);
    await first.drain();
    await first.stop();
    await put('while away');
    const second = start(invoke, 'kept');
    await second.drain();
    await second.stop();
    expect(seen).toEqual([...Array.from({ length: 250 }, (_, index) => `w${index}`), 'while away']);
  });

  it('halves a failing batch, parks the record that never succeeds, and goes on', async () => {
    const seen: string[] = [];
    let poisonTries = 0;
    const source = start(
      async (event) => {
        const keys = keysOf(event);
        if (keys.includes('poison')) {
          if (keys.length === 1) poisonTries += 1;
          throw new Error('cannot');
        }
        seen.push(...keys);
      },
      'parks',
      { maxAttempts: 3 },
    );
    await source.drain();
    seen.length = 0;
    await Promise.all(['a', 'b'].map(put));
    await put('poison');
    await put('c');
    await source.drain();
    await source.stop();
    expect(seen.toSorted()).toEqual(['a', 'b', 'c']);
    expect(poisonTries).toBe(3);
    expect(await readFile(join(directory, 'parked-parks'), 'utf8')).toContain('poison');
  });

  it('comes back when the table does', async () => {
    const seen: string[] = [];
    const source = start(async (event) => {
      seen.push(...keysOf(event));
    });
    await source.drain();
    await engine.kill();
    const caughtUp = source.drain();
    await engine.restart();
    await put('after the outage');
    await caughtUp;
    await source.drain();
    await source.stop();
    expect(seen.at(-1)).toBe('after the outage');
    expect(seen.filter((key) => key === 'w0')).toHaveLength(1);
  });
});
