import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { newTicket } from '@prosa/functions/domain/turns/ticket-turns.ts';
import { ticketOf } from '@prosa/functions/domain/turns/turn.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { commit, WriteConflict } from '@prosa/functions/platform/table/commit.ts';
import { Conversation } from '@prosa/functions/platform/table/entities/messages.ts';
import { Ticket, TicketLog } from '@prosa/functions/platform/table/entities/tickets.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { retryOnConflict } from '@prosa/functions/platform/table/retry-on-conflict.ts';
import { nextId } from '@prosa/functions/platform/table/updates.ts';
import { loadConversation } from '@prosa/functions/repositories/tickets/tickets.ts';
import { ticketConflictSchema } from '@prosa/shared/contracts/tickets.ts';
import pLimit from 'p-limit';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { makeContact, makeTicket, reload } from '../factories/tickets.ts';
import { commitTurn } from '../support/commit-turn.ts';
import { isWhole } from '../support/depth.ts';
import { call } from './support/call.ts';
import { useTable } from './support/table.ts';
import { type Storm, untilLanded } from './support/ticket-writers.ts';

useTable();

/** Enough for a thousand sequential writes with their waits, or hundreds of races, on a busy machine. */
const STORM_LIMIT_MS = 180_000;
const RACES = isWhole ? 500 : 50;
const RACES_AT_ONCE = 10;

let company: TestCompany;
let queueId = 0;
let connectionId = 0;
let ana: TestUser;
let bruno: TestUser;

beforeAll(async () => {
  company = await makeCompany();
  queueId = await company.addQueue();
  connectionId = await company.addConnection();
  ana = await company.addUser({ name: 'Ana', queueIds: [queueId] });
  bruno = await company.addUser({ name: 'Bruno', queueIds: [queueId] });
});

const accept = (user: TestUser, id: number) =>
  call(tickets, { to: `PUT /tickets/${id}`, token: user.token, body: { status: 'open', userId: user.id } });

describe('first messages of a contact', () => {
  it('R11: of 50 simultaneous first messages one creates the ticket, and all are on it', async () => {
    const { table } = company;
    const contact = await makeContact(table);
    const takeIn = () =>
      retryOnConflict(async () => {
        const conversation = await loadConversation(table, contact.id, connectionId);
        const activeId = conversation?.activeTicketId ?? null;
        if (activeId !== null) {
          const before = await reload(table, activeId);
          const after = { ...before, unreadMessages: before.unreadMessages + 1 };
          await commit([table.put(Ticket, after, before.version)]);
          return activeId;
        }
        const moment = { ids: systemIds, nowMs: Date.now() };
        const made = newTicket(
          {
            ticketId: await nextId(table, Ticket),
            contact,
            connectionId,
            channel: 'whatsapp',
            conversation,
            status: 'pending',
            isActiveDemand: false,
            continues: {
              lastMessage: 'oi',
              lastMessageAt: null,
              unreadMessages: 1,
              heardAt: null,
              freeEntryAt: null,
              fromMe: false,
            },
          },
          moment,
        );
        await commitTurn(table, made, moment);
        return ticketOf(made).id;
      });
    const ids = new Set(await Promise.all(Array.from({ length: 50 }, () => untilLanded(takeIn))));
    expect(ids.size).toBe(1);
    const [id = 0] = ids;
    expect((await reload(table, id)).unreadMessages).toBe(50);
    expect(await loadConversation(table, contact.id, connectionId)).toMatchObject({ activeTicketId: id });
  });

  it('R11: creating a second active ticket of a conversation fails on the pointer', async () => {
    const { table } = company;
    const contact = await makeContact(table);
    const first = await makeTicket(table, { contact, connectionId });
    const moment = { ids: systemIds, nowMs: Date.now() };
    const late = newTicket(
      {
        ticketId: first.id + 1_000,
        contact,
        connectionId,
        channel: 'whatsapp',
        conversation: undefined,
        status: 'pending',
        isActiveDemand: false,
      },
      moment,
    );
    const refusal = await commitTurn(table, late, moment).catch((error: unknown) => error);
    expect(refusal instanceof WriteConflict && refusal.failedOn(Conversation)).toBe(true);
  });
});

