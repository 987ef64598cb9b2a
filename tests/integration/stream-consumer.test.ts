import { randomUUID } from 'node:crypto';
import { readFrame } from '@prosa/frontend/lib/live/read-frame.ts';
import { whatsapp } from '@prosa/functions/channels/whatsapp/whatsapp.ts';
import { chatRoom, NOTIFICATION_ROOM } from '@prosa/functions/domain/events/rooms.ts';
import { makeMessageId, makeSortKey } from '@prosa/functions/domain/message-id.ts';
import { toInstant } from '@prosa/functions/platform/clock.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { outboxItem } from '@prosa/functions/platform/queue/outbox-item.ts';
import { loadSockets } from '@prosa/functions/platform/realtime/sockets.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { ConnectionPairing, ConnectionState } from '@prosa/functions/platform/table/entities/connections.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { Session, Socket, SocketOwner, User } from '@prosa/functions/platform/table/entities/users.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import { connectionItems, loadConnection } from '@prosa/functions/repositories/connections/connections.ts';
import { loadUser, userItems } from '@prosa/functions/repositories/users/users.ts';
import type { StreamRecord } from '@prosa/functions/streams/read-changes.ts';
import { EVENT_MAX_BYTES, frameSchema } from '@prosa/shared/events/catalogue.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { messageRow, ticketRow } from '../factories/rows.ts';
import { consume } from './support/consumers.ts';
import { useEdge } from './support/edge.ts';
import { indexedMessages } from './support/indexed.ts';
import { followStream } from './support/stream.ts';
import { useTable } from './support/table.ts';

const engine = useTable();
const edge = useEdge();
let company: TestCompany;
let queueId: number;
let connectionId: number;
let records: () => Promise<StreamRecord[]>;

beforeEach(async () => {
  company = await makeCompany();
  queueId = await company.addQueue();
  connectionId = await company.addConnection();
  records = await followStream(engine().endpoint);
});

/** Processes the stream records since the last call. */
const catchUp = async (): Promise<void> => {
  expect(await consume(await records())).toEqual({ batchItemFailures: [] });
};

const addSocket = async (
  userId: number,
  rooms: readonly string[] = [NOTIFICATION_ROOM],
  { expiresInMs = 60_000, sessionVersion = 1, openedAtMs = Date.now() - 60_000 } = {},
) => {
  const socketId = `s-${randomUUID()}`;
  const expiresAt = toInstant(Date.now() + expiresInMs);
  const base = { companyId: company.id, userId, socketId, expiresAt };
  await commit([
    company.table.put(
      Socket,
      { ...base, sessionId: `session-${userId}`, sessionVersion, rooms: [...rooms] },
      'absent',
      openedAtMs,
    ),
    globalTable.put(SocketOwner, base, 'absent'),
  ]);
  return socketId;
};
const socketIds = async () => (await loadSockets(company.table)).map(({ socketId }) => socketId).toSorted();

let serial = 0;
const ticketItem = (fields: Parameters<typeof ticketRow>[0] = {}) => {
  const row = ticketRow({ id: ++serial, companyId: company.id, connectionId, queueId, ...fields });
  return { row, item: company.table.put(Ticket, row, 'absent') };
};
const newMessage = (fields: Parameters<typeof messageRow>[0] = {}) => {
  const parts = {
    contactId: 1,
    connectionId,
    sortKey: makeSortKey(Date.now(), systemIds.sortable(Date.now())),
  };
  return messageRow({ ...parts, id: makeMessageId(parts), companyId: company.id, queueId, ...fields });
};

