import { kanbanRoutes } from '@prosa/shared/contracts/kanban.ts';
import { LIVE, routePages, routeQuery } from '../../lib/api/query.ts';
import { addTicketListener } from '../tickets/ticket-listeners.ts';
import { boardListener } from './put-on-board.ts';

// With the queries, so that their cached data is never without live events.
addTicketListener(boardListener);

/** The filters that the counts of the columns know, too. */
export interface BoardQuery {
  queueIds?: number[];
  users?: number[];
  whatsappIds?: number[];
  /** First and last day on which the tickets were created, `YYYY-MM-DD`. */
  startDate?: string;
  endDate?: string;
  /** Further conditions, in the text form of filters. */
  filter?: string;
}

/** The filters of a column's tickets. All of it is part of the cache key, so the live reducer can read it from there. */
export interface LaneQuery extends BoardQuery {
  searchParam?: string;
  withUnreadMessages?: boolean;
}

/** Query options of the board's columns, each with the number of its tickets. */
export const laneOptions = (query: BoardQuery = {}) => ({
  ...routeQuery(kanbanRoutes.lanes, { query }),
  staleTime: LIVE,
});

/**
 * Query options of the tickets of a column.
 * @param laneId 0 for the tickets without a column
 */
export const cardOptions = (query: LaneQuery, laneId: number) => ({
  ...routePages(kanbanRoutes.tickets, { query: { ...query, laneId } }),
  staleTime: LIVE,
});
