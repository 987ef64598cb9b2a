import type { Ticket } from '@prosa/shared/entities/ticket.ts';

/**
 * A ticket whose attendant is gone: it waits again where it was attended, in the place its last activity gives it.
 */
export const withoutAttendant = (ticket: Ticket): Ticket => ({
  ...ticket,
  status: ticket.status === 'open' ? 'pending' : ticket.status,
  userId: null,
  transferredById: null,
});

/** Which of two closed tickets of one contact, connection and queue the lists show. */
export const newerClosed = <T extends Pick<Ticket, 'closedAt' | 'id'>>(one: T, other: T): T => {
  const [a, b] = [one.closedAt ?? '', other.closedAt ?? ''];
  return a === b ? (one.id > other.id ? one : other) : a > b ? one : other;
};
