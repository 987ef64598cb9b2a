import { getObject, listKeys, putObject } from '@prosa/functions/platform/blob/blob.ts';
import { toInstant } from '@prosa/functions/platform/clock.ts';
import { keepGivenUp } from '@prosa/functions/platform/given-up.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { handOver } from '@prosa/functions/platform/queue/hand-over.ts';
import { outboxItem, outboxItems } from '@prosa/functions/platform/queue/outbox-item.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Outbox } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import type { StreamRecord } from '@prosa/functions/streams/read-changes.ts';
import { replayGivenUp } from '@prosa/functions/streams/replay.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { outboxSweep as sweep } from '../support/handlers.ts';
import { useBucket } from './support/bucket.ts';
import { consume, recordsFor } from './support/consumers.ts';
import { useEdge } from './support/edge.ts';
import { followStream } from './support/stream.ts';
import { useTable } from './support/table.ts';
import { spoilTable } from './support/table-faults.ts';

const FIFO = 'session-commands-0';
const STANDARD = 'timers';
const MINUTE_MS = 60_000;

const engine = useTable();
useBucket();
const edge = useEdge();
let company: TestCompany;
let records: () => Promise<StreamRecord[]>;

beforeEach(async () => {
  company = await makeCompany();
  for (const queue of [FIFO, STANDARD]) edge().takeAll(queue);
  records = await followStream(engine().endpoint);
});

const item = (groupId: string, text: string, agoMs = 0) =>
  outboxItem(
    company.table,
    { queue: FIFO, groupId, body: JSON.stringify(text) },
    { ids: systemIds, nowMs: Date.now() - agoMs },
  );
const waiting = async (groupId: string, queue = FIFO) =>
  (
    await company.table.query(Outbox, {
      pk: keys.outbox({ queue, groupId, id: '' }).pk,
      limit: 100,
      consistent: true,
    })
  ).rows;
const done = { batchItemFailures: [] };

