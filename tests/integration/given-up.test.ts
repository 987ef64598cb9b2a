import { makeMessageId, makeSortKey } from '@prosa/functions/domain/message-id.ts';
import { deleteObject, getObject, listKeys, putObject } from '@prosa/functions/platform/blob/blob.ts';
import { toInstant } from '@prosa/functions/platform/clock.ts';
import { DISCARDED_PREFIX, GIVEN_UP_PREFIX, givenUpSchema } from '@prosa/functions/platform/given-up.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { outboxItem } from '@prosa/functions/platform/queue/outbox-item.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Message, MessageToken } from '@prosa/functions/platform/table/entities/messages.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { Socket, SocketOwner } from '@prosa/functions/platform/table/entities/users.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import { messagesByDay } from '@prosa/functions/repositories/figures/rollups.ts';
import type { StreamRecord } from '@prosa/functions/streams/read-changes.ts';
import { replayGivenUp } from '@prosa/functions/streams/replay.ts';
import { localDay } from '@prosa/shared/rules/zone-format.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { messageRow, ticketRow } from '../factories/rows.ts';
import { useBucket } from './support/bucket.ts';
import { consume, recordsFor } from './support/consumers.ts';
import { useEdge } from './support/edge.ts';
import { followStream } from './support/stream.ts';
import { useTable } from './support/table.ts';
import { spoilTable } from './support/table-faults.ts';

const TIME_ZONE = 'America/Sao_Paulo';

const engine = useTable();
useBucket();
const edge = useEdge();
let company: TestCompany;
let connectionId: number;
let records: () => Promise<StreamRecord[]>;
let serial = 0;

beforeEach(async () => {
  company = await makeCompany({ company: { timeZone: TIME_ZONE } });
  connectionId = await company.addConnection();
  edge().takeAll('session-commands-0');
  for (const prefix of [GIVEN_UP_PREFIX, DISCARDED_PREFIX]) {
    for (const { key } of await listKeys(prefix)) await deleteObject(key);
  }
  records = await followStream(engine().endpoint);
});

const done = { batchItemFailures: [] };
const newMessage = (body: string) => {
  const parts = {
    contactId: 1,
    connectionId,
    sortKey: makeSortKey(Date.now(), systemIds.sortable(Date.now())),
  };
  const sentAt = toInstant(Date.now());
  return messageRow({ ...parts, id: makeMessageId(parts), companyId: company.id, body, sentAt });
};
const found = async (word: string) =>
  (
    await company.table.query(MessageToken, {
      pk: keys.messageToken({ word, messageId: '', sortKey: '' }).pk,
      limit: 100,
      consistent: true,
    })
  ).rows.map(({ messageId }) => messageId);
const today = localDay(TIME_ZONE, Date.now());
const counted = async () => (await messagesByDay(company.table, { first: today, last: today })).get(today);
const openSocket = async (): Promise<string> => {
  const base = {
    companyId: company.id,
    userId: company.admin.id,
    socketId: `s-${systemIds.uuid()}`,
    expiresAt: toInstant(Date.now() + 60_000),
  };
  await commit([
    company.table.put(Socket, { ...base, sessionId: 'x', sessionVersion: 1, rooms: [] }, 'absent'),
    globalTable.put(SocketOwner, base, 'absent'),
  ]);
  return base.socketId;
};
const newTicket = () =>
  company.table.put(
    Ticket,
    ticketRow({ id: ++serial, companyId: company.id, connectionId, queueId: null }),
    'absent',
  );

/** Stores what Lambda writes for a batch of stream records that it gave up on. */
const discard = async (consumer: 'live' | 'index', batch: readonly StreamRecord[]): Promise<string> => {
  const key = `${DISCARDED_PREFIX}4f2d/shardId-1/2026/11/21/2026-11-21T12.00.00-${systemIds.uuid()}`;
  const record = {
    requestContext: {
      requestId: systemIds.uuid(),
      functionArn: `arn:aws:lambda:sa-east-1:123456789012:function:north-2-${consumer}`,
      condition: 'RetryAttemptsExhausted',
      approximateInvokeCount: 21,
    },
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    version: '1.0',
    timestamp: '2026-11-21T12:00:00.000Z',
    DDBStreamBatchInfo: { shardId: 'shardId-1', batchSize: batch.length },
    payload: JSON.stringify({ Records: batch }),
  };
  await putObject(key, Buffer.from(JSON.stringify(record)), 'application/json');
  return key;
};
const replay = async () => {
  const errors: unknown[] = [];
  const outcome = await replayGivenUp((_key, error) => errors.push(error));
  expect(errors).toHaveLength(outcome.left);
  return outcome;
};

