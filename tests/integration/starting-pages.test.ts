import { randomUUID } from 'node:crypto';
import { handler as auth } from '@prosa/functions/http/auth/handler.ts';
import { toInstant } from '@prosa/functions/platform/clock.ts';
import { loadListeners, SOCKET_LIFE_MS } from '@prosa/functions/platform/realtime/sockets.ts';
import { PAGE_START_MAX_MS } from '@prosa/functions/platform/realtime/starting-pages.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { Presence, Socket, SocketOwner } from '@prosa/functions/platform/table/entities/users.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import type { StreamRecord } from '@prosa/functions/streams/read-changes.ts';
import { PAGE_ANSWER } from '@prosa/shared/events/catalogue.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { ticketRow } from '../factories/rows.ts';
import { sockets as frameHandler, live } from '../support/handlers.ts';
import { call } from './support/call.ts';
import { recordsFor } from './support/consumers.ts';
import { useEdge } from './support/edge.ts';
import { cookieOf, OWN, signIn } from './support/sign-in.ts';
import { socketEvent } from './support/socket-event.ts';
import { followStream } from './support/stream.ts';
import { useTable } from './support/table.ts';
import { holdWrite } from './support/table-proxy.ts';

const engine = useTable();
const edge = useEdge();

let company: TestCompany;
let attendant: TestUser;
let queueId: number;
let otherQueueId: number;
let records: () => Promise<StreamRecord[]>;

beforeEach(async () => {
  company = await makeCompany();
  [queueId, otherQueueId] = [await company.addQueue(), await company.addQueue()];
  attendant = await company.addUser({ queueIds: [queueId] });
  records = await followStream(engine().endpoint);
});
afterEach(() => vi.useRealTimers());

/** Publishes the events of the changes since the last call. */
const publish = async (): Promise<void> => {
  const Records = recordsFor('live', await records());
  if (Records.length > 0) expect(await live({ Records })).toEqual({ batchItemFailures: [] });
};

/** Signs in as a page that starts, and returns the page's id. */
const startPage = async (who = attendant): Promise<string> => {
  const page = randomUUID();
  await signIn(who, { page });
  return page;
};

/** Opens a WebSocket connection. */
const connect = async (who: Pick<TestUser, 'id'> = attendant, of = company): Promise<string> => {
  const socketId = `s-${randomUUID()}`;
  const base = {
    companyId: of.id,
    userId: who.id,
    socketId,
    expiresAt: toInstant(Date.now() + SOCKET_LIFE_MS),
  };
  await commit([
    of.table.put(Socket, { ...base, sessionId: `session-${who.id}`, sessionVersion: 1 }, 'absent'),
    globalTable.put(SocketOwner, base, 'absent'),
  ]);
  return socketId;
};

/** Asks whether a page missed an event, and returns the answer. */
const ask = async (socketId: string, page: string): Promise<unknown> => {
  const body = JSON.stringify({ action: 'checkPage', id: page });
  expect((await frameHandler(socketEvent('$default', socketId, { body }))).statusCode).toBe(200);
  const answer = edge()
    .sockets.framesOf(socketId)
    .findLast(({ event }) => event === PAGE_ANSWER);
  expect(answer?.data.id).toBe(page);
  return answer?.data.missed;
};

let serial = 0;
const addTicket = async (inQueue = queueId): Promise<void> => {
  const row = ticketRow({ id: ++serial, companyId: company.id, queueId: inQueue, status: 'pending' });
  await commit([company.table.put(Ticket, row, 'absent')]);
};

const pagesOf = async ({ table }: TestCompany) => (await loadListeners(table)).pages;

describe('R42: whether a page missed an event between its start and its WebSocket connection', () => {
  it('no, if there was none: its row is gone then, and it was no sign that the user is online', async () => {
    await commit([company.table.delete(Presence, { userId: attendant.id })]);
    const cookie = cookieOf(await signIn(attendant));
    await commit([company.table.delete(Presence, { userId: attendant.id })]);
    const page = randomUUID();
    const refreshed = await call(auth, {
      to: 'POST /auth/refresh_token',
      headers: OWN,
      cookies: [cookie],
      body: { page },
    });
    expect(refreshed.status).toBe(200);
    expect(await pagesOf(company)).toEqual([{ userId: attendant.id, page }]);
    expect(await company.table.get(Presence, { userId: attendant.id })).toBeUndefined();
    await publish();
    expect(await ask(await connect(), page)).toBe(false);
    expect(await pagesOf(company)).toEqual([]);
  });

  it('yes, if a ticket that the user may see changed; the page costs no post', async () => {
    const page = await startPage();
    await addTicket();
    await publish();
    expect(await pagesOf(company)).toEqual([]);
    expect(edge().sockets.asked).toEqual(new Set());
    expect(await ask(await connect(), page)).toBe(true);
  });

  it('yes, if the event came after the connection was accepted but before the page could hear it', async () => {
    const page = await startPage();
    const socketId = await connect();
    edge().sockets.gone.add(socketId);
    await addTicket();
    await publish();
    edge().sockets.gone.clear();
    expect(await ask(socketId, page)).toBe(true);
  });

  it('no, if only tickets changed that the user may not see, or somebody came online', async () => {
    const page = await startPage();
    await addTicket(otherQueueId);
    await signIn(company.admin);
    await publish();
    expect(await ask(await connect(), page)).toBe(false);
  });

  it('yes at the second question, after a newer page of the user, and for a page that the server does not know', async () => {
    const first = await startPage();
    const second = await startPage();
    await publish();
    const socketId = await connect();
    expect(await ask(socketId, first)).toBe(true);
    expect(await ask(socketId, second)).toBe(false);
    expect(await ask(socketId, second)).toBe(true);
    expect(await ask(socketId, randomUUID())).toBe(true);
  });

  it("yes for another user's or another company's page, which stays", async () => {
    const page = await startPage();
    const other = await makeCompany();
    expect(await ask(await connect(company.admin), page)).toBe(true);
    expect(await ask(await connect(other.admin, other), page)).toBe(true);
    expect(await pagesOf(company)).toEqual([{ userId: attendant.id, page }]);
  });

  it('yes when the page asks too late; the publisher notes missed events for longer', async () => {
    const page = await startPage();
    const socketId = await connect();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + PAGE_START_MAX_MS });
    expect(await pagesOf(company)).toHaveLength(1);
    expect(await ask(socketId, page)).toBe(true);
    vi.setSystemTime(Date.now() + PAGE_START_MAX_MS);
    expect(await pagesOf(company)).toEqual([]);
  });

  it('no, if the page connects and asks while the event is published: it is sent to the page', async () => {
    const page = await startPage();
    await publish();
    await addTicket();
    const { reached, release } = await holdWrite(1);
    const published = publish();
    await reached;
    const socketId = await connect();
    expect(await ask(socketId, page)).toBe(false);
    release();
    await published;
    expect(edge().sockets.heardBy(socketId)).toContain('ticket create');
  });
});
