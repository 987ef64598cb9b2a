import type { Ticket } from '@prosa/shared/entities/ticket.ts';

/** Returns a ticket without its attendant: it waits again in its queue, in the order of its last activity. */
export const withoutAttendant = (ticket: Ticket): Ticket => ({
  ...ticket,
  status: ticket.status === 'open' ? 'pending' : ticket.status,
  userId: null,
  transferredById: null,
});

/** Returns the one of two closed tickets of a contact, connection and queue that lists show. */
export const newerClosed = <T extends Pick<Ticket, 'closedAt' | 'id'>>(one: T, other: T): T => {
  const [a, b] = [one.closedAt ?? '', other.closedAt ?? ''];
  return a === b ? (one.id > other.id ? one : other) : a > b ? one : other;
};
