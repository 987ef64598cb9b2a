import type { Connection } from '@prosa/shared/entities/connection.ts';
import type { Queue } from '@prosa/shared/entities/queue.ts';
import type { Channel } from '../channels/channel.ts';
import { type EngineWorld, type Known, NOTHING_KNOWN, Wanted, type Wish } from '../domain/engine/world.ts';
import { isExpired } from '../platform/auth/principal.ts';
import { storedKey } from '../platform/blob/blob.ts';
import type { Directory } from '../platform/directory.ts';
import { systemIds } from '../platform/ids.ts';
import { platformSettings } from '../platform/platform-settings.ts';
import type { Table } from '../platform/table/table.ts';
import { loadConnection } from './connections.ts';
import { loadContactWithConversations, loadShownTickets } from './contacts.ts';
import { onlineUserIds } from './presence.ts';
import { loadQueue } from './queues.ts';
import { countTickets } from './ticket-counts.ts';
import { loadConversation, loadTicket, loadTicketWithTracking } from './tickets.ts';

/** Texts, hours and options, read once for each state of a company's directory: its version is raised with every change of them. */
interface Texts {
  connections: Map<number, Promise<Connection | undefined>>;
  queues: Map<number, Promise<Queue | undefined>>;
}

const held = new WeakMap<Directory, Texts>();

const textsOf = (directory: Directory): Texts => {
  const texts = held.get(directory) ?? { connections: new Map(), queues: new Map() };
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

/** What a decision is about, as far as it tells what is to be read. */
export interface Subject {
  /** The ticket, where there is one already. */
  ticketId: number | undefined;
  contactId: number;
  connectionId: number;
}

interface Reader {
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

const surroundingsIn = async ({ table }: Reader, subject: Subject, queueId: number) => {
  const conversation = await loadConversation(table, subject.contactId, subject.connectionId);
  const previousId = conversation?.lastClosedByQueue[String(queueId)];
  const previousClosed =
    previousId === undefined || previousId === subject.ticketId
      ? undefined
      : await loadTicket(table, previousId);
  return { conversation, previousClosed };
};

const withRead = async (reader: Reader, subject: Subject, known: Known, wish: Wish): Promise<Known> => {
  const { table, directory, nowMs } = reader;
  switch (wish.of) {
    case 'queue': {
      const queue = await once(textsOf(directory).queues, wish.id, () => loadQueue(table, wish.id));
      return { ...known, queues: new Map([...known.queues, [wish.id, queue]]) };
    }
    case 'waiting': {
      const count = await waitingIn(reader, wish.queueId);
      return { ...known, waiting: new Map([...known.waiting, [wish.queueId, count]]) };
    }
    case 'online':
      return { ...known, online: await onlineUserIds(table, nowMs) };
    case 'tracking': {
      const loaded =
        subject.ticketId === undefined ? undefined : await loadTicketWithTracking(table, subject.ticketId);
      return { ...known, tracking: { row: loaded?.tracking } };
    }
    case 'closing': {
      const surroundings = await surroundingsIn(reader, subject, wish.queueId);
      return { ...known, closing: new Map([...known.closing, [wish.queueId, surroundings]]) };
    }
    case 'contact': {
      const loaded = await loadContactWithConversations(table, subject.contactId);
      if (loaded === undefined) throw new Error(`no contact ${subject.contactId}`);
      const shown = await loadShownTickets(table, loaded.conversations);
      return { ...known, contact: { row: loaded.contact, shown } };
    }
  }
};

/** More than a decision can ask for: each queue of a tree's circle, and one of each of the rest. */
const MAX_WISHES = 200;

/**
 * Lets the engine decide about a conversation, and reads what it asks for, until it asks for nothing more. Costs nothing while
 * the directory is warm and nothing is asked for: connections and queues are read once for each state of the directory.
 */
export const decideWith = async <T>(
  reader: Reader,
  { channel, subject }: { channel: Channel; subject: Subject },
  decide: (world: EngineWorld) => T,
): Promise<T> => {
  const { table, directory, nowMs } = reader;
  const { connectionId } = subject;
  const connection = await once(textsOf(directory).connections, connectionId, () =>
    loadConnection(table, connectionId),
  );
  if (connection === undefined) throw new Error(`no connection ${connectionId}`);
  const { company, settings, queues, users } = directory;
  const { downloadLimit: downloadLimitMb } = await platformSettings();
  const base = {
    channel,
    company,
    settings,
    queues,
    users,
    connection,
    downloadLimitMb,
    chance: Math.random(),
    isExpired: isExpired(directory, nowMs),
    newFileKey: () => storedKey(directory.companyId, systemIds.uuid()),
  };
  let known = NOTHING_KNOWN;
  for (let wishes = 0; wishes < MAX_WISHES; wishes++) {
    try {
      return decide({ ...base, known });
    } catch (error) {
      if (!(error instanceof Wanted)) throw error;
      known = await withRead(reader, subject, known, error.wish);
    }
  }
  throw new Error('a decision asks for ever more');
};
