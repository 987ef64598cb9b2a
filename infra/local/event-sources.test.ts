import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DynamoDBStreamEvent, SQSEvent } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { STREAM_DELIVERY, TABLE } from '../resources.ts';
import { streamFilters } from '../stream-filters.ts';
import { awsJsonCall } from './aws-json.ts';
import { createManualClock, type ManualClock } from './clock.ts';
import { startDynoxide, type TableEngine } from './dynoxide.ts';
import { type QueueSource, type QueueSourceOptions, startQueueSource } from './queue-source.ts';
import type { LocalQueue } from './sqs-queue.ts';
import { createSqsStore } from './sqs-store.ts';
import {
  type GivenUp,
  type StreamSource,
  type StreamSourceOptions,
  startStreamSource,
} from './stream-source.ts';

const QUEUES = {
  plain: { fifo: false, visibilityS: 30, maxReceives: 5 },
  ordered: { fifo: true, visibilityS: 30, maxReceives: 5 },
};

const DELIVERY = { ...STREAM_DELIVERY, retries: 5, gatherMs: 0 };

/** Resolves when the queue is empty. Moves the clock while only hidden messages, and those behind them, are left. */
const untilEmpty = async (queue: LocalQueue, source: QueueSource, clock: ManualClock): Promise<void> => {
  const isEmpty = () => Object.values(queue.counts()).every((count) => count === 0);
  while (!isEmpty() || source.running() > 0) {
    if (source.running() === 0) clock.advance(1_000);
    // Messages that have just become receivable are taken before this resolves.
    await new Promise((resolve) => setImmediate(resolve));
  }
};

