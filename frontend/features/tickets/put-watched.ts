import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { PANEL_TICKETS_MAX } from '@prosa/shared/rules/list-sizes.ts';
import { canWatchTicket, type Viewer } from '@prosa/shared/rules/ticket-visibility.ts';
import type { QueryClient } from '@tanstack/react-query';
import { panelTickets } from './panel-tickets.ts';
import { factsOf } from './viewer-of.ts';

const isLater = (a: TicketView, b: TicketView): boolean =>
  a.updatedAt === b.updatedAt ? a.id > b.id : a.updatedAt > b.updatedAt;

/**
 * Returns the panel's tickets after a change: latest activity last, limited to the maximum; the same array when
 * nothing changed.
 */
export const withWatched = (tickets: TicketView[], ticket: TicketView, viewer: Viewer): TicketView[] => {
  const present = tickets.find(({ id }) => id === ticket.id);
  if (present !== undefined && present.version >= ticket.version) return tickets;
  const fits = canWatchTicket(factsOf(ticket), viewer);
  if (!fits && present === undefined) return tickets;
  const rest = tickets.filter(({ id }) => id !== ticket.id);
  if (!fits) return rest;
  const at = rest.findLastIndex((other) => isLater(ticket, other)) + 1;
  return rest.toSpliced(at, 0, ticket).slice(-PANEL_TICKETS_MAX);
};

const changePanel = (client: QueryClient, change: (tickets: TicketView[]) => TicketView[]): void => {
  const tickets = client.getQueryData(panelTickets.queryKey);
  if (tickets === undefined) return;
  const next = change(tickets);
  if (next !== tickets) client.setQueryData(panelTickets.queryKey, next);
};

/** Updates a ticket on the attendance panel, if the panel is cached. */
export const putWatched = (client: QueryClient, ticket: TicketView, viewer: Viewer): void =>
  changePanel(client, (tickets) => withWatched(tickets, ticket, viewer));

/** Clears a panel ticket's unread counter, unless the cached ticket is newer. */
export const markWatchedRead = (client: QueryClient, id: number, version: number, viewer: Viewer): void =>
  changePanel(client, (tickets) => {
    const present = tickets.find((ticket) => ticket.id === id);
    return present === undefined
      ? tickets
      : withWatched(tickets, { ...present, unreadMessages: 0, transferredBy: null, version }, viewer);
  });

/** Removes a ticket from the panel. */
export const dropWatched = (client: QueryClient, id: number): void =>
  changePanel(client, (tickets) =>
    tickets.some((ticket) => ticket.id === id) ? tickets.filter((ticket) => ticket.id !== id) : tickets,
  );
