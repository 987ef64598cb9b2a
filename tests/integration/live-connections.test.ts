import { randomUUID } from 'node:crypto';
import { MAX_CHAT_ROOMS } from '@prosa/functions/domain/events/rooms.ts';
import { handler as realtimeHandler } from '@prosa/functions/http/realtime/handler.ts';
import { toInstant } from '@prosa/functions/platform/clock.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { sha256 } from '@prosa/functions/platform/ids.ts';
import { loadSockets, MAX_USER_SOCKETS } from '@prosa/functions/platform/realtime/sockets.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import {
  Presence,
  Session,
  SocketOwner,
  SocketToken,
  User,
} from '@prosa/functions/platform/table/entities/users.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import { userItems } from '@prosa/functions/repositories/users/users.ts';
import { CLIENT_FRAME_MAX_BYTES } from '@prosa/shared/events/catalogue.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { messageRow, ticketRow } from '../factories/rows.ts';
import { sockets as handler } from '../support/handlers.ts';
import { useEdge } from './support/edge.ts';
import { socketEvent } from './support/socket-event.ts';
import { useTable } from './support/table.ts';

useTable();
const edge = useEdge();
const ORIGIN = 'http://localhost:3000';
let company: TestCompany;
let queueId: number;
let otherQueueId: number;

beforeAll(async () => {
  company = await makeCompany();
  queueId = await company.addQueue();
  otherQueueId = await company.addQueue();
});

const newSocketId = () => `s-${randomUUID()}`;
const connect = async (
  socketId: string,
  ticket: string,
  origin: string | null = ORIGIN,
  asked: Record<string, string> = {},
) =>
  (
    await handler(
      socketEvent('$connect', socketId, {
        headers: origin === null ? {} : { Origin: origin },
        queryStringParameters: { ticket, ...asked },
      }),
    )
  ).statusCode;
const send = async (socketId: string, frame: unknown) =>
  (
    await handler(
      socketEvent('$default', socketId, { body: typeof frame === 'string' ? frame : JSON.stringify(frame) }),
    )
  ).statusCode;

const signIn = async (userId: number, fields: { sessionVersion?: number; expiresAt?: string } = {}) => {
  const sessionId = randomUUID();
  const now = toInstant(Date.now());
  await commit([
    company.table.put(
      Session,
      {
        companyId: company.id,
        id: sessionId,
        userId,
        sessionVersion: fields.sessionVersion ?? 1,
        familyHash: 'f',
        currentHash: 'x',
        rotatedAt: now,
        expiresAt: fields.expiresAt ?? toInstant(Date.now() + 86_400_000),
      },
      'absent',
    ),
  ]);
  return sessionId;
};

const issue = async (userId: number, sessionId: string, expiresAtMs = Date.now() + 60_000) => {
  const secret = Buffer.from(randomUUID() + randomUUID())
    .toString('base64url')
    .slice(0, 43);
  await commit([
    globalTable.put(
      SocketToken,
      { hash: sha256(secret), companyId: company.id, userId, sessionId, expiresAt: toInstant(expiresAtMs) },
      'absent',
    ),
  ]);
  return secret;
};

const open = async (userId: number) => {
  const socketId = newSocketId();
  expect(await connect(socketId, await issue(userId, await signIn(userId)))).toBe(200);
  return socketId;
};
const socketOf = async (socketId: string) =>
  (await loadSockets(company.table)).find((socket) => socket.socketId === socketId);

