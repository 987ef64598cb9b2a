import {
  type FilteredTicket,
  passesFilters,
  type TicketFilters,
} from '@prosa/shared/rules/ticket-filters.ts';
import {
  canSeeTicket,
  mayShowAll,
  type TicketFacts,
  type Viewer,
} from '@prosa/shared/rules/ticket-visibility.ts';

/** What a search is narrowed to. */
export interface TicketSearchFilter extends TicketFilters {
  showAll: boolean;
  queueIds?: readonly number[] | undefined;
  /** Of the company, for days. */
  timeZone: string;
}

type SearchedTicket = Omit<FilteredTicket, 'createdAt'> & TicketFacts & { rowCreatedAt: string };

/** Whether a stored ticket passes the filters of who looks: only administrators see who attends what. */
export const passesFiltersOf = (
  ticket: SearchedTicket,
  filter: TicketSearchFilter,
  viewer: Viewer,
): boolean => {
  const heeded = viewer.profile === 'admin' || viewer.super ? filter : { ...filter, users: [] };
  return passesFilters({ ...ticket, createdAt: ticket.rowCreatedAt }, heeded, filter.timeZone);
};

/** Whether a ticket that was found belongs into the answer: an administrator finds everybody's. */
export const matchesTicketSearch = (
  ticket: SearchedTicket,
  filter: TicketSearchFilter,
  viewer: Viewer,
): boolean => {
  if (!canSeeTicket(ticket, viewer)) return false;
  const isAdmin = viewer.profile === 'admin' || viewer.super;
  const own = ticket.userId === viewer.id;
  if (ticket.status === 'open' && !own && !isAdmin && !(filter.showAll && mayShowAll(viewer))) return false;
  if (
    filter.queueIds !== undefined &&
    !own &&
    ticket.queueId !== null &&
    !filter.queueIds.includes(ticket.queueId)
  ) {
    return false;
  }
  return passesFiltersOf(ticket, filter, viewer);
};
