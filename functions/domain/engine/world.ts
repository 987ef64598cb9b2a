import type { AnswerCount } from '@prosa/shared/entities/answer-count.ts';
import type { Assistant } from '@prosa/shared/entities/assistant.ts';
import type { Company } from '@prosa/shared/entities/company.ts';
import type { Connection } from '@prosa/shared/entities/connection.ts';
import type { Contact } from '@prosa/shared/entities/contact.ts';
import type { FileList } from '@prosa/shared/entities/file-list.ts';
import type { FlowPhrase, FlowVersion } from '@prosa/shared/entities/flow.ts';
import type { Integration } from '@prosa/shared/entities/integration.ts';
import type { Message } from '@prosa/shared/entities/message.ts';
import type { DirectoryQueue, Queue } from '@prosa/shared/entities/queue.ts';
import type { CompanySettings } from '@prosa/shared/entities/settings.ts';
import type { DirectoryLane, Tag } from '@prosa/shared/entities/tag.ts';
import type { Attendance, Conversation, Ticket } from '@prosa/shared/entities/ticket.ts';
import type { DirectoryUser } from '@prosa/shared/entities/user.ts';
import type { Channel } from '../../channels/channel.ts';
import type { Surroundings } from '../turns/ticket-turns.ts';
import { type Stored, type Turn, ticketOf } from '../turns/turn.ts';

/** The current settings of a company: everything that a decision about a conversation may use. */
export interface World {
  company: Pick<Company, 'name' | 'timeZone' | 'schedules' | 'holidays'>;
  settings: CompanySettings;
  plan: { useIntegrations: boolean; useOpenAi: boolean };
  queues: ReadonlyMap<number, DirectoryQueue>;
  users: ReadonlyMap<number, DirectoryUser>;
  /** Columns of the board with their rules; none if the plan has no board. */
  lanes: ReadonlyMap<number, DirectoryLane>;
  /** The phrases that start flows. */
  flowPhrases: readonly FlowPhrase[];
  /** The subscription is over: customers' messages are stored, and nothing is sent automatically. */
  isExpired: boolean;
  /** In MB. Larger files are not stored. */
  downloadLimitMb: number;
  /** Random number from 0 up to, not including, 1: picks the attendant, and the branches of flows. */
  chance: number;
  /** Returns a new storage key for a file of the company. */
  newFileKey: () => string;
  known: Known;
}

/** The input of the engine: the company, and the connection of the conversation. */
export interface EngineWorld extends World {
  channel: Channel;
  connection: Connection;
}

/** Data that only some decisions need, as far as it was read. */
export interface Known {
  /** Complete connections, with their texts; undefined for a deleted one. */
  connections: ReadonlyMap<number, Connection | undefined>;
  /** Complete queues, with texts, hours and options; undefined for a deleted one. */
  queues: ReadonlyMap<number, Queue | undefined>;
  /** File lists that queues and options send; undefined for a deleted one. */
  fileLists: ReadonlyMap<number, FileList | undefined>;
  /** Integrations; undefined for a removed one. */
  integrations: ReadonlyMap<number, Integration | undefined>;
  /** Assistants; undefined for a removed one. */
  assistants: ReadonlyMap<number, Assistant | undefined>;
  /** Columns of the board, with their greetings; undefined for a removed one. */
  lanes: ReadonlyMap<number, Tag | undefined>;
  /** The version with which conversations begin a flow; undefined for a flow that may not start. */
  flowsToStart: ReadonlyMap<number, number | undefined>;
  /** Published flows, by {@link flowVersionKey}; undefined for removed ones. */
  flowVersions: ReadonlyMap<string, FlowVersion | undefined>;
  /** Farewell texts of users, sent at the end of a conversation. */
  farewells: ReadonlyMap<number, string>;
  /** Whether connections are connected. */
  connected: ReadonlyMap<number, boolean>;
  /** How many tickets wait in a queue without an attendant. */
  waiting: ReadonlyMap<number, number>;
  online?: ReadonlySet<number>;
  tickets: ReadonlyMap<number, Stored<Ticket> | undefined>;
  messages: ReadonlyMap<string, Stored<Message> | undefined>;
  /** The newest attendance of tickets. */
  attendances: ReadonlyMap<number, Stored<Attendance> | undefined>;
  /** Other rows that change when a ticket closes or is reopened, by {@link closingKey}. */
  closing: ReadonlyMap<string, Surroundings>;
  /** Contacts, each with its tickets that lists show. */
  contacts: ReadonlyMap<number, { row: Stored<Contact>; shown: readonly Stored<Ticket>[] }>;
  /**
   * Contacts, or the contacts that they were merged into, with their active ticket on a connection, by {@link
   * meetingKey}.
   */
  meetings: ReadonlyMap<string, ContactOn | undefined>;
  /** How many answers were sent to contacts that look like machines, by {@link meetingKey}. */
  answerCounts: ReadonlyMap<string, Stored<AnswerCount> | undefined>;
  /** An unused ticket id for a new ticket. */
  ticketNumber?: number;
}

