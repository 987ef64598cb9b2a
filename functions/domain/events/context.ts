import type { ConnectionState, DirectoryConnection } from '@prosa/shared/entities/connection.ts';
import type { InternalChat } from '@prosa/shared/entities/internal-chat.ts';
import type { Message } from '@prosa/shared/entities/message.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import type { EventName, LiveEvent } from '@prosa/shared/events/catalogue.ts';
import type { Viewer } from '@prosa/shared/rules/ticket-visibility.ts';
import type { CampaignFacts } from '../presenters/present-campaign.ts';
import type { NameSource } from '../presenters/present-ticket.ts';

/** The fields that the table adds to each row. */
export interface Bookkeeping {
  version: number;
  rowCreatedAt: string;
  rowUpdatedAt: string;
}
export type TicketRow = Ticket & Bookkeeping;
export type MessageRow = Message & Bookkeeping;

/** A row before and after a change. `before` is undefined if the row was created, `after` if it was deleted. */
export interface Change<R> {
  before: R | undefined;
  after: R | undefined;
}

/**
 * A ticket's change, with its states in between: a browser may have fetched one of them, and must remove the ticket
 * if its user may no longer see it.
 */
export interface TicketChange extends Change<TicketRow> {
  between?: readonly TicketRow[];
}

/** A user with an open browser, and the rights that decide which events the user gets. */
export interface Recipient {
  viewer: Viewer;
  /** Contact numbers are hidden from this user. */
  masksNumbers: boolean;
  managesConnections: boolean;
  /** Has the attendance panel, which shows more tickets than the user may open. */
  watchesTickets: boolean;
}

/** An open browser: its user, and the rooms that it has joined. */
export interface Listener {
  userId: number;
  rooms: readonly string[];
}

/** An event, and the browsers that get it. */
export interface Delivery<N extends EventName = EventName> {
  event: LiveEvent<N>;
  hears: (listener: Listener) => boolean;
}

/** The current state of a company, as far as events depend on it. */
export interface EventContext {
  companyId: number;
  /** Epoch milliseconds. */
  nowMs: number;
  names: Omit<NameSource, 'connections'> & { connections: ReadonlyMap<number, DirectoryConnection> };
  /** Live states of the connections that changed or that have a new pairing code. */
  states: ReadonlyMap<number, ConnectionState>;
  recipients: readonly Recipient[];
  /** The tickets that changed messages belong to or are shown with; deleted ones are missing. */
  tickets: ReadonlyMap<number, TicketRow>;
  /** The chats between users that new messages belong to; deleted ones are missing. */
  chats: ReadonlyMap<number, InternalChat>;
  /** Data of other rows about the campaigns that changed. */
  campaigns: ReadonlyMap<number, CampaignFacts>;
  /** The number of receivers of the campaigns whose figures changed. */
  planned: ReadonlyMap<number, number>;
  /** Changed users with a recent heartbeat. */
  online: ReadonlySet<number>;
  /** Returns a short-lived link to a stored file. */
  link: (key: string) => string;
}
