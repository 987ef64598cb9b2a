import { channelOf } from '../../channels/channels.ts';
import { parseMessageId } from '../../domain/message-id.ts';
import { type ContactRow, loadContact } from '../../repositories/contacts/contacts.ts';
import { loadMessage, type MessageRow } from '../../repositories/tickets/messages.ts';
import { loadTicket, type TicketRow } from '../../repositories/tickets/tickets.ts';
import type { ChangeEvent } from './change-message.ts';
import type { InboundContext } from './ports.ts';

/** A message of ours that the provider's update repeats, with the attempt that sent it. */
export interface NamedMessage {
  message: MessageRow;
  attempt: number;
  ticket: TicketRow | undefined;
  contact: ContactRow | undefined;
}

/**
 * Loads the message of ours that an update names as the one it is about: three reads, none for an update without such a
 * name. Undefined if the message is not one of this company and connection.
 */
export const loadNamedMessage = async (
  { table }: InboundContext,
  event: ChangeEvent,
): Promise<NamedMessage | undefined> => {
  const sentAs = 'sentAs' in event ? event.sentAs : undefined;
  if (sentAs === undefined || channelOf(event).ids.of === 'ours') return undefined;
  const { messageId, attempt } = sentAs;
  if (parseMessageId(messageId)?.connectionId !== event.connectionId) return undefined;
  const message = await loadMessage(table, messageId);
  if (message?.fromMe !== true) return undefined;
  const [ticket, contact] = await Promise.all([
    loadTicket(table, message.ticketId),
    loadContact(table, message.contactId),
  ]);
  return { message, attempt, ticket, contact };
};
