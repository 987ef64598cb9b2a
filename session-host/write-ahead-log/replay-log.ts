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

/** Of the secret that opens an edit. */
const LOOKUP_LIMIT_MS = 10_000;

export interface Replayed {
  events: number;
  /** Entries that no release can read: given up, and told in the log. */
  unreadable: number;
  /** Resolves when the queue has everything, the parts of phones' pasts included; these take their time. */
  settled: Promise<unknown>;
}

export interface ReplayPorts {
  sink: InboundSink;
  messages: StoredMessages;
  history: History;
}

/** What becomes of the entries of a log while they are replayed. */
export interface ReplayProgress {
  /** A part of a phone's past: it takes minutes. */
  takesLong(id: string): void;
  /** The queue has it, or it needs no further replay. */
  done(id: string, entry: WalEntry): void;
  failed(id: string): void;
}

/**
 * Sends what was taken off a socket and acknowledged, but not put on the queue, in its order. Resolves when it is on its way.
 * An entry that fails holds up no other.
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

/** A notice of a phone's past, which is taken again as a whole; undefined for everything else. */
const pastOf = (entry: WalEntry, history: History): Promise<void> | undefined => {
  if ('event' in entry) return undefined;
  const { companyId, connectionId } = entry;
  try {
    return history.take({ companyId, connectionId }, messageOf(entry), [entry.meId, entry.meLid]);
  } catch {
    // What cannot be read is told where it is read as a message.
    return undefined;
  }
};

/** Undefined for what cannot be read: it would not be the next time either. @throws where a look-up fails */
const eventsOf = async (entry: WalEntry, secrets: MessageSecrets): Promise<Outgoing[] | undefined> => {
  // Within a second messages sort by their arrival here: what is replayed comes after what was passed on before.
  const receivedAt = Date.now();
  if ('event' in entry) return [{ event: { ...entry.event, receivedAt }, chatKey: entry.chatKey }];
  const me = [entry.meId, entry.meLid];
  const message = readable(entry, () => messageOf(entry));
  if (message === undefined) return undefined;
  const opened = await secrets.withEdit(message, me);
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
