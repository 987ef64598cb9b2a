import { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import type { TicketStatus } from '@prosa/shared/entities/ticket-terms.ts';
import { LIVE, routePages, routeQuery } from '../../lib/api/query.ts';

/** Query of a ticket list. All of it is part of the cache key, so the live reducer can read it from there. */
export interface TicketListQuery {
  status?: TicketStatus | 'search';
  searchParam?: string;
  searchOnMessages?: boolean;
  showAll?: boolean;
  queueIds?: number[];
  tags?: number[];
  users?: number[];
  whatsapps?: number[];
  statusFilter?: TicketStatus[];
  unread?: boolean;
  /** A day, `YYYY-MM-DD`. */
  updatedAt?: string;
  /** Further conditions, in the text form of filters. */
  filter?: string;
  sortTickets?: 'ASC' | 'DESC';
  withUnreadMessages?: boolean;
}

/** Query options of a live ticket list. Badges use separate counts, see {@link ticketCountOptions}. */
export const ticketListOptions = (query: TicketListQuery) => ({
  ...routePages(ticketRoutes.list, { query: { ...query, withCount: false } }),
  staleTime: LIVE,
});

/** Query of a live list's count: its filters without the order. */
export type TicketCountQuery = Omit<
  TicketListQuery,
  'status' | 'searchParam' | 'searchOnMessages' | 'sortTickets'
> & { status?: TicketStatus };

/** Query options of a live list's count: exact up to 99. */
export const ticketCountOptions = (query: TicketCountQuery) => ({
  ...routeQuery(ticketRoutes.count, { query }),
  staleTime: LIVE,
  meta: { silent: true },
});