describe('accepting a ticket', () => {
  it('R13: of two simultaneous accepts one succeeds, and the error of the other names the attendant', async () => {
    await pLimit(RACES_AT_ONCE).map(Array(RACES).keys(), async () => {
      const ticket = await makeTicket(company.table, { connectionId }, { queueId });
      const [first, second] = await Promise.all([accept(ana, ticket.id), accept(bruno, ticket.id)]);
      expect([first.status, second.status].sort()).toEqual([200, 409]);
      const [winner, refusal] = first.status === 200 ? [ana, second] : [bruno, first];
      const details = z.object({ error: z.literal('ERR_TICKET_TAKEN'), details: ticketConflictSchema });
      expect(details.parse(refusal.body).details).toMatchObject({
        id: ticket.id,
        uuid: ticket.uuid,
        status: 'open',
        userId: winner.id,
        user: { id: winner.id },
        queue: { id: queueId },
      });
      expect(await reload(company.table, ticket.id)).toMatchObject({ status: 'open', userId: winner.id });
      const log = await company.table.query(TicketLog, {
        pk: keys.ticket({ id: ticket.id }).pk,
        prefix: 'LOG#',
        limit: 10,
      });
      expect(log.rows.map(({ type }) => type)).toEqual(['create', 'open']);
    });
  });

  it('R13: a double click accepts once', async () => {
    const ticket = await makeTicket(company.table, { connectionId }, { queueId });
    const answers = await Promise.all([
      accept(ana, ticket.id),
      accept(ana, ticket.id),
      accept(ana, ticket.id),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const log = await company.table.query(TicketLog, {
      pk: keys.ticket({ id: ticket.id }).pk,
      prefix: 'LOG#',
      limit: 10,
    });
    expect(log.rows.filter(({ type }) => type === 'open')).toHaveLength(1);
  });

  it('R13: of two simultaneous reopenings one succeeds', async () => {
    const ticket = await makeTicket(
      company.table,
      { connectionId },
      { queueId, userId: ana.id, status: 'open' },
    );
    const close = { to: `PUT /tickets/${ticket.id}`, token: ana.token, body: { status: 'closed' } };
    expect((await call(tickets, close)).status).toBe(200);
    const answers = await Promise.all([accept(ana, ticket.id), accept(bruno, ticket.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('closing a ticket while messages arrive', () => {
  /** Does to a ticket what an incoming message does, without the message. */
  const takeIn = (contactId: number) =>
    retryOnConflict(async () => {
      const { table } = company;
      const conversation = await loadConversation(table, contactId, connectionId);
      const activeId = conversation?.activeTicketId ?? null;
      if (activeId === null) return null;
      const before = await reload(table, activeId);
      if (before.status === 'closed') throw new WriteConflict([]);
      const after = { ...before, unreadMessages: before.unreadMessages + 1 };
      await commit([table.put(Ticket, after, before.version)]);
      return activeId;
    });

  it('R12: a message is on a ticket that was active, or finds no active ticket', async () => {
    const rounds = Array.from({ length: 20 }, async () => {
      const contact = await makeContact(company.table);
      const ticket = await makeTicket(
        company.table,
        { contact, connectionId },
        { queueId, userId: ana.id, status: 'open' },
      );
      const close = { to: `PUT /tickets/${ticket.id}`, token: ana.token, body: { status: 'closed' } };
      const [closed, ...taken] = await Promise.all([
        call(tickets, close),
        takeIn(contact.id),
        takeIn(contact.id),
        takeIn(contact.id),
      ]);
      expect(closed.status).toBe(200);
      // Messages that arrived before the close count as read; no unread message is left on the closed ticket.
      expect(await reload(company.table, ticket.id)).toMatchObject({ status: 'closed', unreadMessages: 0 });
      expect(taken.every((id) => id === null || id === ticket.id)).toBe(true);
      const conversation = await loadConversation(company.table, contact.id, connectionId);
      expect(conversation).toMatchObject({
        activeTicketId: null,
        lastClosedByQueue: { [queueId]: ticket.id },
      });
    });
    await Promise.all(rounds);
  });
});

describe('many writers on one ticket', () => {
  const CHILD = fileURLToPath(new URL('./support/ticket-writers-child.ts', import.meta.url));
  const CHANGES_EACH = isWhole ? 50 : 10;
  const PROCESSES = 4;
  const WRITERS_PER_PROCESS = 5;
  const CHANGES = PROCESSES * WRITERS_PER_PROCESS * CHANGES_EACH;
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  const launch = async (): Promise<ChildProcess> => {
    const child = fork(CHILD, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    children.push(child);
    await once(child, 'message');
    return child;
  };
  const storm = async (child: ChildProcess, work: Storm): Promise<number[]> => {
    const told = once(child, 'message', { signal: AbortSignal.timeout(STORM_LIMIT_MS) });
    child.send(work);
    return z.array(z.number()).parse((await told)[0]);
  };

  it('R15: 20 writers in four processes with many changes each lose no change', async () => {
    const { table } = company;
    const ticket = await makeTicket(table, { connectionId }, { queueId, lastMessage: '-'.repeat(CHANGES) });
    const processes = await Promise.all(Array.from({ length: PROCESSES }, launch));
    const tries = await Promise.all(
      processes.map((child, process) =>
        storm(child, {
          companyId: company.id,
          ticketId: ticket.id,
          writers: Array.from({ length: WRITERS_PER_PROCESS }, (_, n) => process * WRITERS_PER_PROCESS + n),
          changesEach: CHANGES_EACH,
        }),
      ),
    );
    const after = await reload(table, ticket.id);
    expect(after.unreadMessages).toBe(CHANGES);
    expect(after.lastMessage).toBe('x'.repeat(CHANGES));
    const sorted = tries.flat().sort((a, b) => a - b);
    expect(sorted).toHaveLength(CHANGES);
    expect(sorted[Math.floor(sorted.length * 0.99)]).toBeLessThanOrEqual(10);
  });
});
