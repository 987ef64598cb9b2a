import { isAdmin } from '@prosa/shared/permissions.ts';
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

/** The filters of a search. */
export interface TicketSearchFilter extends TicketFilters {
  showAll: boolean;
  queueIds?: readonly number[] | undefined;
  /** Of the company, for the filters by day. */
  timeZone: string;
}

type SearchedTicket = Omit<FilteredTicket, 'createdAt'> & TicketFacts & { rowCreatedAt: string };

/** Returns the filter that applies for a viewer: only administrators can filter by attendant. */
export const heededFilter = (filter: TicketSearchFilter, viewer: Viewer): TicketSearchFilter =>
  isAdmin(viewer) ? filter : { ...filter, users: [] };

/** Returns a function that tells whether a stored ticket passes a viewer's filters. */
export const passesFiltersOf = (
  ticket: SearchedTicket,
  filter: TicketSearchFilter,
  viewer: Viewer,
): boolean =>
  passesFilters({ ...ticket, createdAt: ticket.rowCreatedAt }, heededFilter(filter, viewer), filter.timeZone);

/** Whether a found ticket belongs in the result. Administrators find the tickets of all users. */
export const matchesTicketSearch = (
  ticket: SearchedTicket,
  filter: TicketSearchFilter,
  viewer: Viewer,
): boolean => {
  if (!canSeeTicket(ticket, viewer)) return false;
  const own = ticket.userId === viewer.id;
  if (ticket.status === 'open' && !own && !isAdmin(viewer) && !(filter.showAll && mayShowAll(viewer)))
    return false;
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
