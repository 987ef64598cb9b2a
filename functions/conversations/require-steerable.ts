import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { maySteer } from '../domain/contacts/steering.ts';
import type { Attendant } from '../platform/auth/principal.ts';
import type { WriteItem } from '../platform/table/commit.ts';
import { Conversation } from '../platform/table/entities/messages.ts';
import type { Table } from '../platform/table/table.ts';
import type { ConversationRow } from '../repositories/tickets/tickets.ts';

/**
 * Throws if a change of a contact affects conversations that the user may not all see. The error contains neither
 * attendant nor queue.
 * @param tickets at least the active tickets that the change affects
 * @throws AppError ERR_CONTACT_ATTENDED
 */
export const requireSteerable = ({ viewer }: Pick<Attendant, 'viewer'>, tickets: readonly Ticket[]): void => {
  if (!maySteer(tickets, viewer)) throw new AppError('ERR_CONTACT_ATTENDED');
};

/**
 * Returns conditions that no ticket was created since a contact's conversations were read. A conversation with an
 * active ticket needs no condition if the change writes that ticket with its version.
 */
export const noNewTicketItems = (table: Table, conversations: readonly ConversationRow[]): WriteItem[] =>
  conversations
    .filter(({ activeTicketId }) => activeTicketId === null)
    .map((conversation) => table.check(Conversation, conversation, { version: conversation.version }));