describe('S-67: opening a WebSocket connection', () => {
  it('takes a socket token of the session once, and stores only its hash', async () => {
    const { admin } = company;
    const reply = await realtimeHandler({
      version: '2.0',
      routeKey: 'POST /api/realtime/ticket',
      rawPath: '/api/realtime/ticket',
      rawQueryString: '',
      headers: { authorization: `Bearer ${admin.token}` },
      isBase64Encoded: false,
      requestContext: {
        accountId: '',
        apiId: '',
        domainName: '',
        domainPrefix: '',
        http: { method: 'POST', path: '', protocol: '', sourceIp: '127.0.0.1', userAgent: '' },
        requestId: 'r',
        routeKey: 'POST /api/realtime/ticket',
        stage: '$default',
        time: '',
        timeEpoch: 0,
      },
    });
    expect(reply.statusCode).toBe(200);
    const { ticket, expiresInS } = JSON.parse(reply.body ?? '');
    expect(expiresInS).toBe(60);
    const row = await globalTable.get(SocketToken, { hash: sha256(ticket) }, { consistent: true });
    expect(row?.userId).toBe(admin.id);
    expect(Date.parse(row?.expiresAt ?? '') - Date.now()).toBeLessThanOrEqual(60_000);
    expect(JSON.stringify(row)).not.toContain(ticket);
    const socketId = newSocketId();
    expect(await connect(socketId, ticket)).toBe(200);
    expect(await socketOf(socketId)).toMatchObject({
      userId: admin.id,
      sessionId: row?.sessionId,
      rooms: [],
    });
    expect(await connect(newSocketId(), ticket)).toBe(401);
  });

  it.each([
    [{}, 'single'],
    [{ batch: '1' }, 'arrays'],
    [{ batch: '1', deflate: '1' }, 'deflated'],
    [{ deflate: '1' }, 'single'],
    [{ batch: 'yes', deflate: '1' }, 'single'],
  ])('delivers events as the query %j selects: %s', async (asked, frames) => {
    const { id } = company.admin;
    const socketId = newSocketId();
    expect(await connect(socketId, await issue(id, await signIn(id)), ORIGIN, asked)).toBe(200);
    expect(await socketOf(socketId)).toMatchObject({ frames });
  });

  it('of many simultaneous openings with one socket token, one succeeds', async () => {
    const ticket = await issue(company.admin.id, await signIn(company.admin.id));
    const replies = await Promise.all(Array.from({ length: 20 }, () => connect(newSocketId(), ticket)));
    expect(replies.filter((status) => status === 200)).toHaveLength(1);
    expect(replies.filter((status) => status === 401)).toHaveLength(19);
  });

  it('refuses an expired, unknown or malformed socket token', async () => {
    const { id } = company.admin;
    expect(await connect(newSocketId(), await issue(id, await signIn(id), Date.now() - 1))).toBe(401);
    for (const wrong of ['', 'x', 'a'.repeat(43), `${'a'.repeat(42)}#`]) {
      expect(await connect(newSocketId(), wrong)).toBe(401);
    }
  });

  it('refuses a page of another origin, and leaves its socket token unused', async () => {
    const ticket = await issue(company.admin.id, await signIn(company.admin.id));
    for (const origin of [
      'https://evil.example',
      'null',
      '',
      'http://localhost:3000.evil.example',
      'http://LOCALHOST:3000/',
    ]) {
      expect(await connect(newSocketId(), ticket, origin)).toBe(403);
    }
    expect(await connect(newSocketId(), ticket, null)).toBe(200);
  });

  it('refuses an ended session, a deactivated account and an older session version', async () => {
    const user = await company.addUser();
    const gone = await issue(user.id, randomUUID());
    expect(await connect(newSocketId(), gone)).toBe(401);
    const expired = await signIn(user.id, { expiresAt: toInstant(Date.now() - 1000) });
    expect(await connect(newSocketId(), await issue(user.id, expired))).toBe(401);
    const old = await signIn(user.id, { sessionVersion: 0 });
    expect(await connect(newSocketId(), await issue(user.id, old))).toBe(401);
    const off = await company.addUser({ active: false });
    expect(await connect(newSocketId(), await issue(off.id, await signIn(off.id)))).toBe(401);
    expect(
      (await loadSockets(company.table)).filter(({ userId }) => userId === user.id || userId === off.id),
    ).toEqual([]);
  });

  it('logs neither socket tokens nor frames', async () => {
    const lines: string[] = [];
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      lines.push(String(text));
      return true;
    });
    try {
      const ticket = await issue(company.admin.id, await signIn(company.admin.id));
      const socketId = newSocketId();
      await connect(socketId, ticket);
      await connect(socketId, ticket);
      await send(socketId, 'no json: a secret');
      expect(lines.join('')).not.toContain(ticket);
      expect(lines.join('')).not.toContain('a secret');
    } finally {
      write.mockRestore();
    }
  });

  it('deletes the row of a WebSocket connection that disconnects', async () => {
    const socketId = await open(company.admin.id);
    await handler(socketEvent('$disconnect', socketId));
    expect(await socketOf(socketId)).toBeUndefined();
    expect(await globalTable.get(SocketOwner, { socketId }, { consistent: true })).toBeUndefined();
    expect((await handler(socketEvent('$disconnect', socketId))).statusCode).toBe(200);
  });
});

