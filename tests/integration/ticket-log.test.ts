import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import { systemClock, toInstant } from '@prosa/functions/platform/clock.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Ticket, TicketLog } from '@prosa/functions/platform/table/entities/tickets.ts';
import { findContactByIdentities } from '@prosa/functions/repositories/contacts/contacts.ts';
import { loadConversation, loadTicket } from '@prosa/functions/repositories/tickets/tickets.ts';
import { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { expect, it } from 'vitest';
import { makeCompany } from '../factories/company.ts';
import { sqsEvent, textEvent } from '../factories/inbound-events.ts';
import { answerCustomer } from '../support/answer-customer.ts';
import { inbound } from '../support/handlers.ts';
import { call } from './support/call.ts';
import { useTable } from './support/table.ts';

useTable();

const NUMBER = '5511987654321';

it('shows the beginning of the chatbot once, before and after the attendance is written, also of earlier releases', async () => {
  const company = await makeCompany();
  const { id: companyId, table, admin } = company;
  const queueIds = [await company.addQueue(), await company.addQueue()];
  const connectionId = await company.addConnection({ queueIds, greetingMessage: 'Qual área?' });
  const where = { companyId, connectionId };
  await inbound(sqsEvent([textEvent(where, NUMBER, 'oi')]));
  await answerCustomer(table, where, NUMBER);
  const { contact } = await findContactByIdentities(table, [{ kind: 'phone', value: NUMBER }]);
  const conversation = await loadConversation(table, contact?.id ?? 0, connectionId);
  const ticketId = conversation?.activeTicketId ?? 0;
  const log = async (): Promise<string[]> => {
    const answer = await call(tickets, { to: `GET /tickets-log/${ticketId}`, token: admin.token });
    return ticketRoutes.log.response.parse(answer.body).map(({ type }) => type);
  };
  expect(await log()).toEqual(['chatBot', 'create']);

  const [queueId] = queueIds;
  const body = { status: 'open', userId: admin.id, queueId };
  const taken = await call(tickets, { to: `PUT /tickets/${ticketId}`, token: admin.token, body });
  expect(taken.status).toBe(200);
  expect(await log()).toEqual(['open', 'queue', 'chatBot', 'create']);

  const ticket = await loadTicket(table, ticketId);
  if (ticket === undefined) throw new Error('no ticket');
  const at = ticket.chatbotAt ?? toInstant(systemClock.now());
  await commit([
    table.put(TicketLog, { companyId, ticketId, id: 'earlier', type: 'chatBot', at }, 'absent'),
    table.put(Ticket, { ...ticket, chatbotAt: null }, ticket.version),
  ]);
  expect(await log()).toEqual(['open', 'queue', 'chatBot', 'create']);
});
