import { removeTicketWithStory } from '@prosa/functions/conversations/remove-ticket.ts';
import { closeTicket } from '@prosa/functions/domain/turns/ticket-turns.ts';
import { handler as connections } from '@prosa/functions/http/connections/handler.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import { findConnectionByToken } from '@prosa/functions/platform/auth/connection-token.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { withMeter } from '@prosa/functions/platform/meter.ts';
import { commit, WriteConflict } from '@prosa/functions/platform/table/commit.ts';
import { Attendance, Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { writeBatch } from '@prosa/functions/platform/table/write-batch.ts';
import {
  connectionItems,
  findConnectionByAccount,
  loadConnection,
  loadConnections,
} from '@prosa/functions/repositories/connections/connections.ts';
import { readNewestTickets } from '@prosa/functions/repositories/tickets/newest-tickets.ts';
import { listAttendances, listTicketsOfContact } from '@prosa/functions/repositories/tickets/ticket-lists.ts';
import {
  loadTicketSurroundings,
  loadTicketWithAttendance,
  type TicketRow,
} from '@prosa/functions/repositories/tickets/tickets.ts';
import { type TicketView, ticketPageSchema } from '@prosa/shared/contracts/tickets.ts';
import type { TicketStatus } from '@prosa/shared/entities/ticket-terms.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { makeContact, makeTicket, reload } from '../factories/tickets.ts';
import { commitTurn } from '../support/commit-turn.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { addQueues } from './support/add-queues.ts';
import { call } from './support/call.ts';
import { useTable } from './support/table.ts';

// The modules read METER while they load.
vi.hoisted(() => {
  process.env.METER = '1';
});

useTable();

const START_MS = Date.UTC(2026, 10, 1);
const MINUTE_MS = 60_000;
const QUEUES = 100;
const PAGE = 40;
const MAX_UNITS = 10;
const iso = (ms: number): string => new Date(ms).toISOString();

const usageSchema = z.object({ calls: z.number(), sequential: z.number(), readUnits: z.number() });
type Usage = z.infer<typeof usageSchema>;

const paramsOf = (query: Record<string, unknown>): URLSearchParams => {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null)
      params.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  return params;
};

const ask = async (user: TestUser, query: Record<string, unknown>) => {
  const to = `GET /tickets?${paramsOf(query)}`;
  const { body, headers } = await call(tickets, { to, token: user.token });
  const usage = usageSchema.parse(JSON.parse(String(headers['x-usage'])));
  return { ...ticketPageSchema.parse(body), usage };
};

const count = async (user: TestUser, query: Record<string, unknown>) => {
  const { body, headers } = await call(tickets, {
    to: `GET /tickets/count?${paramsOf(query)}`,
    token: user.token,
  });
  const usage = usageSchema.parse(JSON.parse(String(headers['x-usage'])));
  return { ...z.object({ count: z.number() }).parse(body), usage };
};

const follow = async (user: TestUser, query: Record<string, unknown>, pages: number) => {
  const rows: TicketView[] = [];
  const usages: Usage[] = [];
  const counts: number[] = [];
  let cursor: string | null | undefined;
  for (let page = 0; page < pages && cursor !== null; page++) {
    const answer = await ask(user, { ...query, cursor });
    rows.push(...answer.tickets);
    usages.push(answer.usage);
    counts.push(answer.tickets.length);
    cursor = answer.cursor;
  }
  return { rows, usages, counts, ended: cursor === null };
};

/**
 * Creates a company with `queueCount` queues and `count` tickets, the newest last. `queueOf` gives each ticket its
 * queue.
 */
const companyWith = async (
  queueCount: number,
  count: number,
  statusOf: (index: number) => TicketStatus,
  queueOf: (index: number, queues: readonly number[]) => number | null,
) => {
  const company = await makeCompany();
  const queues = await addQueues(company, queueCount);
  const connectionId = await company.addConnection();
  const contact = await makeContact(company.table, { name: 'Maria Aparecida dos Santos Oliveira' });
  const template = await makeTicket(company.table, { contact, connectionId });
  const rows = Array.from({ length: count }, (_none, index) => ({
    ...template,
    id: 1_000 + index,
    status: statusOf(index),
    latestClosed: statusOf(index) === 'closed',
    queueId: queueOf(index, queues),
    lastMessage: 'Gostaria de saber o prazo de entrega do meu pedido.',
    lastMessageAt: iso(START_MS + index * MINUTE_MS),
    activityAt: iso(START_MS + index * MINUTE_MS),
  }));
  await writeBatch([
    ...rows.map((row) => ({ ...company.table.put(Ticket, row, 'any') })),
    company.table.delete(Ticket, { id: template.id }),
  ]);
  forgetDirectory(company.id);
  return { company, queues, rows };
};

