import type { JoinedChatBox } from '@prosa/shared/events/catalogue.ts';
import { MESSAGES_PER_PAGE } from '@prosa/shared/rules/list-sizes.ts';
import { canSeeHistory, type Viewer } from '@prosa/shared/rules/ticket-visibility.ts';
import { Message } from '../platform/table/entities/messages.ts';
import { keys } from '../platform/table/keys.ts';
import type { Table } from '../platform/table/table.ts';
import type { TicketRow } from '../repositories/tickets/tickets.ts';
import { MESSAGES_EXAMINED_MAX } from './message-access.ts';

/**
 * Returns id and version of the newest messages that a user may read on a ticket, at most a page, the oldest first.
 * One consistent query of about two read units.
 */
export const newestMessages = async (
  table: Table,
  ticket: TicketRow,
  viewer: Viewer,
): Promise<JoinedChatBox['messages']> => {
  const { contactId, connectionId } = ticket;
  if (connectionId === null) return [];
  const { rows } = await table.query(Message, {
    pk: keys.message({ contactId, connectionId, sortKey: '' }).pk,
    order: 'desc',
    limit: MESSAGES_PER_PAGE,
    maxExamined: MESSAGES_EXAMINED_MAX,
    consistent: true,
    filter: (message) => canSeeHistory(message, ticket, viewer),
  });
  return rows.toReversed().map(({ id, version }) => [id, version]);
};