describe('events of committed changes', () => {
  it('R42: a row that came and went within one batch sends a delete event, because a browser may have fetched it', async () => {
    const mine = await addSocket(company.admin.id);
    const [lasting, passing] = [ticketItem(), ticketItem()];
    await commit([lasting.item]);
    await catchUp();
    edge().sockets.reset();
    const message = newMessage({ ticketId: lasting.row.id, contactId: lasting.row.contactId });
    await commit([passing.item, company.table.put(Message, message, 'absent')]);
    await commit([company.table.delete(Ticket, passing.row), company.table.delete(Message, message)]);
    await catchUp();
    expect(edge().sockets.heardBy(mine)).toEqual(['ticket delete', 'appMessage delete']);
  });

  it('carry a connection’s live status and announce a pairing code, which are not in the directory', async () => {
    const admin = await addSocket(company.admin.id);
    const where = { companyId: company.id, connectionId };
    const now = toInstant(Date.now());
    const state = { ...where, status: 'CONNECTED', changedAt: now } as const;
    await commit([company.table.put(ConnectionState, state, 'absent')]);
    await catchUp();
    edge().sockets.reset();
    const before = await loadConnection(company.table, connectionId);
    if (before === undefined) throw new Error('no connection');
    await commit(connectionItems(company.table, before, { ...before, name: 'Loja 2' }, Date.now()));
    await catchUp();
    const asked = { ...where, number: '5511900000000', askedAt: now, code: 'ABCD1234' };
    await commit([company.table.put(ConnectionPairing, asked, 'absent')]);
    await catchUp();
    expect(edge().sockets.heardBy(admin)).toEqual(['whatsapp update', 'whatsappSession update']);
    const [renamed, paired] = edge()
      .sockets.framesOf(admin)
      .map((frame) => JSON.stringify(frame));
    expect(renamed).toContain('"name":"Loja 2"');
    for (const frame of [renamed, paired]) expect(frame).toContain('"status":"CONNECTED"');
  });

  it('reach only browsers whose users may see the change', async () => {
    const user = await company.addUser({ queueIds: [queueId] });
    const stranger = await company.addUser({ queueIds: [await company.addQueue()] });
    await catchUp();
    const [mine, theirs, old] = [
      await addSocket(user.id),
      await addSocket(stranger.id),
      await addSocket(user.id, [], { expiresInMs: -1 }),
    ];
    const { row, item } = ticketItem();
    const message = newMessage({
      ticketId: row.id,
      contactId: row.contactId,
      media: {
        state: 'stored',
        key: `t/${company.id}/x`,
        mimeType: 'image/png',
        fileName: 'x.png',
        size: 3,
        voice: false,
        durationS: null,
        reason: '',
      },
    });
    await commit([item, company.table.put(Message, message, 'absent')]);
    await catchUp();
    const { sockets } = edge();
    expect(sockets.heardBy(mine)).toEqual(['ticket create', 'appMessage create']);
    expect(sockets.framesOf(mine)[0]?.event).toBe(`company-${company.id}-ticket`);
    expect(JSON.stringify(sockets.framesOf(mine)[1])).toMatch(
      new RegExp(`/media/t/${company.id}/x\\?e=\\d+&s=`),
    );
    expect(sockets.heardBy(theirs)).toEqual([]);
    expect(sockets.heardBy(old)).toEqual([]);
  });

  it('R18: are published again by a repeated batch, with the same result', async () => {
    const { admin } = company;
    const socketId = await addSocket(admin.id);
    await catchUp();
    const { row, item } = ticketItem();
    const message = newMessage({ ticketId: row.id, body: 'pedido atrasado' });
    const command = { v: 1, type: 'restart', companyId: company.id, connectionId } as const;
    await commit([
      item,
      company.table.put(Message, message, 'absent'),
      ...whatsapp
        .lifeCycle(command)
        .map((call) => outboxItem(company.table, call, { ids: systemIds, nowMs: Date.now() })),
    ]);
    const batch = await records();
    for (let time = 0; time < 3; time++) expect(await consume(batch)).toEqual({ batchItemFailures: [] });
    const frames = edge().sockets.framesOf(socketId);
    expect(frames).toHaveLength(6);
    expect(new Set(frames.map((frame) => JSON.stringify(frame))).size).toBe(2);
    expect(edge().takeAll('session-commands-0')).toEqual([command]);
    expect((await indexedMessages(company.table, 'pedido')).map(({ messageId }) => messageId)).toEqual([
      message.id,
    ]);
    expect(await indexedMessages(company.table, 'atrasado')).toHaveLength(1);
  });

  it('R18: survive a consumer that dies midway', async () => {
    const socketId = await addSocket(company.admin.id);
    await catchUp();
    const { item } = ticketItem();
    await commit([
      item,
      ...whatsapp
        .lifeCycle({ v: 1, type: 'restart', companyId: company.id, connectionId })
        .map((call) => outboxItem(company.table, call, { ids: systemIds, nowMs: Date.now() })),
    ]);
    const batch = await records();
    edge().services.setAvailable('sqs', false);
    const first = batch.find((record) => record.dynamodb?.NewImage?._e?.S === 'outbox');
    try {
      expect(await consume(batch)).toEqual({
        batchItemFailures: [{ itemIdentifier: first?.dynamodb?.SequenceNumber }],
      });
    } finally {
      edge().services.setAvailable('sqs', true);
    }
    expect(edge().sockets.heardBy(socketId)).toEqual(['ticket create']);
    await consume(batch);
    expect(edge().takeAll('session-commands-0')).toHaveLength(1);
  });

  it('one event covers all changes of a row in a batch', async () => {
    const socketId = await addSocket(company.admin.id);
    await catchUp();
    const { row, item } = ticketItem();
    await commit([item]);
    for (let version = 1; version <= 5; version++) {
      await commit([company.table.put(Ticket, { ...row, lastMessage: `${version}` }, version)]);
    }
    await catchUp();
    const frames = edge().sockets.framesOf(socketId);
    expect(frames.map(({ data }) => data)).toMatchObject([
      { action: 'create', ticket: { version: 6, lastMessage: '5' } },
    ]);
  });

  it("reach a conversation's room for messages of an older ticket", async () => {
    const user = await company.addUser({ queueIds: [queueId] });
    const old = ticketItem({ contactId: 77, status: 'closed' });
    const current = ticketItem({ contactId: 77, status: 'open', userId: user.id });
    const room = chatRoom({ ticketId: current.row.id, contactId: 77, connectionId });
    const socketId = await addSocket(user.id, [room]);
    const message = newMessage({ contactId: 77, ticketId: old.row.id });
    await commit([old.item, current.item, company.table.put(Message, message, 'absent')]);
    await catchUp();
    edge().sockets.reset();
    await commit([company.table.put(Message, { ...message, ack: 3 }, 1)]);
    await catchUp();
    expect(edge().sockets.heardBy(socketId)).toEqual(['appMessage update']);
  });

  it.each(['arrays', 'deflated'] as const)(
    'are sent in few frames (%s) and in order if the browser requests that, and one by one otherwise',
    async (form) => {
      const [single, several] = [await addSocket(company.admin.id), await addSocket(company.admin.id)];
      const row = await company.table.get(
        Socket,
        { userId: company.admin.id, socketId: several },
        { consistent: true },
      );
      if (row === undefined) throw new Error('no socket');
      await commit([company.table.put(Socket, { ...row, frames: form }, row.version)]);
      await catchUp();
      const large = Array.from({ length: 5 }, (_none, at) => {
        const { row: ticket, item } = ticketItem();
        const message = newMessage({ ticketId: ticket.id, body: `${at}`.repeat(8_000) });
        return [item, company.table.put(Message, message, 'absent')];
      });
      await commit(large.flat());
      await catchUp();
      const { sockets } = edge();
      expect(sockets.framesOf(single)).toHaveLength(10);
      const frames = sockets.posts.filter(({ socketId }) => socketId === several).map(({ text }) => text);
      expect(frames.length).toBeLessThan(form === 'deflated' ? 2 : 5);
      expect(frames.every((text) => Buffer.byteLength(text) <= EVENT_MAX_BYTES)).toBe(true);
      const texts = await Promise.all(frames.map(readFrame));
      const heard = texts.flatMap((text) => frameSchema.parse(JSON.parse(text)));
      expect(heard).toEqual(sockets.framesOf(single));
      const posts = sockets.posts.filter(({ socketId }) => socketId === single);
      expect(posts.map(({ text }) => Array.isArray(JSON.parse(text)))).toEqual(
        Array.from({ length: 10 }, () => false),
      );
    },
  );

  it('are not sent after the subscription has ended', async () => {
    const expired = await makeCompany({ company: { dueDate: '2020-01-01' } });
    company = expired;
    const socketId = await addSocket(expired.admin.id);
    const { item } = ticketItem();
    await commit([item]);
    await catchUp();
    expect(edge().sockets.heardBy(socketId)).toEqual([]);
  });

  it('R44: events of any size reach the browser without closing its WebSocket connection', async () => {
    const socketId = await addSocket(company.admin.id);
    const { row, item } = ticketItem();
    const message = newMessage({ ticketId: row.id, body: 'x'.repeat(60_000) });
    await commit([item, company.table.put(Message, message, 'absent')]);
    await catchUp();
    const frames = edge()
      .sockets.framesOf(socketId)
      .filter(({ event }) => event.endsWith('-appMessage'));
    expect(frames.map(({ data }) => data)).toEqual([{ action: 'reference', id: message.id, version: 1 }]);
    for (const frame of edge().sockets.framesOf(socketId)) {
      expect(Buffer.byteLength(JSON.stringify(frame))).toBeLessThanOrEqual(EVENT_MAX_BYTES);
    }
    expect(await socketIds()).toContain(socketId);
  });
});

