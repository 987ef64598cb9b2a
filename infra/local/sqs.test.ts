import diagnosticsChannel from 'node:diagnostics_channel';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { sendMessageBatch } from '@prosa/functions/platform/aws/sqs.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from './clock.ts';
import { type Services, startServices } from './services.ts';
import { createSqsStore, type SqsStore } from './sqs-store.ts';

const QUEUES = {
  plain: { fifo: false, visibilityS: 30, maxReceives: 5 },
  ordered: { fifo: true, visibilityS: 30, maxReceives: 5 },
};
const NOBODY = { answer: () => undefined };
const NO_SECRETS = { get: () => undefined };

describe('queues under a manual clock', () => {
  const setUp = () => {
    const clock = createManualClock();
    const store = createSqsStore({ queues: QUEUES, clock });
    return { clock, plain: store.queue('plain'), ordered: store.queue('ordered'), store };
  };

  it('delays, hides and returns a message exactly at its due time', () => {
    const { clock, plain } = setUp();
    plain.send({ body: 'later', delayMs: 900_000 });
    clock.advance(899_999);
    expect(plain.receive(10)).toEqual([]);
    clock.advance(1);
    expect(plain.receive(10)).toMatchObject([{ body: 'later', receives: 1 }]);
    clock.advance(29_999);
    expect(plain.receive(10)).toEqual([]);
    clock.advance(1);
    expect(plain.receive(10)).toMatchObject([{ body: 'later', receives: 2 }]);
  });

  it('R23: on a standard queue the messages of a group that takes a tenth of the work wait for those of the others, and all are received once', () => {
    const { plain } = setUp();
    for (let nth = 0; nth < 40; nth++) plain.send({ body: `loud ${nth}`, groupId: '7' });
    const held = plain.receive(5);
    expect(held.map(({ body }) => body)).toEqual(['loud 0', 'loud 1', 'loud 2', 'loud 3', 'loud 4']);
    plain.send({ body: 'quiet 0', groupId: '8' });
    plain.send({ body: 'quiet 1', groupId: '8' });
    plain.send({ body: 'alone' });
    // With one of six messages in flight, the group 8 has more than a tenth, too: then the earliest goes first.
    expect(plain.receive(4).map(({ body }) => body)).toEqual(['quiet 0', 'alone', 'loud 5', 'loud 6']);
    const rest = plain.receive(100).map(({ body }) => body);
    expect(rest).toHaveLength(34);
    expect(rest.filter((body) => body.startsWith('loud'))).toEqual(
      Array.from({ length: 33 }, (_, nth) => `loud ${nth + 7}`),
    );
    expect(plain.receive(1)).toEqual([]);
    for (const { receipt } of held) plain.changeVisibility(receipt, 0);
    expect(plain.receive(10)).toHaveLength(5);
  });

  it("R22: after the visibility timeout a second worker receives the message, and the first worker's delete has no effect", () => {
    const { clock, plain } = setUp();
    plain.send({ body: 'slow work' });
    const [first] = plain.receive(1);
    clock.advance(30_000);
    const [second] = plain.receive(1);
    expect(second?.id).toBe(first?.id);
    plain.delete(first?.receipt ?? '');
    expect(plain.counts().inFlight).toBe(1);
    plain.delete(second?.receipt ?? '');
    expect(plain.counts()).toEqual({ ready: 0, inFlight: 0, delayed: 0 });
  });

  it('R21: keeps a FIFO group in order behind its failed message, while other groups continue', () => {
    const { clock, ordered, store } = setUp();
    const send = (groupId: string, body: string) =>
      ordered.send({ body, groupId, deduplicationId: groupId + body });
    send('a', 'poison');
    send('a', 'second');
    send('b', 'other');
    for (let attempt = 1; attempt <= 5; attempt++) {
      expect(ordered.receive(1)).toMatchObject([{ body: 'poison', receives: attempt }]);
      const others = ordered.receive(10);
      expect(others.map((message) => message.body)).toEqual(attempt === 1 ? ['other'] : []);
      for (const other of others) ordered.delete(other.receipt);
      clock.advance(30_000);
    }
    expect(ordered.receive(10).map((message) => message.body)).toEqual(['second']);
    expect(store.queue('ordered-dlq').receive(10)).toMatchObject([{ body: 'poison', groupId: 'a' }]);
  });

  it('accepts a deduplication id only once within five minutes', () => {
    const { clock, ordered } = setUp();
    const draft = { body: 'x', groupId: 'g', deduplicationId: 'same' };
    const { id } = ordered.send(draft);
    ordered.delete(ordered.receive(1)[0]?.receipt ?? '');
    clock.advance(299_999);
    expect(ordered.send(draft).id).toBe(id);
    expect(ordered.counts().ready).toBe(0);
    clock.advance(1);
    expect(ordered.send(draft).id).not.toBe(id);
    expect(ordered.counts().ready).toBe(1);
  });

  it('deduplicates only within a group, as high-throughput queues do', () => {
    const { ordered } = setUp();
    const inGroup = (groupId: string) => ordered.send({ body: groupId, groupId, deduplicationId: 'same' }).id;
    const [first, other] = [inGroup('a'), inGroup('b')];
    expect(other).not.toBe(first);
    expect([inGroup('a'), inGroup('b')]).toEqual([first, other]);
    expect(ordered.counts().ready).toBe(2);
  });

  it('redrives dead letters to their queue', () => {
    const { clock, ordered, store } = setUp();
    for (const name of ['1', '2', '3']) ordered.send({ body: name, groupId: 'g', deduplicationId: name });
    for (let attempt = 0; attempt < 5; attempt++) {
      ordered.receive(10);
      clock.advance(30_000);
    }
    expect(ordered.receive(10)).toEqual([]);
    expect(store.redrive('ordered')).toBe(3);
    expect(ordered.receive(10).map((message) => message.body)).toEqual(['1', '2', '3']);
  });
});

