import type { FoundMessage, ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import type { TicketStatus } from '@prosa/shared/entities/ticket-terms.ts';
import { TICKETS_COUNTED } from '@prosa/shared/rules/list-sizes.ts';
import { areOfMarks, passesMarkFilters } from '@prosa/shared/rules/ticket-filters.ts';
import { isAnnounced, matchesTicketList } from '@prosa/shared/rules/ticket-visibility.ts';
import { tableOf, viewTickets } from '../../conversations/ticket-access.ts';
import { makeCountedPlace, readCountedPlace } from '../../domain/counted-place.ts';
import { isDriven } from '../../domain/tickets/automation.ts';
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

/** Returns whether the keys of a partition show unopened tickets; see `keys.ticketMarkOfQueue`. */
const tellsNews = ({ by, status }: TicketPartition): boolean =>
  by === 'user' || status === 'pending' || status === 'group';

interface Listing {
  partitions: TicketPartition[];
  filter: (ticket: TicketRow) => boolean;
  /** The same filter on the data that a count has of a ticket; absent if that data is not enough. */
  countedFilter?: (ticket: CountedTicket) => boolean;
}

const bell = ({ viewer, directory }: UserPrincipal): Listing => {
  const showPending = directory.settings.showNotificationPending;
  const filter = (ticket: CountedTicket) => isAnnounced(ticket, viewer, showPending);
  const partitions = planUnreadTickets(viewer, showPending, [...directory.queues.keys()]);
  return { partitions, filter, countedFilter: filter };
};

/** Returns the listing of a tab with its filters. */
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

/**
 * Returns the listing of the search view before the user types: its filters over the tickets that the caller may see.
 */
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

/**
 * Returns the total of a list whose first page is not the whole list; undefined if the keys are not enough to count
 * it.
 */
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
 * Returns a page and, if requested, the number of tickets in its list. The list is counted once, with the first page.
 * If the total is unknown, the count is of the tickets found up to this page.
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
 * Lists a page of a tab, of the search view or of the notification bell. Ten read units in two steps of calls, see
 * `readTicketPage`; a search reads tokens, then tickets. With `withCount`, a first page that is not the whole list is
 * counted in a further step, using what its first step left of the ten units, see `countTickets`: 14 units if the
 * page took a second step.
 */
export const listTickets = async (context: HandlerContext<typeof ticketRoutes.list>) => {
  const { principal, query } = context;
  const { cursor, pageNumber, ...filters } = query;
  const paging = await pagingOf(principal, 'tickets', filters, { cursor, pageNumber });
  const page = await paging.read<CountedPage>((after) => countedPage(principal, query, after));
  return {
    tickets: await viewTickets(page.rows, principal),
    count: 'count' in page ? page.count : 0,
    hasMore: page.next !== undefined,
    cursor: paging.seal(page.next),
    ...('found' in page && page.found !== undefined && query.searchOnMessages ? { found: page.found } : {}),
  };
};

/** Maximum offset between UTC and any time zone. */
const ZONES_MS = 14 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the instants between which a day lies in every time zone; undefined for an invalid date. */
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
  // Partitions are sorted by last activity, so the tickets of a day form one range.
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

/** Returns the listing of the waiting tickets that the automation leads. */
const ledByBot = (query: Query, principal: UserPrincipal): Listing => {
  const { partitions, filter } = tab('pending', query, principal);
  return { partitions, filter: (ticket) => isDriven(ticket) && filter(ticket) };
};

const listingOf = (principal: UserPrincipal, query: Query): Listing => {
  if (query.withUnreadMessages) return bell(principal);
  if (query.status === 'chatbot') return ledByBot(query, principal);
  return query.status === undefined || query.status === 'search'
    ? browse(query, principal)
    : tab(query.status, query, principal);
};

/**
 * Returns how many tickets a tab (with its filters) or the notification bell has. The rule is that of its list, so
 * hidden tickets are not counted. Reads only keys, see `countTickets`; if the keys do not answer a filter, it reads
 * the first page.
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
