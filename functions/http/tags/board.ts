import {
  BOARD_TICKETS_COUNTED,
  BOARD_TICKETS_MAX,
  CARDS_PER_PAGE,
  type kanbanRoutes,
} from '@prosa/shared/contracts/kanban.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { filterOfBoard } from '@prosa/shared/rules/filters/filter-of-query.ts';
import type { FilterMoment } from '@prosa/shared/rules/filters/matches-filter.ts';
import { isDecidedBy, type TicketFilter } from '@prosa/shared/rules/filters/ticket-filter.ts';
import { isBoardStatus } from '@prosa/shared/rules/kanban-board.ts';
import { canSeeTicket } from '@prosa/shared/rules/ticket-visibility.ts';
import { presentationFor, tableOf, viewTickets } from '../../conversations/ticket-access.ts';
import { presentTag } from '../../domain/presenters/present-tag.ts';
import { activeRange, needsOf } from '../../domain/tickets/filter-needs.ts';
import { BOARD_MARK_FIELDS, markMatcher, ticketMatcher } from '../../domain/tickets/match-tickets.ts';
import { planFilter } from '../../domain/tickets/plan-filter.ts';
import { condenseRuns, planBoardTickets } from '../../domain/tickets/plan-ticket-list.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { HandlerContext, RouteHandler } from '../../platform/http/bind-routes.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import type { Page } from '../../platform/table/table.ts';
import { listLanes } from '../../repositories/organisation/tags.ts';
import { type BoardCounts, countBoard } from '../../repositories/tickets/board.ts';
import { readNewestTickets } from '../../repositories/tickets/newest-tickets.ts';
import type { TicketRow } from '../../repositories/tickets/tickets.ts';
import { requireTag } from './list-tags.ts';

type Query = HandlerContext<typeof kanbanRoutes.tickets>['query'];

/** The choice of the tickets without a column. */
const NO_LANE = 0;
const momentOf = ({ directory }: UserPrincipal, nowMs: number): FilterMoment => ({
  timeZone: directory.company.timeZone,
  nowMs,
});

/** Returns the filter of a whole board, which shows the tickets without a queue to every choice of queues. */
const filterOfWholeBoard = ({ queueIds, ...query }: Query): TicketFilter => {
  const filter = filterOfBoard(query);
  return queueIds === undefined ? filter : { all: [filter, { field: 'queue', oneOf: [null, ...queueIds] }] };
};

/** Tickets of the board, and the filter that they match. */
interface Wanted {
  filter: TicketFilter;
  nowMs: number;
}

/** Returns the function that tells whether the board shows a ticket to the caller, in whatever column. */
const isShownTo = (principal: UserPrincipal, { filter, nowMs }: Wanted): ((ticket: TicketRow) => boolean) => {
  const matches = ticketMatcher(filter, momentOf(principal, nowMs), presentationFor(principal));
  return (ticket) =>
    isBoardStatus(ticket.status) && canSeeTicket(ticket, principal.viewer) && matches(ticket);
};

/** A page of the board to read. */
interface BoardPage {
  filter: (ticket: TicketRow) => boolean;
  limit: number;
  after?: string | undefined;
  examinedMax?: number;
}

/** Reads a page of all columns, or of the tickets without one, from the partitions of the ticket lists. */
const readBoardPage = (
  principal: UserPrincipal,
  { filter, nowMs }: Wanted,
  page: BoardPage,
): Promise<Page<TicketRow>> => {
  const { viewer, directory } = principal;
  const needs = needsOf(filter, nowMs);
  const planned = planFilter(planBoardTickets(viewer, [...directory.queues.keys()]), needs, viewer);
  const runs = condenseRuns(planned.runs, directory.queues.size);
  return readNewestTickets(tableOf(principal), { ...page, runs, active: activeRange(needs) });
};

/** Reads the newest tickets of the board in all columns: up to 400, see `readNewestTickets`. */
const readWholeBoard = (principal: UserPrincipal, wanted: Wanted, after?: string): Promise<Page<TicketRow>> =>
  readBoardPage(principal, wanted, {
    filter: isShownTo(principal, wanted),
    limit: BOARD_TICKETS_MAX,
    after,
  });

