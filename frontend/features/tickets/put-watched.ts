import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { PANEL_TICKETS_MAX } from '@prosa/shared/rules/list-sizes.ts';
import { canWatchTicket, type Viewer } from '@prosa/shared/rules/ticket-visibility.ts';
import type { QueryClient } from '@tanstack/react-query';
import { panelTickets } from './panel-tickets.ts';
import { factsOf } from './viewer-of.ts';

const isLater = (a: TicketView, b: TicketView): boolean =>
  a.updatedAt === b.updatedAt ? a.id > b.id : a.updatedAt > b.updatedAt;

/** The panel after a ticket has changed: the latest activity last, and no more than it holds. The same where nothing did. */
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

/** Brings the attendance panel, where it has been opened, up to a ticket's new state. */
export const putWatched = (client: QueryClient, ticket: TicketView, viewer: Viewer): void =>
  changePanel(client, (tickets) => withWatched(tickets, ticket, viewer));

/** Takes what was unread off a ticket of the panel, unless what is shown is newer. */
export const markWatchedRead = (client: QueryClient, id: number, version: number, viewer: Viewer): void =>
  changePanel(client, (tickets) => {
    const present = tickets.find((ticket) => ticket.id === id);
    return present === undefined
      ? tickets
      : withWatched(tickets, { ...present, unreadMessages: 0, transferredBy: null, version }, viewer);
  });

/** Takes a ticket off the panel. */
export const dropWatched = (client: QueryClient, id: number): void =>
  changePanel(client, (tickets) =>
    tickets.some((ticket) => ticket.id === id) ? tickets.filter((ticket) => ticket.id !== id) : tickets,
  );
