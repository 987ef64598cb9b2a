import { randomUUID } from 'node:crypto';
import { handler as external } from '@prosa/functions/http/external/handler.ts';
import { handler as messages } from '@prosa/functions/http/messages/handler.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { ConnectionState } from '@prosa/functions/platform/table/entities/connections.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { Timer } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { findContactByIdentities } from '@prosa/functions/repositories/contacts/contacts.ts';
import {
  loadConversation,
  loadTicket,
  type TicketRow,
} from '@prosa/functions/repositories/tickets/tickets.ts';
import { beforeEach, expect, it } from 'vitest';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { freshNumber, makeConversation } from '../factories/conversation.ts';
import { textEvent, type Where } from '../factories/inbound-events.ts';
import { makeContact } from '../factories/tickets.ts';
import { call } from './support/call.ts';
import { take } from './support/inbound.ts';
import { useTable } from './support/table.ts';

useTable();

const MINUTE_MS = 60_000;
/** Minutes of silence after which an open ticket ends, if our side wrote last. */
const EXPIRES_AFTER = 30;
/** Minutes after which a company ends open tickets by default. */
const COMPANY_EXPIRES_AFTER = 24 * 60;

let company: TestCompany;
let ana: TestUser;
let where: Where;
let queueId: number;
beforeEach(async () => {
  company = await makeCompany();
  queueId = await company.addQueue();
  ana = await company.addUser({ queueIds: [queueId] });
  const connectionId = await company.addConnection({
    isDefault: true,
    expiresTicket: EXPIRES_AFTER,
    whenExpiresTicket: 1,
  });
  where = { companyId: company.id, connectionId };
});

const timerOf = async ({ id }: Pick<TicketRow, 'id'>) =>
  company.table.get(Timer, { kind: 'ticket-watch', subject: String(id) }, { consistent: true });
/** Returns the minutes from a ticket's last message to its timer; undefined without a timer. */
const minutesLeft = async (id: number): Promise<number | undefined> => {
  const [ticket, timer] = await Promise.all([loadTicket(company.table, id), timerOf({ id })]);
  if (ticket === undefined || timer === undefined) return undefined;
  return (Date.parse(timer.dueAt) - Date.parse(ticket.activityAt)) / MINUTE_MS;
};
const attended = () => makeConversation(company, where, { status: 'open', userId: ana.id, queueId });
const ticketOf = async (contactId: number): Promise<number> => {
  const conversation = await loadConversation(company.table, contactId, where.connectionId);
  return conversation?.activeTicketId ?? 0;
};

it('an attendant’s answer sets the expiry timer, even if the ticket had no timer before', async () => {
  const { ticket } = await attended();
  expect(await minutesLeft(ticket.id)).toBeUndefined();
  const { status } = await call(messages, {
    to: `POST /messages/${ticket.id}`,
    token: ana.token,
    body: { body: 'Já respondo' },
  });
  expect(status).toBe(200);
  expect(await minutesLeft(ticket.id)).toBe(EXPIRES_AFTER);
});

it('a forwarded message and a message of the external API set the expiry timer', async () => {
  const source = await attended();
  const { pk } = keys.message({ contactId: source.contactId, connectionId: where.connectionId, sortKey: '' });
  const { rows } = await company.table.query(Message, { pk, limit: 1, consistent: true });
  const target = await makeContact(company.table);
  const forwarded = await call(messages, {
    to: 'POST /message/forward',
    token: ana.token,
    body: { messageId: rows[0]?.id, contactId: target.id, clientId: randomUUID() },
  });
  expect(forwarded.status).toBe(200);
  expect(await minutesLeft(await ticketOf(target.id))).toBe(EXPIRES_AFTER);

  const changedAt = new Date().toISOString();
  await commit([company.table.put(ConnectionState, { ...where, status: 'CONNECTED', changedAt }, 'absent')]);
  forgetDirectory(company.id);
  const number = freshNumber();
  const token = await company.addApiToken(where.connectionId);
  const sent = await call(external, {
    to: 'POST /messages/send',
    token,
    body: { number, body: 'Seu pedido saiu', userId: ana.id, queueId },
  });
  expect(sent.status).toBe(200);
  const { contact } = await findContactByIdentities(company.table, [{ kind: 'phone', value: number }]);
  expect(await minutesLeft(await ticketOf(contact?.id ?? 0))).toBe(EXPIRES_AFTER);
});

it('after a customer’s message only the company’s 24 hours count, not the expiry of the connection', async () => {
  const { ticket, number } = await attended();
  await take(textEvent(where, number, 'Alô?'));
  expect(await minutesLeft(ticket.id)).toBe(COMPANY_EXPIRES_AFTER);
});