describe('R41: WebSocket connections that are gone', () => {
  it('60 gone connections of 200 are removed, 140 get the event, and a slow one delays no other', async () => {
    const users = [company.admin.id, (await company.addUser({ profile: 'admin' })).id];
    const ids: string[] = [];
    for (let at = 0; at < 200; at++) ids.push(await addSocket(users[at % 2] ?? 0));
    await catchUp();
    const { sockets } = edge();
    sockets.reset();
    for (const id of ids.slice(0, 60)) sockets.gone.add(id);
    const [slow = ''] = ids.slice(-1);
    sockets.stalled.add(slow);
    const { item } = ticketItem();
    await commit([item]);
    const batch = await records();
    const startedAt = performance.now();
    await consume(batch);
    const tookMs = performance.now() - startedAt;
    const delivered = ids.filter((id) => sockets.heardBy(id).length === 1);
    expect(delivered).toEqual(ids.slice(60, -1));
    expect(await socketIds()).toEqual(ids.slice(60, -1).toSorted());
    expect(sockets.closed).toEqual([slow]);
    expect(
      await globalTable.get(SocketOwner, { socketId: ids[0] ?? '' }, { consistent: true }),
    ).toBeUndefined();
    expect(tookMs).toBeLessThan(10_000);
    console.log(`fan-out to 200 sockets, 60 gone, 1 stalled: ${Math.round(tookMs)} ms`);
  });

  it('a connection that is still opening is kept, and gets events once it is open', async () => {
    const opening = await addSocket(company.admin.id, [NOTIFICATION_ROOM], {
      openedAtMs: Date.now() - 20_000,
    });
    await catchUp();
    const { sockets } = edge();
    sockets.reset();
    sockets.gone.add(opening);
    await commit([ticketItem().item]);
    await catchUp();
    expect(sockets.asked).toEqual(new Set([opening]));
    expect(await socketIds()).toEqual([opening]);
    expect(sockets.closed).toEqual([]);
    sockets.gone.delete(opening);
    await commit([ticketItem().item]);
    await catchUp();
    expect(sockets.heardBy(opening)).toEqual(['ticket create']);
  });

  it('a crowd that does not read delays other events by seconds at most, and is closed', async () => {
    const crowd: string[] = [];
    for (let at = 0; at < 300; at++) crowd.push(await addSocket(company.admin.id));
    await catchUp();
    const { sockets } = edge();
    sockets.reset();
    for (const id of crowd) sockets.stalled.add(id);
    const { item } = ticketItem();
    await commit([item]);
    const batch = await records();
    await consume(batch);
    // Three rounds of 64, at 1.4 s each; the rest is not waited for.
    expect(sockets.asked.size).toBeGreaterThanOrEqual(64);
    expect(sockets.asked.size).toBeLessThanOrEqual(3 * 64);
    expect(sockets.closed.toSorted()).toEqual(crowd.toSorted());
    expect((await socketIds()).filter((id) => crowd.includes(id))).toEqual([]);
  });

  it('throttled and failed posts are retried, and refused posts close the connection', async () => {
    const [busy, broken, refused] = [
      await addSocket(company.admin.id),
      await addSocket(company.admin.id),
      await addSocket(company.admin.id),
    ];
    await catchUp();
    const { sockets } = edge();
    sockets.refusals.set(busy, [429, 503]);
    sockets.refusals.set(broken, [500, 500, 500]);
    sockets.refusals.set(refused, [403]);
    const { item } = ticketItem();
    await commit([item]);
    await catchUp();
    expect(sockets.heardBy(busy)).toEqual(['ticket create']);
    expect(sockets.closed.toSorted()).toEqual([broken, refused].toSorted());
    expect(await socketIds()).toEqual([busy]);
  });
});