describe('queue source', () => {
  const open: QueueSource[] = [];
  afterEach(() => Promise.all(open.splice(0).map((source) => source.stop())));

  const run = async (
    name: 'plain' | 'ordered',
    sends: readonly { body: string; groupId?: string }[],
    invoke: (event: SQSEvent) => Promise<unknown>,
    options: Partial<QueueSourceOptions> = {},
  ) => {
    const clock = createManualClock();
    const store = createSqsStore({ queues: QUEUES, clock });
    const queue = store.queue(name);
    for (const { body, groupId } of sends) queue.send({ body, groupId, deduplicationId: body });
    const source = startQueueSource({
      queue,
      batchSize: 10,
      concurrency: 2,
      invoke,
      ...options,
    });
    open.push(source);
    await untilEmpty(queue, source, clock);
    return store.queue(`${name}-dlq`).receive(10);
  };

  /** Fails the poison record of a batch; on a FIFO queue also every later record of its group. */
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

  it('R20: a poison message at any of 10 positions goes to the dead-letter queue after 5 tries, and the other 9 are processed once', async () => {
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

  it("R21: a later message in a FIFO group waits until the group's poison message is in the dead-letter queue; other groups are unaffected", async () => {
    const done: string[] = [];
    const attempts: string[] = [];
    const sends = ['a1', 'a2', 'a3', 'b1', 'b2'].map((body) => ({ body, groupId: body.charAt(0) }));
    const dead = await run('ordered', sends, work('a2', done, attempts), { batchSize: 1 });
    expect(done.filter((body) => body.startsWith('a'))).toEqual(['a1', 'a3']);
    expect(done.filter((body) => body.startsWith('b'))).toEqual(['b1', 'b2']);
    expect(done.indexOf('a3')).toBeGreaterThan(done.indexOf('b2'));
    expect(dead.map((message) => message.body)).toEqual(['a2']);
  });

  it('retries a whole batch when the function throws or reports failures of another batch', async () => {
    const answers: (() => unknown)[] = [
      () => {
        throw new Error('away');
      },
      () => ({ batchItemFailures: [{ itemIdentifier: 'unknown' }] }),
      () => undefined,
    ];
    const seen: string[][] = [];
    const dead = await run('plain', [{ body: '1' }, { body: '2' }], async (event) => {
      const batch = event.Records.map((record) => record.body);
      // The messages of a batch may come back in one batch or in two.
      const answer = answers[seen.flat().filter((body) => body === batch[0]).length];
      seen.push(batch);
      return answer?.();
    });
    expect(seen[0]).toEqual(['1', '2']);
    // Two failures each, and more where a batch mixes messages of different attempts.
    for (const body of ['1', '2'])
      expect(seen.flat().filter((one) => one === body).length).toBeGreaterThanOrEqual(3);
    expect(dead).toEqual([]);
  });

  it('leaves the delay of a failed message to its function, and hides any other for the visibility timeout', async () => {
    const clock = createManualClock();
    const startMs = clock.now();
    const store = createSqsStore({ queues: QUEUES, clock });
    const queue = store.queue('ordered');
    const order: string[] = [];
    const atS: number[] = [];
    for (const body of ['a1', 'a2', 'b1', 'c1'])
      queue.send({ body, groupId: body.charAt(0), deduplicationId: body });
    const source = startQueueSource({
      queue,
      batchSize: 10,
      concurrency: 1,
      invoke: async ({ Records }) => {
        order.push(...Records.map(({ body }) => body));
        atS.push((clock.now() - startMs) / 1000);
        const failed = Records.filter(
          ({ body, attributes }) => body !== 'b1' && attributes.ApproximateReceiveCount === '1',
        );
        for (const { body, receiptHandle } of failed)
          if (body.startsWith('a')) queue.changeVisibility(receiptHandle, 2_000);
        return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
      },
    });
    open.push(source);
    await untilEmpty(queue, source, clock);
    expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a1', 'a2', 'c1']);
    expect(atS).toEqual([0, 2, QUEUES.ordered.visibilityS]);
  });

  it('never processes two batches of one FIFO group at the same time', async () => {
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

  const put = (sk: string, entity = 'watched') =>
    awsJsonCall(engine.endpoint, 'DynamoDB_20120810.PutItem', {
      TableName: TABLE.name,
      Item: { pk: { S: 'p' }, sk: { S: sk }, _e: { S: entity } },
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
      filters: streamFilters({ changes: ['watched'], inserts: ['made'] }),
      delivery: DELIVERY,
      invoke,
      keep: () => Promise.reject(new Error('nothing is given up here')),
      retryBaseMs: 1,
      ...options,
    });
  const keysOf = (event: DynamoDBStreamEvent): string[] =>
    event.Records.map((record) => record.dynamodb?.NewImage?.sk?.S ?? '');

  it('delivers every write once, in order, and resumes from its checkpoint after a restart', async () => {
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

  it('resumes from the oldest remaining record when the checkpoint file was torn at any byte', async () => {
    const first = start(async () => undefined, 'torn');
    await put('before the tear');
    await first.drain();
    await first.stop();
    const file = join(directory, 'checkpoint-torn');
    const whole = await readFile(file, 'utf8');
    for (const bytes of [0, 1, whole.indexOf(','), whole.indexOf('}')]) {
      await writeFile(file, whole.slice(0, bytes));
      const seen: string[] = [];
      const again = start(async (event) => void seen.push(...keysOf(event)), 'torn');
      await again.drain();
      await again.stop();
      expect([bytes, seen.at(-1)]).toEqual([bytes, 'before the tear']);
      expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(JSON.parse(whole));
    }
  });

  it('halves a failing batch, discards the failing record after the declared tries, and continues', async () => {
    const seen: string[] = [];
    const kept: GivenUp[] = [];
    let poisonTries = 0;
    let keepFails = true;
    const source = start(
      async (event) => {
        const keys = keysOf(event);
        if (keys.includes('poison')) {
          if (keys.length === 1) poisonTries += 1;
          throw new Error('cannot');
        }
        seen.push(...keys);
      },
      'gives-up',
      {
        keep: async (givenUp) => {
          kept.push(givenUp);
          if (!keepFails) return;
          keepFails = false;
          source.stop();
          throw new Error('the bucket is away');
        },
      },
    );
    await source.drain();
    seen.length = 0;
    await Promise.all(['a', 'b'].map((sk) => put(sk)));
    await put('poison');
    await put('c');
    await source.drain();
    expect(seen.toSorted()).toEqual(['a', 'b']);
    expect(poisonTries).toBe(DELIVERY.retries + 1);

    // A record that could not be stored was not skipped: it is tried and discarded again.
    poisonTries = 0;
    const next = start(
      async (event) => {
        if (keysOf(event).includes('poison')) throw new Error('cannot');
        seen.push(...keysOf(event));
      },
      'gives-up',
      { keep: async (givenUp) => void kept.push(givenUp) },
    );
    await next.drain();
    await next.stop();
    expect(seen.toSorted()).toEqual(['a', 'b', 'c']);
    expect(kept.map(({ condition, tries }) => [condition, tries])).toEqual(
      Array.from({ length: 2 }, () => ['RetryAttemptsExhausted', DELIVERY.retries + 1]),
    );
    expect(kept.at(-1)?.records).toMatchObject([
      {
        eventName: 'INSERT',
        dynamodb: { NewImage: { sk: { S: 'poison' } }, SequenceNumber: expect.any(String) },
      },
    ]);
  });

  it('does not retry a record that is older than the declared age', async () => {
    const kept: GivenUp[] = [];
    let tries = 0;
    const source = start(
      async (event) => {
        if (!keysOf(event).includes('late')) return;
        tries += 1;
        throw new Error('cannot');
      },
      'ages',
      { delivery: { ...DELIVERY, maxAgeS: -1 }, keep: async (givenUp) => void kept.push(givenUp) },
    );
    await source.drain();
    await put('late');
    await source.drain();
    await source.stop();
    expect(tries).toBe(1);
    expect(kept.map(({ condition }) => condition)).toEqual(['RecordAgeExceeded']);
  });

  it('delivers only records that match the filters, and checkpoints past the others', async () => {
    const seen: string[] = [];
    const invoke = async (event: DynamoDBStreamEvent) => {
      seen.push(...event.Records.map((record) => `${record.eventName} ${record.dynamodb?.Keys?.sk?.S}`));
    };
    const remove = (sk: string) =>
      awsJsonCall(engine.endpoint, 'DynamoDB_20120810.DeleteItem', {
        TableName: TABLE.name,
        Key: { pk: { S: 'p' }, sk: { S: sk } },
      });
    const first = start(invoke, 'filtered');
    await first.drain();
    seen.length = 0;
    await put('unwatched', 'other');
    await remove('unwatched');
    await put('made', 'made');
    await put('made', 'made');
    await remove('made');
    await put('row', 'watched');
    await remove('row');
    await put('last', 'other');
    await first.drain();
    await first.stop();
    expect(seen).toEqual(['INSERT made', 'INSERT row', 'REMOVE row']);
    const checkpoint = JSON.parse(await readFile(join(directory, 'checkpoint-filtered'), 'utf8'));
    await put('after', 'other');
    const second = start(invoke, 'filtered');
    await second.drain();
    await second.stop();
    expect(seen).toHaveLength(3);
    const moved = JSON.parse(await readFile(join(directory, 'checkpoint-filtered'), 'utf8'));
    expect(Number(moved.sequenceNumber)).toBeGreaterThan(Number(checkpoint.sequenceNumber));
  });

  it('batches records that arrive during a busy batch, and delivers immediately when idle', async () => {
    // Long compared to the time of a batch on a busy machine.
    const BUSY_MS = 1_000;
    const batches: { keys: string[]; atMs: number }[] = [];
    const source = start(
      async (event) => {
        batches.push({ keys: keysOf(event), atMs: performance.now() });
        if (batches.length === 1) await new Promise((resolve) => setTimeout(resolve, BUSY_MS));
      },
      'gathers',
      { delivery: { ...DELIVERY, gatherMs: BUSY_MS } },
    );
    await source.drain();
    await source.drain();
    batches.length = 0;
    await put('busy');
    source.kick();
    await expect.poll(() => batches.length).toBe(1);
    const endedMs = (batches[0]?.atMs ?? 0) + BUSY_MS;
    for (let index = 0; index < 5; index++) {
      await put(`g${index}`);
      source.kick();
    }
    await source.drain();
    await put('quiet');
    const askedMs = performance.now();
    await source.drain();
    await source.stop();
    expect(batches.map(({ keys }) => keys)).toEqual([['busy'], ['g0', 'g1', 'g2', 'g3', 'g4'], ['quiet']]);
    expect((batches[1]?.atMs ?? 0) - endedMs).toBeGreaterThan(BUSY_MS / 2);
    expect((batches[2]?.atMs ?? 0) - askedMs).toBeLessThan(BUSY_MS / 2);
  });

  it('collects the records of a batching window in one batch, except while a caller drains the stream', async () => {
    const batches: string[][] = [];
    const source = start(async (event) => void batches.push(keysOf(event)), 'window', { windowMs: 500 });
    await source.drain();
    batches.length = 0;
    await put('first');
    source.kick();
    for (let index = 0; index < 5; index++) {
      await put(`held${index}`);
      source.kick();
    }
    await expect.poll(() => batches.length).toBe(1);
    await put('awaited');
    const askedMs = performance.now();
    await source.drain();
    expect(performance.now() - askedMs).toBeLessThan(250);
    await source.stop();
    expect(batches).toEqual([['first', 'held0', 'held1', 'held2', 'held3', 'held4'], ['awaited']]);
  });

  it('R18 two readers are independent: a hanging or failing reader does not delay the other', async () => {
    const seen: string[] = [];
    let release: () => void = () => undefined;
    const hanging = start(() => new Promise<void>((resolve) => (release = resolve)), 'hangs');
    const failing = start(() => Promise.reject(new Error('cannot')), 'fails', {
      retryBaseMs: 60_000,
      delivery: { ...DELIVERY, bisects: false },
    });
    const well = start(async (event) => void seen.push(...keysOf(event)), 'well');
    await well.drain();
    seen.length = 0;
    for (let index = 0; index < 5; index++) await put(`n${index}`);
    const startedAt = performance.now();
    await well.drain();
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    expect(seen).toEqual(['n0', 'n1', 'n2', 'n3', 'n4']);
    const stopped = Promise.all([hanging, failing, well].map((source) => source.stop()));
    release();
    await stopped;
  });

  it('resumes when the table is available again', async () => {
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
