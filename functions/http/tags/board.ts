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
import { TICKETS_PER_PAGE } from '@prosa/shared/rules/list-sizes.ts';
import { canSeeTicket } from '@prosa/shared/rules/ticket-visibility.ts';
import { presentationFor, tableOf, viewTickets } from '../../conversations/ticket-access.ts';
import { presentTag } from '../../domain/presenters/present-tag.ts';
import { needsOf } from '../../domain/tickets/filter-needs.ts';
import { BOARD_MARK_FIELDS, markMatcher, ticketMatcher } from '../../domain/tickets/match-tickets.ts';
import { planFilter } from '../../domain/tickets/plan-filter.ts';
import { planBoardTickets } from '../../domain/tickets/plan-ticket-list.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { HandlerContext, RouteHandler } from '../../platform/http/bind-routes.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import type { Page } from '../../platform/table/table.ts';
import { listLanes } from '../../repositories/organisation/tags.ts';
import { type BoardCounts, countBoard, readLanePage } from '../../repositories/tickets/board.ts';
import { readTicketPage } from '../../repositories/tickets/ticket-lists.ts';
import type { TicketRow } from '../../repositories/tickets/tickets.ts';
import { requireTag } from './list-tags.ts';

type Query = HandlerContext<typeof kanbanRoutes.tickets>['query'];

/** The choice of the tickets without a column. */
const NO_LANE = 0;
/**
 * Maximum of pages read for a board in one call. Full pages are enough; pages that are not full have skipped hundreds of
 * tickets that the caller may not see.
 */
const MAX_PAGES = 20;

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

/** Reads a page of all columns, or of the tickets without one, from the partitions of the ticket lists. */
const readBoardPage = (
  principal: UserPrincipal,
  { filter, nowMs }: Wanted,
  page: { filter: (ticket: TicketRow) => boolean; after: string | undefined; perPage: number },
): Promise<Page<TicketRow>> => {
  const { viewer, directory } = principal;
  const planned = planBoardTickets(viewer, [...directory.queues.keys()]);
  return readTicketPage(tableOf(principal), {
    partitions: planFilter(planned, needsOf(filter, nowMs), viewer).runs,
    queueCount: directory.queues.size,
    order: 'desc',
    ...page,
  });
};

/** Reads the newest tickets of the board: up to 400, at ten read units for every 40 of them. */
const readWholeBoard = async (
  principal: UserPrincipal,
  wanted: Wanted,
  after?: string,
): Promise<Page<TicketRow>> => {
  const filter = isShownTo(principal, wanted);
  const rows: TicketRow[] = [];
  let position = after;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const perPage = Math.min(TICKETS_PER_PAGE, BOARD_TICKETS_MAX - rows.length);
    const page = await readBoardPage(principal, wanted, { filter, after: position, perPage });
    rows.push(...page.rows);
    if (page.next === undefined) return { rows };
    position = page.next;
    if (rows.length >= BOARD_TICKETS_MAX) break;
  }
  return position === undefined ? { rows } : { rows, next: position };
};

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
 * Lists tickets of the board that the caller may see, the latest activity first: a page of a column, see `readLanePage`;
 * of the tickets without one; or, for clients that load the board in one call, of all of them.
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
    if (laneId !== NO_LANE) return readLanePage(table, laneId, { filter, after, limit: CARDS_PER_PAGE });
    const isFree = (ticket: TicketRow) => ticket.laneId === null && filter(ticket);
    return readBoardPage(principal, wanted, { filter: isFree, after, perPage: CARDS_PER_PAGE });
  });
  return {
    tickets: await viewTickets(page.rows, principal),
    count: page.rows.length,
    hasMore: page.next !== undefined,
    cursor: paging.seal(page.next),
  };
};
