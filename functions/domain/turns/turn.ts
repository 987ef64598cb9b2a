import type { AnswerCount } from '@prosa/shared/entities/answer-count.ts';
import type { Contact } from '@prosa/shared/entities/contact.ts';
import type { Message, ProviderMessage } from '@prosa/shared/entities/message.ts';
import type {
  Conversation,
  Ticket,
  TicketLog,
  TicketNote,
  TicketTracking,
} from '@prosa/shared/entities/ticket.ts';
import type { Ids } from '../../platform/ids.ts';
import type { OutboxMessage } from '../../platform/queue/outbox-item.ts';
import type { Stored as Bookkeeping } from '../../platform/table/define-entity.ts';
import type { TimerChange } from '../../platform/timers/timer-kinds.ts';

/** A row as it was read. */
export type Stored<T> = T & Bookkeeping;

/** A row as it was read, and as it is to be; without `before` it is new. */
export interface Change<T> {
  before: Stored<T> | undefined;
  after: T;
}

/** A row that goes, as it was read. A contact's identities go with it, and a ticket's place in its contact's history. */
export type Removal =
  | { entity: 'contact'; row: Stored<Contact> }
  | { entity: 'conversation'; row: Stored<Conversation> }
  | { entity: 'ticket'; row: Stored<Ticket> }
  | { entity: 'ticketLog'; row: Stored<TicketLog> }
  | { entity: 'ticketNote'; row: Stored<TicketNote> }
  | { entity: 'ticketTracking'; row: Stored<TicketTracking> }
  | { entity: 'message'; row: Stored<Message> };

/** A message to a queue: what somebody else is asked to do, once the turn is committed. */
export type OutsideCall = OutboxMessage;

/** A file of the bucket, by its key, and what it is to be called where it is copied to. */
export interface FileCopy {
  from: string;
  to: string;
  mimeType: string;
  fileName: string;
}

/**
 * Everything that one decision about a conversation changes and causes, whoever brought it about: a message, a timer, an
 * attendant, a connection. Decisions return turns, or pieces of one; `commitTurn` commits a turn as one transaction.
 */
export interface Turn {
  /**
   * The ticket it is about comes last; one that ends for its sake before it. A ticket that stays as it was is checked to
   * still be in its status.
   */
  tickets: readonly Change<Ticket>[];
  /** The pointer to the one active ticket of a contact and connection, where that changes. */
  conversations: readonly Change<Conversation>[];
  /** Stretches of attendance. */
  trackings: readonly Change<TicketTracking>[];
  logs: readonly TicketLog[];
  /** New ones in the order in which they were said, and changed ones. */
  messages: readonly Change<Message>[];
  removed: readonly Removal[];
  /** What a provider calls our messages. */
  markers: readonly Change<ProviderMessage>[];
  timers: readonly TimerChange[];
  calls: readonly OutsideCall[];
  /**
   * Files that its messages carry, which whoever commits it has put there before: each message has its own, to be deleted
   * with it.
   */
  copies: readonly FileCopy[];
  /** Rules that had something to say on a ticket on which the system has said enough. */
  silenced: readonly { ticketId: number; rule: string }[];
  /**
   * Contacts that appear or change (by what they consent to, for instance), with the markers of their identities. One
   * that stays as it was is checked to be as it was read: a ticket is made with a copy of it.
   */
  contacts: readonly Change<Contact>[];
  /** Counts of answers to what seem to be machines. */
  answerCounts: readonly Change<AnswerCount>[];
}

/** What one step adds to a turn. */
export type TurnPiece = Partial<Turn>;

/** When a decision is made, and where its ids come from. */
export interface Moment {
  /** Epoch milliseconds. */
  nowMs: number;
  ids: Ids;
}

/** A moment as rows keep it: ISO 8601 with milliseconds. */
export const instantOf = ({ nowMs }: Pick<Moment, 'nowMs'>): string => new Date(nowMs).toISOString();

/** Later changes of a row take the place of earlier ones, which they were decided on; its oldest state is kept. */
const mergeChanges = <T>(changes: readonly Change<T>[], idOf: (row: T) => string | number): Change<T>[] => {
  const merged = new Map<string | number, Change<T>>();
  for (const { before, after } of changes) {
    const id = idOf(after);
    const earlier = merged.get(id);
    // The last to change comes last: of several tickets that is the one the turn is about.
    merged.delete(id);
    merged.set(id, earlier === undefined ? { before, after } : { before: earlier.before, after });
  }
  return [...merged.values()];
};

const lastOfEach = <T>(all: readonly T[], idOf: (one: T) => string): T[] => [
  ...new Map(all.map((one) => [idOf(one), one])).values(),
];

/** Pieces as one turn, in the order in which they were decided: each saw what those before it had changed. */
export const mergeTurns = (...pieces: readonly TurnPiece[]): Turn => {
  const all = <K extends keyof Turn>(part: K) =>
    pieces.flatMap((piece): readonly Turn[K][number][] => piece[part] ?? []);
  return {
    tickets: mergeChanges(all('tickets'), ({ id }) => id),
    conversations: mergeChanges(all('conversations'), (row) => `${row.contactId}.${row.connectionId}`),
    trackings: mergeChanges(all('trackings'), (row) => `${row.ticketId}.${row.id}`),
    logs: all('logs'),
    messages: mergeChanges(all('messages'), ({ id }) => id),
    removed: all('removed'),
    markers: mergeChanges(all('markers'), (row) => `${row.connectionId}.${row.providerMessageId}`),
    timers: lastOfEach(all('timers'), ({ kind, subject }) => `${kind}.${subject}`),
    calls: all('calls'),
    copies: all('copies'),
    silenced: all('silenced'),
    contacts: mergeChanges(all('contacts'), ({ id }) => id),
    answerCounts: mergeChanges(all('answerCounts'), (row) => `${row.contactId}.${row.connectionId}`),
  };
};

/** A turn about a ticket that changes nothing yet. */
export const turnOn = (ticket: Stored<Ticket>): Turn =>
  mergeTurns({ tickets: [{ before: ticket, after: ticket }] });

/** The ticket as a turn leaves it. */
export const ticketOf = ({ tickets }: Turn): Ticket => {
  const last = tickets.at(-1);
  if (last === undefined) throw new Error('a turn about no ticket');
  return last.after;
};

/** A turn with its ticket changed further. */
export const withTicket = (turn: Turn, change: (ticket: Ticket) => Ticket): Turn => {
  const ticket = ticketOf(turn);
  const after = change(ticket);
  return after === ticket ? turn : mergeTurns(turn, { tickets: [{ before: undefined, after }] });
};
