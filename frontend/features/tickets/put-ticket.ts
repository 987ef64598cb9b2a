import { type TicketView, type ticketPageSchema, ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { filterOfList } from '@prosa/shared/rules/filters/filter-of-query.ts';
import { matchesFilter } from '@prosa/shared/rules/filters/matches-filter.ts';
import { canSeeTicket, matchesTicketList } from '@prosa/shared/rules/ticket-visibility.ts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type * as z from 'zod';
import { parsedFilter, subjectOf } from './filter-subject.ts';
import { isOutdated } from './newest-versions.ts';
import type { TicketListQuery } from './ticket-list-query.ts';
import { factsOf, isAnnouncedTo, type LiveViewer } from './viewer-of.ts';

export type TicketPage = z.infer<typeof ticketPageSchema>;
export type TicketPages = InfiniteData<TicketPage, string | null>;

/**
 * Whether a ticket belongs in a list now. Null when only the server knows: searches use indexed words, and a view does
 * not contain everything that a filter may need.
 */
export const belongs = (ticket: TicketView, query: TicketListQuery, viewer: LiveViewer): boolean | null => {
  const facts = factsOf(ticket);
  if (!canSeeTicket(facts, viewer)) return false;
  if (query.withUnreadMessages === true) return isAnnouncedTo(viewer, ticket);
  const { status } = query;
  if (status === undefined || status === 'search' || (query.searchParam ?? '') !== '') return null;
  const list = { status, showAll: query.showAll ?? false, queueIds: query.queueIds };
  if (!matchesTicketList(facts, list, viewer)) return false;
  const filter = filterOfList({ ...query, filter: parsedFilter(query.filter) });
  return matchesFilter(subjectOf(ticket), filter, { timeZone: viewer.timeZone, nowMs: Date.now() }) ?? null;
};

/** Compares by latest activity and then by id; descending, or ascending. */
const compare = (a: TicketView, b: TicketView, ascending: boolean): number => {
  const order = a.updatedAt === b.updatedAt ? a.id - b.id : a.updatedAt < b.updatedAt ? -1 : 1;
  return ascending ? order : -order;
};

/** Returns a ticket from a cached list. */
export const listedTicket = (client: QueryClient, uuid: string): TicketView | undefined => {
  for (const [, data] of client.getQueriesData<TicketPages>({ queryKey: [ticketRoutes.list.id] }))
    for (const { tickets } of data?.pages ?? []) {
      const found = tickets.find((ticket) => ticket.uuid === uuid);
      if (found !== undefined) return found;
    }
  return undefined;
};

/** Returns a ticket of a cached list. */
export const findTicket = (data: TicketPages, id: number): TicketView | undefined => {
  for (const page of data.pages) {
    const found = page.tickets.find((ticket) => ticket.id === id);
    if (found !== undefined) return found;
  }
  return undefined;
};

const mapPages = (
  data: TicketPages,
  change: (tickets: TicketView[], index: number) => TicketView[],
): TicketPages => ({
  ...data,
  pages: data.pages.map((page, index) => {
    const tickets = change(page.tickets, index);
    return tickets === page.tickets ? page : { ...page, tickets };
  }),
});

export const removeTicket = (data: TicketPages, id: number): TicketPages =>
  findTicket(data, id) === undefined
    ? data
    : mapPages(data, (tickets) =>
        tickets.some((ticket) => ticket.id === id) ? tickets.filter((ticket) => ticket.id !== id) : tickets,
      );

/**
 * Inserts a ticket at the position of its activity. A ticket beyond the last loaded page is skipped, because that
 * page would contain it again.
 */
export const insertTicket = (data: TicketPages, ticket: TicketView, ascending: boolean): TicketPages => {
  const rest = removeTicket(data, ticket.id);
  const at = rest.pages.findIndex((page) =>
    page.tickets.some((other) => compare(ticket, other, ascending) < 0),
  );
  const last = rest.pages.length - 1;
  if (last < 0 || (at === -1 && rest.pages[last]?.hasMore === true)) return rest;
  return mapPages(rest, (tickets, index) => {
    if (index !== (at === -1 ? last : at)) return tickets;
    const before = tickets.findIndex((other) => compare(ticket, other, ascending) < 0);
    return before === -1 ? [...tickets, ticket] : tickets.toSpliced(before, 0, ticket);
  });
};

/**
 * Returns a list after a ticket has changed; the same object when the list did not change.
 * @param fits whether the ticket belongs in the list; null when only the server knows
 */
export const placeTicket = (
  data: TicketPages,
  ticket: TicketView,
  fits: boolean | null,
  ascending: boolean,
): TicketPages => {
  const present = findTicket(data, ticket.id);
  if (present !== undefined && present.version >= ticket.version) return data;
  if (fits === false) return removeTicket(data, ticket.id);
  if (fits === null) {
    return present === undefined
      ? data
      : mapPages(data, (tickets) => tickets.map((other) => (other.id === ticket.id ? ticket : other)));
  }
  return insertTicket(data, ticket, ascending);
};

/** Returns the list of a query after a ticket has changed; the same object when the list did not change. */
export const updateList = (
  data: TicketPages,
  ticket: TicketView,
  query: TicketListQuery,
  viewer: LiveViewer,
): TicketPages => placeTicket(data, ticket, belongs(ticket, query, viewer), query.sortTickets === 'ASC');

/** Whether a part of a query key is the input of a ticket list or count. */
export const isListInput = (value: unknown): value is { query?: TicketListQuery } =>
  typeof value === 'object' && value !== null;

const changeLists = (
  client: QueryClient,
  change: (data: TicketPages, query: TicketListQuery) => TicketPages,
): void => {
  for (const [key, data] of client.getQueriesData<TicketPages>({ queryKey: [ticketRoutes.list.id] })) {
    const input: unknown = key[1];
    if (data === undefined) continue;
    const next = change(data, isListInput(input) ? (input.query ?? {}) : {});
    if (next !== data) client.setQueryData(key, next);
  }
};

/**
 * Replaces a separately cached ticket, unless the cached one is newer. Sets data only on a change, because setting
 * data turns a query's error into a success.
 */
const changeSingles = (client: QueryClient, id: number, change: (ticket: TicketView) => TicketView): void => {
  for (const row of [ticketRoutes.getByUuid, ticketRoutes.get]) {
    for (const [key, ticket] of client.getQueriesData<TicketView>({ queryKey: [row.id] })) {
      if (ticket?.id !== id) continue;
      const next = change(ticket);
      if (next !== ticket) client.setQueryData(key, next);
    }
  }
};

/** Updates a ticket in every cached list and open ticket, unless an event has named a newer version of it. */
export const putTicket = (client: QueryClient, ticket: TicketView, viewer: LiveViewer): void => {
  if (isOutdated(ticket)) return;
  changeLists(client, (data, query) => updateList(data, ticket, query, viewer));
  changeSingles(client, ticket.id, (present) => (present.version >= ticket.version ? present : ticket));
};

/** Removes a ticket from every cached list. */
export const dropTicket = (client: QueryClient, id: number): void => {
  changeLists(client, (data) => removeTicket(data, id));
};

/** Returns a ticket with its unread counter cleared by the change of a version; a newer ticket stays as it is. */
export const markRead = (ticket: TicketView, version: number): TicketView =>
  ticket.version >= version ? ticket : { ...ticket, unreadMessages: 0, transferredBy: null, version };

/** Clears a ticket's unread counter in the cache, unless the cached ticket is newer. */
export const markTicketRead = (
  client: QueryClient,
  id: number,
  version: number,
  viewer: LiveViewer,
): void => {
  changeLists(client, (data, query) => {
    const present = findTicket(data, id);
    return present === undefined ? data : updateList(data, markRead(present, version), query, viewer);
  });
  changeSingles(client, id, (present) => markRead(present, version));
};
