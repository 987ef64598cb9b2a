import { randomUUID } from 'node:crypto';
import { handler as messages } from '@prosa/functions/http/messages/handler.ts';
import { systemClock } from '@prosa/functions/platform/clock.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { Outbox, Timer } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { sessionCommandSchema } from '@prosa/shared/messaging/session-command.ts';
import { timerMessageSchema } from '@prosa/shared/messaging/timer-message.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { makeConversation } from '../factories/conversation.ts';
import { makeContact, makeTicket } from '../factories/tickets.ts';
import { call } from './support/call.ts';
import { fireTimers } from './support/fire-timers.ts';
import { useTable } from './support/table.ts';

useTable();

const TEXTS = ['primeira', 'segunda', 'terceira', 'quarta'];
/** More timer steps than any of these tests needs. */
const MAX_STEPS = 20;

let company: TestCompany;
let ana: TestUser;
let queueId = 0;
let connectionId = 0;
let messageIds: string[] = [];

const rowsOf = async (contactId: number) => {
  const { pk } = keys.message({ contactId, connectionId, sortKey: '' });
  const { rows } = await company.table.query(Message, { pk, limit: 100, consistent: true });
  return rows.toSorted((a, b) => (a.sortKey < b.sortKey ? -1 : 1));
};
const textsTo = async (contactId: number) => (await rowsOf(contactId)).map(({ body }) => body);

beforeEach(async () => {
  company = await makeCompany();
  queueId = await company.addQueue();
  connectionId = await company.addConnection();
  ana = await company.addUser({ queueIds: [queueId] });
  const attended = { status: 'open', userId: ana.id, queueId } as const;
  const place = { companyId: company.id, connectionId };
  const { contactId } = await makeConversation(company, place, attended, TEXTS);
  messageIds = (await rowsOf(contactId)).map(({ id }) => id);
});
afterEach(() => vi.restoreAllMocks());

const ask = (body: object, user = ana) =>
  call(messages, { to: 'POST /message/forward/several', token: user.token, body: { messageIds, ...body } });

/**
 * Fires each message in the timer queue twice at its due time.
 * @returns the delays, in seconds
 */
const fireAll = async (): Promise<number[]> => {
  const delays: number[] = [];
  for (let step = 0; step < MAX_STEPS; step++) {
    const { pk } = keys.outbox({ queue: 'timers', groupId: '', id: '' });
    const { rows } = await company.table.query(Outbox, { pk, limit: 10, consistent: true });
    const [row] = rows;
    if (row === undefined) return delays;
    const message = timerMessageSchema.parse(JSON.parse(row.body));
    const timer = await company.table.get(Timer, message, { consistent: true });
    expect(timer?.token).toBe(message.token);
    delays.push(row.delayS ?? 0);
    vi.spyOn(systemClock, 'now').mockReturnValue(Date.parse(timer?.dueAt ?? ''));
    for (let times = 0; times < 2; times++) expect(await fireTimers(message)).toEqual([]);
    await commit([company.table.delete(Outbox, row)]);
  }
  throw new Error('there is no end to it');
};

describe('forwarding several messages', () => {
  it('R17: repeated requests forward each message once, in order, a pause apart, on one ticket per contact', async () => {
    const contacts = [await makeContact(company.table), await makeContact(company.table)];
    const contactIds = contacts.map(({ id }) => id);
    const clientId = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => ask({ contactIds, clientId })));
    for (const answer of answers) expect(answer).toMatchObject({ status: 202, body: { count: 8 } });
    // Nothing is sent within the request, because the caller may be gone.
    for (const id of contactIds) expect(await textsTo(id)).toEqual([]);
    const delays = await fireAll();
    expect(delays).toEqual([0, 1, 1, 1, 1, 1, 1, 1]);
    for (const id of contactIds) {
      const rows = await rowsOf(id);
      expect(rows.map(({ body }) => body)).toEqual(TEXTS);
      expect(new Set(rows.map(({ ticketId }) => ticketId)).size).toBe(1);
      for (let at = 1; at < rows.length; at++)
        expect(
          Date.parse(rows[at]?.sentAt ?? '') - Date.parse(rows[at - 1]?.sentAt ?? ''),
        ).toBeGreaterThanOrEqual(900);
      const groupId = [company.id, connectionId, id].join(':');
      const { rows: sent } = await company.table.query(Outbox, {
        pk: keys.outbox({ queue: 'session-commands-0', groupId, id: '' }).pk,
        limit: 100,
      });
      expect(sent.map(({ body }) => sessionCommandSchema.parse(JSON.parse(body)))).toMatchObject(
        TEXTS.map((text) => ({ type: 'send', content: { kind: 'text', text } })),
      );
    }
    expect(await ask({ contactIds, clientId })).toMatchObject({ status: 202, body: { count: 8 } });
    expect(await fireAll()).toEqual([]);
    expect(await ask({ contactIds: [contactIds[0]], clientId })).toMatchObject({
      status: 422,
      body: { error: 'ERR_IDEMPOTENCY_MISMATCH' },
    });
  });

  it('is refused if a message may not be forwarded, or a contact has an open ticket of another user', async () => {
    const bruno = await company.addUser({ queueIds: [queueId] });
    const contact = await makeContact(company.table);
    await makeTicket(company.table, { contact, connectionId }, { queueId, userId: bruno.id, status: 'open' });
    const free = await makeContact(company.table);
    expect(await ask({ contactIds: [free.id, contact.id] })).toMatchObject({
      status: 409,
      body: { error: 'ERR_OTHER_OPEN_TICKET', details: { userId: bruno.id } },
    });
    expect(await ask({ contactIds: [free.id] }, bruno)).toMatchObject({ status: 404 });
    expect(await ask({ contactIds: [9_999] })).toMatchObject({ status: 404 });
    const other = await makeCompany();
    expect(await ask({ contactIds: [free.id] }, other.admin)).toMatchObject({ status: 404 });
    expect(await fireAll()).toEqual([]);
  });

  it('skips a contact that a colleague takes in the meantime, and continues with the next', async () => {
    const bruno = await company.addUser({ queueIds: [queueId] });
    const [taken, free] = [await makeContact(company.table), await makeContact(company.table)];
    await ask({ contactIds: [taken.id, free.id] });
    await makeTicket(
      company.table,
      { contact: taken, connectionId },
      { queueId, userId: bruno.id, status: 'open' },
    );
    await fireAll();
    expect(await textsTo(taken.id)).toEqual([]);
    expect(await textsTo(free.id)).toEqual(TEXTS);
  });
});