describe('messages in the outbox', () => {
  it('I17: leave in the order of their group, and are removed after the hand-over without further stream work', async () => {
    for (const text of ['um', 'dois', 'três']) await commit([item('a', text), item('b', `b ${text}`)]);
    expect(await consume(await records())).toEqual(done);
    const taken = edge().takeAll(FIFO).map(String);
    expect(taken.filter((text) => !text.startsWith('b'))).toEqual(['um', 'dois', 'três']);
    expect(taken.filter((text) => text.startsWith('b'))).toEqual(['b um', 'b dois', 'b três']);
    expect([...(await waiting('a')), ...(await waiting('b'))]).toEqual([]);
    const removals = await records();
    expect(removals).toHaveLength(6);
    expect([...recordsFor('live', removals), ...recordsFor('index', removals)]).toEqual([]);
  });

  it('are handed over to a standard queue as well, with a delay', async () => {
    const ports = { ids: systemIds, nowMs: Date.now() };
    const send = (body: string, delayS: number) =>
      outboxItem(company.table, { queue: STANDARD, body: JSON.stringify(body), delayS }, ports);
    await commit([send('now', 0), send('later', 60)]);
    expect(await consume(await records())).toEqual(done);
    expect(edge().sqs.queue(STANDARD).counts()).toMatchObject({ ready: 1, delayed: 1 });
    expect(edge().takeAll(STANDARD)).toEqual(['now']);
    expect(await waiting('', STANDARD)).toEqual([]);
  });

  it('of one change without order leave with its first ordered message, each to its queue, and again after a failure', async () => {
    const ports = { ids: systemIds, nowMs: Date.now() };
    const text = (body: string) => JSON.stringify(body);
    const messages = [
      { queue: STANDARD, body: text('timer') },
      { queue: FIFO, groupId: 'a', body: text('um') },
      { queue: FIFO, groupId: 'a', body: text('dois') },
      { queue: 'campaigns', body: text('beat') },
    ] as const;
    const items = outboxItems(company.table, messages, ports);
    expect(items).toHaveLength(2);
    await commit(items);
    const batch = await records();
    edge().services.setAvailable('sqs', false);
    try {
      expect((await consume(batch)).batchItemFailures).toHaveLength(1);
    } finally {
      edge().services.setAvailable('sqs', true);
    }
    expect(await waiting('a')).toHaveLength(2);
    for (let time = 0; time < 2; time++) expect(await consume(batch)).toEqual(done);
    expect(edge().takeAll(FIFO)).toEqual(['um', 'dois']);
    expect(edge().takeAll(STANDARD)).toEqual(['timer']);
    expect(edge().takeAll('campaigns')).toEqual(['beat']);
    expect(await waiting('a')).toEqual([]);
  });

  it('of one change without any ordered one are one row', async () => {
    const ports = { ids: systemIds, nowMs: Date.now() };
    const bodies = ['um', 'dois'].map((body) => ({ queue: STANDARD, body: JSON.stringify(body) }) as const);
    expect(outboxItems(company.table, [], ports)).toEqual([]);
    const items = outboxItems(company.table, bodies, ports);
    expect(items).toHaveLength(1);
    await commit(items);
    expect(await consume(await records())).toEqual(done);
    expect(edge().takeAll(STANDARD).map(String).toSorted()).toEqual(['dois', 'um']);
  });

  it('R18: are handed over again after the consumer died midway, and arrive once', async () => {
    await commit([item('a', 'um'), item('a', 'dois')]);
    const batch = await records();
    const mend = await spoilTable(({ operation }) =>
      operation === 'BatchWriteItem' ? { refuse: 'ValidationException' } : undefined,
    );
    expect((await consume(batch)).batchItemFailures).toHaveLength(1);
    mend();
    expect(await waiting('a')).toHaveLength(2);
    for (let time = 0; time < 3; time++) expect(await consume(batch)).toEqual(done);
    expect(edge().takeAll(FIFO)).toEqual(['um', 'dois']);
    expect(await waiting('a')).toEqual([]);
  });

  it('never overtake an older waiting message of their group', async () => {
    await commit([item('a', 'left behind', 10 * MINUTE_MS)]);
    await records();
    await commit([item('a', 'um')]);
    expect(await consume(await records())).toEqual(done);
    expect(edge().takeAll(FIFO)).toEqual(['left behind', 'um']);
  });

  it('wait while the queue is down, each group in order', async () => {
    await commit([item('a', 'um'), item('b', 'b um')]);
    const first = await records();
    edge().services.setAvailable('sqs', false);
    try {
      expect((await consume(first)).batchItemFailures).toHaveLength(1);
    } finally {
      edge().services.setAvailable('sqs', true);
    }
    await commit([item('a', 'dois')]);
    expect(await consume([...first, ...(await records())])).toEqual(done);
    expect(
      edge()
        .takeAll(FIFO)
        .map(String)
        .filter((text) => !text.startsWith('b')),
    ).toEqual(['um', 'dois']);
  });
});

