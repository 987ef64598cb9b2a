import { type TicketView, type ticketPageSchema, ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { passesFilters, type TicketFilters } from '@prosa/shared/rules/ticket-filters.ts';
import { canSeeTicket, matchesTicketList } from '@prosa/shared/rules/ticket-visibility.ts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type * as z from 'zod';
import type { TicketListQuery } from './ticket-list-query.ts';
import { factsOf, isAnnouncedTo, type LiveViewer, newsOf } from './viewer-of.ts';

export type TicketPage = z.infer<typeof ticketPageSchema>;
export type TicketPages = InfiniteData<TicketPage, string | null>;

/** The filters of a list's query. */
const filtersOf = (query: TicketListQuery): TicketFilters => ({
  statuses: query.statusFilter ?? [],
  tags: query.tags ?? [],
  users: query.users ?? [],
  connections: query.whatsapps ?? [],
  unread: query.unread ?? false,
  activeOn: query.updatedAt ?? '',
  createdOn: '',
});

/** Whether a ticket belongs into a list now. Null where only the server can tell: searches go by indexed words. */
export const belongs = (ticket: TicketView, query: TicketListQuery, viewer: LiveViewer): boolean | null => {
  const facts = factsOf(ticket);
  if (!canSeeTicket(facts, viewer)) return false;
  if (query.withUnreadMessages === true) return isAnnouncedTo(viewer, ticket);
  const { status } = query;
  if (status === undefined || status === 'search' || (query.searchParam ?? '') !== '') return null;
  return (
    matchesTicketList(facts, { status, showAll: query.showAll ?? false, queueIds: query.queueIds }, viewer) &&
    passesFilters(
      { ...ticket, ...facts, ...newsOf(ticket), activityAt: ticket.updatedAt },
      filtersOf(query),
      viewer.timeZone,
    )
  );
};

/** Newest activity first, or last; of the same moment, the higher id first, or last. */
const compare = (a: TicketView, b: TicketView, ascending: boolean): number => {
  const order = a.updatedAt === b.updatedAt ? a.id - b.id : a.updatedAt < b.updatedAt ? -1 : 1;
  return ascending ? order : -order;
};

/** A ticket as a list that is in the cache shows it. */
export const listedTicket = (client: QueryClient, uuid: string): TicketView | undefined => {
  for (const [, data] of client.getQueriesData<TicketPages>({ queryKey: [ticketRoutes.list.id] }))
    for (const { tickets } of data?.pages ?? []) {
      const found = tickets.find((ticket) => ticket.uuid === uuid);
      if (found !== undefined) return found;
    }
  return undefined;
};

const find = (data: TicketPages, id: number): TicketView | undefined => {
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
  find(data, id) === undefined
    ? data
    : mapPages(data, (tickets) =>
        tickets.some((ticket) => ticket.id === id) ? tickets.filter((ticket) => ticket.id !== id) : tickets,
      );

/**
 * Puts a ticket where its activity sorts it. What lies beyond the last loaded page is left to that page: there it
 * would only repeat.
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

/** A list after a ticket has changed. The same list where nothing in it did. */
export const updateList = (
  data: TicketPages,
  ticket: TicketView,
  query: TicketListQuery,
  viewer: LiveViewer,
): TicketPages => {
  const present = find(data, ticket.id);
  if (present !== undefined && present.version >= ticket.version) return data;
  const fits = belongs(ticket, query, viewer);
  if (fits === false) return removeTicket(data, ticket.id);
  if (fits === null) {
    return present === undefined
      ? data
      : mapPages(data, (tickets) => tickets.map((other) => (other.id === ticket.id ? ticket : other)));
  }
  return insertTicket(data, ticket, query.sortTickets === 'ASC');
};

/** Whether part of a query's key is what a ticket list, or a count, was asked with. */
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
 * Replaces a ticket wherever it is shown by itself, unless what is shown is newer. Nothing is set where nothing changes:
 * setting makes a success of an answer that was refused.
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

/** Brings every ticket list and open ticket in the cache up to a ticket's new state. */
export const putTicket = (client: QueryClient, ticket: TicketView, viewer: LiveViewer): void => {
  changeLists(client, (data, query) => updateList(data, ticket, query, viewer));
  changeSingles(client, ticket.id, (present) => (present.version >= ticket.version ? present : ticket));
};

/** Takes a ticket out of every list. */
export const dropTicket = (client: QueryClient, id: number): void => {
  changeLists(client, (data) => removeTicket(data, id));
};

const markRead = (ticket: TicketView, version: number): TicketView =>
  ticket.version >= version ? ticket : { ...ticket, unreadMessages: 0, transferredBy: null, version };

/** Takes what was unread off a ticket wherever it is shown, unless what is shown is newer. */
export const markTicketRead = (
  client: QueryClient,
  id: number,
  version: number,
  viewer: LiveViewer,
): void => {
  changeLists(client, (data, query) => {
    const present = find(data, id);
    return present === undefined ? data : updateList(data, markRead(present, version), query, viewer);
  });
  changeSingles(client, id, (present) => markRead(present, version));
};
