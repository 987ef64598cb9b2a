import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { findContactByIdentities } from '@prosa/functions/repositories/contacts/contacts.ts';
import { loadConversation, type TicketRow } from '@prosa/functions/repositories/tickets/tickets.ts';
import { inbound } from '../support/handlers.ts';
import type { TestCompany } from './company.ts';
import { sqsEvent, textEvent, type Where } from './inbound-events.ts';

let serial = 0;

export const freshNumber = (): string => `5521${String(80_000_000 + ++serial)}`;

/** Receives texts of a new customer, and changes the resulting ticket by `fields`. */
export const makeConversation = async (
  company: TestCompany,
  where: Where,
  fields: Partial<Pick<TicketRow, 'status' | 'userId' | 'queueId'>> = {},
  texts: readonly string[] = ['Olá'],
): Promise<{ number: string; contactId: number; ticket: TicketRow }> => {
  const number = freshNumber();
  const failed = await inbound(sqsEvent(texts.map((text) => textEvent(where, number, text))));
  if (failed.batchItemFailures.length > 0) throw new Error('the conversation was not stored');
  const { contact } = await findContactByIdentities(company.table, [{ kind: 'phone', value: number }]);
  if (contact === undefined) throw new Error('no contact was made');
  const conversation = await loadConversation(company.table, contact.id, where.connectionId);
  const made = await company.table.get(
    Ticket,
    { id: conversation?.activeTicketId ?? 0 },
    { consistent: true },
  );
  if (made === undefined) throw new Error('no ticket was made');
  const ticket = { ...made, ...fields, version: made.version + 1 };
  await commit([company.table.put(Ticket, ticket, made.version)]);
  return { number, contactId: contact.id, ticket };
};