describe('client frames', () => {
  let serial = 0;
  const addTicket = async (
    fields: Parameters<typeof ticketRow>[0] = {},
    table = company.table,
    companyId = company.id,
  ) => {
    const id = ++serial;
    const row = ticketRow({ id, companyId, queueId, ...fields });
    await commit([table.put(Ticket, row, 'absent')]);
    return row;
  };

  it('S-20: a user joins only conversations that the user may see', async () => {
    const user = await company.addUser({ queueIds: [queueId] });
    const socketId = await open(user.id);
    const mine = await addTicket();
    const foreign = await addTicket({ queueId: otherQueueId });
    const taken = await addTicket({ status: 'open', userId: company.admin.id });
    expect(await send(socketId, { action: 'joinChatBox', id: mine.uuid })).toBe(200);
    expect(await send(socketId, { action: 'joinChatBox', id: foreign.uuid })).toBe(404);
    expect(await send(socketId, { action: 'joinChatBox', id: taken.uuid })).toBe(404);
    const guessed = `${mine.uuid.slice(0, -1)}${mine.uuid.endsWith('0') ? '1' : '0'}`;
    expect(await send(socketId, { action: 'joinChatBox', id: guessed })).toBe(404);
    expect(await send(socketId, { action: 'joinChatBox', id: randomUUID() })).toBe(404);
    const rooms = (await socketOf(socketId))?.rooms;
    expect(rooms).toEqual([`chat:${mine.id}:${mine.contactId}:1`]);
    expect(edge().sockets.framesOf(socketId).slice(0, 2)).toEqual([
      { event: 'joinedChatBox', data: { id: mine.uuid, version: 1, messages: [] } },
      { event: 'refusedChatBox', data: { id: foreign.uuid } },
    ]);
  });

  it('the response to joining contains the newest messages that the user may read, with their versions', async () => {
    const user = await company.addUser({ queueIds: [queueId] });
    const socketId = await open(user.id);
    const ticket = await addTicket({ id: 4000 });
    const place = { companyId: company.id, contactId: ticket.contactId, connectionId: 1 };
    const messageAt = (at: number, fields: Parameters<typeof messageRow>[0] = {}) =>
      messageRow({
        ...place,
        ticketId: ticket.id,
        sortKey: `176364000${at}000-${'0'.repeat(20)}`,
        ...fields,
      });
    const hidden = messageAt(2, { ticketId: 4001, queueId: otherQueueId });
    const first = messageAt(1);
    const last = messageAt(3, { ticketId: 4001, queueId });
    await commit([first, hidden, last].map((row) => company.table.put(Message, row, 'absent')));
    const answers = async () => {
      expect(await send(socketId, { action: 'joinChatBox', id: ticket.uuid })).toBe(200);
      return edge().sockets.framesOf(socketId).at(-1);
    };
    const answer = (...messages: [string, number][]) => ({
      event: 'joinedChatBox',
      data: { id: ticket.uuid, version: 1, messages },
    });
    expect(await answers()).toEqual(answer([first.id, 1], [last.id, 1]));
    await commit([company.table.put(Message, { ...last, ack: 3 }, 1)]);
    expect(await answers()).toEqual(answer([first.id, 1], [last.id, 2]));
  });

  it("S-20: a user cannot join another company's ticket", async () => {
    const other = await makeCompany();
    const theirs = await addTicket({}, other.table, other.id);
    const socketId = await open(company.admin.id);
    expect(await send(socketId, { action: 'joinChatBox', id: theirs.uuid })).toBe(404);
    expect((await socketOf(socketId))?.rooms).toEqual([]);
  });

  it('S-20: a user cannot join with rights that were taken away', async () => {
    const user = await company.addUser({ queueIds: [queueId] });
    const socketId = await open(user.id);
    const ticket = await addTicket();
    const row = await company.table.get(User, { id: user.id }, { consistent: true });
    if (row === undefined) throw new Error('no user');
    await commit(userItems(company.table, row, { ...row, queueIds: [] }, Date.now()));
    forgetDirectory(company.id);
    expect(await send(socketId, { action: 'joinChatBox', id: ticket.uuid })).toBe(404);
  });

  it('the notification room can be joined while opening, so that no event is missed', async () => {
    const { admin } = company;
    const opening = async (query: Record<string, string>) => {
      const socketId = newSocketId();
      const ticket = await issue(admin.id, await signIn(admin.id));
      const reply = await handler(
        socketEvent('$connect', socketId, {
          headers: { Origin: ORIGIN },
          queryStringParameters: { ticket, ...query },
        }),
      );
      expect(reply.statusCode).toBe(200);
      return (await socketOf(socketId))?.rooms;
    };
    expect(await opening({ join: 'notification' })).toEqual(['notification']);
    expect(await opening({ join: 'chat:1:1:1' })).toEqual([]);
  });

  it('simultaneous joins and leaves lose no room', async () => {
    const socketId = await open(company.admin.id);
    const tickets = await Promise.all([addTicket(), addTicket(), addTicket()]);
    await Promise.all([
      ...tickets.map(({ uuid }) => send(socketId, { action: 'joinChatBox', id: uuid })),
      send(socketId, { action: 'joinNotification' }),
    ]);
    expect((await socketOf(socketId))?.rooms).toHaveLength(4);
    await send(socketId, { action: 'joinChatBoxLeave', id: tickets[1]?.uuid });
    expect((await socketOf(socketId))?.rooms.toSorted()).toEqual(
      [
        `chat:${tickets[0]?.id}:${tickets[0]?.contactId}:1`,
        `chat:${tickets[2]?.id}:${tickets[2]?.contactId}:1`,
        'notification',
      ].toSorted(),
    );
  });

  it('a status frame marks the user as online', async () => {
    const user = await company.addUser();
    const socketId = await open(user.id);
    const before = await company.table.get(Presence, { userId: user.id }, { consistent: true });
    expect(before).toBeDefined();
    expect(await send(socketId, { action: 'userStatus' })).toBe(200);
    const after = await company.table.get(Presence, { userId: user.id }, { consistent: true });
    expect(Date.parse(after?.seenAt ?? '')).toBeGreaterThanOrEqual(Date.parse(before?.seenAt ?? ''));
  });

  it('too long, malformed or unknown frames are refused', async () => {
    const socketId = await open(company.admin.id);
    expect(await send(socketId, 'x'.repeat(CLIENT_FRAME_MAX_BYTES + 1))).toBe(413);
    for (const wrong of [
      '',
      '{',
      'null',
      '[]',
      '{"action":"joinCompany"}',
      '{"action":"joinChatBox"}',
      '{"__proto__":{"action":"userStatus"}}',
    ]) {
      expect(await send(socketId, wrong)).toBe(400);
    }
    expect(await send(socketId, { action: 'joinTickets', id: 'open', companyId: 1 })).toBe(400);
    expect(await send(socketId, { action: 'joinTickets', id: 'open' })).toBe(200);
    expect(await send(socketId, { action: 'leaveTickets' })).toBe(200);
  });

  it('S-67: a frame on a WebSocket connection without a row closes it', async () => {
    const socketId = newSocketId();
    expect(await send(socketId, { action: 'userStatus' })).toBe(410);
    expect(edge().sockets.closed).toEqual([socketId]);
  });
});