/** Counts the tickets in columns that match a filter which their marks do not decide: the newest 400 at most. */
const countTickets = async (principal: UserPrincipal, { filter, nowMs }: Wanted): Promise<BoardCounts> => {
  const inColumn: TicketFilter = { not: { field: 'column', oneOf: [null] } };
  const { rows, next } = await readWholeBoard(principal, { filter: { all: [filter, inColumn] }, nowMs });
  const byLane = new Map<number, number>();
  for (const { laneId } of rows) if (laneId !== null) byLane.set(laneId, (byLane.get(laneId) ?? 0) + 1);
  return { byLane, more: next !== undefined };
};

/** Counts the tickets in columns that match a filter by their marks. */
const countMarks = (principal: UserPrincipal, { filter, nowMs }: Wanted): Promise<BoardCounts> => {
  const matches = markMatcher(filter, momentOf(principal, nowMs));
  return countBoard(
    tableOf(principal),
    // Whether a ticket is of a group decides nothing about open and waiting ones.
    (mark) => canSeeTicket({ ...mark, isGroup: false }, principal.viewer) && matches(mark),
    BOARD_TICKETS_COUNTED,
  );
};

/**
 * Lists the columns of the board, each with the number of its tickets that the caller may see. Two calls: a read unit for
 * 20 columns, and one for 120 tickets in columns. A filter by more than the marks of the tickets know costs as much as
 * the whole board.
 */
export const listBoardLanes: RouteHandler<typeof kanbanRoutes.lanes> = async ({
  principal,
  query,
  clock,
}) => {
  const wanted = { filter: filterOfBoard(query), nowMs: clock.now() };
  const count = isDecidedBy(wanted.filter, BOARD_MARK_FIELDS) ? countMarks : countTickets;
  const [lanes, { byLane, more }] = await Promise.all([
    listLanes(tableOf(principal)),
    count(principal, wanted),
  ]);
  return {
    lista: lanes.map((lane) => ({ ...presentTag(lane), ticketsCount: byLane.get(lane.id) ?? 0 })),
    more,
  };
};

/**
 * Lists tickets of the board that the caller may see, the latest activity first: a page of a column, one
 * call and a read unit for ten; of the tickets without one; or, for clients that load the board in one call, of all of
 * them. See `readNewestTickets`.
 * @throws AppError ERR_NO_TAG_FOUND if the company has no such column
 */
export const listBoardTickets: RouteHandler<typeof kanbanRoutes.tickets> = async ({
  principal,
  query,
  clock,
}) => {
  const { cursor, ...filters } = query;
  const { laneId } = filters;
  const table = tableOf(principal);
  if (laneId !== undefined && laneId !== NO_LANE && !principal.directory.lanes.has(laneId)) {
    const tag = await requireTag(table, laneId);
    if (!tag.kanban) throw new AppError('ERR_NO_TAG_FOUND');
  }
  const paging = await pagingOf(principal, 'kanban', filters, { cursor });
  const nowMs = clock.now();
  const wanted = { filter: filterOfBoard(query), nowMs };
  const filter = isShownTo(principal, wanted);
  const page = await paging.read((after): Promise<Page<TicketRow>> => {
    if (laneId === undefined)
      return readWholeBoard(principal, { filter: filterOfWholeBoard(query), nowMs }, after);
    const page = { after, limit: CARDS_PER_PAGE };
    // The partition of a column has no closed tickets.
    if (laneId !== NO_LANE)
      return readNewestTickets(table, { ...page, filter, runs: [{ by: 'lane', laneId }] });
    const isFree = (ticket: TicketRow) => ticket.laneId === null && filter(ticket);
    // Of the whole board, because most of its tickets may be in columns.
    return readBoardPage(principal, wanted, { ...page, filter: isFree, examinedMax: BOARD_TICKETS_COUNTED });
  });
  return {
    tickets: await viewTickets(page.rows, principal),
    count: page.rows.length,
    hasMore: page.next !== undefined,
    cursor: paging.seal(page.next),
  };
};