describe('outbox message that its queue always refuses', () => {
  const refused = (groupId: string, text: string) =>
    company.table.put(
      Outbox,
      {
        companyId: company.id,
        id: systemIds.sortable(Date.now()),
        queue: FIFO,
        groupId,
        // A FIFO queue refuses a delay on a single message.
        delayS: 5,
        body: JSON.stringify(text),
        at: toInstant(Date.now()),
      },
      'absent',
    );

  it('R21 I18: is stored whole, later messages continue in order, and a replay sends it once it is valid', async () => {
    await commit([item('a', 'um'), item('b', 'b um')]);
    await commit([refused('a', 'veneno')]);
    await commit([item('a', 'dois'), item('a', 'três')]);
    expect(await consume(await records())).toEqual(done);
    const taken = edge().takeAll(FIFO).map(String);
    expect(taken.filter((text) => text !== 'b um')).toEqual(['um', 'dois', 'três']);
    expect(taken).toContain('b um');
    expect(await waiting('a')).toEqual([]);

    const left: unknown[] = [];
    const replay = () => replayGivenUp((_key, error) => left.push(error));
    // A message that is refused again stays stored.
    expect(await replay()).toEqual({ done: 0, left: 1 });
    expect(left.splice(0).map(String)).toEqual([expect.stringContaining('refused')]);
    const [kept, ...more] = await listKeys('given-up/refused-messages/');
    expect(more).toEqual([]);
    const record = JSON.parse(Buffer.from((await getObject(kept?.key ?? '')) ?? []).toString());
    const { queue, message } = JSON.parse(record.payload);
    const { delayS, ...sendable } = message;
    expect([queue, delayS, sendable.body]).toEqual([FIFO, 5, JSON.stringify('veneno')]);
    const mended = { ...record, payload: JSON.stringify({ queue, message: sendable }) };
    await putObject(kept?.key ?? '', Buffer.from(JSON.stringify(mended)), 'application/json');
    expect(await replay()).toEqual({ done: 1, left: 0 });
    expect(await replay()).toEqual({ done: 0, left: 0 });
    expect(edge().takeAll(FIFO)).toEqual(['veneno']);
    expect(left).toEqual([]);
  });
});

it('a row whose message its queue refused under an earlier release is put back into the outbox and sent by a replay', async () => {
  const row = {
    companyId: company.id,
    id: systemIds.sortable(Date.now()),
    queue: FIFO,
    groupId: 'a',
    body: JSON.stringify('de antes'),
    also: [],
    at: toInstant(Date.now()),
  };
  await keepGivenUp('outbox', 'refused', row);
  expect(await replayGivenUp(() => undefined)).toEqual({ done: 1, left: 0 });
  expect(edge().takeAll(FIFO)).toEqual(['de antes']);
  expect(await waiting('a')).toEqual([]);
});

it('R21: a message that its queue refuses keeps back neither the row that holds it nor the others', async () => {
  const ports = { ids: systemIds, nowMs: Date.now() };
  // A FIFO queue refuses a delay on a single message.
  const spoilt = { queue: FIFO, delayS: 5, body: JSON.stringify('veneno') } as const;
  await commit([
    outboxItem(company.table, { queue: FIFO, groupId: 'a', body: JSON.stringify('um') }, ports, [spoilt]),
    item('a', 'dois'),
  ]);
  expect(await consume(await records())).toEqual(done);
  expect(edge().takeAll(FIFO)).toEqual(['um', 'dois']);
  expect(await waiting('a')).toEqual([]);
});

describe('outbox sweep', () => {
  it('hands over messages that the stream missed for a minute, in order, and leaves newer ones to the stream', async () => {
    await commit([item('a', 'um', 3 * MINUTE_MS)]);
    await commit([item('a', 'dois', 2 * MINUTE_MS), item('fresh', 'fresco')]);
    await sweep({});
    expect(edge().takeAll(FIFO)).toEqual(['um', 'dois']);
    expect(await waiting('a')).toEqual([]);
    expect(await waiting('fresh')).toHaveLength(1);
    await handOver(FIFO, [{ companyId: company.id, groupId: 'fresh' }]);
  });

  it('raises its alarm while a message waits for five minutes', async () => {
    await commit([item('a', 'um', 3 * MINUTE_MS)]);
    edge().services.setAvailable('sqs', false);
    try {
      await expect(sweep({})).resolves.toBeUndefined();
      await commit([item('b', 'b um', 6 * MINUTE_MS)]);
      await expect(sweep({})).rejects.toThrow('1 messages have waited');
    } finally {
      edge().services.setAvailable('sqs', true);
    }
    await expect(sweep({})).resolves.toBeUndefined();
    expect(edge().takeAll(FIFO).map(String).toSorted()).toEqual(['b um', 'um']);
  });
});
