import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { filterOfBoard } from '@prosa/shared/rules/filters/filter-of-query.ts';
import { matchesFilter } from '@prosa/shared/rules/filters/matches-filter.ts';
import { isBoardStatus } from '@prosa/shared/rules/kanban-board.ts';
import { canSeeTicket } from '@prosa/shared/rules/ticket-visibility.ts';
import { parsedFilter, subjectOf } from '../tickets/filter-subject.ts';
import { factsOf, type LiveViewer } from '../tickets/viewer-of.ts';
import type { BoardQuery, LaneQuery } from './board-queries.ts';

/** Stands for the tickets without a column. */
export const NO_LANE = 0;

/** Returns the id of a ticket's column; {@link NO_LANE} without one. */
export const laneOf = ({ tags }: Pick<TicketView, 'tags'>): number => tags[0]?.id ?? NO_LANE;

/** Whether the board shows a ticket in some column. Null when only the server knows. */
const isOnBoard = (ticket: TicketView, query: LaneQuery, viewer: LiveViewer): boolean | null => {
  if (!isBoardStatus(ticket.status) || !canSeeTicket(factsOf(ticket), viewer)) return false;
  const filter = filterOfBoard({ ...query, filter: parsedFilter(query.filter) });
  return matchesFilter(subjectOf(ticket), filter, { timeZone: viewer.timeZone, nowMs: Date.now() }) ?? null;
};

/** Returns the column in which the board counts a ticket; undefined if it is not counted. */
export const countedIn = (
  ticket: TicketView | undefined,
  query: BoardQuery,
  viewer: LiveViewer,
): number | undefined =>
  ticket !== undefined && isOnBoard(ticket, query, viewer) === true ? laneOf(ticket) : undefined;

/** Whether a ticket belongs in a column, by the rules of the server. Null when only the server knows. */
export const belongsInLane = (
  ticket: TicketView,
  { laneId, ...query }: LaneQuery & { laneId: number },
  viewer: LiveViewer,
): boolean | null => (laneOf(ticket) === laneId ? isOnBoard(ticket, query, viewer) : false);