/** Returns the ids in the order of a page of the list. */
const newestFirst = (rows: readonly { id: number; activityAt: string }[]): number[] =>
  rows.toSorted((a, b) => (a.activityAt < b.activityAt ? 1 : -1)).map(({ id }) => id);

describe('ticket lists of a company with 100 queues', () => {
  const random = seededRandom(20_261_121);
  let made: Awaited<ReturnType<typeof companyWith>>;
  let attendant: TestUser;
  let own: readonly number[];

  beforeAll(async () => {
    made = await companyWith(
      QUEUES,
      4_000,
      (index) => (index % 4 === 0 ? 'closed' : 'pending'),
      (_index, queues) => queues[Math.floor(random() * QUEUES)] ?? null,
    );
    own = made.queues.filter((_id, index) => index % 5 === 0);
    attendant = await made.company.addUser({ queueIds: [...own] });
  });

  it('a full page costs an administrator one call and five read units, as with three queues', async () => {
    const { company, queues, rows } = made;
    const small = await companyWith(
      3,
      400,
      () => 'pending',
      (index, all) => all[index % 3] ?? null,
    );
    const query = { status: 'pending', showAll: false };
    const three = await ask(small.company.admin, { ...query, queueIds: small.queues });
    expect(three.tickets).toHaveLength(PAGE);
    for (const queueIds of [queues, undefined]) {
      const { rows: shown, usages, counts } = await follow(company.admin, { ...query, queueIds }, 3);
      const pending = newestFirst(rows.filter(({ status }) => status === 'pending'));
      expect(shown.map(({ id }) => id)).toEqual(pending.slice(0, shown.length));
      for (const count of counts) expect(count).toBeGreaterThanOrEqual(PAGE);
      for (const usage of usages.slice(1)) {
        expect(usage.calls).toBe(queueIds === undefined ? 2 : 1);
        expect(usage.readUnits).toBeLessThanOrEqual(5);
      }
    }
  });

  it('pages cost an attendant of 20 queues at most ten read units in two steps, and miss no ticket', async () => {
    for (const status of ['pending', 'closed'] as const) {
      const { rows: shown, usages, counts } = await follow(attendant, { status, queueIds: own }, 8);
      const expected = newestFirst(
        made.rows.filter((row) => row.status === status && own.includes(row.queueId ?? 0)),
      );
      expect(shown.map(({ id }) => id)).toEqual(expected.slice(0, shown.length));
      for (const usage of usages) {
        expect(usage.readUnits).toBeLessThanOrEqual(MAX_UNITS);
        expect(usage.sequential).toBeLessThanOrEqual(2);
      }
      // The busiest of the twenty queues may end a page before it is full: the fifth row read of a queue only shows
      // that more rows exist.
      for (const count of counts.slice(0, 3)) expect(count).toBeGreaterThanOrEqual(14);
    }
  });

  it('the first page counts the matching tickets within its ten read units if its first step fills it', async () => {
    const [a = 0, b = 0, c = 0] = own;
    for (const [user, queueIds] of [
      [made.company.admin, undefined],
      [attendant, [a, b, c]],
      [attendant, own],
    ] as const) {
      const query = { status: 'pending', queueIds };
      await ask(user, query);
      const { usage, count: told, hasMore, cursor } = await ask(user, query);
      expect(usage.readUnits).toBeLessThanOrEqual(MAX_UNITS);
      const expected = made.rows.filter(
        ({ status, queueId }) =>
          status === 'pending' && (queueIds === undefined || queueIds.includes(queueId ?? 0)),
      ).length;
      // Reading twenty queues one by one leaves no read units for a count: the count is the number of rows that were
      // read.
      if (queueIds === own) expect(told).toBeLessThanOrEqual(PAGE);
      else expect(told).toBe(Math.min(100, expected));
      if (!hasMore) continue;
      const second = await ask(user, { ...query, cursor });
      expect(second.count).toBeGreaterThanOrEqual(told);
    }
  });

  it('the count stops at 99 and costs at most ten read units in two steps, however many tickets match', async () => {
    for (const status of ['pending', 'closed']) {
      // The first call for each status may also load the directory.
      await count(made.company.admin, { status });
      const all = await count(made.company.admin, { status, showAll: true });
      expect(all.count).toBe(100);
      expect(all.usage.readUnits).toBeLessThanOrEqual(4);
      const some = await count(attendant, { status });
      expect(some.count).toBe(100);
      expect(some.usage.readUnits).toBeLessThanOrEqual(MAX_UNITS);
      const [first = 0, second = 0] = own;
      const two = await count(attendant, { status, queueIds: [first, second] });
      expect(two.count).toBe(
        made.rows.filter((row) => row.status === status && [first, second].includes(row.queueId ?? 0)).length,
      );
      for (const { usage } of [all, some, two]) expect(usage.sequential).toBeLessThanOrEqual(2);
    }
  });

  it('paging in ascending order shows the same tickets as in descending order', async () => {
    const query = { status: 'pending', sortTickets: 'ASC', queueIds: own };
    const { rows: shown, ended } = await follow(attendant, query, 100);
    expect(ended).toBe(true);
    const expected = newestFirst(
      made.rows.filter((row) => row.status === 'pending' && own.includes(row.queueId ?? 0)),
    );
    expect(shown.map(({ id }) => id)).toEqual(expected.reverse());
  });
});

