import { isAdmin } from '@prosa/shared/permissions.ts';
import {
  canSeeTicket,
  mayShowAll,
  type TicketFacts,
  type TicketListFilter,
  type Viewer,
} from '@prosa/shared/rules/ticket-visibility.ts';

/**
 * Whether a viewer finds a ticket, apart from the filters of the search. Administrators find the tickets of all users;
 * viewers find their own tickets in any queue.
 */
export const matchesTicketSearch = (
  ticket: TicketFacts,
  { showAll, queueIds }: Pick<TicketListFilter, 'showAll' | 'queueIds'>,
  viewer: Viewer,
): boolean => {
  if (!canSeeTicket(ticket, viewer)) return false;
  const own = ticket.userId === viewer.id;
  if (ticket.status === 'open' && !own && !isAdmin(viewer) && !(showAll && mayShowAll(viewer))) return false;
  return queueIds === undefined || own || ticket.queueId === null || queueIds.includes(ticket.queueId);
};
