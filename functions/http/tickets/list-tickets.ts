import type { FoundMessage, ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import type { TicketStatus } from '@prosa/shared/entities/ticket.ts';
import { isAnnounced, matchesTicketList } from '@prosa/shared/rules/ticket-visibility.ts';
import { matchesTicketSearch, passesFiltersOf } from '../../domain/tickets/matches-ticket-search.ts';
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
import { type CountedTicket, countTickets } from '../../repositories/ticket-counts.ts';
import { readTicketPage } from '../../repositories/ticket-lists.ts';
import type { TicketRow } from '../../repositories/tickets.ts';
import { filterOf, searchTickets } from './search-tickets.ts';
import { tableOf, viewTicket } from './ticket-access.ts';

type Query = HandlerContext<typeof ticketRoutes.list>['query'];

const BROWSED_STATUSES = ['open', 'pending', 'group', 'closed'] as const satisfies readonly TicketStatus[];

interface Listing<T> {
  partitions: TicketPartition[];
  filter: (ticket: T) => boolean;
}

const bell = ({ viewer, directory }: UserPrincipal): Listing<CountedTicket> => {
  const showPending = directory.settings.showNotificationPending;
  return {
    partitions: planUnreadTickets(viewer, showPending, [...directory.queues.keys()]),
    filter: (ticket) => isAnnounced(ticket, viewer, showPending),
  };
};

const tab = (
  status: TicketStatus,
  query: Pick<Query, 'showAll' | 'queueIds'>,
  { viewer, directory }: UserPrincipal,
): Listing<CountedTicket> => {
  const filter = { status, showAll: query.showAll, queueIds: query.queueIds };
  return {
    partitions: planTicketList(filter, viewer, [...directory.queues.keys()]),
    filter: (ticket) => matchesTicketList(ticket, filter, viewer),
  };
};

/** A tab with its filters. */
const filteredTab = (status: TicketStatus, query: Query, principal: UserPrincipal): Listing<TicketRow> => {
  const { partitions, filter: isInTab } = tab(status, query, principal);
  const filter = { ...filterOf(query, principal), statuses: query.statusFilter };
  return {
    partitions,
    filter: (ticket) => isInTab(ticket) && passesFiltersOf(ticket, filter, principal.viewer),
  };
};

/** The search view before anything was typed: its filters over what the caller sees. */
const browse = (query: Query, principal: UserPrincipal): Listing<TicketRow> => {
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

/**
 * A page of a tab, of the search view or of the bell: ten read units in two steps of calls, see `readTicketPage`; a
 * search reads tokens, then tickets.
 */
export const listTickets = async (context: HandlerContext<typeof ticketRoutes.list>) => {
  const { principal, query } = context;
  const { cursor, pageNumber, ...filters } = query;
  const paging = await pagingOf(principal, 'tickets', filters, { cursor, pageNumber });
  const searched = query.searchParam.trim() !== '' && !query.withUnreadMessages;
  const page = await paging.read<MergedPage<TicketRow> & { found?: FoundMessage[] }>((after) =>
    searched ? searchTickets(principal, query, after) : listPage(principal, query, after),
  );
  return {
    tickets: page.rows.map((ticket) => viewTicket(ticket, principal)),
    count: page.rows.length,
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

const listPage = async (
  principal: UserPrincipal,
  query: Query,
  after: string | undefined,
): Promise<MergedPage<TicketRow>> => {
  const { partitions, filter } = listingOf(principal, query);
  const order = query.sortTickets === 'ASC' ? 'asc' : 'desc';
  // Runs are in the order of the last activity: those of a day begin and end within it.
  const day = around(filterOf(query, principal).activeOn);
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

const listingOf = (principal: UserPrincipal, query: Query): Listing<TicketRow> => {
  if (query.withUnreadMessages) return bell(principal);
  return query.status === undefined || query.status === 'search'
    ? browse(query, principal)
    : filteredTab(query.status, query, principal);
};

/**
 * How many tickets a tab or the bell has, by the rule of its list: what is hidden is not counted. Its keys alone are read,
 * see `countTickets`.
 */
export const countListedTickets = async ({
  principal,
  query,
}: HandlerContext<typeof ticketRoutes.count>): Promise<{ count: number }> => {
  const listing = query.withUnreadMessages ? bell(principal) : tab(query.status, query, principal);
  const queueCount = principal.directory.queues.size;
  return { count: await countTickets(tableOf(principal), { ...listing, queueCount }) };
};