describe('ticket list of a user who may see few of many tickets', () => {
  it('pages are not sparse while more tickets match, and neither page nor count reveals hidden tickets', async () => {
    // All but the oldest tickets are in the first fifty queues; the attendant works in the other fifty.
    const { company, queues, rows } = await companyWith(
      QUEUES,
      1_200,
      () => 'pending',
      (index, all) => (index < 100 ? all[50 + (index % 50)] : all[index % 50]) ?? null,
    );
    const own = queues.slice(50);
    const attendant = await company.addUser({ queueIds: own });
    const { rows: shown, counts, ended } = await follow(attendant, { status: 'pending', queueIds: own }, 10);
    expect(shown.map(({ id }) => id)).toEqual(
      newestFirst(rows.filter((row) => own.includes(row.queueId ?? 0))),
    );
    expect(counts[0]).toBeGreaterThanOrEqual(10);
    expect(ended).toBe(true);
    // 1,100 tickets of the other queues come before the attendant's tickets in the index.
    expect((await count(attendant, { status: 'pending' })).count).toBe(100);
    expect((await count(attendant, { status: 'pending', queueIds: own.slice(1) })).count).toBe(98);

    const stranger = await company.addUser({ queueIds: [] });
    expect(await ask(stranger, { status: 'pending', queueIds: queues })).toMatchObject({
      count: 0,
      hasMore: false,
    });
  });
});

describe('tickets of a contact', () => {
  it('lists every ticket, newest first, at 9 read units a page, and drops removed tickets', async () => {
    const company = await makeCompany();
    const connectionId = await company.addConnection();
    const contact = await makeContact(company.table);
    const made: TicketRow[] = [];
    for (let n = 0; n < 18; n++) {
      const ticket = await makeTicket(company.table, { contact, connectionId });
      const loaded = await loadTicketWithAttendance(company.table, ticket.id);
      if (loaded === undefined) throw new Error('the ticket is gone');
      const surroundings = await loadTicketSurroundings(company.table, loaded.ticket);
      const by = { userId: null, logType: 'closed' } as const;
      const moment = { ids: systemIds, nowMs: Date.now() };
      await commitTurn(company.table, closeTicket({ ...loaded, ...surroundings }, by, moment), moment);
      made.push(await reload(company.table, ticket.id));
    }
    await makeTicket(company.table, { connectionId });
    const { result: first, usage } = await withMeter(() => listTicketsOfContact(company.table, contact.id));
    expect(usage).toMatchObject({ calls: 2 });
    expect(usage.readUnits).toBeLessThanOrEqual(9);
    const second = await listTicketsOfContact(company.table, contact.id, first.next);
    const ids = made.map(({ id }) => id).reverse();
    expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(ids);
    expect(second.next).toBeUndefined();

    const [oldest] = made;
    if (oldest === undefined) throw new Error('no ticket');
    await removeTicketWithStory(company.table, await reload(company.table, oldest.id), {
      ids: systemIds,
      nowMs: Date.now(),
    });
    const rest = await listTicketsOfContact(company.table, contact.id, first.next);
    expect(rest.rows.map(({ id }) => id)).toEqual(ids.slice(16, -1));
  });
});

