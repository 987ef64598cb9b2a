import {
  BOARD_TICKETS_COUNTED,
  BOARD_TICKETS_MAX,
  CARDS_PER_PAGE,
  type kanbanRoutes,
} from '@prosa/shared/contracts/kanban.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { maskFor } from '@prosa/shared/rules/hide-numbers.ts';
import { type BoardFilters, isOnBoard, matchesBoardSearch } from '@prosa/shared/rules/kanban-board.ts';
import { TICKETS_PER_PAGE } from '@prosa/shared/rules/list-sizes.ts';
import { isUnopened } from '@prosa/shared/rules/ticket-visibility.ts';
import { presentationFor, tableOf, viewTickets } from '../../conversations/ticket-access.ts';
import { presentTag } from '../../domain/presenters/present-tag.ts';
import { planBoardTickets } from '../../domain/tickets/plan-ticket-list.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { HandlerContext, RouteHandler } from '../../platform/http/bind-routes.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import type { Page } from '../../platform/table/table.ts';
import { listLanes } from '../../repositories/organisation/tags.ts';
import { countBoard, readLanePage } from '../../repositories/tickets/board.ts';
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

const filtersOf = ({
  queueIds,
  users = [],
  whatsappIds = [],
  startDate,
  endDate,
}: Pick<Query, 'queueIds' | 'users' | 'whatsappIds' | 'startDate' | 'endDate'>): BoardFilters => ({
  queueIds,
  users,
  connections: whatsappIds,
  startDate,
  endDate,
});

/**
 * Lists the columns of the board, each with the number of its tickets that the caller may see. Two calls: a read unit for
 * 20 columns, and one for 120 tickets in columns.
 */
export const listBoardLanes: RouteHandler<typeof kanbanRoutes.lanes> = async ({ principal, query }) => {
  const { viewer, directory } = principal;
  const { timeZone } = directory.company;
  const filters = filtersOf(query);
  const table = tableOf(principal);
  const [lanes, { byLane, more }] = await Promise.all([
    listLanes(table),
    countBoard(
      table,
      // Whether a ticket is of a group decides nothing about open and waiting ones.
      (mark) => isOnBoard({ ...mark, isGroup: false }, filters, viewer, timeZone),
      BOARD_TICKETS_COUNTED,
    ),
  ]);
  return {
    lista: lanes.map((lane) => ({ ...presentTag(lane), ticketsCount: byLane.get(lane.id) ?? 0 })),
    more,
  };
};

/** Returns the function that tells whether the board shows a ticket to the caller, in whatever column. */
const boardFilterOf = (principal: UserPrincipal, query: Query): ((ticket: TicketRow) => boolean) => {
  const { viewer, directory } = principal;
  const filters = filtersOf(query);
  const presentation = presentationFor(principal);
  return (ticket) => {
    const { id, contact } = ticket;
    const createdAtMs = Date.parse(ticket.rowCreatedAt);
    if (!isOnBoard({ ...ticket, createdAtMs }, filters, viewer, directory.company.timeZone)) return false;
    if (query.withUnreadMessages && !isUnopened(ticket)) return false;
    // A search must not reveal digits that the caller may not see (S-58).
    const mask = maskFor(presentation, contact);
    const shown = { name: mask.name(contact.name), number: mask.number(contact.number) };
    return matchesBoardSearch({ id, contact: shown }, query.searchParam);
  };
};

/**
 * Returns the query of a whole board. Clients that load it in one call send the user's queues and expect the tickets
 * without a queue, too.
 */
const ofWholeBoard = (query: Query): { query: Query; isOfQueues: (ticket: TicketRow) => boolean } => {
  const { queueIds } = query;
  return {
    query: { ...query, queueIds: undefined },
    isOfQueues: ({ queueId }) => queueIds === undefined || queueId === null || queueIds.includes(queueId),
  };
};

/** Reads a page of all columns, or of the tickets without one, from the partitions of the ticket lists. */
const readBoardPage = (
  { viewer, directory, ...principal }: UserPrincipal,
  query: Query,
  page: { filter: (ticket: TicketRow) => boolean; after: string | undefined; perPage: number },
): Promise<Page<TicketRow>> =>
  readTicketPage(tableOf(principal), {
    partitions: planBoardTickets(viewer, [...directory.queues.keys()], query.queueIds),
    queueCount: directory.queues.size,
    order: 'desc',
    ...page,
  });

/** Reads the newest tickets of the board: up to 400, at ten read units for every 40 of them. */
const readWholeBoard = async (
  principal: UserPrincipal,
  given: Query,
  after: string | undefined,
): Promise<Page<TicketRow>> => {
  const { query, isOfQueues } = ofWholeBoard(given);
  const isShown = boardFilterOf(principal, query);
  const filter = (ticket: TicketRow) => isOfQueues(ticket) && isShown(ticket);
  const rows: TicketRow[] = [];
  let position = after;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const perPage = Math.min(TICKETS_PER_PAGE, BOARD_TICKETS_MAX - rows.length);
    const page = await readBoardPage(principal, query, { filter, after: position, perPage });
    rows.push(...page.rows);
    if (page.next === undefined) return { rows };
    position = page.next;
    if (rows.length >= BOARD_TICKETS_MAX) break;
  }
  return position === undefined ? { rows } : { rows, next: position };
};

/**
 * Lists tickets of the board that the caller may see, the latest activity first: a page of a column, see `readLanePage`;
 * of the tickets without one; or, for clients that load the board in one call, of all of them.
 * @throws AppError ERR_NO_TAG_FOUND if the company has no such column
 */
export const listBoardTickets: RouteHandler<typeof kanbanRoutes.tickets> = async ({ principal, query }) => {
  const { cursor, ...filters } = query;
  const { laneId } = filters;
  const table = tableOf(principal);
  if (laneId !== undefined && laneId !== NO_LANE && !principal.directory.lanes.has(laneId)) {
    const tag = await requireTag(table, laneId);
    if (!tag.kanban) throw new AppError('ERR_NO_TAG_FOUND');
  }
  const paging = await pagingOf(principal, 'kanban', filters, { cursor });
  const filter = boardFilterOf(principal, query);
  const page = await paging.read((after): Promise<Page<TicketRow>> => {
    if (laneId === undefined) return readWholeBoard(principal, query, after);
    if (laneId !== NO_LANE) return readLanePage(table, laneId, { filter, after, limit: CARDS_PER_PAGE });
    const isFree = (ticket: TicketRow) => ticket.laneId === null && filter(ticket);
    return readBoardPage(principal, query, { filter: isFree, after, perPage: CARDS_PER_PAGE });
  });
  return {
    tickets: await viewTickets(page.rows, principal),
    count: page.rows.length,
    hasMore: page.next !== undefined,
    cursor: paging.seal(page.next),
  };
};
