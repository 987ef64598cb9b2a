import type { Assistant } from '@prosa/shared/entities/assistant.ts';
import type { Connection } from '@prosa/shared/entities/connection.ts';
import type { Integration } from '@prosa/shared/entities/integration.ts';
import type { Queue } from '@prosa/shared/entities/queue.ts';
import type { Tag } from '@prosa/shared/entities/tag.ts';
import {
  type ClosingTicket,
  closingKey,
  flowVersionKey,
  type Known,
  meetingKey,
  Wanted,
  type Wish,
  type World,
} from '../domain/engine/world.ts';
import type { Surroundings } from '../domain/turns/ticket-turns.ts';
import { isExpired } from '../platform/auth/principal.ts';
import { storedKey } from '../platform/blob/file-keys.ts';
import type { Directory } from '../platform/directory.ts';
import { systemIds } from '../platform/ids.ts';
import { platformSettings } from '../platform/platform-settings.ts';
import { AnswerCount } from '../platform/table/entities/messages.ts';
import { Ticket } from '../platform/table/entities/tickets.ts';
import type { Table } from '../platform/table/table.ts';
import { nextId } from '../platform/table/updates.ts';
import { loadAssistant } from '../repositories/assistants/assistants.ts';
import { isConnected, loadConnection } from '../repositories/connections/connections.ts';
import {
  loadContactOn,
  loadContactWithConversations,
  loadShownTickets,
} from '../repositories/contacts/contacts.ts';
import { loadFlowsToStart, loadFlowVersion } from '../repositories/flows/flow-versions.ts';
import { loadIntegration } from '../repositories/integrations/integrations.ts';
import { loadFileList } from '../repositories/organisation/file-lists.ts';
import { loadQueue } from '../repositories/organisation/queues.ts';
import { loadTag } from '../repositories/organisation/tags.ts';
import { loadMessage } from '../repositories/tickets/messages.ts';
import { countTickets } from '../repositories/tickets/ticket-counts.ts';
import { loadConversation, loadTicket, loadTicketWithAttendance } from '../repositories/tickets/tickets.ts';
import { onlineUserIds } from '../repositories/users/presence.ts';
import { loadUser } from '../repositories/users/users.ts';

/**
 * Texts, hours, options, integrations, assistants and columns, cached for each version of a company's directory. Every
 * change of them increases the version.
 */
interface Texts {
  connections: Map<number, Promise<Connection | undefined>>;
  queues: Map<number, Promise<Queue | undefined>>;
  integrations: Map<number, Promise<Integration | undefined>>;
  assistants: Map<number, Promise<Assistant | undefined>>;
  lanes: Map<number, Promise<Tag | undefined>>;
}

const held = new WeakMap<Directory, Texts>();

const textsOf = (directory: Directory): Texts => {
  const texts: Texts = held.get(directory) ?? {
    connections: new Map(),
    queues: new Map(),
    integrations: new Map(),
    assistants: new Map(),
    lanes: new Map(),
  };
  held.set(directory, texts);
  return texts;
};

const once = <T>(all: Map<number, Promise<T>>, id: number, read: () => Promise<T>): Promise<T> => {
  const known = all.get(id);
  if (known !== undefined) return known;
  const value = read();
  all.set(id, value);
  value.catch(() => all.delete(id));
  return value;
};

export interface Reader {
  table: Table;
  directory: Directory;
  nowMs: number;
}

const waitingIn = async ({ table, directory }: Reader, queueId: number): Promise<number> => {
  const counted = await countTickets(table, {
    partitions: [{ by: 'queue', status: 'pending', queueId }],
    queueCount: directory.queues.size,
    filter: ({ userId, isGroup }) => userId === null && !isGroup,
  });
  return counted?.count ?? 0;
};

/**
 * Reads the other rows that closing or reopening a ticket changes: two reads, one if the queue has no closed ticket
 * yet, and one less if the conversation was read before.
 */
const surroundingsIn = async (
  { table }: Reader,
  { meetings }: Known,
  ticket: ClosingTicket,
): Promise<Surroundings> => {
  const { id, contactId, connectionId, queueId } = ticket;
  if (connectionId === null) return { conversation: undefined };
  const met = meetings.get(meetingKey(contactId, connectionId));
  const conversation = met?.conversation ?? (await loadConversation(table, contactId, connectionId));
  const previousId = conversation?.lastClosedByQueue[String(queueId ?? 0)];
  const previousClosed =
    previousId === undefined || previousId === id ? undefined : await loadTicket(table, previousId);
  return { conversation, previousClosed };
};

const shownContact = async ({ table }: Reader, id: number) => {
  const loaded = await loadContactWithConversations(table, id);
  if (loaded === undefined) throw new Error(`no contact ${id}`);
  return { row: loaded.contact, shown: await loadShownTickets(table, loaded.conversations) };
};

