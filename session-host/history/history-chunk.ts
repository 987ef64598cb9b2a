import { join } from 'node:path';
import { isPieceFull } from '@prosa/functions/domain/history/cut-pieces.ts';
import { isWished } from '@prosa/functions/domain/history/history-wish.ts';
import type { HistoryMessageOf } from '@prosa/shared/messaging/history-message.ts';
import { isJidGroup, isLidUser, isPnUser, jidDecode, proto, type WAMessage } from 'baileys';
import type { ConnectionRef, HistoryWish, KnownPerson } from '../connections/ports.ts';
import { toldDate } from '../connections/told-time.ts';
import { toIdentities } from '../inbound/identities.ts';
import { type InboundContext, toAck, toInboundEvents } from '../inbound/inbound.ts';
import { unwrapped } from '../inbound/message-content.ts';
import { ChatOrder } from './history-order.ts';
import type { HistoryPart } from './history-part.ts';
import { Scratch } from './history-scratch.ts';
import { type ChatHead, secondOf, walkPart } from './history-walk.ts';
import { TimeSlice } from './time-slice.ts';

type PastMessage = HistoryMessageOf<'piece'>['messages'][number];
type Notice = proto.Message.IHistorySyncNotification;

const { Type: ProtocolType } = proto.Message.ProtocolMessage;
const { HistorySyncType } = proto.HistorySync;

/** A single message larger than this is not passed on. */
const MESSAGE_MAX_BYTES = 800_000;
const SECOND_MS = 1000;
const MAX_NAME = 250;
/** Maximum of people in one part whose number and opaque id are known: more than a phone's groups have. */
const ALIASES_MAX = 100_000;
/** Maximum of people in one message: more than an address book has. */
export const PEOPLE_MAX = 20_000;

/**
 * Returns the place of a part of the phone's history, if the account's own phone sent it; undefined for other
 * messages, and for the same claim by others.
 */
export const historyNotice = ({ key, message }: WAMessage, me: readonly string[]): Notice | undefined => {
  const protocol = unwrapped(message).protocolMessage;
  if (protocol?.type !== ProtocolType.HISTORY_SYNC_NOTIFICATION) return undefined;
  const own = toIdentities(...me);
  const isOurPhone = toIdentities(key.remoteJid).some(({ kind, value }) =>
    own.some((other) => other.kind === kind && other.value === value),
  );
  return key.fromMe === true && isOurPhone ? (protocol.historySyncNotification ?? undefined) : undefined;
};

/**
 * Whether a part has people or messages; other parts have settings, statuses and the names that people give
 * themselves.
 */
export const hasChats = ({ syncType }: Notice): boolean =>
  syncType === HistorySyncType.INITIAL_BOOTSTRAP ||
  syncType === HistorySyncType.RECENT ||
  syncType === HistorySyncType.FULL;

/** Whether a part answers a request of its device. */
export const isOnDemand = ({ syncType }: Notice): boolean => syncType === HistorySyncType.ON_DEMAND;

/** Whether a part has the phone's most recent chats. */
export const isBootstrap = ({ syncType }: Notice): boolean => syncType === HistorySyncType.INITIAL_BOOTSTRAP;

/** Maps the numbers of people in a part to their opaque ids, and back. */
export class Aliases {
  private readonly ofMappings = new Map<string, string>();
  private readonly ofChats = new Map<string, string>();

  /** Reads the mappings from a complete part, because they may come after the chats. */
  static async of(part: HistoryPart): Promise<Aliases> {
    const aliases = new Aliases();
    const mapping = (bytes: Buffer): void => {
      const told = unlessMalformed(() => proto.PhoneNumberToLIDMapping.decode(bytes));
      note(aliases.ofMappings, told?.lidJid, told?.pnJid);
    };
    for await (const { id, lidJid, pnJid } of walkPart(part, { mapping }))
      note(aliases.ofChats, lidJid ?? id, pnJid ?? id);
    return aliases;
  }

  /** Returns the other id of a person; a chat takes precedence over the list of mappings. */
  get(jid: string): string | undefined {
    return this.ofChats.get(jid) ?? this.ofMappings.get(jid);
  }
}

const note = (
  aliases: Map<string, string>,
  lid: string | null | undefined,
  number: string | null | undefined,
): void => {
  if (!lid || !number || !isLidUser(lid) || !isPnUser(number) || aliases.size >= 2 * ALIASES_MAX) return;
  aliases.set(lid, number);
  aliases.set(number, lid);
};

const nameOf = ({ displayName, name }: ChatHead): string =>
  (displayName || name || '').trim().slice(0, MAX_NAME);

/** Returns the people with whom the phone has chats, if their numbers are known. */
export const peopleOf = async (part: HistoryPart, aliases: Aliases): Promise<KnownPerson[]> => {
  const people: KnownPerson[] = [];
  for await (const chat of walkPart(part, {})) {
    const jid = chat.id ?? '';
    const number = [jid, aliases.get(jid)].find((one) => one !== undefined && isPnUser(one));
    const digits = jidDecode(number)?.user ?? '';
    if (/^\d{5,20}$/.test(digits)) people.push({ number: digits, name: nameOf(chat) || digits });
    if (people.length === PEOPLE_MAX) break;
  }
  return people;
};

