import type { AnswerCount } from '@prosa/shared/entities/answer-count.ts';
import type { Company, CompanySettings } from '@prosa/shared/entities/company.ts';
import type { Connection } from '@prosa/shared/entities/connection.ts';
import type { Contact } from '@prosa/shared/entities/contact.ts';
import type { Message } from '@prosa/shared/entities/message.ts';
import type { DirectoryQueue, Queue } from '@prosa/shared/entities/queue.ts';
import type { Conversation, Ticket, TicketTracking } from '@prosa/shared/entities/ticket.ts';
import type { DirectoryUser } from '@prosa/shared/entities/user.ts';
import type { Channel } from '../../channels/channel.ts';
import type { Surroundings } from '../turns/ticket-turns.ts';
import { type Stored, type Turn, ticketOf } from '../turns/turn.ts';

/** A company as it is set up at this moment: what any decision about a conversation may look at. */
export interface World {
  company: Pick<Company, 'name' | 'timeZone' | 'schedules' | 'holidays'>;
  settings: CompanySettings;
  queues: ReadonlyMap<number, DirectoryQueue>;
  users: ReadonlyMap<number, DirectoryUser>;
  /** Its subscription has ended: what customers write is kept, and nothing is said by itself. */
  isExpired: boolean;
  /** MB; a larger file is not taken in. */
  downloadLimitMb: number;
  /** From 0 up to 1: who is drawn by lot. */
  chance: number;
  /** Where a file of the company may be put. */
  newFileKey: () => string;
  known: Known;
}

/** What the engine decides by: the company, and the connection that the conversation goes over. */
export interface EngineWorld extends World {
  channel: Channel;
  connection: Connection;
}

/** What only some decisions need, as far as it was read. */
export interface Known {
  /** Whole, with their texts; undefined for one that is gone. */
  connections: ReadonlyMap<number, Connection | undefined>;
  /** Whole, with texts, hours and options; undefined for one that is gone. */
  queues: ReadonlyMap<number, Queue | undefined>;
  /** What users say at the end of a conversation. */
  farewells: ReadonlyMap<number, string>;
  /** Whether connections are up. */
  connected: ReadonlyMap<number, boolean>;
  /** How many tickets wait in a queue for anybody. */
  waiting: ReadonlyMap<number, number>;
  online?: ReadonlySet<number>;
  tickets: ReadonlyMap<number, Stored<Ticket> | undefined>;
  messages: ReadonlyMap<string, Stored<Message> | undefined>;
  /** The newest stretch of attendance of tickets. */
  trackings: ReadonlyMap<number, Stored<TicketTracking> | undefined>;
  /** What tickets that close or are taken up again touch beside them, by {@link closingKey}. */
  closing: ReadonlyMap<string, Surroundings>;
  /** Contacts, each with the tickets that lists show of it. */
  contacts: ReadonlyMap<number, { row: Stored<Contact>; shown: readonly Stored<Ticket>[] }>;
  /** Contacts, or those that they were merged into, with what they have going on a connection, by {@link meetingKey}. */
  meetings: ReadonlyMap<string, ContactOn | undefined>;
  /** How often contacts were answered that seem to be machines, by {@link meetingKey}. */
  answerCounts: ReadonlyMap<string, Stored<AnswerCount> | undefined>;
  /** A number that no ticket has. */
  ticketNumber?: number;
}

/** A contact and what it has going on a connection. */
export interface ContactOn {
  contact: Stored<Contact>;
  conversation: Stored<Conversation> | undefined;
}

export const NOTHING_KNOWN: Known = {
  connections: new Map(),
  queues: new Map(),
  connected: new Map(),
  farewells: new Map(),
  waiting: new Map(),
  tickets: new Map(),
  messages: new Map(),
  trackings: new Map(),
  closing: new Map(),
  contacts: new Map(),
  meetings: new Map(),
  answerCounts: new Map(),
};

/** A ticket as far as it tells what closing it touches. */
export type ClosingTicket = Pick<Ticket, 'id' | 'contactId' | 'connectionId' | 'queueId'>;

export const closingKey = ({ id, queueId }: Pick<Ticket, 'id' | 'queueId'>): string =>
  `${id}.${queueId ?? 0}`;
export const meetingKey = (contactId: number, connectionId: number): string => `${contactId}.${connectionId}`;

