import { errorFields, log } from '@prosa/functions/platform/log.ts';
import { cleanMessage, decodeMessageNode, proto, unpadRandomMax16, type WAMessage } from 'baileys';
import type { History } from './history.ts';
import { type Outgoing, toInboundEvents } from './inbound.ts';
import type { InboundSink } from './inbound-sink.ts';
import { MessageSecrets } from './message-secrets.ts';
import { refKey } from './ports.ts';
import type { StoredMessages } from './stored-messages.ts';
import type { DecryptedEntry, WalEntry } from './write-ahead-log.ts';

export interface Replayed {
  events: number;
  /** Entries that no release can read: given up, and told in the log. */
  unreadable: number;
  /** Parts of phones' pasts, which take their time: resolves when all are queued. */
  past: Promise<unknown>;
}

export interface ReplayPorts {
  sink: InboundSink;
  messages: StoredMessages;
  history: History;
}

/**
 * Sends what a former process took and acknowledged, but could not put on the queue, in its order. `done` is told
 * each entry that needs no further replay.
 */
export const replay = async (
  leftover: ReadonlyMap<string, WalEntry>,
  { sink, messages, history }: ReplayPorts,
  done: (id: string) => Promise<void> = async () => undefined,
): Promise<Replayed> => {
  const replayed = { events: 0, unreadable: 0 };
  const past: Promise<void>[] = [];
  const secrets = new Map<string, MessageSecrets>();
  const sent: Promise<void>[] = [];
  for (const [id, entry] of leftover) {
    const part = pastOf(entry, history);
    if (part !== undefined) {
      past.push(part.then(() => done(id)));
      continue;
    }
    const name = refKey(entry);
    const known = secrets.get(name) ?? new MessageSecrets((target) => messages.findSecret(entry, target));
    secrets.set(name, known);
    const events = await eventsOf(entry, known);
    if (events === undefined) replayed.unreadable += 1;
    else replayed.events += events.length;
    sent.push(Promise.all((events ?? []).map((event) => sink.push(event))).then(() => done(id)));
  }
  await Promise.all(sent);
  return { ...replayed, past: Promise.all(past) };
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

/** Undefined for what cannot be read: it would not be the next time either. */
const eventsOf = async (entry: WalEntry, secrets: MessageSecrets): Promise<Outgoing[] | undefined> => {
  if ('event' in entry) return [{ event: entry.event, chatKey: entry.chatKey }];
  const me = [entry.meId, entry.meLid];
  try {
    return toInboundEvents(await secrets.withEdit(messageOf(entry), me), { ...entry, me });
  } catch (error) {
    const { companyId, connectionId } = entry;
    log.error('write-ahead log entry cannot be read', { companyId, connectionId, ...errorFields(error) });
    return undefined;
  }
};
