import type { FoundMessage, ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import type { TicketStatus } from '@prosa/shared/entities/ticket-terms.ts';
import { isAdmin } from '@prosa/shared/permissions.ts';
import { filterOfList, type ListFilters } from '@prosa/shared/rules/filters/filter-of-query.ts';
import type { FilterMoment } from '@prosa/shared/rules/filters/matches-filter.ts';
import { isDecidedBy, type TicketFilter, termsOf } from '@prosa/shared/rules/filters/ticket-filter.ts';
import { TICKETS_COUNTED } from '@prosa/shared/rules/list-sizes.ts';
import { isAnnounced, matchesTicketList } from '@prosa/shared/rules/ticket-visibility.ts';
import { presentationFor, tableOf, viewTickets } from '../../conversations/ticket-access.ts';
import { makeCountedPlace, readCountedPlace } from '../../domain/counted-place.ts';
import { isDriven } from '../../domain/tickets/automation.ts';
import { activeRange, needsOf } from '../../domain/tickets/filter-needs.ts';
import { MARK_FIELDS, markMatcher, ticketMatcher } from '../../domain/tickets/match-tickets.ts';
import { matchesTicketSearch } from '../../domain/tickets/matches-ticket-search.ts';
import type { MergedPage } from '../../domain/tickets/merge-runs.ts';
import { planFilter } from '../../domain/tickets/plan-filter.ts';
import {
  isInPlan,
  planTicketBrowse,
  planTicketList,
  planUnreadTickets,
  type TicketPartition,
  type TicketRun,
} from '../../domain/tickets/plan-ticket-list.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import { type CountedTicket, countTickets } from '../../repositories/tickets/ticket-counts.ts';
import {
  type ActiveRange,
  readTicketPage,
  unitsBesidePage,
} from '../../repositories/tickets/ticket-lists.ts';
import type { TicketRow } from '../../repositories/tickets/tickets.ts';
import { searchTickets } from './search-tickets.ts';

type Query = HandlerContext<typeof ticketRoutes.list>['query'];

const BROWSED_STATUSES = ['open', 'pending', 'group', 'closed'] as const satisfies readonly TicketStatus[];

/** Returns whether the keys of a partition show unopened tickets; see `keys.ticketMarkOfQueue`. */
const tellsNews = ({ by, status }: TicketPartition): boolean =>
  by === 'user' || status === 'pending' || status === 'group';

interface Listing {
  /** The partitions to count. */
  partitions: TicketPartition[];
  /** The runs to read for a page. */
  runs: TicketRun[];
  filter: (ticket: TicketRow) => boolean;
  /** The same filter on the data that a count has of a ticket; absent if that data is not enough. */
  countedFilter?: (ticket: CountedTicket) => boolean;
  /** Absent without a limit. */
  active?: ActiveRange;
}

const bell = ({ viewer, directory }: UserPrincipal): Listing => {
  const showPending = directory.settings.showNotificationPending;
  const filter = (ticket: CountedTicket) => isAnnounced(ticket, viewer, showPending);
  const partitions = planUnreadTickets(viewer, showPending, [...directory.queues.keys()]);
  return { partitions, runs: partitions, filter, countedFilter: filter };
};

type FilterQuery = ListFilters & Pick<Query, 'showAll' | 'queueIds'>;

/** Returns the filter that applies for a caller: only administrators can filter by the attendants of `users`. */
const filterFor = ({ viewer }: UserPrincipal, query: FilterQuery): TicketFilter =>
  filterOfList({ ...query, users: isAdmin(viewer) ? query.users : [] });

const momentOf = ({ directory }: UserPrincipal, nowMs: number): FilterMoment => ({
  timeZone: directory.company.timeZone,
  nowMs,
});

/**
 * Returns a listing narrowed by a filter.
 * @param planned the partitions of the listing without the filter
 * @param isListed whether a ticket belongs in the listing without the filter
 */
const narrowed = (
  principal: UserPrincipal,
  filter: TicketFilter,
  nowMs: number,
  { planned, isListed }: { planned: TicketPartition[]; isListed: (ticket: CountedTicket) => boolean },
): Listing => {
  const moment = momentOf(principal, nowMs);
  const needs = needsOf(filter, nowMs);
  const matches = ticketMatcher(filter, moment, presentationFor(principal));
  return {
    ...planFilter(planned, needs, principal.viewer),
    filter: (ticket) => isListed(ticket) && matches(ticket),
    active: activeRange(needs),
  };
};

/** Returns the listing of a tab with its filters. */
const tab = (status: TicketStatus, query: FilterQuery, principal: UserPrincipal, nowMs: number): Listing => {
  const { viewer, directory } = principal;
  const list = { status, showAll: query.showAll, queueIds: query.queueIds };
  const filter = filterFor(principal, query);
  const isListed = (ticket: CountedTicket) => matchesTicketList(ticket, list, viewer);
  const planned = planTicketList(list, viewer, [...directory.queues.keys()]);
  const listing = narrowed(principal, filter, nowMs, { planned, isListed });
  const asksForNews = termsOf(filter).some(({ field }) => field === 'unread');
  if (!isDecidedBy(filter, MARK_FIELDS) || (asksForNews && !listing.partitions.every(tellsNews)))
    return listing;
  const matches = markMatcher(filter, momentOf(principal, nowMs));
  return { ...listing, countedFilter: (ticket) => isListed(ticket) && matches(ticket) };
};

/**
 * Returns the listing of the search view before the user types: its filters over the tickets that the caller may see.
 */
const browse = (query: Query, principal: UserPrincipal, nowMs: number): Listing => {
  const { viewer, directory } = principal;
  const statuses = query.statusFilter.length === 0 ? [...BROWSED_STATUSES] : [...new Set(query.statusFilter)];
  const filter = filterFor(principal, { ...query, statusFilter: statuses });
  const planned = planTicketBrowse({ ...query, statuses }, viewer, [...directory.queues.keys()]);
  // Searches with words find more: own tickets of any queue.
  const isPlanned = isInPlan(planned);
  return narrowed(principal, filter, nowMs, {
    planned,
    isListed: (ticket) => isPlanned(ticket) && matchesTicketSearch(ticket, query, viewer),
  });
};

/** Returns the status of the tickets in a tab. Tickets led by the automation have status `pending`. */
const listedStatus = (name: TicketStatus | 'chatbot'): TicketStatus =>
  name === 'chatbot' ? 'pending' : name;

/** Returns the function that tells whether a ticket passes the filters of a search. */
const searchMatcher = (query: Query, principal: UserPrincipal, nowMs: number) => {
  const { status } = query;
  const ofTab = status === undefined || status === 'search' ? [] : [listedStatus(status)];
  const filter = filterFor(principal, { ...query, statusFilter: [...query.statusFilter, ...ofTab] });
  return ticketMatcher(filter, momentOf(principal, nowMs), presentationFor(principal));
};

interface CountedPage extends MergedPage<TicketRow> {
  count: number;
  found?: FoundMessage[];
}

/**
 * Returns the total of a list whose first page is not the whole list; undefined if the keys are not enough to count
 * it.
 */
const totalOf = async (
  principal: UserPrincipal,
  query: Query,
  nowMs: number,
): Promise<number | undefined> => {
  if (isSearch(query)) return undefined;
  const { partitions, runs, countedFilter } = listingOf(principal, query, nowMs);
  if (countedFilter === undefined) return undefined;
  const queueCount = principal.directory.queues.size;
  const maxUnits = unitsBesidePage(runs, queueCount);
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
  nowMs: number,
): Promise<CountedPage> => {
  const before = after === undefined ? undefined : readCountedPlace(after);
  const page: MergedPage<TicketRow> & { found?: FoundMessage[] } = await (isSearch(query)
    ? searchTickets(principal, query, searchMatcher(query, principal, nowMs), before?.next)
    : listPage(principal, query, before?.next, nowMs));
  const met = Math.min(
    TICKETS_COUNTED,
    (before?.isTotal === true ? 0 : (before?.count ?? 0)) + page.rows.length,
  );
  const total =
    before?.isTotal === true
      ? before.count
      : before === undefined && page.next !== undefined && query.withCount
        ? await totalOf(principal, query, nowMs)
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
  const { principal, query, clock } = context;
  const { cursor, pageNumber, ...filters } = query;
  const paging = await pagingOf(principal, 'tickets', filters, { cursor, pageNumber });
  const page = await paging.read<CountedPage>((after) => countedPage(principal, query, after, clock.now()));
  return {
    tickets: await viewTickets(page.rows, principal),
    count: 'count' in page ? page.count : 0,
    hasMore: page.next !== undefined,
    cursor: paging.seal(page.next),
    ...('found' in page && page.found !== undefined && query.searchOnMessages ? { found: page.found } : {}),
  };
};

const listedPage = (
  principal: UserPrincipal,
  { runs, filter, active = {} }: Listing,
  order: 'asc' | 'desc',
  after: string | undefined,
): Promise<MergedPage<TicketRow>> =>
  readTicketPage(tableOf(principal), {
    partitions: runs,
    queueCount: principal.directory.queues.size,
    filter,
    order,
    after,
    active,
  });

const listPage = (principal: UserPrincipal, query: Query, after: string | undefined, nowMs: number) =>
  listedPage(
    principal,
    listingOf(principal, query, nowMs),
    query.sortTickets === 'ASC' ? 'asc' : 'desc',
    after,
  );

/** Returns the listing of the waiting tickets that the automation leads. */
const ledByBot = (query: Query, principal: UserPrincipal, nowMs: number): Listing => {
  const { countedFilter: _notKnown, filter, ...listing } = tab('pending', query, principal, nowMs);
  return { ...listing, filter: (ticket) => isDriven(ticket) && filter(ticket) };
};

const listingOf = (principal: UserPrincipal, query: Query, nowMs: number): Listing => {
  if (query.withUnreadMessages) return bell(principal);
  if (query.status === 'chatbot') return ledByBot(query, principal, nowMs);
  return query.status === undefined || query.status === 'search'
    ? browse(query, principal, nowMs)
    : tab(query.status, query, principal, nowMs);
};

/**
 * Returns how many tickets a tab (with its filters) or the notification bell has. The rule is that of its list, so
 * hidden tickets are not counted. Reads only keys, see `countTickets`; if the keys do not answer a filter, it reads
 * the first page.
 */
export const countListedTickets = async ({
  principal,
  query,
  clock,
}: HandlerContext<typeof ticketRoutes.count>): Promise<{ count: number; more: boolean }> => {
  const listing = query.withUnreadMessages
    ? bell(principal)
    : tab(query.status, query, principal, clock.now());
  const { partitions, countedFilter } = listing;
  const queueCount = principal.directory.queues.size;
  if (countedFilter !== undefined) {
    const counted = await countTickets(tableOf(principal), { partitions, queueCount, filter: countedFilter });
    if (counted === undefined) throw new Error('a count without a bound has no result');
    return counted;
  }
  const { rows, next } = await listedPage(principal, listing, 'desc', undefined);
  return { count: rows.length, more: next !== undefined };
};
