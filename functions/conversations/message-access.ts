import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { canSeeHistory, canSeeTicket } from '@prosa/shared/rules/ticket-visibility.ts';
import { presentMessage } from '../domain/presenters/present-message.ts';
import type { Attendant, UserPrincipal } from '../platform/auth/principal.ts';
import { mediaLinker } from '../platform/blob/media-link.ts';
import { loadMessage, type MessageRow } from '../repositories/tickets/messages.ts';
import { loadConversation, loadTicket, type TicketRow } from '../repositories/tickets/tickets.ts';
import { presentationFor, tableOf } from './ticket-access.ts';

/**
 * Messages of hidden queues are passed over before a page is counted. After this many (some 25 read units) a page ends
 * short although there is more: it tells that so many in a row are hidden.
 */
export const MESSAGES_EXAMINED_MAX = 200;

/** Messages of one conversation as this caller sees them. */
export const viewMessages = async (
  principal: UserPrincipal,
  ticket: Pick<TicketRow, 'contact'>,
  messages: readonly MessageRow[],
  nowMs: number,
): Promise<MessageView[]> => {
  const { directory } = principal;
  const link = await mediaLinker(nowMs);
  const presentation = presentationFor(principal);
  return messages.map((message) => presentMessage(message, directory, ticket.contact, link, presentation));
};

/** Whether a message belongs to the history the caller reads on a ticket. */
const isReadableOn = (principal: Attendant, message: MessageRow, ticket: TicketRow | undefined): boolean =>
  ticket !== undefined &&
  canSeeTicket(ticket, principal.viewer) &&
  canSeeHistory(message, ticket, principal.viewer);

/** The ticket that a contact has going, on which the messages of earlier tickets are read too. */
const activeTicketOf = async (principal: Attendant, message: MessageRow): Promise<TicketRow | undefined> => {
  const table = tableOf(principal);
  const conversation = await loadConversation(table, message.contactId, message.connectionId);
  const activeId = conversation?.activeTicketId ?? null;
  return activeId === null ? undefined : loadTicket(table, activeId);
};

/**
 * A message in the history the caller may read, with its ticket. Two consistent reads, one after the other; four where
 * the message's own ticket is hidden and it is read on a later one.
 * @throws AppError ERR_NO_MESSAGE_FOUND
 */
export const requireMessage = async (
  principal: Attendant,
  messageId: string,
): Promise<{ message: MessageRow; ticket: TicketRow }> => {
  const table = tableOf(principal);
  const message = await loadMessage(table, messageId);
  const ticket = message === undefined ? undefined : await loadTicket(table, message.ticketId);
  if (message === undefined || ticket === undefined) throw new AppError('ERR_NO_MESSAGE_FOUND');
  const isReadable =
    isReadableOn(principal, message, ticket) ||
    isReadableOn(principal, message, await activeTicketOf(principal, message));
  if (!isReadable) throw new AppError('ERR_NO_MESSAGE_FOUND');
  return { message, ticket };
};

/**
 * Refuses a message on a ticket that nobody attends, or whose connection is gone. Whether its channel sends, and the contact may
 * be answered, is asked by `send`.
 * @throws AppError ERR_TICKET_TRANSITION, ERR_NO_WAPP_FOUND
 */
export const requireSendable = (principal: Attendant, ticket: Ticket): void => {
  const { connectionId } = ticket;
  if (ticket.status !== 'open' && ticket.status !== 'group') throw new AppError('ERR_TICKET_TRANSITION');
  if (connectionId === null || !principal.directory.connections.has(connectionId)) {
    throw new AppError('ERR_NO_WAPP_FOUND');
  }
};
