import type { Ticket, TicketStatus } from '@prosa/shared/entities/ticket.ts';
import { canSeeTicket, mayShowAll, type Viewer } from '@prosa/shared/rules/ticket-visibility.ts';

/** What a search is narrowed to; an empty list narrows nothing. */
export interface TicketSearchFilter {
  showAll: boolean;
  queueIds?: readonly number[] | undefined;
  statuses: readonly TicketStatus[];
  /** Tags of the contact: any of them. */
  tags: readonly number[];
  /** Heeded for administrators. */
  users: readonly number[];
  connections: readonly number[];
}

type SearchedTicket = Pick<Ticket, 'status' | 'queueId' | 'userId' | 'isGroup' | 'connectionId' | 'contact'>;

/** Whether a ticket that was found belongs into the answer. */
export const matchesTicketSearch = (
  ticket: SearchedTicket,
  filter: TicketSearchFilter,
  viewer: Viewer,
): boolean => {
  if (!canSeeTicket(ticket, viewer)) return false;
  const isAdmin = viewer.profile === 'admin' || viewer.super;
  const own = ticket.userId === viewer.id;
  if (ticket.status === 'open' && !own && !(filter.showAll && mayShowAll(viewer))) return false;
  if (
    filter.queueIds !== undefined &&
    !own &&
    ticket.queueId !== null &&
    !filter.queueIds.includes(ticket.queueId)
  ) {
    return false;
  }
  return (
    (filter.statuses.length === 0 || filter.statuses.includes(ticket.status)) &&
    (filter.tags.length === 0 || ticket.contact.tags.some((tag) => filter.tags.includes(tag.id))) &&
    (!isAdmin ||
      filter.users.length === 0 ||
      (ticket.userId !== null && filter.users.includes(ticket.userId))) &&
    (filter.connections.length === 0 ||
      (ticket.connectionId !== null && filter.connections.includes(ticket.connectionId)))
  );
};
