import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { canSeeHistory, canSeeTicket } from '@prosa/shared/rules/ticket-visibility.ts';
import { presentMessage } from '../domain/presenters/present-message.ts';
import { isAsking } from '../domain/turns/begin-anew.ts';
import type { Attendant, UserPrincipal } from '../platform/auth/principal.ts';
import { mediaLinker } from '../platform/blob/media-link.ts';
import { loadMessage, type MessageRow } from '../repositories/tickets/messages.ts';
import { loadConversation, loadTicket, type TicketRow } from '../repositories/tickets/tickets.ts';
import { presentationFor, tableOf } from './ticket-access.ts';

/**
 * Maximum of messages that are examined for one page, about 25 read units. Messages of hidden queues are skipped; if
 * there are too many of them, the page ends early although more messages exist.
 */
export const MESSAGES_EXAMINED_MAX = 200;

/** Presents messages of one conversation for this caller. */
export const viewMessages = async (
  principal: UserPrincipal,
  ticket: Pick<TicketRow, 'contact' | 'unreadMessages'>,
  messages: readonly MessageRow[],
  nowMs: number,
): Promise<MessageView[]> => {
  const { directory } = principal;
  const link = await mediaLinker(nowMs);
  const presentation = presentationFor(principal);
  return messages.map((message) => presentMessage(message, directory, ticket, link, presentation));
};

/** Whether a message belongs to the history that the caller may read on a ticket. */
const isReadableOn = (principal: Attendant, message: MessageRow, ticket: TicketRow | undefined): boolean =>
  ticket !== undefined &&
  canSeeTicket(ticket, principal.viewer) &&
  canSeeHistory(message, ticket, principal.viewer);

/** Returns the active ticket of a message's contact, on which messages of earlier tickets can be read, too. */
const activeTicketOf = async (principal: Attendant, message: MessageRow): Promise<TicketRow | undefined> => {
  const table = tableOf(principal);
  const conversation = await loadConversation(table, message.contactId, message.connectionId);
  const activeId = conversation?.activeTicketId ?? null;
  return activeId === null ? undefined : loadTicket(table, activeId);
};

/**
 * Loads a message of the history that the caller may read, with its ticket. Two consistent reads, one after the
 * other; four if the message's own ticket is hidden and it is readable on a later one.
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
 * Throws if a ticket is not attended, or if its connection was deleted. `send` checks whether the channel can send
 * and the reply window is open.
 * @throws AppError ERR_TICKET_TRANSITION, ERR_NO_WAPP_FOUND
 */
export const requireSendable = (principal: Attendant, ticket: Ticket): void => {
  const { connectionId } = ticket;
  const isHeld = ticket.status === 'open' || ticket.status === 'group' || isAsking(ticket);
  if (!isHeld) throw new AppError('ERR_TICKET_TRANSITION');
  if (connectionId === null || !principal.directory.connections.has(connectionId)) {
    throw new AppError('ERR_NO_WAPP_FOUND');
  }
};
