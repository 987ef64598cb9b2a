import { errorFields, log } from '@prosa/functions/platform/log.ts';
import { cleanMessage, decodeMessageNode, proto, unpadRandomMax16, type WAMessage } from 'baileys';
import { refKey } from '../connections/ports.ts';
import { within } from '../connections/within.ts';
import type { History } from '../history/history.ts';
import { type Outgoing, toInboundEvents } from '../inbound/inbound.ts';
import type { InboundSink } from '../inbound/inbound-sink.ts';
import { MessageSecrets } from '../inbound/message-secrets.ts';
import type { StoredMessages } from '../inbound/stored-messages.ts';
import type { DecryptedEntry, WalEntry } from './write-ahead-log.ts';

/** Timeout of looking up the secret of an edit or a vote. */
const LOOKUP_LIMIT_MS = 10_000;

export interface Replayed {
  events: number;
  /** Entries that no release can read: given up, and logged. */
  unreadable: number;
  /** Resolves when the queue has everything, including the parts of phones' histories, which take longer. */
  settled: Promise<unknown>;
}

export interface ReplayPorts {
  sink: InboundSink;
  messages: StoredMessages;
  history: History;
}

/** Callbacks for the entries of a log during a replay. */
export interface ReplayProgress {
  /** Called for a part of a phone's history, which takes minutes. */
  takesLong(id: string): void;
  /** Called when the queue has the entry, or it needs no further replay. */
  done(id: string, entry: WalEntry): void;
  failed(id: string): void;
}

/**
 * Sends the entries that were acknowledged but not put on the queue, in order. Resolves when they are on their way. A
 * failing entry delays no other.
 */
export const replay = async (
  entries: ReadonlyMap<string, WalEntry>,
  { sink, messages, history }: ReplayPorts,
  progress: ReplayProgress,
): Promise<Replayed> => {
  const replayed = { events: 0, unreadable: 0 };
  const settled: Promise<void>[] = [];
  const secrets = new Map<string, MessageSecrets>();
  const follow = (id: string, entry: WalEntry, passing: Promise<unknown>): void => {
    const following = passing.then(
      () => progress.done(id, entry),
      (error: unknown) => {
        const { companyId, connectionId } = entry;
        log.warn('write-ahead log entry not passed on yet', {
          companyId,
          connectionId,
          ...errorFields(error),
        });
        progress.failed(id);
      },
    );
    settled.push(following);
  };
  for (const [id, entry] of entries) {
    const part = pastOf(entry, history);
    if (part !== undefined) {
      progress.takesLong(id);
      follow(id, entry, part);
      continue;
    }
    const name = refKey(entry);
    const known = secrets.get(name) ?? new MessageSecrets((target) => messages.findSecret(entry, target));
    secrets.set(name, known);
    try {
      const events = await within('a look-up', LOOKUP_LIMIT_MS, eventsOf(entry, known));
      if (events === undefined) replayed.unreadable += 1;
      else replayed.events += events.length;
      follow(id, entry, Promise.all((events ?? []).map((event) => sink.push(event))));
    } catch (error) {
      follow(id, entry, Promise.reject(error));
    }
  }
  return { ...replayed, settled: Promise.all(settled) };
};

const messageOf = (entry: DecryptedEntry): WAMessage => {
  const { fullMessage } = decodeMessageNode({ tag: 'message', attrs: entry.attrs }, entry.meId, entry.meLid);
  const message = proto.Message.decode(unpadRandomMax16(Buffer.from(entry.plaintext, 'base64')));
  const whole = { ...fullMessage, message: message.deviceSentMessage?.message ?? message };
  cleanMessage(whole, entry.meId, entry.meLid);
  return whole;
};

/** Processes a notice of a phone's history again as a whole; undefined for all other entries. */
const pastOf = (entry: WalEntry, history: History): Promise<void> | undefined => {
  if ('event' in entry) return undefined;
  const { companyId, connectionId } = entry;
  try {
    return history.take({ companyId, connectionId }, messageOf(entry), [entry.meId, entry.meLid]);
  } catch {
    // An unreadable entry is reported when it is read as a message.
    return undefined;
  }
};

/**
 * Returns the events of an entry; undefined for an unreadable entry, which a retry could not read either. @throws if
 * a look-up fails
 */
const eventsOf = async (entry: WalEntry, secrets: MessageSecrets): Promise<Outgoing[] | undefined> => {
  // Within a second messages sort by their arrival here, so replayed ones come after those that were passed on
  // before.
  const receivedAt = Date.now();
  if ('event' in entry) return [{ event: { ...entry.event, receivedAt }, chatKey: entry.chatKey }];
  const me = [entry.meId, entry.meLid];
  const message = readable(entry, () => messageOf(entry));
  if (message === undefined) return undefined;
  const opened = await secrets.opened(message, me);
  return readable(entry, () => toInboundEvents(opened, { ...entry, me, receivedAt }));
};

const readable = <T>(entry: DecryptedEntry, read: () => T): T | undefined => {
  try {
    return read();
  } catch (error) {
    const { companyId, connectionId } = entry;
    log.error('write-ahead log entry cannot be read', { companyId, connectionId, ...errorFields(error) });
    return undefined;
  }
};
