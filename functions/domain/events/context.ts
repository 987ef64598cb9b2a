import type { ConnectionState, DirectoryConnection } from '@prosa/shared/entities/connection.ts';
import type { Message } from '@prosa/shared/entities/message.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import type { EventName, LiveEvent } from '@prosa/shared/events/catalogue.ts';
import type { Viewer } from '@prosa/shared/rules/ticket-visibility.ts';
import type { NameSource } from '../presenters/present-ticket.ts';

/** What the table keeps beside a row's own fields. */
export interface Bookkeeping {
  version: number;
  rowCreatedAt: string;
  rowUpdatedAt: string;
}
export type TicketRow = Ticket & Bookkeeping;
export type MessageRow = Message & Bookkeeping;

/** A row before and after: absent before it was made, and after it was removed. */
export interface Change<R> {
  before: R | undefined;
  after: R | undefined;
}

/** A ticket's change, with what it was in between: a browser may have fetched that, and must forget it if it has to. */
export interface TicketChange extends Change<TicketRow> {
  between?: readonly TicketRow[];
}

/** A person with an open browser, and what decides what the person may hear. */
export interface Recipient {
  viewer: Viewer;
  /** Numbers of contacts are hidden from this person. */
  masksNumbers: boolean;
  managesConnections: boolean;
  /** Has the attendance panel, which shows more tickets than the person may open. */
  watchesTickets: boolean;
}

/** One open browser. */
export interface Listener {
  userId: number;
  rooms: readonly string[];
}

/** An event, and which browsers hear it. */
export interface Delivery<N extends EventName = EventName> {
  event: LiveEvent<N>;
  hears: (listener: Listener) => boolean;
}

/** What a company is now, as far as events depend on it. */
export interface EventContext {
  companyId: number;
  /** Epoch milliseconds. */
  nowMs: number;
  names: Omit<NameSource, 'connections'> & { connections: ReadonlyMap<number, DirectoryConnection> };
  /** Live states of the connections that changed or have a new pairing code. */
  states: ReadonlyMap<number, ConnectionState>;
  recipients: readonly Recipient[];
  /** Tickets that changed messages belong to or are shown with; those that are gone are missing. */
  tickets: ReadonlyMap<number, TicketRow>;
  /** Users with a recent sign of life, of those that changed. */
  online: ReadonlySet<number>;
  /** Makes a short-lived link to a stored file. */
  link: (key: string) => string;
}