describe('WebSocket connections of users who lose their rights', () => {
  it('S-67: end with their sign-in session', async () => {
    const now = toInstant(Date.now());
    const session = {
      companyId: company.id,
      userId: company.admin.id,
      sessionVersion: 1,
      familyHash: 'f',
      currentHash: 'x',
      rotatedAt: now,
      expiresAt: now,
    };
    const ids = [`session-${company.admin.id}`, 'other'];
    await commit(ids.map((id) => company.table.put(Session, { ...session, id }, 'absent')));
    const socketId = await addSocket(company.admin.id);
    await catchUp();
    await commit([company.table.delete(Session, { userId: company.admin.id, id: 'other' })]);
    await catchUp();
    expect(edge().sockets.closed).toEqual([]);
    await commit([company.table.delete(Session, { userId: company.admin.id, id: ids[0] ?? '' })]);
    await catchUp();
    expect(edge().sockets.closed).toEqual([socketId]);
    expect(await socketIds()).toEqual([]);
  });

  it('S-20: end when all sessions are ended, after the browser got the event', async () => {
    const user = await company.addUser();
    await catchUp();
    const [socketId, other] = [await addSocket(user.id), await addSocket(company.admin.id)];
    await catchUp();
    const row = await company.table.get(User, { id: user.id }, { consistent: true });
    if (row === undefined) throw new Error('no user');
    await commit(userItems(company.table, row, { ...row, queueIds: [queueId] }, Date.now()));
    await catchUp();
    expect(edge().sockets.heardBy(socketId)).toEqual(['user update', 'auth update']);
    expect(edge().sockets.closed).toEqual([]);
    await commit(
      userItems(
        company.table,
        { ...row, version: row.version + 1 },
        { ...row, sessionVersion: 2 },
        Date.now(),
      ),
    );
    await catchUp();
    expect(edge().sockets.heardBy(socketId).slice(2)).toEqual(['user update', 'auth update']);
    expect(edge().sockets.heardBy(other)).toEqual(['user update', 'user update']);
    expect(edge().sockets.closed).toEqual([socketId]);
    expect(await socketIds()).toEqual([other]);
  });

  it('end when the user signs in elsewhere, after the event; the connection of the new session stays open', async () => {
    const user = await company.addUser();
    await catchUp();
    const older = await addSocket(user.id);
    const row = await loadUser(company.table, user.id);
    if (row === undefined) throw new Error('no user');
    await commit(
      userItems(company.table, row, { ...row, sessionVersion: row.sessionVersion + 1 }, Date.now()),
    );
    const newer = await addSocket(user.id, undefined, { sessionVersion: row.sessionVersion + 1 });
    await catchUp();
    expect(edge().sockets.heardBy(older)).toContain('auth update');
    expect(edge().sockets.closed).toEqual([older]);
    expect(await socketIds()).toEqual([newer]);
  });

  it('S-20: get no events beyond the new rights, from the next change on', async () => {
    const user = await company.addUser({ queueIds: [queueId] });
    await catchUp();
    const socketId = await addSocket(user.id);
    const { row, item } = ticketItem();
    await commit([item]);
    await catchUp();
    const stored = await company.table.get(User, { id: user.id }, { consistent: true });
    if (stored === undefined) throw new Error('no user');
    await commit(userItems(company.table, stored, { ...stored, queueIds: [] }, Date.now()));
    await commit([company.table.put(Ticket, { ...row, lastMessage: 'later' }, 1)]);
    await catchUp();
    expect(edge().sockets.heardBy(socketId)).toEqual(['ticket create', 'user update', 'auth update']);
  });
});
