import { handler as contacts } from '@prosa/functions/http/contacts/handler.ts';
import { handler as queues } from '@prosa/functions/http/queues/handler.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import { handler as users } from '@prosa/functions/http/users/handler.ts';
import { systemClock } from '@prosa/functions/platform/clock.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Connection } from '@prosa/functions/platform/table/entities/connections.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { Presence } from '@prosa/functions/platform/table/entities/users.ts';
import { Timer } from '@prosa/functions/platform/table/entities/work.ts';
import { clearTimerItem } from '@prosa/functions/platform/timers/set-timer.ts';
import type { TimerKind } from '@prosa/functions/platform/timers/timer-kinds.ts';
import type { TicketRow } from '@prosa/functions/repositories/tickets/tickets.ts';
import { presenceItems } from '@prosa/functions/repositories/users/presence.ts';
import { tableStore } from '@prosa/session-host/connections/table-store.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { makeContact, makeTicket, reload } from '../factories/tickets.ts';
import { timerTick as tick } from '../support/handlers.ts';
import { call } from './support/call.ts';
import { useEdge } from './support/edge.ts';
import { fireTimers } from './support/fire-timers.ts';
import { useLaggingIndex } from './support/lagging-index.ts';
import { useTable } from './support/table.ts';

useTable();
const edge = useEdge();
const lagIndexes = useLaggingIndex();

const MINUTE_MS = 60_000;
let company: TestCompany;
let sales: number;
let support: number;
let connectionId: number;
let ana: TestUser;
let bruno: TestUser;
let nowMs = Date.now();

