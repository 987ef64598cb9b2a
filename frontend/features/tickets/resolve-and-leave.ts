import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import type { NavigateFunction } from 'react-router';
import { paths } from '../../lib/screen/paths.ts';
import { sessionStore } from '../../lib/session/session-store.ts';
import { resolveTicket } from './actions.ts';
import { shownTickets } from './shown-tickets.ts';
import { ticketAfter } from './ticket-after.ts';

/** Returns the path after a ticket was resolved: the next ticket of the list if the user wants that, or the inbox. */
const placeAfter = ({ id }: TicketView, before: readonly TicketView[]): string => {
  const { user } = sessionStore.getState();
  const next = user?.openNextTicket === true ? ticketAfter(id, before, shownTickets(user)) : undefined;
  return next === undefined ? paths.tickets : paths.ticket(next.uuid);
};

/** Resolves a ticket and, if its conversation is open, leaves it. An undo returns to it. */
export const resolveAndLeave = async (ticket: TicketView, navigate: NavigateFunction): Promise<void> => {
  const { user } = sessionStore.getState();
  const before = user === null ? [] : shownTickets(user);
  const isOpen = () => globalThis.location.pathname === paths.ticket(ticket.uuid);
  const wasOpen = isOpen();
  const saved = await resolveTicket(ticket, ({ uuid }) => {
    if (wasOpen) void navigate(paths.ticket(uuid));
  });
  if (saved !== null && isOpen()) void navigate(placeAfter(ticket, before));
};
