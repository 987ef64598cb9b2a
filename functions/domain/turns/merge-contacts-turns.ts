import type { Contact } from '@prosa/shared/entities/contact.ts';
import type { Attendance, Conversation, Ticket } from '@prosa/shared/entities/ticket.ts';
import { mergedContact } from '../contacts/merge-contacts.ts';
import { ticketContactOf } from '../presenters/present-contact.ts';
import { closeTicket, newTicket, type Surroundings } from './ticket-turns.ts';
import { type Moment, mergeTurns, type Stored, type Turn, withTicket } from './turn.ts';

/** After this time no merge request is running any more, and the rest of an interrupted one is completed. */
const FINISH_AFTER_MS = 60_000;

export interface ContactMerge {
  kept: Stored<Contact>;
  other: Stored<Contact>;
  /** Contacts that were merged into the other one before. */
  others: readonly Stored<Contact>[];
  /** The user who merges. */
  userId: number;
}

/**
 * Merges one contact into another, with its identities. After that nothing new can start for it, because every start
 * checks that the contact is unchanged. Its tickets follow one by one, by {@link movedTicketTurn}.
 */
export const contactMergeTurn = ({ kept, other, others, userId }: ContactMerge, { nowMs }: Moment): Turn =>
  mergeTurns({
    contacts: [
      { before: kept, after: mergedContact(kept, other) },
      { before: other, after: { ...other, mergedInto: kept.id, mergedIds: [] } },
      ...others.map((before) => ({ before, after: { ...before, mergedInto: kept.id } })),
    ],
    timers: [
      {
        kind: 'contact-merge',
        subject: other.id,
        dueAt: nowMs + FINISH_AFTER_MS,
        data: { userId },
      },
    ],
  });

export interface MovedTicket {
  /** A ticket of the merged contact. */
  ticket: Stored<Ticket>;
  attendance: Stored<Attendance> | undefined;
  kept: Stored<Contact>;
  /** The user who merged. */
  userId: number;
}

/**
 * Guards the kept contact's row: if that contact is merged at the same time, the ticket would be left behind. The
 * turn then conflicts and is decided again.
 */
const unmerged = (kept: Stored<Contact>): Pick<Turn, 'contacts'> => ({
  contacts: [{ before: kept, after: kept }],
});

/** Moves a closed ticket to the kept contact, under that contact's name; it stays where its messages are. */
export const movedTicketTurn = ({ ticket, kept }: Pick<MovedTicket, 'ticket' | 'kept'>): Turn =>
  mergeTurns({
    tickets: [{ before: ticket, after: { ...ticket, contact: ticketContactOf(kept) } }],
    ...unmerged(kept),
  });

/** The rows that an active ticket of a merged contact meets on its connection. */
export interface Meeting extends Surroundings {
  /** The kept contact's conversation on the connection. */
  keptConversation: Stored<Conversation> | undefined;
  keptActive: Stored<Ticket> | undefined;
  /** The id of the new ticket, if one is created. */
  ticketId: number | undefined;
}

const later = (a: string | null, b: string | null): boolean => (a ?? '') > (b ?? '');

/**
 * Returns the continuing ticket with the unread count of the ended one added, and with its last message if that is
 * later.
 */
const carriedOn = (ticket: Ticket, ended: Ticket): Ticket => ({
  ...ticket,
  ...(later(ended.lastMessageAt, ticket.lastMessageAt)
    ? { lastMessage: ended.lastMessage, lastMessageAt: ended.lastMessageAt, fromMe: ended.fromMe }
    : {}),
  heardAt: later(ended.heardAt, ticket.heardAt) ? ended.heardAt : ticket.heardAt,
  freeEntryAt: later(ended.freeEntryAt, ticket.freeEntryAt) ? ended.freeEntryAt : ticket.freeEntryAt,
  unreadMessages: ticket.unreadMessages + ended.unreadMessages,
  activityAt: later(ended.activityAt, ticket.activityAt) ? ended.activityAt : ticket.activityAt,
});

/**
 * Closes an active ticket of a merged contact without a text to the customer. The conversation continues on the kept
 * contact's ticket on the connection, or on a new one in the same place. A ticket that waits for its rating has no
 * successor.
 */
export const endedByMergeTurn = (moved: MovedTicket, meeting: Meeting, moment: Moment): Turn => {
  const { ticket, attendance, kept, userId } = moved;
  const closed = closeTicket({ ticket, attendance, ...meeting }, { userId, logType: 'closed' }, moment);
  // As in closing, a ticket that waited belongs to the user who ended it, and is listed among that user's tickets.
  const ended = withTicket(closed, (after) => ({
    ...after,
    userId: after.userId ?? userId,
    contact: ticketContactOf(kept),
  }));
  const {
    connectionId,
    status,
    queueId,
    userId: attendantId,
    transferredById,
    isActiveDemand,
    channel,
  } = ticket;
  const { keptActive, keptConversation, ticketId } = meeting;
  if (connectionId === null || status === 'nps' || status === 'closed')
    return mergeTurns(ended, unmerged(kept));
  if (keptActive !== undefined)
    return mergeTurns(ended, {
      tickets: [{ before: keptActive, after: carriedOn(keptActive, ticket) }],
      ...unmerged(kept),
    });
  if (ticketId === undefined) throw new Error('no number for the ticket that goes on');
  const { lastMessage, lastMessageAt, unreadMessages, fromMe, heardAt, freeEntryAt } = ticket;
  const begun = newTicket(
    {
      ticketId,
      contact: kept,
      connectionId,
      channel,
      conversation: keptConversation,
      status,
      queueId,
      userId: attendantId,
      transferredById,
      isActiveDemand,
      continues: { lastMessage, lastMessageAt, unreadMessages, fromMe, heardAt, freeEntryAt },
    },
    moment,
  );
  return mergeTurns(ended, begun);
};
