import type { Conversation, Ticket } from '@prosa/shared/entities/ticket.ts';
import { type Change, mergeTurns, type Removal, type Stored, type Turn } from './turn.ts';

/** Returns the pointers without a ticket; the previous ticket takes its place in the list of closed tickets. */
const pointersWithout = (
  conversation: Conversation,
  ticketId: number,
  other: Ticket | undefined,
): Conversation => {
  const lastClosedByQueue = Object.fromEntries(
    Object.entries(conversation.lastClosedByQueue).filter(([, id]) => id !== ticketId),
  );
  const slot = String(other?.queueId ?? 0);
  if (other?.status === 'closed') lastClosedByQueue[slot] ??= other.id;
  return {
    ...conversation,
    activeTicketId: conversation.activeTicketId === ticketId ? null : conversation.activeTicketId,
    lastTicketId: conversation.lastTicketId === ticketId ? (other?.id ?? null) : conversation.lastTicketId,
    lastClosedByQueue,
  };
};

/** Shows the previous ticket in place of a removed one. */
const shownInstead = (pointers: Conversation, other: Stored<Ticket> | undefined): Change<Ticket>[] =>
  other?.status === 'closed' &&
  !other.latestClosed &&
  pointers.lastClosedByQueue[String(other.queueId ?? 0)] === other.id
    ? [{ before: other, after: { ...other, latestClosed: true } }]
    : [];

/**
 * Removes a ticket, with the rest of its log, notes and attendance and the pointers to it.
 * @param other the contact's newest other ticket on the connection
 */
export const ticketRemoval = (
  ticket: Stored<Ticket>,
  story: readonly Removal[],
  conversation: Stored<Conversation> | undefined,
  other: Stored<Ticket> | undefined,
): Turn => {
  const removed: Removal[] = [{ entity: 'ticket', row: ticket }, ...story];
  if (conversation === undefined) return mergeTurns({ removed });
  const pointers = pointersWithout(conversation, ticket.id, other);
  return mergeTurns({
    removed,
    conversations: [{ before: conversation, after: pointers }],
    tickets: shownInstead(pointers, other),
  });
};

/** Removes a conversation's pointers to a ticket that is already gone. */
export const pointerRemoval = (conversation: Stored<Conversation>, ticketId: number | undefined): Turn => {
  const lastClosedByQueue = Object.fromEntries(
    Object.entries(conversation.lastClosedByQueue).filter(([, id]) => id !== ticketId),
  );
  return mergeTurns({
    conversations: [
      { before: conversation, after: { ...conversation, lastClosedByQueue, lastTicketId: null } },
    ],
  });
};
