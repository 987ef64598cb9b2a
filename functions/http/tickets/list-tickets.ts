import type { FoundMessage, ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import type { TicketStatus } from '@prosa/shared/entities/ticket-terms.ts';
import { TICKETS_COUNTED } from '@prosa/shared/rules/list-sizes.ts';
import { areOfMarks, passesMarkFilters } from '@prosa/shared/rules/ticket-filters.ts';
import { isAnnounced, matchesTicketList } from '@prosa/shared/rules/ticket-visibility.ts';
import { tableOf, viewTicket } from '../../conversations/ticket-access.ts';
import { makeCountedPlace, readCountedPlace } from '../../domain/counted-place.ts';
import {
  heededFilter,
  matchesTicketSearch,
  passesFiltersOf,
} from '../../domain/tickets/matches-ticket-search.ts';
import type { MergedPage } from '../../domain/tickets/merge-runs.ts';
import {
  planTicketBrowse,
  planTicketList,
  planUnreadTickets,
  type TicketPartition,
} from '../../domain/tickets/plan-ticket-list.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import { toInstant } from '../../platform/clock.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import { type CountedTicket, countTickets } from '../../repositories/tickets/ticket-counts.ts';
import { readTicketPage, unitsBesidePage } from '../../repositories/tickets/ticket-lists.ts';
import type { TicketRow } from '../../repositories/tickets/tickets.ts';
import { dayIn, type FilterQuery, filterOf, searchTickets } from './search-tickets.ts';

type Query = HandlerContext<typeof ticketRoutes.list>['query'];

const BROWSED_STATUSES = ['open', 'pending', 'group', 'closed'] as const satisfies readonly TicketStatus[];

/** Whether the keys of a run tell what nobody has opened; see `keys.ticketMarkOfQueue`. */
const tellsNews = ({ by, status }: TicketPartition): boolean =>
  by === 'user' || status === 'pending' || status === 'group';

interface Listing {
  partitions: TicketPartition[];
  filter: (ticket: TicketRow) => boolean;
  /** The same of what a count knows of a ticket; absent where that does not tell. */
  countedFilter?: (ticket: CountedTicket) => boolean;
}

const bell = ({ viewer, directory }: UserPrincipal): Listing => {
  const showPending = directory.settings.showNotificationPending;
  const filter = (ticket: CountedTicket) => isAnnounced(ticket, viewer, showPending);
  const partitions = planUnreadTickets(viewer, showPending, [...directory.queues.keys()]);
  return { partitions, filter, countedFilter: filter };
};

/** A tab with its filters. */
const tab = (status: TicketStatus, query: FilterQuery, principal: UserPrincipal): Listing => {
  const { viewer, directory } = principal;
  const list = { status, showAll: query.showAll, queueIds: query.queueIds };
  const filter = heededFilter({ ...filterOf(query, principal), statuses: query.statusFilter }, viewer);
  const plan = { ...list, users: filter.users };
  const partitions = planTicketList(plan, viewer, [...directory.queues.keys()]);
  const isInTab = (ticket: CountedTicket) => matchesTicketList(ticket, list, viewer);
  return {
    partitions,
    filter: (ticket) => isInTab(ticket) && passesFiltersOf(ticket, filter, viewer),
    ...(areOfMarks(filter) && (!filter.unread || partitions.every(tellsNews))
      ? { countedFilter: (ticket) => isInTab(ticket) && passesMarkFilters(ticket, filter) }
      : {}),
  };
};

/** The search view before anything was typed: its filters over what the caller sees. */
const browse = (query: Query, principal: UserPrincipal): Listing => {
  const { viewer, directory } = principal;
  const statuses = query.statusFilter.length === 0 ? [...BROWSED_STATUSES] : [...new Set(query.statusFilter)];
  const users = query.users.filter((id) => directory.users.has(id));
  const plan = { showAll: query.showAll, queueIds: query.queueIds, statuses, users };
  const filter = { ...filterOf(query, principal), statuses };
  return {
    partitions:
      query.users.length > 0 && users.length === 0
        ? []
        : planTicketBrowse(plan, viewer, [...directory.queues.keys()]),
    filter: (ticket) => matchesTicketSearch(ticket, filter, viewer),
  };
};

interface CountedPage extends MergedPage<TicketRow> {
  count: number;
  found?: FoundMessage[];
}

/** How many tickets a list has whose first page is not all of it; undefined where its keys do not tell. */
const totalOf = async (principal: UserPrincipal, query: Query): Promise<number | undefined> => {
  if (isSearch(query)) return undefined;
  const { partitions, countedFilter } = listingOf(principal, query);
  if (countedFilter === undefined) return undefined;
  const queueCount = principal.directory.queues.size;
  const maxUnits = unitsBesidePage(partitions, queueCount);
  const options = { partitions, queueCount, filter: countedFilter, maxUnits };
  const counted = await countTickets(tableOf(principal), options);
  return counted === undefined || (counted.more && counted.count < TICKETS_COUNTED)
    ? undefined
    : counted.count;
};

/**
 * A page with how many tickets its list has, which is counted once, with the first page, where that is asked for: all of
 * them where that is known, otherwise those that were met up to this page.
 */
const countedPage = async (
  principal: UserPrincipal,
  query: Query,
  after: string | undefined,
): Promise<CountedPage> => {
  const before = after === undefined ? undefined : readCountedPlace(after);
  const page: MergedPage<TicketRow> & { found?: FoundMessage[] } = await (isSearch(query)
    ? searchTickets(principal, query, before?.next)
    : listPage(principal, query, before?.next));
  const met = Math.min(
    TICKETS_COUNTED,
    (before?.isTotal === true ? 0 : (before?.count ?? 0)) + page.rows.length,
  );
  const total =
    before?.isTotal === true
      ? before.count
      : before === undefined && page.next !== undefined && query.withCount
        ? await totalOf(principal, query)
        : undefined;
  const count = Math.max(met, total ?? 0);
  const next =
    page.next === undefined
      ? {}
      : { next: makeCountedPlace({ count, isTotal: total !== undefined, next: page.next }) };
  return { rows: page.rows, count, ...next, ...('found' in page ? { found: page.found } : {}) };
};

const isSearch = ({ searchParam, withUnreadMessages }: Query): boolean =>
  searchParam.trim() !== '' && !withUnreadMessages;

/**
 * A page of a tab, of the search view or of the bell: ten read units in two steps of calls, see `readTicketPage`; a
 * search reads tokens, then tickets. With `withCount`, a first page that is not all of its list is counted in a step
 * behind it, from what its first step left of the ten units, see `countTickets`: 14 units where it took a second.
 */
export const listTickets = async (context: HandlerContext<typeof ticketRoutes.list>) => {
  const { principal, query } = context;
  const { cursor, pageNumber, ...filters } = query;
  const paging = await pagingOf(principal, 'tickets', filters, { cursor, pageNumber });
  const page = await paging.read<CountedPage>((after) => countedPage(principal, query, after));
  return {
    tickets: page.rows.map((ticket) => viewTicket(ticket, principal)),
    count: 'count' in page ? page.count : 0,
    hasMore: page.next !== undefined,
    cursor: paging.seal(page.next),
    ...('found' in page && page.found !== undefined && query.searchOnMessages ? { found: page.found } : {}),
  };
};

/** How far the day of any time zone reaches beyond that of UTC. */
const ZONES_MS = 14 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Instants between which a day lies, whatever the time zone; undefined for what is no day of the calendar. */
const around = (day: string): { from: string; to: string } | undefined => {
  const startMs = Date.parse(`${day}T00:00:00.000Z`);
  if (Number.isNaN(startMs)) return undefined;
  return { from: toInstant(startMs - ZONES_MS), to: toInstant(startMs + DAY_MS + ZONES_MS) };
};

const listedPage = async (
  principal: UserPrincipal,
  { partitions, filter }: Listing,
  activeOn: string | undefined,
  order: 'asc' | 'desc',
  after: string | undefined,
): Promise<MergedPage<TicketRow>> => {
  // Runs are in the order of the last activity: those of a day begin and end within it.
  const day = around(dayIn(activeOn));
  const [first, last] = order === 'asc' ? [day?.from, day?.to] : [day?.to, day?.from];
  const page = await readTicketPage(tableOf(principal), {
    partitions,
    queueCount: principal.directory.queues.size,
    filter,
    order,
    after: after ?? first,
  });
  const isPast =
    last !== undefined && page.next !== undefined && (order === 'asc' ? page.next > last : page.next < last);
  return isPast ? { rows: page.rows } : page;
};

const listPage = (principal: UserPrincipal, query: Query, after: string | undefined) =>
  listedPage(
    principal,
    listingOf(principal, query),
    query.updatedAt,
    query.sortTickets === 'ASC' ? 'asc' : 'desc',
    after,
  );

const listingOf = (principal: UserPrincipal, query: Query): Listing => {
  if (query.withUnreadMessages) return bell(principal);
  return query.status === undefined || query.status === 'search'
    ? browse(query, principal)
    : tab(query.status, query, principal);
};

/**
 * How many tickets a tab, with its filters, or the bell has, by the rule of its list: what is hidden is not counted. Its
 * keys alone are read, see `countTickets`; where they do not tell what a filter asks, its first page is.
 */
export const countListedTickets = async ({
  principal,
  query,
}: HandlerContext<typeof ticketRoutes.count>): Promise<{ count: number; more: boolean }> => {
  const { partitions, filter, countedFilter } = query.withUnreadMessages
    ? bell(principal)
    : tab(query.status, query, principal);
  const queueCount = principal.directory.queues.size;
  if (countedFilter !== undefined) {
    const counted = await countTickets(tableOf(principal), { partitions, queueCount, filter: countedFilter });
    if (counted === undefined) throw new Error('a count without a bound has no result');
    return counted;
  }
  const { rows, next } = await listedPage(
    principal,
    { partitions, filter },
    query.updatedAt,
    'desc',
    undefined,
  );
  return { count: rows.length, more: next !== undefined };
};