export type Wish =
  | { of: 'connection'; id: number }
  | { of: 'queue'; id: number }
  | { of: 'farewell'; userId: number }
  | { of: 'connected'; connectionId: number }
  | { of: 'waiting'; queueId: number }
  | { of: 'online' }
  | { of: 'ticket'; id: number }
  | { of: 'message'; id: string }
  | { of: 'tracking'; ticketId: number }
  | { of: 'closing'; ticket: ClosingTicket }
  | { of: 'contact'; id: number }
  | { of: 'meeting'; contactId: number; connectionId: number }
  | { of: 'answerCount'; contactId: number; connectionId: number }
  | { of: 'ticketNumber' };

/**
 * Thrown by a decision that needs what was not read: whoever asked for the decision reads it and asks again. So a turn costs
 * only the reads that it needs, and deciding stays free of them.
 */
export class Wanted extends Error {
  readonly wish: Wish;
  constructor(wish: Wish) {
    super(`the decision needs ${JSON.stringify(wish)}`);
    this.name = 'Wanted';
    this.wish = wish;
  }
}

const known = <T>(value: T | undefined, wish: Wish): T => {
  if (value === undefined) throw new Wanted(wish);
  return value;
};

/** What may be missing: undefined for what was looked for and is not there. */
const found = <K, T>(read: ReadonlyMap<K, T>, key: K, wish: Wish): T | undefined => {
  if (!read.has(key)) throw new Wanted(wish);
  return read.get(key);
};

/** A connection with its texts; undefined for one that is gone. */
export const connectionOf = ({ known: { connections } }: Pick<World, 'known'>, id: number) =>
  found(connections, id, { of: 'connection', id });

/** The world of a conversation. @throws Error for a connection that is gone */
export const engineWorld = (world: World, channel: Channel, connectionId: number): EngineWorld => {
  const connection = connectionOf(world, connectionId);
  if (connection === undefined) throw new Error(`no connection ${connectionId}`);
  return { ...world, channel, connection };
};

/** A queue with its texts, hours and options; undefined for one that is gone. */
export const queueOf = ({ queues, known: { queues: read } }: World, id: number): Queue | undefined =>
  queues.has(id) ? found(read, id, { of: 'queue', id }) : undefined;
export const farewellOf = ({ known: { farewells } }: World, userId: number): string =>
  known(farewells.get(userId), { of: 'farewell', userId });
export const isConnectedNow = ({ known: { connected } }: World, connectionId: number): boolean =>
  known(connected.get(connectionId), { of: 'connected', connectionId });
export const waitingIn = (world: World, queueId: number): number =>
  known(world.known.waiting.get(queueId), { of: 'waiting', queueId });
export const onlineUsers = (world: World): ReadonlySet<number> => known(world.known.online, { of: 'online' });
export const otherTicket = ({ known: { tickets } }: Pick<World, 'known'>, id: number) =>
  found(tickets, id, { of: 'ticket', id });
export const otherMessage = ({ known: { messages } }: Pick<World, 'known'>, id: string) =>
  found(messages, id, { of: 'message', id });
export const contactOf = (world: World, { contact: { id } }: Pick<Ticket, 'contact'>) =>
  known(world.known.contacts.get(id), { of: 'contact', id });
export const meetingOf = (world: World, contactId: number, connectionId: number): ContactOn | undefined =>
  found(world.known.meetings, meetingKey(contactId, connectionId), {
    of: 'meeting',
    contactId,
    connectionId,
  });
export const answerCountOf = ({ known: { answerCounts } }: World, contactId: number, connectionId: number) =>
  found(answerCounts, meetingKey(contactId, connectionId), { of: 'answerCount', contactId, connectionId });
export const newTicketNumber = (world: World): number =>
  known(world.known.ticketNumber, { of: 'ticketNumber' });
export const surroundingsOf = (world: World, ticket: ClosingTicket): Surroundings =>
  known(world.known.closing.get(closingKey(ticket)), {
    of: 'closing',
    ticket: {
      id: ticket.id,
      contactId: ticket.contactId,
      connectionId: ticket.connectionId,
      queueId: ticket.queueId,
    },
  });
/** The ticket's stretch of attendance before a turn that did not touch it. */
export const trackingOf = (turn: Turn, world: World): Stored<TicketTracking> | undefined => {
  if (turn.trackings.length > 0) return undefined;
  const { id } = ticketOf(turn);
  return found(world.known.trackings, id, { of: 'tracking', ticketId: id });
};

/** The queues a customer may choose from on the connection, as they are ordered. */
export const menuQueues = ({ connection, queues }: EngineWorld): DirectoryQueue[] =>
  connection.queueIds
    .flatMap((id) => queues.get(id) ?? [])
    .sort((a, b) => a.orderQueue - b.orderQueue || a.id - b.id);