describe('I18 unreadable rows in the stream', () => {
  it('an unreadable row is stored whole and delays no row before or after it', async () => {
    const socketId = await openSocket();
    await records();
    await commit([newTicket()]);
    await commit([newTicket()]);
    await commit([newTicket()]);
    const [first, second, third] = await records();
    if (first === undefined || second?.dynamodb?.NewImage === undefined || third === undefined) {
      throw new Error('no records');
    }
    const broken = {
      ...second,
      dynamodb: { ...second.dynamodb, NewImage: { ...second.dynamodb.NewImage, status: { S: 'strange' } } },
    };
    expect(await consume([first, broken, third])).toEqual(done);
    expect(edge().sockets.heardBy(socketId)).toEqual(['ticket create', 'ticket create']);
    // Both stream readers handle tickets, and each stores the row that it could not read.
    const read = async () => {
      const keys = (await listKeys(GIVEN_UP_PREFIX)).map(({ key }) => key).toSorted();
      return Promise.all(
        keys.map(async (key) => {
          const bytes = (await getObject(key)) ?? [];
          return { key, ...givenUpSchema.parse(JSON.parse(Buffer.from(bytes).toString())) };
        }),
      );
    };
    const kept = await read();
    expect(kept.map(({ requestContext }) => requestContext)).toEqual(
      ['index', 'live'].map((functionArn) => ({ functionArn, condition: 'UnreadableRow' })),
    );
    expect(kept.map(({ key }) => key.split('/').slice(0, 2).join('/'))).toEqual([
      'given-up/index',
      'given-up/live',
    ]);
    for (const { payload } of kept) expect(JSON.parse(payload)).toEqual({ Records: [broken] });

    // A replay of the unreadable row stores it again; after the repair the replay succeeds.
    expect(await replay()).toEqual({ done: 2, left: 0 });
    const again = await read();
    expect(again.map(({ payload }) => payload)).toEqual(kept.map(({ payload }) => payload));
    for (const one of again) {
      const mended = { ...one, payload: JSON.stringify({ Records: [second] }) };
      await putObject(one.key, Buffer.from(JSON.stringify(mended)), 'application/json');
    }
    expect(await replay()).toEqual({ done: 2, left: 0 });
    expect(edge().sockets.heardBy(socketId)).toHaveLength(3);
    expect(await listKeys(GIVEN_UP_PREFIX)).toEqual([]);
  });
});

describe('discarded stream batches', () => {
  it('R18 R24: a batch has each effect once, even after repeated replays', async () => {
    const message = newMessage('pedido atrasado');
    await commit([
      company.table.put(Message, message, 'absent'),
      outboxItem(
        company.table,
        { queue: 'session-commands-0', groupId: 'g', body: '"oi"' },
        { ids: systemIds, nowMs: Date.now() },
      ),
    ]);
    const batch = await records();
    for (let time = 0; time < 3; time++) {
      await discard('live', recordsFor('live', batch));
      await discard('index', recordsFor('index', batch));
    }
    expect(await replay()).toEqual({ done: 6, left: 0 });
    expect(edge().takeAll('session-commands-0')).toEqual(['oi']);
    expect(await found('pedido')).toEqual([message.id]);
    expect(await counted()).toEqual({ in: 1 });
    expect(await replay()).toEqual({ done: 0, left: 0 });
  });

  it("a replay follows the table's current row when the row has changed since", async () => {
    const message = newMessage('pedido atrasado');
    await commit([company.table.put(Message, message, 'absent')]);
    const late = await records();
    await commit([company.table.put(Message, { ...message, body: 'boleto pago' }, 1)]);
    expect(await consume(await records())).toEqual(done);
    await discard('index', recordsFor('index', late));
    expect(await replay()).toEqual({ done: 1, left: 0 });
    expect(await found('pedido')).toEqual([]);
    expect(await found('boleto')).toEqual([message.id]);
    expect(await counted()).toEqual({ in: 1 });
  });

  it('a failing batch stays stored, and an interrupted replay resumes', async () => {
    const messages = ['primeira', 'segunda'].map(newMessage);
    for (const message of messages) {
      await commit([company.table.put(Message, message, 'absent')]);
      await discard('index', recordsFor('index', await records()));
    }
    await putObject(`${DISCARDED_PREFIX}x`, Buffer.from('{}'), 'application/json');
    let writes = 0;
    const mend = await spoilTable(({ operation }) =>
      operation === 'TransactWriteItems' && ++writes === 1 ? { refuse: 'ValidationException' } : undefined,
    );
    expect(await replay()).toEqual({ done: 1, left: 2 });
    mend();
    expect(await replay()).toEqual({ done: 1, left: 1 });
    expect((await listKeys(DISCARDED_PREFIX)).map(({ key }) => key)).toEqual([`${DISCARDED_PREFIX}x`]);
    expect([await found('primeira'), await found('segunda')]).toEqual(messages.map(({ id }) => [id]));
    expect(await counted()).toEqual({ in: 2 });
  });
});
