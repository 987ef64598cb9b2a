import type { Contact } from '@prosa/shared/entities/contact.ts';
import type { Conversation, Ticket, TicketTracking } from '@prosa/shared/entities/ticket.ts';
import { mergedContact } from '../contacts/merge-contacts.ts';
import { ticketContactOf } from '../presenters/present-contact.ts';
import { closeTicket, newTicket, type Surroundings } from './ticket-turns.ts';
import { type Moment, mergeTurns, type Stored, type Turn, withTicket } from './turn.ts';

/** By then no request that merges still runs: what one left undone is done then. */
const FINISH_AFTER_MS = 60_000;

export interface ContactMerge {
  kept: Stored<Contact>;
  other: Stored<Contact>;
  /** Those that were merged into the other before. */
  others: readonly Stored<Contact>[];
  /** Who merges. */
  userId: number;
}

/**
 * One contact becomes another, with its identities: from here on nothing begins for it any more, since whoever begins
 * something checks that the contact is as it was read. Its tickets follow, each by itself, by {@link movedTicketTurn}.
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
  /** A ticket of the contact that was merged. */
  ticket: Stored<Ticket>;
  tracking: Stored<TicketTracking> | undefined;
  kept: Stored<Contact>;
  /** Who merged. */
  userId: number;
}

/** Of a contact that is merged meanwhile the ticket would stay behind: then its turn is decided again. */
const unmerged = (kept: Stored<Contact>): Pick<Turn, 'contacts'> => ({
  contacts: [{ before: kept, after: kept }],
});

/** A closed ticket goes over to the contact that is kept, and is called by its name; it stays where its messages are. */
export const movedTicketTurn = ({ ticket, kept }: Pick<MovedTicket, 'ticket' | 'kept'>): Turn =>
  mergeTurns({
    tickets: [{ before: ticket, after: { ...ticket, contact: ticketContactOf(kept) } }],
    ...unmerged(kept),
  });

/** What an active ticket of a merged contact meets on its connection. */
export interface Meeting extends Surroundings {
  /** What the contact that is kept has going there. */
  keptConversation: Stored<Conversation> | undefined;
  keptActive: Stored<Ticket> | undefined;
  /** The number of the ticket that goes on, where one is made. */
  ticketId: number | undefined;
}

const later = (a: string | null, b: string | null): boolean => (a ?? '') > (b ?? '');

/** What was unread of a ticket that ended counts on the one that goes on, and its last message shows there if it is later. */
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
 * An active ticket of a merged contact ends, without a word to the customer, and the conversation goes on: on the ticket
 * that the contact that is kept has on the connection, or on a new one in the same place. One whose rating was awaited has
 * nothing to go on with.
 */
export const endedByMergeTurn = (moved: MovedTicket, meeting: Meeting, moment: Moment): Turn => {
  const { ticket, tracking, kept, userId } = moved;
  const closed = closeTicket({ ticket, tracking, ...meeting }, { userId, logType: 'closed' }, moment);
  // As in closing, one that waited belongs to who ended it, and is found among theirs.
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