describe('tickets of a lane', () => {
  it('lists the open and waiting tickets of the lane by latest activity, and not those that left it', async () => {
    const company = await makeCompany();
    const connectionId = await company.addConnection();
    const made = [];
    for (let n = 0; n < 3; n++)
      made.push(
        await makeTicket(company.table, { connectionId }, { laneId: 7, activityAt: iso(START_MS + n) }),
      );
    const closed = await makeTicket(company.table, { connectionId }, { laneId: 7 });
    await commit([company.table.put(Ticket, { ...closed, status: 'closed' }, closed.version)]);
    const [first, second, third] = made;
    if (first === undefined || second === undefined || third === undefined) throw new Error('no tickets');
    const readLane = (laneId: number) =>
      readNewestTickets(company.table, { runs: [{ by: 'lane', laneId }], filter: () => true, limit: 10 });
    await commit([company.table.put(Ticket, { ...second, laneId: null }, second.version)]);
    const { result, usage } = await withMeter(() => readLane(7));
    expect(result.rows.map(({ id }) => id)).toEqual([third.id, first.id]);
    expect(usage).toMatchObject({ calls: 1, readUnits: 0.5 });
    expect((await readLane(8)).rows).toEqual([]);
  });
});

describe('attendances by day', () => {
  let company: TestCompany;
  const HOUR_MS = 60 * MINUTE_MS;
  const attendances = 200;

  beforeAll(async () => {
    company = await makeCompany();
    await writeBatch(
      Array.from({ length: attendances }, (_none, index) =>
        company.table.put(
          Attendance,
          {
            companyId: company.id,
            ticketId: index + 1,
            id: String(index).padStart(26, '0'),
            startedOn: iso(START_MS + index * HOUR_MS),
            finishedAt: index % 2 === 0 ? iso(START_MS + (index + 30) * HOUR_MS) : null,
            userId: 3,
            queueId: 2,
            connectionId: 1,
          },
          'any',
        ),
      ),
    );
  });

  it('lists attendances that began or ended between two instants, across UTC days and years, page by page', async () => {
    // A day of São Paulo is 03:00 to 03:00 in UTC.
    const day = { from: iso(START_MS + 27 * HOUR_MS), to: iso(START_MS + 51 * HOUR_MS) };
    const { result, usage } = await withMeter(() =>
      listAttendances(company.table, 'start', day, { limit: 100 }),
    );
    expect(result.rows.map(({ ticketId }) => ticketId)).toEqual(
      Array.from({ length: 24 }, (_none, n) => 28 + n),
    );
    expect(result.next).toBeUndefined();
    expect(usage.calls).toBe(1);
    expect(usage.readUnits).toBeLessThanOrEqual(4);

    const ended = [];
    let after: string | undefined;
    for (let page = 0; page < 20; page++) {
      const { rows, next } = await listAttendances(company.table, 'end', day, { limit: 5, after });
      expect(rows.length).toBeLessThanOrEqual(5);
      ended.push(...rows.map(({ ticketId }) => ticketId));
      after = next;
      if (after === undefined) break;
    }
    expect(after).toBeUndefined();
    // Every other attendance ends, thirty hours after its start: these are the ones that started in the first 21
    // hours.
    expect(ended).toEqual(Array.from({ length: 11 }, (_none, n) => 1 + n * 2));

    const newYear = Date.UTC(2027, 0, 1);
    const around = [-2, -1, 0, 1].map((hours) => ({
      ticketId: 900 + hours,
      at: iso(newYear + hours * HOUR_MS),
    }));
    await writeBatch(
      around.map(({ ticketId, at }) =>
        company.table.put(Attendance, { companyId: company.id, ticketId, id: '1', startedOn: at }, 'any'),
      ),
    );
    const night = { from: iso(newYear - HOUR_MS), to: iso(newYear + HOUR_MS) };
    const { rows } = await listAttendances(company.table, 'start', night, { limit: 9 });
    expect(rows.map(({ ticketId }) => ticketId)).toEqual([899, 900]);
  });

  it("finds a ticket's attendance by its start time when it is created and by its end time when it is closed", async () => {
    const connectionId = await company.addConnection();
    const nowMs = Date.UTC(2026, 11, 5, 23, 59);
    const ticket = await makeTicket(company.table, { connectionId }, {}, nowMs);
    const loaded = await loadTicketWithAttendance(company.table, ticket.id);
    if (loaded === undefined) throw new Error('the ticket is gone');
    const surroundings = await loadTicketSurroundings(company.table, loaded.ticket);
    const ports = { ids: systemIds, nowMs: nowMs + 2 * MINUTE_MS };
    const by = { userId: null, logType: 'closed' } as const;
    await commitTurn(company.table, closeTicket({ ...loaded, ...surroundings }, by, ports), ports);
    const found = async (kind: 'start' | 'end', from: number, to: number) =>
      (await listAttendances(company.table, kind, { from: iso(from), to: iso(to) }, { limit: 9 })).rows;
    const midnight = Date.UTC(2026, 11, 6);
    expect(await found('start', midnight - HOUR_MS, midnight)).toMatchObject([{ ticketId: ticket.id }]);
    expect(await found('start', midnight, midnight + HOUR_MS)).toEqual([]);
    expect(await found('end', midnight, midnight + HOUR_MS)).toMatchObject([{ ticketId: ticket.id }]);
  });
});

