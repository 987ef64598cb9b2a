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

/** Only administrators see who attends what. */
export const heededFilter = (filter: TicketSearchFilter, viewer: Viewer): TicketSearchFilter =>
  viewer.profile === 'admin' || viewer.super ? filter : { ...filter, users: [] };

/** Whether a stored ticket passes the filters of who looks. */
export const passesFiltersOf = (
  ticket: SearchedTicket,
  filter: TicketSearchFilter,
  viewer: Viewer,
): boolean =>
  passesFilters({ ...ticket, createdAt: ticket.rowCreatedAt }, heededFilter(filter, viewer), filter.timeZone);

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