beforeAll(async () => {
  company = await makeCompany();
  sales = await company.addQueue();
  support = await company.addQueue();
  connectionId = await company.addConnection({ started: true });
  ana = await company.addUser({ queueIds: [sales, support], allTicket: true });
  bruno = await company.addUser({ queueIds: [sales, support], allTicket: true });
});
beforeEach(() => {
  nowMs = Date.now();
  vi.spyOn(systemClock, 'now').mockImplementation(() => nowMs);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const waiting = (fields: Parameters<typeof makeTicket>[2] = {}) =>
  makeTicket(company.table, { connectionId }, { queueId: sales, ...fields });
const put = (ticket: TicketRow, body: object, by: TestUser) =>
  call(tickets, { to: `PUT /tickets/${ticket.id}`, token: by.token, body });
const accept = (ticket: TicketRow, by: TestUser) =>
  put(ticket, { status: 'open', userId: by.id, queueId: ticket.queueId }, by);
const listed = async (status: string, queueId: number, by: TestUser): Promise<number[]> => {
  const { body } = await call(tickets, {
    to: `GET /tickets?status=${status}&showAll=true&queueIds=[${queueId}]`,
    token: by.token,
  });
  return z
    .object({ tickets: z.array(z.object({ id: z.int() })) })
    .parse(body)
    .tickets.map(({ id }) => id);
};

/** Fires the timers that are due. Returns the kind and subject of each. */
const runTimers = async (): Promise<string[]> => {
  await tick({});
  const bodies = edge().takeAll('timers');
  expect(await fireTimers(...bodies)).toEqual([]);
  const handed = z.array(z.object({ kind: z.string(), subject: z.string() })).parse(bodies);
  return handed.map(({ kind, subject }) => `${kind} ${subject}`);
};
const timerOf = (kind: TimerKind, subject: string) =>
  company.table.get(Timer, { kind, subject }, { consistent: true });

describe('with a lagging index', () => {
  it('a list shows changes late, and acting on a stale row gets the current state', async () => {
    const [seen, accepted] = [await waiting(), await waiting()];
    const index = await lagIndexes();
    expect((await accept(accepted, ana)).status).toBe(200);
    const fresh = await waiting();
    expect(await listed('pending', sales, bruno)).toEqual(expect.arrayContaining([seen.id, accepted.id]));
    expect(await listed('pending', sales, bruno)).not.toContain(fresh.id);
    expect(await accept(accepted, bruno)).toMatchObject({ status: 409, body: { error: 'ERR_TICKET_TAKEN' } });
    expect((await accept(fresh, bruno)).status).toBe(200);
    expect(await reload(company.table, accepted.id)).toMatchObject({
      userId: ana.id,
      version: accepted.version + 1,
    });
    await index.catchUp();
    const late = await listed('pending', sales, bruno);
    expect(late).toContain(seen.id);
    expect(late).not.toContain(accepted.id);
    expect(late).not.toContain(fresh.id);
    expect(await listed('open', sales, ana)).toEqual(expect.arrayContaining([accepted.id]));
  });

  it('closing a whole queue spares tickets that left it, were accepted or are gone', async () => {
    const [stays, moved, taken, gone] = [await waiting(), await waiting(), await waiting(), await waiting()];
    await lagIndexes();
    await commit([company.table.put(Ticket, { ...moved, queueId: support }, moved.version)]);
    expect((await accept(taken, ana)).status).toBe(200);
    await call(tickets, { to: `DELETE /tickets/${gone.id}`, token: company.admin.token });
    const closed = await call(tickets, {
      to: 'POST /tickets/closeAll',
      token: company.admin.token,
      body: { status: 'pending', selectedQueueIds: [sales] },
    });
    expect(closed.status).toBe(200);
    expect(await reload(company.table, stays.id)).toMatchObject({ status: 'closed' });
    expect(await reload(company.table, moved.id)).toMatchObject({ status: 'pending', queueId: support });
    expect(await reload(company.table, taken.id)).toMatchObject({ status: 'open', userId: ana.id });
    await expect(reload(company.table, gone.id)).rejects.toThrow('gone');
  });

  it('removing a queue spares tickets that left it, and later sweeps a ticket that was not yet in the index', async () => {
    const doomed = await company.addQueue();
    const [left, inside] = [await waiting({ queueId: doomed }), await waiting({ queueId: doomed })];
    const index = await lagIndexes();
    await commit([company.table.put(Ticket, { ...left, queueId: support }, left.version)]);
    const unseen = await waiting({ queueId: doomed });
    const removed = await call(queues, { to: `DELETE /queue/${doomed}`, token: company.admin.token });
    expect(removed.status).toBe(200);
    expect(await reload(company.table, inside.id)).toMatchObject({ queueId: null });
    expect(await reload(company.table, left.id)).toMatchObject({
      queueId: support,
      version: left.version + 1,
    });
    await index.catchUp();
    nowMs += 2 * MINUTE_MS;
    expect(await runTimers()).toContain(`queue-sweep ${doomed}`);
    expect(await reload(company.table, unseen.id)).toMatchObject({ queueId: null, status: 'pending' });
  });

  it('removing a user returns tickets that were not yet in the index, and none that were taken over', async () => {
    const leaving = await company.addUser({ queueIds: [sales], allTicket: true });
    const mine = () => waiting({ status: 'open', userId: leaving.id });
    const [held, takenOver] = [await mine(), await mine()];
    const index = await lagIndexes();
    await commit([company.table.put(Ticket, { ...takenOver, userId: ana.id }, takenOver.version)]);
    const unseen = await mine();
    const removed = await call(users, { to: `DELETE /users/${leaving.id}`, token: company.admin.token });
    expect(removed.status).toBe(200);
    expect(await reload(company.table, held.id)).toMatchObject({ status: 'pending', userId: null });
    expect(await reload(company.table, takenOver.id)).toMatchObject({ status: 'open', userId: ana.id });
    await index.catchUp();
    nowMs += 2 * MINUTE_MS;
    expect(await runTimers()).toContain(`user-sweep ${leaving.id}`);
    expect(await reload(company.table, unseen.id)).toMatchObject({ status: 'pending', userId: null });
    expect(await timerOf('user-sweep', String(leaving.id))).toBeUndefined();
  });

  it('a timer does not fire before it is in the index, nor after its removal', async () => {
    const { table } = company;
    const ports = () => ({ ids: systemIds, nowMs });
    const online = (userId: number) => table.get(Presence, { userId }, { consistent: true });
    await commit(presenceItems(table, ana.id, ports()));
    await commit(presenceItems(table, bruno.id, ports()));
    const index = await lagIndexes();
    await commit(presenceItems(table, company.admin.id, ports()));
    nowMs += 30 * MINUTE_MS;
    await commit([clearTimerItem(table, { kind: 'presence-check', subject: bruno.id })]);

    const shown = [`presence-check ${ana.id}`, `presence-check ${bruno.id}`];
    expect(await runTimers()).toEqual(expect.arrayContaining(shown));
    expect(await online(ana.id)).toBeUndefined();
    // The removed timer's row is gone, although the index still shows it.
    expect(await online(bruno.id)).toBeDefined();
    expect(await online(company.admin.id)).toBeDefined();

    await index.catchUp();
    expect(await runTimers()).toContain(`presence-check ${company.admin.id}`);
    expect(await online(company.admin.id)).toBeUndefined();
  });

  it("lists show a contact's former name, and a removed contact cannot be opened", async () => {
    const [renamed, removed] = [
      await makeContact(company.table, { name: 'Aaron' }),
      await makeContact(company.table, { name: 'Abel' }),
    ];
    const index = await lagIndexes();
    const ask = (to: string, body?: object) => call(contacts, { to, token: company.admin.token, body });
    expect((await ask(`PUT /contacts/${renamed.id}`, { name: 'Zeca', email: '' })).status).toBe(200);
    expect((await ask(`DELETE /contacts/${removed.id}`)).status).toBe(200);
    const names = async (): Promise<string[]> => {
      const { body } = await ask('GET /contacts');
      return z
        .object({ contacts: z.array(z.object({ name: z.string() })) })
        .parse(body)
        .contacts.map(({ name }) => name);
    };
    expect((await names()).slice(0, 2)).toEqual(['Aaron', 'Abel']);
    expect((await ask(`GET /contacts/${removed.id}`)).status).toBe(404);
    expect((await ask(`GET /contacts/${renamed.id}`)).body).toMatchObject({ name: 'Zeca' });
    await index.catchUp();
    expect(await names()).toEqual(expect.arrayContaining(['Zeca']));
    expect(await names()).not.toEqual(expect.arrayContaining(['Abel']));
  });

  it('a starting host does not start a connection that was stopped or removed', async () => {
    const [stopped, removed] = [
      await company.addConnection({ started: true }),
      await company.addConnection({ started: true }),
    ];
    await lagIndexes();
    const rows = await company.table.getMany(Connection, [{ id: stopped }, { id: removed }], {
      consistent: true,
    });
    for (const row of rows) {
      if (row === undefined) throw new Error('no connection');
      await commit([
        row.id === stopped
          ? company.table.put(Connection, { ...row, started: false }, row.version)
          : company.table.delete(Connection, { id: row.id }, row.version),
      ]);
    }
    const ids = (await tableStore.startedConnections(0)).map((ref) => ref.connectionId);
    expect(ids).toContain(connectionId);
    expect(ids).not.toContain(stopped);
    expect(ids).not.toContain(removed);
  });

  it('with a lag of 200 ms, lists converge to the rows', async () => {
    const made = [await waiting(), await waiting(), await waiting()];
    await lagIndexes({ lagMs: 200 });
    for (const ticket of made) expect((await accept(ticket, ana)).status).toBe(200);
    expect(await listed('pending', sales, bruno)).toEqual(expect.arrayContaining([made[2]?.id]));
    await expect
      .poll(() => listed('open', sales, ana))
      .toEqual(expect.arrayContaining(made.map(({ id }) => id)));
    const pending = await listed('pending', sales, bruno);
    for (const { id } of made) expect(pending).not.toContain(id);
  });
});
