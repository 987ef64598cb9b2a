import type { AnswerCount } from '@prosa/shared/entities/answer-count.ts';
import type { Contact } from '@prosa/shared/entities/contact.ts';
import type { Message, ProviderMessage } from '@prosa/shared/entities/message.ts';
import type { ReachedCap } from '@prosa/shared/entities/reached-cap.ts';
import type {
  Attendance,
  Conversation,
  Ticket,
  TicketLog,
  TicketNote,
} from '@prosa/shared/entities/ticket.ts';
import type { Ids } from '../../platform/ids.ts';
import type { OutboxMessage } from '../../platform/queue/outbox-item.ts';
import type { Stored as Bookkeeping } from '../../platform/table/define-entity.ts';
import type { TimerChange } from '../../platform/timers/timer-kinds.ts';

/** A row as it was read. */
export type Stored<T> = T & Bookkeeping;

/** A row as it was read and after the change; without `before` it is new. */
export interface Change<T> {
  before: Stored<T> | undefined;
  after: T;
}

/**
 * A row to delete, as it was read. A contact's identities are deleted with it, and a ticket's entry in its contact's
 * history.
 */
export type Removal =
  | { entity: 'contact'; row: Stored<Contact> }
  | { entity: 'conversation'; row: Stored<Conversation> }
  | { entity: 'ticket'; row: Stored<Ticket> }
  | { entity: 'ticketLog'; row: Stored<TicketLog> }
  | { entity: 'ticketNote'; row: Stored<TicketNote> }
  | { entity: 'ticketTracking'; row: Stored<Attendance> }
  | { entity: 'message'; row: Stored<Message> };

/** A message to a queue: a command for another component, sent once the turn is committed. */
export type OutsideCall = OutboxMessage;

/** A file to copy in the bucket: its key, and the key and name of the copy. */
export interface FileCopy {
  from: string;
  to: string;
  mimeType: string;
  fileName: string;
}

/**
 * Everything that one decision about a conversation changes and causes, for any source: a message, a timer, an
 * attendant, a connection. Decisions return turns, or pieces of one; `commitTurn` commits a turn as one transaction.
 */
export interface Turn {
  /**
   * The ticket of the turn comes last, after a ticket that ends because of it. The commit checks that an unchanged
   * ticket still has its status.
   */
  tickets: readonly Change<Ticket>[];
  /** The pointer to the active ticket of a contact and connection, if it changes. */
  conversations: readonly Change<Conversation>[];
  /** Attendances. */
  attendances: readonly Change<Attendance>[];
  logs: readonly TicketLog[];
  /** New messages in the order of sending, and changed ones. */
  messages: readonly Change<Message>[];
  removed: readonly Removal[];
  /** The provider's ids of our messages. */
  markers: readonly Change<ProviderMessage>[];
  timers: readonly TimerChange[];
  calls: readonly OutsideCall[];
  /**
   * Files of the turn's messages. The caller copies them before the commit. Each message has its own copy, which is
   * deleted with it.
   */
  copies: readonly FileCopy[];
  /** Automatic texts that were not sent: the rule of each text, and the limit that was reached. */
  silenced: readonly { ticketId: number; rule: string; by: 'answer-limit' | 'send-cap' }[];
  /**
   * Contacts that are created or changed (for instance by consent), with the markers of their identities. The commit
   * checks that an unchanged contact is as it was read, because a new ticket contains a copy of it.
   */
  contacts: readonly Change<Contact>[];
  /** Counts of answers to contacts that look like machines. */
  answerCounts: readonly Change<AnswerCount>[];
  flowsPassed: readonly FlowPassed[];
}

/** What a conversation came through in a flow in one step, for the flow's figures. Ids of nodes and connections. */
export interface FlowPassed {
  ticketId: number;
  flowId: number;
  /** The node at which the step began. */
  from: string;
  nodes: readonly string[];
  connections: readonly string[];
  /** The node at which the conversation left the flow without an answer; null if it did not. */
  left: string | null;
  /** Why the flow was stopped against its graph. */
  stopped: 'cycle' | 'budget' | 'missing' | null;
}

/** The part of a turn that one step adds. */
export type TurnPiece = Partial<Turn>;

/** The time of a decision, and the source of its ids. */
export interface Moment {
  /** Epoch milliseconds. */
  nowMs: number;
  ids: Ids;
  /**
   * Caps of sends that the company has reached (S-69): no message is sent over their connections. Only the access to
   * conversations sets them; absent where nothing is sent to customers.
   */
  reachedCaps?: readonly ReachedCap[];
}

/** Returns a moment in its stored form: ISO 8601 with milliseconds. */
export const instantOf = ({ nowMs }: Pick<Moment, 'nowMs'>): string => new Date(nowMs).toISOString();

/**
 * Merges several changes of a row: the last state replaces the earlier ones, which it was decided on, and the oldest
 * `before` is kept.
 */
const mergeChanges = <T>(changes: readonly Change<T>[], idOf: (row: T) => string | number): Change<T>[] => {
  const merged = new Map<string | number, Change<T>>();
  for (const { before, after } of changes) {
    const id = idOf(after);
    const earlier = merged.get(id);
    // The last changed row comes last: of several tickets that is the ticket of the turn.
    merged.delete(id);
    merged.set(id, earlier === undefined ? { before, after } : { before: earlier.before, after });
  }
  return [...merged.values()];
};

const lastOfEach = <T>(all: readonly T[], idOf: (one: T) => string): T[] => [
  ...new Map(all.map((one) => [idOf(one), one])).values(),
];

/**
 * Merges pieces into one turn, in the order in which they were decided: each was decided after the changes of those
 * before it.
 */
export const mergeTurns = (...pieces: readonly TurnPiece[]): Turn => {
  const all = <K extends keyof Turn>(part: K) =>
    pieces.flatMap((piece): readonly Turn[K][number][] => piece[part] ?? []);
  return {
    tickets: mergeChanges(all('tickets'), ({ id }) => id),
    conversations: mergeChanges(all('conversations'), (row) => `${row.contactId}.${row.connectionId}`),
    attendances: mergeChanges(all('attendances'), (row) => `${row.ticketId}.${row.id}`),
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
    flowsPassed: all('flowsPassed'),
  };
};

/** Returns a turn about a ticket, without changes. */
export const turnOn = (ticket: Stored<Ticket>): Turn =>
  mergeTurns({ tickets: [{ before: ticket, after: ticket }] });

/** Returns the ticket after a turn. */
export const ticketOf = ({ tickets }: Turn): Ticket => {
  const last = tickets.at(-1);
  if (last === undefined) throw new Error('a turn about no ticket');
  return last.after;
};

/** Returns a turn with a further change of its ticket. */
export const withTicket = (turn: Turn, change: (ticket: Ticket) => Ticket): Turn => {
  const ticket = ticketOf(turn);
  const after = change(ticket);
  return after === ticket ? turn : mergeTurns(turn, { tickets: [{ before: undefined, after }] });
};
