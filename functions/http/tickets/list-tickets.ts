import { TICKETS_PER_PAGE, type ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import type { TicketStatus } from '@prosa/shared/entities/ticket.ts';
import { canSeeTicket, matchesTicketList } from '@prosa/shared/rules/ticket-visibility.ts';
import { matchesTicketSearch } from '../../domain/tickets/matches-ticket-search.ts';
import { type MergedPage, mergeRuns, type Run } from '../../domain/tickets/merge-runs.ts';
import {
  planTicketBrowse,
  planTicketList,
  planUnreadTickets,
  type TicketPartition,
} from '../../domain/tickets/plan-ticket-list.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import { Ticket } from '../../platform/table/entities.ts';
import { keys } from '../../platform/table/keys.ts';
import type { Table } from '../../platform/table/table.ts';
import type { TicketRow } from '../../repositories/tickets.ts';
import { searchTickets } from './search-tickets.ts';
import { tableOf, viewTicket } from './ticket-access.ts';

type Query = HandlerContext<typeof ticketRoutes.list>['query'];
type Order = 'asc' | 'desc';

/**
 * Rows read for one page, at about 1.1 kB each and half a read unit per 4 kB: under ten units. A run is read a little
 * past its even share, and the busiest once more where the page would come out short.
 */
const MAX_ROWS_READ = 56;
const OVERLAP_ROWS = 2;
const MIN_ROWS_PER_RUN = 3;
const SHORT_PAGE_ROWS = TICKETS_PER_PAGE / 2;

const BROWSED_STATUSES = ['open', 'pending', 'group', 'closed'] as const satisfies readonly TicketStatus[];

const sortKeyOf = (ticket: TicketRow): string => keys.ticketByQueue(ticket).sk;

const readRun = (
  table: Table,
  partition: TicketPartition,
  filter: (ticket: TicketRow) => boolean,
  page: { order: Order; after: string | undefined; limit: number },
): Promise<Run<TicketRow>> => {
  // Only the partition's name comes from the key; where to begin is the page's.
  const place = { status: partition.status, activityAt: '', id: 0 };
  const { limit, order, after } = page;
  return table.query(Ticket, {
    ...(partition.by === 'queue'
      ? { index: 'g1', pk: keys.ticketByQueue({ ...place, queueId: partition.queueId }).pk }
      : { index: 'g2', pk: keys.ticketByUser({ ...place, userId: partition.userId }).pk }),
    order,
    ...(after === undefined ? {} : { after }),
    limit,
    maxExamined: limit,
    filter,
  });
};

/** A page over several runs: one call per run at once, and one more for the busiest run where they left it short. */
const readPage = async (
  table: Table,
  partitions: readonly TicketPartition[],
  filter: (ticket: TicketRow) => boolean,
  order: Order,
  after: string | undefined,
): Promise<MergedPage<TicketRow>> => {
  const limit =
    partitions.length === 1
      ? TICKETS_PER_PAGE
      : Math.max(MIN_ROWS_PER_RUN, Math.ceil(TICKETS_PER_PAGE / partitions.length) + OVERLAP_ROWS);
  const runs = await Promise.all(
    partitions.map((partition) => readRun(table, partition, filter, { order, after, limit })),
  );
  const first = mergeRuns(runs, sortKeyOf, order, TICKETS_PER_PAGE);
  const spare = MAX_ROWS_READ - limit * partitions.length;
  if (first.next === undefined || first.rows.length >= SHORT_PAGE_ROWS || spare < MIN_ROWS_PER_RUN)
    return first;
  const busiest = runs.findIndex((run) => run.next === first.next);
  const partition = partitions[busiest];
  const run = runs[busiest];
  if (partition === undefined || run === undefined) return first;
  const more = await readRun(table, partition, filter, { order, after: first.next, limit: spare });
  const { next: _reached, ...read } = run;
  const longer: Run<TicketRow> = {
    ...read,
    rows: [...run.rows, ...more.rows],
    ...(more.next === undefined ? {} : { next: more.next }),
  };
  return mergeRuns(runs.with(busiest, longer), sortKeyOf, order, TICKETS_PER_PAGE);
};

interface Listing {
  partitions: TicketPartition[];
  filter: (ticket: TicketRow) => boolean;
}

const bell = ({ viewer, directory }: UserPrincipal): Listing => {
  const showPending = directory.settings.showNotificationPending;
  const pending = { status: 'pending', showAll: false } as const;
  return {
    partitions: planUnreadTickets(viewer, showPending, [...directory.queues.keys()]),
    filter: (ticket) =>
      ticket.unreadMessages > 0 &&
      canSeeTicket(ticket, viewer) &&
      (ticket.status !== 'pending' || matchesTicketList(ticket, pending, viewer)),
  };
};

const tab = (status: TicketStatus, query: Query, { viewer, directory }: UserPrincipal): Listing => {
  const filter = { status, showAll: query.showAll, queueIds: query.queueIds };
  return {
    partitions: planTicketList(filter, viewer, [...directory.queues.keys()]),
    filter: (ticket) => matchesTicketList(ticket, filter, viewer),
  };
};

/** The search view before anything was typed: its filters over what the caller sees. */
const browse = (query: Query, { viewer, directory }: UserPrincipal): Listing => {
  const statuses = query.statusFilter.length === 0 ? [...BROWSED_STATUSES] : [...new Set(query.statusFilter)];
  const users = query.users.filter((id) => directory.users.has(id));
  const plan = { showAll: query.showAll, queueIds: query.queueIds, statuses, users };
  const filter = { ...plan, users: query.users, tags: query.tags, connections: query.whatsapps };
  return {
    partitions:
      query.users.length > 0 && users.length === 0
        ? []
        : planTicketBrowse(plan, viewer, [...directory.queues.keys()]),
    filter: (ticket) => matchesTicketSearch(ticket, filter, viewer),
  };
};

/**
 * A page of a tab, of the search view or of the bell. Two steps of table calls at most: the runs of the list at once,
 * then the busiest again where the page came out short; a search reads tokens, then tickets.
 */
export const listTickets = async (context: HandlerContext<typeof ticketRoutes.list>) => {
  const { principal, query } = context;
  const { cursor, pageNumber, date: _date, updatedAt: _updatedAt, ...filters } = query;
  const paging = await pagingOf(principal, 'tickets', filters, { cursor, pageNumber });
  const searched = query.searchParam.trim() !== '' && !query.withUnreadMessages;
  const page = searched
    ? await searchTickets(principal, query, paging.position)
    : await listPage(principal, query, paging.position);
  return {
    tickets: page.rows.map((ticket) => viewTicket(ticket, principal)),
    count: page.rows.length,
    hasMore: page.next !== undefined,
    cursor: paging.seal(page.next),
  };
};

const listPage = async (
  principal: UserPrincipal,
  query: Query,
  after: string | undefined,
): Promise<MergedPage<TicketRow>> => {
  const { partitions, filter } = listingOf(principal, query);
  const order = query.sortTickets === 'ASC' ? 'asc' : 'desc';
  return partitions.length === 0
    ? { rows: [] }
    : readPage(tableOf(principal), partitions, filter, order, after);
};

const listingOf = (principal: UserPrincipal, query: Query): Listing => {
  if (query.withUnreadMessages) return bell(principal);
  return query.status === undefined || query.status === 'search'
    ? browse(query, principal)
    : tab(query.status, query, principal);
};