/** A contact and its conversation on a connection. */
export interface ContactOn {
  contact: Stored<Contact>;
  conversation: Stored<Conversation> | undefined;
}

export const NOTHING_KNOWN: Known = {
  connections: new Map(),
  queues: new Map(),
  fileLists: new Map(),
  integrations: new Map(),
  assistants: new Map(),
  lanes: new Map(),
  flowsToStart: new Map(),
  flowVersions: new Map(),
  connected: new Map(),
  farewells: new Map(),
  waiting: new Map(),
  tickets: new Map(),
  messages: new Map(),
  attendances: new Map(),
  closing: new Map(),
  contacts: new Map(),
  meetings: new Map(),
  answerCounts: new Map(),
};

/** The fields of a ticket that decide which other rows closing it changes. */
export type ClosingTicket = Pick<Ticket, 'id' | 'contactId' | 'connectionId' | 'queueId'>;

export const closingKey = ({ id, queueId }: Pick<Ticket, 'id' | 'queueId'>): string =>
  `${id}.${queueId ?? 0}`;
export const meetingKey = (contactId: number, connectionId: number): string => `${contactId}.${connectionId}`;

export const flowVersionKey = (flowId: number, number: number): string => `${flowId}.${number}`;

export type Wish =
  | { of: 'connection'; id: number }
  | { of: 'queue'; id: number }
  | { of: 'fileList'; id: number }
  | { of: 'integration'; id: number }
  | { of: 'assistant'; id: number }
  | { of: 'lane'; id: number }
  | { of: 'flowToStart'; id: number }
  | { of: 'flowVersion'; flowId: number; number: number }
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
 * Thrown by a decision that needs data that was not read. The caller reads the data and repeats the decision. So a
 * turn reads only what it needs, and decisions contain no I/O.
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

/** Returns data that may be missing: undefined if it was read and does not exist. Throws Wanted if it was not read. */
const found = <K, T>(read: ReadonlyMap<K, T>, key: K, wish: Wish): T | undefined => {
  if (!read.has(key)) throw new Wanted(wish);
  return read.get(key);
};

/** Returns a connection with its texts; undefined for a deleted one. */
export const connectionOf = ({ known: { connections } }: Pick<World, 'known'>, id: number) =>
  found(connections, id, { of: 'connection', id });

/** Returns the world of a conversation. @throws Error for a deleted connection */
export const engineWorld = (world: World, channel: Channel, connectionId: number): EngineWorld => {
  const connection = connectionOf(world, connectionId);
  if (connection === undefined) throw new Error(`no connection ${connectionId}`);
  return { ...world, channel, connection };
};

/** Returns a queue with its texts, hours and options; undefined for a deleted one. */
export const queueOf = ({ queues, known: { queues: read } }: World, id: number): Queue | undefined =>
  queues.has(id) ? found(read, id, { of: 'queue', id }) : undefined;
/** Returns a file list; undefined for a deleted one. */
export const fileListOf = ({ known: { fileLists } }: World, id: number): FileList | undefined =>
  found(fileLists, id, { of: 'fileList', id });
/** Returns an integration; undefined for a removed one. */
export const integrationOf = ({ known: { integrations } }: World, id: number): Integration | undefined =>
  found(integrations, id, { of: 'integration', id });
/** Returns an assistant; undefined for a removed one. */
export const assistantOf = ({ known: { assistants } }: World, id: number): Assistant | undefined =>
  found(assistants, id, { of: 'assistant', id });
/** Returns a column of the board; undefined for a removed one. */
export const laneOf = ({ known: { lanes } }: World, id: number): Tag | undefined =>
  found(lanes, id, { of: 'lane', id });
/** Returns the number of the version with which a conversation begins a flow; undefined if it may not start. */
export const flowToStart = ({ known: { flowsToStart } }: World, id: number): number | undefined =>
  found(flowsToStart, id, { of: 'flowToStart', id });
/** Returns a published flow; undefined for a removed one. */
export const flowVersionOf = (
  { known: { flowVersions } }: World,
  flowId: number,
  number: number,
): FlowVersion | undefined =>
  found(flowVersions, flowVersionKey(flowId, number), { of: 'flowVersion', flowId, number });
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
/** Returns the ticket's stored attendance; undefined if the turn already changes it. */
export const attendanceOf = (turn: Turn, world: World): Stored<Attendance> | undefined => {
  if (turn.attendances.length > 0) return undefined;
  const { id } = ticketOf(turn);
  return found(world.known.attendances, id, { of: 'tracking', ticketId: id });
};

/** Returns the queues that a customer may choose from on the connection, in their order. */
export const menuQueues = ({ connection, queues }: EngineWorld): DirectoryQueue[] =>
  connection.queueIds
    .flatMap((id) => queues.get(id) ?? [])
    .sort((a, b) => a.orderQueue - b.orderQueue || a.id - b.id);