const having = <K, V>(read: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> =>
  new Map([...read, [key, value]]);

const withRead = async (reader: Reader, known: Known, wish: Wish): Promise<Known> => {
  const { table, directory, nowMs } = reader;
  const { connections, queues, integrations, assistants, lanes } = textsOf(directory);
  switch (wish.of) {
    case 'connection': {
      const connection = await once(connections, wish.id, () => loadConnection(table, wish.id));
      return { ...known, connections: having(known.connections, wish.id, connection) };
    }
    case 'queue': {
      const queue = await once(queues, wish.id, () => loadQueue(table, wish.id));
      return { ...known, queues: having(known.queues, wish.id, queue) };
    }
    case 'integration': {
      const integration = await once(integrations, wish.id, () => loadIntegration(table, wish.id));
      return { ...known, integrations: having(known.integrations, wish.id, integration) };
    }
    case 'assistant': {
      const assistant = await once(assistants, wish.id, () => loadAssistant(table, wish.id));
      return { ...known, assistants: having(known.assistants, wish.id, assistant) };
    }
    case 'lane': {
      const lane = await once(lanes, wish.id, () => loadTag(table, wish.id));
      return { ...known, lanes: having(known.lanes, wish.id, lane) };
    }
    case 'fileList':
      return { ...known, fileLists: having(known.fileLists, wish.id, await loadFileList(table, wish.id)) };
    case 'flowToStart': {
      const version = (await loadFlowsToStart(table, [wish.id])).get(wish.id);
      return { ...known, flowsToStart: having(known.flowsToStart, wish.id, version) };
    }
    case 'flowVersion': {
      const { flowId, number } = wish;
      const version = await loadFlowVersion(table, flowId, number);
      return { ...known, flowVersions: having(known.flowVersions, flowVersionKey(flowId, number), version) };
    }
    case 'farewell': {
      const text = (await loadUser(table, wish.userId))?.farewellMessage ?? '';
      return { ...known, farewells: having(known.farewells, wish.userId, text) };
    }
    case 'connected': {
      const isUp = await isConnected(table, wish.connectionId);
      return { ...known, connected: having(known.connected, wish.connectionId, isUp) };
    }
    case 'waiting': {
      const count = await waitingIn(reader, wish.queueId);
      return { ...known, waiting: having(known.waiting, wish.queueId, count) };
    }
    case 'online':
      return { ...known, online: await onlineUserIds(table, nowMs) };
    case 'ticket':
      return { ...known, tickets: having(known.tickets, wish.id, await loadTicket(table, wish.id)) };
    case 'message':
      return { ...known, messages: having(known.messages, wish.id, await loadMessage(table, wish.id)) };
    case 'tracking': {
      const loaded = await loadTicketWithAttendance(table, wish.ticketId);
      return { ...known, attendances: having(known.attendances, wish.ticketId, loaded?.attendance) };
    }
    case 'closing': {
      const surroundings = await surroundingsIn(reader, known, wish.ticket);
      return { ...known, closing: having(known.closing, closingKey(wish.ticket), surroundings) };
    }
    case 'contact':
      return { ...known, contacts: having(known.contacts, wish.id, await shownContact(reader, wish.id)) };
    case 'meeting': {
      const { contactId, connectionId } = wish;
      const met = await loadContactOn(table, contactId, connectionId);
      return { ...known, meetings: having(known.meetings, meetingKey(contactId, connectionId), met) };
    }
    case 'answerCount': {
      const { contactId, connectionId } = wish;
      const count = await table.get(AnswerCount, { contactId, connectionId }, { consistent: true });
      return {
        ...known,
        answerCounts: having(known.answerCounts, meetingKey(contactId, connectionId), count),
      };
    }
    case 'ticketNumber':
      return { ...known, ticketNumber: await nextId(table, Ticket) };
  }
};

/** More than any decision can need: each queue of a circle of options, and one row of each other kind. */
const MAX_WISHES = 200;

/**
 * Decides about a conversation. `decide` requests missing data through its `world`; the data is read and `decide` runs
 * again, until nothing is missing. A decision that needs only the directory costs nothing while the directory is
 * cached, because connections, queues, integrations and assistants are cached for each version of the directory.
 * @param already the data that was read with the conversation
 */
export const decideWith = async <T>(
  reader: Reader,
  already: Known,
  decide: (world: World) => T,
): Promise<T> => {
  const { directory, nowMs } = reader;
  const { company, settings, plan, queues, users, lanes, flowPhrases, companyId } = directory;
  const { downloadLimit: downloadLimitMb } = await platformSettings();
  const base = {
    company,
    settings,
    plan: {
      useIntegrations: plan.flags.useIntegrations === true,
      useOpenAi: plan.flags.useOpenAi === true,
    },
    queues,
    users,
    lanes,
    flowPhrases,
    downloadLimitMb,
    chance: Math.random(),
    isExpired: isExpired(directory, nowMs),
    newFileKey: () => storedKey(companyId, systemIds.uuid()),
  };
  let known = already;
  for (let wishes = 0; wishes < MAX_WISHES; wishes++) {
    try {
      return decide({ ...base, known });
    } catch (error) {
      if (!(error instanceof Wanted)) throw error;
      known = await withRead(reader, known, error.wish);
    }
  }
  throw new Error('a decision asks for ever more');
};
