import { handler as queues } from '@prosa/functions/http/queues/handler.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import { systemClock } from '@prosa/functions/platform/clock.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Connection } from '@prosa/functions/platform/table/entities/connections.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { Timer } from '@prosa/functions/platform/table/entities/work.ts';
import { connectionItems } from '@prosa/functions/repositories/connections/connections.ts';
import { loadConversation, type TicketRow } from '@prosa/functions/repositories/tickets/tickets.ts';
import pLimit from 'p-limit';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { failedIndexes, sqsEvent, textEvent } from '../factories/inbound-events.ts';
import { makeContact, makeTicket, reload } from '../factories/tickets.ts';
import { inbound, timers } from '../support/handlers.ts';
import { call } from './support/call.ts';
import { useTable } from './support/table.ts';

useTable();

const ROUNDS = 60;
const ROUNDS_AT_ONCE = 4;
const AFTER_SWEEP_MS = 61_000;

let company: TestCompany;
let connectionId = 0;

beforeAll(async () => {
  company = await makeCompany();
  connectionId = await company.addConnection({ timeCreateNewTicket: 60 });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const put = (id: number, body: object) =>
  call(tickets, { to: `PUT /tickets/${id}`, token: company.admin.token, body });
const remove = (queueId: number) =>
  call(queues, { to: `DELETE /queue/${queueId}`, token: company.admin.token });
const close = (ticket: TicketRow) => put(ticket.id, { status: 'closed', sendFarewellMessage: false });

/** Fires the timer that the removal of a queue leaves behind, at its due time. */
const sweep = async (queueId: number): Promise<void> => {
  const key = { kind: 'queue-sweep', subject: String(queueId) };
  const timer = await company.table.get(Timer, key, { consistent: true });
  expect(timer).toBeDefined();
  vi.spyOn(systemClock, 'now').mockImplementation(() => Date.now() + AFTER_SWEEP_MS);
  const body = JSON.stringify({ companyId: company.id, ...key, token: timer?.token });
  expect(failedIndexes(await timers(sqsEvent([body])))).toEqual([]);
  vi.restoreAllMocks();
  expect(await company.table.get(Timer, key, { consistent: true })).toBeUndefined();
};

/** Expects each slot of the conversation to name exactly the closed ticket with `latestClosed`. */
const expectSoundSlots = async (ofConversation: readonly TicketRow[]): Promise<void> => {
  const [first] = ofConversation;
  const rows = await Promise.all(ofConversation.map(({ id }) => reload(company.table, id)));
  const conversation = await loadConversation(company.table, first?.contactId ?? 0, connectionId);
  const shown = rows.filter(({ status, latestClosed }) => status === 'closed' && latestClosed);
  expect(conversation?.lastClosedByQueue).toEqual(
    Object.fromEntries(shown.map(({ id, queueId }) => [String(queueId ?? 0), id])),
  );
  const active = rows.filter(({ status }) => status !== 'closed');
  expect(conversation?.activeTicketId ?? null).toBe(active[0]?.id ?? null);
  expect(active.length).toBeLessThanOrEqual(1);
};

describe('removing a queue while its tickets close', () => {
  it(`leaves no slot, no ticket and no second latest closed ticket behind, in ${ROUNDS} races`, async () => {
    const removed: { queueId: number; tickets: TicketRow[] }[] = [];
    await pLimit(ROUNDS_AT_ONCE).map(Array(ROUNDS).keys(), async (n) => {
      const { table } = company;
      const queueId = await company.addQueue();
      const contact = await makeContact(table);
      const made: TicketRow[] = [];
      const openOne = async (inQueue: number | null) => {
        const ticket = await makeTicket(
          table,
          { contact, connectionId },
          { queueId: inQueue, status: 'open' },
        );
        made.push(ticket);
        return ticket;
      };
      if (n % 2 === 0) expect((await close(await openOne(null))).status).toBe(200);
      if (n % 3 > 0) expect((await close(await openOne(queueId))).status).toBe(200);
      const last = await openOne(queueId);
      // The closing starts a little later in each round, so that it meets every step of the removal.
      const pause = new Promise<void>((resolve) => setTimeout(resolve, n % 12));
      const [gone] = await Promise.all([
        remove(queueId),
        pause.then(async () => {
          expect((await close(last)).status).toBe(200);
          if (n % 5 === 0) await put(last.id, { status: 'open', userId: company.admin.id, queueId });
        }),
      ]);
      expect(gone.status).toBe(200);
      await expectSoundSlots(made);
      removed.push({ queueId, tickets: made });
    });
    for (const { queueId, tickets: made } of removed) {
      await sweep(queueId);
      await expectSoundSlots(made);
      const rows = await Promise.all(made.map(({ id }) => reload(company.table, id)));
      const shown = rows.filter(({ status, latestClosed }) => status !== 'closed' || latestClosed);
      expect(shown.filter((row) => row.queueId === queueId)).toEqual([]);
    }
    expect(removed).toHaveLength(ROUNDS);
  });

  it('the sweep also clears references that were written with a stale directory', async () => {
    const { table } = company;
    const queueId = await company.addQueue();
    expect((await remove(queueId)).status).toBe(200);
    const contact = await makeContact(table);
    const waiting = await makeTicket(table, { contact, connectionId }, { queueId });
    const other = await company.addConnection();
    const connection = await table.get(Connection, { id: other }, { consistent: true });
    if (connection === undefined) throw new Error('no connection');
    await commit(connectionItems(table, connection, { ...connection, queueIds: [queueId] }, Date.now()));
    forgetDirectory(company.id);
    await sweep(queueId);
    expect((await reload(table, waiting.id)).queueId).toBeNull();
    expect((await table.get(Connection, { id: other }, { consistent: true }))?.queueIds).toEqual([]);
  });

  it('a message that reopens an older ticket of the removed queue leaves it without a queue', async () => {
    const { table } = company;
    const queueId = await company.addQueue();
    const number = '5511955559999';
    const contact = await makeContact(table, { number });
    const ticket = await makeTicket(table, { contact, connectionId }, { queueId, status: 'open' });
    expect((await close(ticket)).status).toBe(200);
    const closed = await reload(table, ticket.id);
    expect((await remove(queueId)).status).toBe(200);
    // A closed ticket that is in no list keeps the removed queue.
    const now = await reload(table, ticket.id);
    await commit([table.put(Ticket, { ...closed, latestClosed: false }, now.version)]);
    const where = { companyId: company.id, connectionId };
    const event = textEvent(where, number, 'ah, esqueci de perguntar uma coisa', {
      receivedAt: Date.now(),
      sentAt: Date.now(),
    });
    expect(failedIndexes(await inbound(sqsEvent([event])))).toEqual([]);
    expect(await reload(table, ticket.id)).toMatchObject({ status: 'pending', queueId: null });
  });
});
