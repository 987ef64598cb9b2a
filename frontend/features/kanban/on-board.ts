import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { isOnBoard, matchesBoardSearch } from '@prosa/shared/rules/kanban-board.ts';
import { isUnopened } from '@prosa/shared/rules/ticket-visibility.ts';
import { factsOf, type LiveViewer, newsOf } from '../tickets/viewer-of.ts';
import type { BoardQuery, LaneQuery } from './board-queries.ts';

/** Stands for the tickets without a column. */
export const NO_LANE = 0;

/** Returns the id of a ticket's column; {@link NO_LANE} without one. */
export const laneOf = ({ tags }: Pick<TicketView, 'tags'>): number => tags[0]?.id ?? NO_LANE;

/** Returns the column in which the board counts a ticket; undefined if it is not counted. */
export const countedIn = (
  ticket: TicketView | undefined,
  { queueIds, users = [], whatsappIds = [], startDate = '', endDate = '' }: BoardQuery,
  viewer: LiveViewer,
): number | undefined => {
  if (ticket === undefined) return undefined;
  const counted = isOnBoard(
    { ...factsOf(ticket), createdAtMs: Date.parse(ticket.createdAt) },
    { queueIds, users, connections: whatsappIds, startDate, endDate },
    viewer,
    viewer.timeZone,
  );
  return counted ? laneOf(ticket) : undefined;
};

/** Whether a ticket belongs in a column, by the rules of the server. */
export const belongsInLane = (
  ticket: TicketView,
  { laneId, searchParam = '', withUnreadMessages = false, ...query }: LaneQuery & { laneId: number },
  viewer: LiveViewer,
): boolean =>
  countedIn(ticket, query, viewer) === laneId &&
  (!withUnreadMessages || isUnopened(newsOf(ticket))) &&
  matchesBoardSearch(ticket, searchParam);