describe('limits per WebSocket connection, user and company', () => {
  it('a flooding WebSocket connection is closed once, and costs nothing from then on', async () => {
    const user = await company.addUser();
    const [flooding, calm] = [await open(user.id), await open(company.admin.id)];
    const statuses: number[] = [];
    for (let i = 0; i < 400; i++) statuses.push(await send(flooding, { action: 'joinTickets' }));
    const taken = statuses.filter((status) => status === 200).length;
    expect(taken).toBeGreaterThanOrEqual(200);
    expect(taken).toBeLessThan(400);
    expect(new Set(statuses.slice(taken))).toEqual(new Set([429]));
    expect(edge().sockets.closed).toEqual([flooding]);
    expect(await send(calm, { action: 'userStatus' })).toBe(200);
  });

  it('oversized and malformed frames count as flooding', async () => {
    for (const body of ['x'.repeat(CLIENT_FRAME_MAX_BYTES + 1), '{', '']) {
      const socketId = await open(company.admin.id);
      const statuses: number[] = [];
      for (let i = 0; i < 400; i++) statuses.push(await send(socketId, body));
      expect(statuses.at(-1)).toBe(429);
      expect(edge().sockets.closed.filter((closed) => closed === socketId)).toHaveLength(1);
    }
  });

  it("opening more WebSocket connections than allowed closes the user's oldest, and no other user's", async () => {
    const [user, other] = [await company.addUser(), await company.addUser()];
    const theirs = await open(other.id);
    const mine: string[] = [];
    for (let i = 0; i < MAX_USER_SOCKETS + 3; i++) mine.push(await open(user.id));
    const openNow = (await loadSockets(company.table)).filter(({ userId }) => userId === user.id);
    expect(openNow.map(({ socketId }) => socketId).sort()).toEqual(mine.slice(3).sort());
    expect(edge().sockets.closed).toEqual(mine.slice(0, 3));
    expect(await send(theirs, { action: 'userStatus' })).toBe(200);
    expect(await send(mine[0] ?? '', { action: 'userStatus' })).toBe(410);
  });

  it.each([MAX_USER_SOCKETS + 1, 45, 60])(
    'of %i simultaneous openings no more than the limit stay, and none opens without a row',
    async (count) => {
      const user = await company.addUser();
      const other = await open((await company.addUser()).id);
      const before = [await open(user.id), await open(user.id)];
      const sockets = await Promise.all(
        Array.from({ length: count }, async () => {
          const socketId = newSocketId();
          const statusCode = await connect(socketId, await issue(user.id, await signIn(user.id)));
          return { socketId, statusCode };
        }),
      );
      const openNow = (await loadSockets(company.table)).filter(({ userId }) => userId === user.id);
      expect(openNow).toHaveLength(MAX_USER_SOCKETS);
      const accepted = sockets.filter(({ statusCode }) => statusCode === 200).map(({ socketId }) => socketId);
      expect(sockets.every(({ statusCode }) => statusCode === 200 || statusCode === 429)).toBe(true);
      const kept = new Set(openNow.map(({ socketId }) => socketId));
      // What was accepted and has no row any more is closed, at the latest by its next frame.
      for (const socketId of [...before, ...accepted]) {
        const status = kept.has(socketId) ? 200 : 410;
        expect(await send(socketId, { action: 'userStatus' })).toBe(status);
      }
      for (const socketId of before) expect(kept.has(socketId)).toBe(false);
      expect(await send(other, { action: 'userStatus' })).toBe(200);
    },
  );

  it('a WebSocket connection has at most ten conversations open and leaves the oldest', async () => {
    const socketId = await open(company.admin.id);
    const rows = Array.from({ length: MAX_CHAT_ROOMS + 2 }, (_none, at) =>
      ticketRow({ id: 5000 + at, companyId: company.id, queueId }),
    );
    await commit(rows.map((row) => company.table.put(Ticket, row, 'absent')));
    for (const { uuid } of rows) expect(await send(socketId, { action: 'joinChatBox', id: uuid })).toBe(200);
    const rooms = (await socketOf(socketId))?.rooms ?? [];
    expect(rooms).toHaveLength(MAX_CHAT_ROOMS);
    expect(rooms.some((room) => room.startsWith(`chat:${rows[0]?.id}:`))).toBe(false);
  });
});