describe('connection lookup', () => {
  const created = z.object({ id: z.number(), issuedToken: z.string() });
  const rotated = z.object({ token: z.string() });

  it('finds a connection by its newest token only, and not after its removal', async () => {
    const company = await makeCompany();
    const { token } = company.admin;
    await company.addConnection({ isDefault: true });
    const answer = await call(connections, {
      to: 'POST /whatsapp',
      token,
      body: { name: 'Loja', greetingMessage: 'Olá', isDefault: false },
    });
    const { id, issuedToken } = created.parse(answer.body);
    const owner = { companyId: company.id, connectionId: id };
    const { result, usage } = await withMeter(() => findConnectionByToken(issuedToken, Date.now()));
    expect(result).toMatchObject(owner);
    expect(usage).toMatchObject({ calls: 1, readUnits: 0.5 });

    const next = rotated.parse((await call(connections, { to: `POST /whatsapp/${id}/token`, token })).body);
    const nextDay = Date.now() + 24 * 60 * 60 * 1000;
    expect(await findConnectionByToken(issuedToken, Date.now())).toMatchObject(owner);
    expect(await findConnectionByToken(issuedToken, nextDay)).toBeUndefined();
    expect(await findConnectionByToken(next.token, nextDay)).toMatchObject(owner);
    expect(await findConnectionByToken('', Date.now())).toBeUndefined();
    expect((await call(connections, { to: `DELETE /whatsapp/${id}`, token })).status).toBe(200);
    expect(await findConnectionByToken(next.token, Date.now())).toBeUndefined();
  });

  it("finds a connection by the provider's account, which no second connection can have", async () => {
    const [ours, theirs] = [await makeCompany(), await makeCompany()];
    const account = { channel: 'facebook', accountId: '209001112223334' } as const;
    const connectionId = await ours.addConnection(account);
    expect(await findConnectionByAccount(account)).toMatchObject({ companyId: ours.id, connectionId });
    expect(await findConnectionByAccount({ ...account, channel: 'instagram' })).toBeUndefined();
    const taken = theirs.addConnection(account).catch((error: unknown) => error);
    expect(await taken).toBeInstanceOf(WriteConflict);
    expect(await loadConnections(theirs.table)).toEqual([]);

    const connection = await loadConnection(ours.table, connectionId);
    if (connection === undefined) throw new Error('no connection');
    const moved = { ...connection, accountId: '77' };
    await commit(connectionItems(ours.table, connection, moved, Date.now()));
    expect(await findConnectionByAccount(account)).toBeUndefined();
    await theirs.addConnection(account);
    const { version } = connection;
    await commit(connectionItems(ours.table, { ...moved, version: version + 1 }, undefined, Date.now()));
    expect(await findConnectionByAccount({ ...account, accountId: '77' })).toBeUndefined();
    expect(await findConnectionByAccount(account)).toMatchObject({ companyId: theirs.id });
  });
});
