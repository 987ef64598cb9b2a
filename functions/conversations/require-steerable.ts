import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { maySteer } from '../domain/contacts/steering.ts';
import type { Attendant } from '../platform/auth/principal.ts';
import type { WriteItem } from '../platform/table/commit.ts';
import { Conversation } from '../platform/table/entities/messages.ts';
import type { Table } from '../platform/table/table.ts';
import type { ConversationRow } from '../repositories/tickets/tickets.ts';

/**
 * Refuses a change that reaches conversations by way of their contact to a person who does not see all of them. The refusal
 * names neither attendant nor queue.
 * @param tickets at least the active tickets that the change reaches
 * @throws AppError ERR_CONTACT_ATTENDED
 */
export const requireSteerable = ({ viewer }: Pick<Attendant, 'viewer'>, tickets: readonly Ticket[]): void => {
  if (!maySteer(tickets, viewer)) throw new AppError('ERR_CONTACT_ATTENDED');
};

/**
 * Conditions under which no ticket was begun since a contact's conversations were read. Conversations that have an active
 * ticket need none where the change writes that ticket under its version.
 */
export const noNewTicketItems = (table: Table, conversations: readonly ConversationRow[]): WriteItem[] =>
  conversations
    .filter(({ activeTicketId }) => activeTicketId === null)
    .map((conversation) => table.check(Conversation, conversation, { version: conversation.version }));
