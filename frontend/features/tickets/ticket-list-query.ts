import { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import type { TicketStatus } from '@prosa/shared/entities/ticket-terms.ts';
import { LIVE, routePages, routeQuery } from '../../lib/api/query.ts';

/** A list of tickets, as it is asked for. Everything in it is part of the cache key, so the live reducer can read it back. */
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
  sortTickets?: 'ASC' | 'DESC';
  withUnreadMessages?: boolean;
}

/** Options of a live ticket list. Badges have counts of their own, see {@link ticketCountOptions}. */
export const ticketListOptions = (query: TicketListQuery) => ({
  ...routePages(ticketRoutes.list, { query: { ...query, withCount: false } }),
  staleTime: LIVE,
});

/** A count of a live list: all that narrows it, in no order. */
export type TicketCountQuery = Omit<
  TicketListQuery,
  'status' | 'searchParam' | 'searchOnMessages' | 'sortTickets'
> & { status?: TicketStatus };

/** Options of how many tickets a live list has: exact up to 99. */
export const ticketCountOptions = (query: TicketCountQuery) => ({
  ...routeQuery(ticketRoutes.count, { query }),
  staleTime: LIVE,
  meta: { silent: true },
});