describe('queue journal', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'prosa-queues-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  it('restores undeleted messages in order, with receive counts and deduplication ids', () => {
    const journalFile = join(directory, 'journal');
    const before = createSqsStore({ queues: QUEUES, journalFile }).queue('ordered');
    for (const body of ['gone', 'held', 'waiting'])
      before.send({ body, groupId: 'g', deduplicationId: body });
    const [gone] = before.receive(1);
    before.delete(gone?.receipt ?? '');
    before.receive(1);
    // No stop, as if the process was killed here. The second start reads the file that the first start compacted.
    for (const _start of [1, 2]) {
      const after = createSqsStore({ queues: QUEUES, journalFile }).queue('ordered');
      expect(after.send({ body: 'gone', groupId: 'g', deduplicationId: 'gone' }).id).toBe(gone?.id);
      expect(after.send({ body: 'held', groupId: 'g', deduplicationId: 'held' }).sequence).toBe(2);
      expect(after.receive(10)).toMatchObject([{ body: 'held' }, { body: 'waiting' }]);
    }
    const third = createSqsStore({ queues: QUEUES, journalFile }).queue('ordered');
    expect(third.receive(1)).toMatchObject([{ body: 'held', receives: 4 }]);
  });
});

describe('queues through the SDK', () => {
  let store: SqsStore;
  let services: Services;
  let client: SQSClient;
  const url = (name: string): string => `${services.endpoint}/000000000000/${name}`;

  beforeAll(async () => {
    store = createSqsStore({ queues: QUEUES });
    services = await startServices({ sqs: store, secrets: NO_SECRETS, connections: NOBODY });
    client = new SQSClient({
      endpoint: services.endpoint,
      region: 'local',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
      maxAttempts: 1,
    });
  });
  afterAll(async () => {
    client.destroy();
    await services.stop();
    store.stop();
  });

  it('takes messages of its own process without HTTP, and refuses them while it is away', async () => {
    Object.assign(process.env, {
      SQS_ENDPOINT: services.endpoint,
      AWS_REGION: 'local',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    });
    let requests = 0;
    const count = () => {
      requests += 1;
    };
    diagnosticsChannel.subscribe('http.client.request.start', count);
    const sendOne = () =>
      sendMessageBatch({ QueueUrl: url('plain'), Entries: [{ Id: '0', MessageBody: 'olá' }] });
    const { Successful } = await sendOne();
    expect(Successful).toMatchObject([{ Id: '0' }]);
    const [received] = store.queue('plain').receive(1);
    expect(received?.body).toBe('olá');
    store.queue('plain').delete(received?.receipt ?? '');
    services.setAvailable('sqs', false);
    await expect(sendOne()).rejects.toMatchObject({ $metadata: { httpStatusCode: 503 } });
    services.setAvailable('sqs', true);
    diagnosticsChannel.unsubscribe('http.client.request.start', count);
    expect(requests).toBe(0);
  });

  it('sends, receives with attributes, hides and deletes messages', async () => {
    const QueueUrl = (await client.send(new GetQueueUrlCommand({ QueueName: 'ordered.fifo' }))).QueueUrl;
    expect(QueueUrl).toBe(url('ordered.fifo'));
    const sent = await client.send(
      new SendMessageCommand({
        QueueUrl,
        MessageBody: 'olá',
        MessageGroupId: 'g',
        MessageDeduplicationId: 'd',
        MessageAttributes: { kind: { DataType: 'String', StringValue: 'text' } },
      }),
    );
    const { Messages } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MessageAttributeNames: ['All'],
        MessageSystemAttributeNames: ['All'],
      }),
    );
    expect(Messages).toMatchObject([
      {
        MessageId: sent.MessageId,
        Body: 'olá',
        Attributes: { MessageGroupId: 'g', ApproximateReceiveCount: '1' },
      },
    ]);
    const ReceiptHandle = Messages?.[0]?.ReceiptHandle;
    await client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 60 }));
    await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    const { Attributes } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
    );
    expect(Attributes).toMatchObject({
      ApproximateNumberOfMessages: '0',
      ApproximateNumberOfMessagesNotVisible: '0',
    });
  });

  it('answers each entry of a batch separately', async () => {
    const QueueUrl = url('plain');
    const { Successful } = await client.send(
      new SendMessageBatchCommand({
        QueueUrl,
        Entries: [
          { Id: 'a', MessageBody: '1' },
          { Id: 'b', MessageBody: '2' },
        ],
      }),
    );
    expect(Successful).toHaveLength(2);
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }),
    );
    const { Failed } = await client.send(
      new DeleteMessageBatchCommand({
        QueueUrl,
        Entries: Messages.map((message, index) => ({
          Id: String(index),
          ReceiptHandle: message.ReceiptHandle,
        })),
      }),
    );
    expect(Failed).toBeUndefined();
    await client.send(new PurgeQueueCommand({ QueueUrl }));
    expect(store.queue('plain').counts()).toEqual({ ready: 0, inFlight: 0, delayed: 0 });
  });

  it('ends a long poll as soon as a message arrives, and delivers no message to a disconnected caller', async () => {
    const QueueUrl = url('plain');
    const hangUp = new AbortController();
    const abandoned = client.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 }), {
      abortSignal: hangUp.signal,
    });
    hangUp.abort();
    await expect(abandoned).rejects.toThrow();
    const waiting = client.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 }));
    const startedAt = performance.now();
    await client.send(new SendMessageCommand({ QueueUrl, MessageBody: 'now' }));
    expect((await waiting).Messages).toMatchObject([{ Body: 'now' }]);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  it("I18: refuses what SQS refuses, entry by entry, and takes the batch's other entries", async () => {
    const QueueUrl = url('ordered.fifo');
    const good = { MessageBody: 'x', MessageGroupId: 'g', MessageDeduplicationId: 'd' };
    const attribute = { DataType: 'String', StringValue: 'a'.repeat(100) };
    const refused: [string, Partial<typeof good> & object, string][] = [
      ...['', 'a b', 'ação', 'é', '消息', 'a\nb', '\u0000', '\u007F', 'x'.repeat(129)].flatMap(
        (id): [string, object, string][] => [
          [`group ${id}`, { MessageGroupId: id }, 'InvalidParameterValue'],
          [`deduplication ${id}`, { MessageDeduplicationId: id }, 'InvalidParameterValue'],
        ],
      ),
      ...['\u0000', 'a\u0001', '\uFFFE', '\uFFFF', '\uD800'].map((body): [string, object, string] => [
        `body ${body}`,
        { MessageBody: body },
        'InvalidMessageContents',
      ]),
      ['no body', { MessageBody: '' }, 'MissingParameter'],
      ['a delay', { DelaySeconds: 5 }, 'InvalidParameterValue'],
    ];
    for (const [what, spoilt, Code] of refused) {
      const { Failed, Successful } = await client.send(
        new SendMessageBatchCommand({
          QueueUrl,
          Entries: [
            { Id: 'good-1', ...good, MessageDeduplicationId: `1${what.length}` },
            { Id: 'bad_2', ...good, ...spoilt },
          ],
        }),
      );
      expect([what, Failed]).toEqual([
        what,
        [expect.objectContaining({ Id: 'bad_2', SenderFault: true, Code })],
      ]);
      expect(Successful).toMatchObject([{ Id: 'good-1' }]);
    }
    const punctuation = Array.from({ length: 94 }, (_none, nth) => String.fromCharCode(33 + nth)).join('');
    await client.send(
      new SendMessageCommand({
        QueueUrl,
        MessageBody: '\t\n\r \uFFFD\u{1F600}',
        MessageGroupId: punctuation,
        MessageDeduplicationId: punctuation,
      }),
    );
    const batch = (Entries: object[]) =>
      client.send(
        new SendMessageBatchCommand({
          QueueUrl: url('plain'),
          Entries: Entries.map((entry) => ({ Id: 'a', MessageBody: 'x', ...entry })),
        }),
      );
    const many = Array.from({ length: 11 }, (_none, nth) => ({ Id: String(nth) }));
    await expect(batch([])).rejects.toMatchObject({ name: 'EmptyBatchRequest' });
    await expect(batch(many)).rejects.toMatchObject({ name: 'TooManyEntriesInBatchRequest' });
    await expect(batch([{}, {}])).rejects.toMatchObject({ name: 'BatchEntryIdsNotDistinct' });
    for (const Id of ['', 'a b', 'a.b', 'é', 'x'.repeat(81)])
      await expect(batch([{ Id }])).rejects.toMatchObject({ name: 'InvalidBatchEntryId' });
    const half = 'x'.repeat(512 * 1024);
    await batch([
      { Id: '1', MessageBody: half },
      { Id: '2', MessageBody: half },
    ]);
    await expect(
      batch([
        { Id: '1', MessageBody: half },
        { Id: '2', MessageBody: half, MessageAttributes: { a: attribute } },
      ]),
    ).rejects.toMatchObject({ name: 'BatchRequestTooLong' });
    const { Failed: onStandard } = await batch([{ MessageDeduplicationId: 'd' }]);
    expect(onStandard).toMatchObject([{ SenderFault: true, Code: 'InvalidParameterValue' }]);
    for (const name of ['plain', 'ordered']) store.queue(name).purge();
  });

  it('refuses invalid requests as SQS does, and answers 503 while unavailable', async () => {
    await expect(
      client.send(new SendMessageCommand({ QueueUrl: url('absent'), MessageBody: 'x' })),
    ).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
    await expect(
      client.send(new SendMessageCommand({ QueueUrl: url('ordered.fifo'), MessageBody: 'x' })),
    ).rejects.toMatchObject({ name: 'MissingParameter' });
    await expect(
      client.send(
        new SendMessageCommand({ QueueUrl: url('plain'), MessageBody: 'x'.repeat(1024 * 1024 + 1) }),
      ),
    ).rejects.toMatchObject({ name: 'InvalidParameterValue' });
    services.setAvailable('sqs', false);
    await expect(
      client.send(new SendMessageCommand({ QueueUrl: url('plain'), MessageBody: 'x' })),
    ).rejects.toMatchObject({ $metadata: { httpStatusCode: 503 } });
    services.setAvailable('sqs', true);
    await client.send(new SendMessageCommand({ QueueUrl: url('plain'), MessageBody: 'x' }));
    expect(store.queue('plain').counts().ready).toBe(1);
  });
});