/** Returns the people in the phone's address book. */
export const savedPeople = (
  contacts: readonly { id: string; name?: string; phoneNumber?: string }[],
): KnownPerson[] =>
  contacts.flatMap(({ id, name, phoneNumber }) => {
    const number = [phoneNumber, id].find((one) => one !== undefined && isPnUser(one));
    const digits = jidDecode(number)?.user ?? '';
    return name && /^\d{5,20}$/.test(digits)
      ? [{ number: digits, name: name.trim().slice(0, MAX_NAME) }]
      : [];
  });

/** Returns an event for each message that the product shows. `chat` is the chat of the history. */
export const pastMessage = (
  info: proto.IWebMessageInfo,
  chat: { jid: string; name: string; aliases: Pick<Aliases, 'get'> },
  context: InboundContext,
): PastMessage[] => {
  const { jid, name, aliases } = chat;
  const { participant = info.participant, ...key } = info.key ?? {};
  const alt = aliases.get(jid);
  const writerAlt = aliases.get(participant ?? '');
  const message: WAMessage = {
    ...info,
    key: {
      ...key,
      remoteJid: jid,
      ...(alt === undefined ? {} : { remoteJidAlt: alt }),
      ...(participant ? { participant } : {}),
      ...(writerAlt === undefined ? {} : { participantAlt: writerAlt }),
    },
  };
  const groupName = isJidGroup(jid) ? name : undefined;
  return toInboundEvents(message, { ...context, groupName }).flatMap(({ event }) => {
    if (event.type !== 'message') return [];
    const { content } = event;
    // A history also holds messages that the phone could not decrypt. They are skipped, because no readable version
    // of an old message arrives later.
    if (content.kind === 'placeholder' && content.of === 'ciphertext') return [];
    const called = name === '' || event.chat.isGroup ? event.chat : { ...event.chat, name };
    return [
      {
        event: {
          ...event,
          chat: called,
          // The file is not fetched, and its source would make up most of the piece.
          content: 'media' in content ? { ...content, media: { ...content.media, source: '' } } : content,
        },
        ack: toAck(info.status) ?? 0,
      },
    ];
  });
};

/** Counts of messages in a part that are not passed on, because they are too large or unreadable. */
export interface Tally {
  skipped: number;
}

/** Yields the messages of a chat in order; those within one second get times a millisecond apart. */
async function* chatMessages(
  chat: ChatHead,
  order: ChatOrder,
  { ref, me, aliases }: Reading,
  tally: Tally,
): AsyncGenerator<PastMessage> {
  const context = { ...ref, me, receivedAt: Date.now() };
  const whose = { jid: chat.id ?? '', name: nameOf(chat), aliases };
  const slice = new TimeSlice();
  let last = 0;
  let place = 0;
  for await (const { second, record } of order.drain()) {
    place = second === last ? Math.min(place + 1, SECOND_MS - 1) : 0;
    last = second;
    const sentAt = second * SECOND_MS + place;
    const made = unlessMalformed(() => {
      const { message } = proto.HistorySyncMsg.decode(record);
      return message ? pastMessage(message, whose, context) : [];
    });
    if (made === undefined) tally.skipped += 1;
    for (const { event, ack } of made ?? []) yield { event: { ...event, sentAt }, ack };
    if (slice.isOver()) await slice.rest();
  }
}

/** Parameters for reading a part: its connection, and the messages to import. */
export interface Reading {
  ref: ConnectionRef;
  me: readonly string[];
  aliases: Aliases;
  wish: HistoryWish;
}

/**
 * Cuts the wanted messages of a part, chat by chat and in order, into pieces for a queue. The same part and range
 * give the same pieces. Memory: a piece and the {@link ChatOrder} of one chat; yields to the event loop.
 */
export async function* piecesOf(
  part: HistoryPart,
  reading: Reading,
  tally: Tally = { skipped: 0 },
): AsyncGenerator<PastMessage[]> {
  const { wish } = reading;
  const nowMs = Date.now();
  const scratch = await Scratch.open(join(part.folder, 'chat'));
  const order = new ChatOrder(scratch);
  const skipped = (): void => {
    tally.skipped += 1;
  };
  const message = async (bytes: Buffer): Promise<void> => {
    const said = unlessMalformed(() => ({ second: secondOf(bytes) }));
    if (said === undefined) {
      skipped();
      return;
    }
    const { second } = said;
    // undefined for a date before WhatsApp existed.
    const atMs = second === undefined ? undefined : toldDate(second);
    if (second === undefined || atMs === undefined || !isWished(atMs, wish, nowMs)) return;
    if (!(await order.add(second, bytes))) skipped();
  };
  let piece: PastMessage[] = [];
  let size = 0;
  try {
    for await (const chat of walkPart(part, { message, skipped })) {
      const jid = chat.id ?? '';
      if (toIdentities(jid).length === 0 || (isJidGroup(jid) === true && !wish.groups)) order.clear();
      for await (const past of chatMessages(chat, order, reading, tally)) {
        const bytes = Buffer.byteLength(JSON.stringify(past));
        if (bytes > MESSAGE_MAX_BYTES) {
          skipped();
          continue;
        }
        if (isPieceFull({ messages: piece.length, bytes: size }, bytes)) {
          yield piece;
          piece = [];
          size = 0;
        }
        piece.push(past);
        size += bytes;
      }
    }
    if (piece.length > 0) yield piece;
  } finally {
    await scratch.close();
  }
}

/**
 * Returns the result of decoding bytes that a phone sent; undefined if they are malformed. The other messages are
 * read all the same.
 */
const unlessMalformed = <T>(decode: () => T): T | undefined => {
  try {
    return decode();
  } catch {
    return undefined;
  }
};
