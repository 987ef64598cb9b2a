import { inflateSync } from 'node:zlib';
import { MAX_AHEAD_MS } from '@prosa/functions/domain/inbound/sent-at.ts';
import type { HistoryMessageOf } from '@prosa/shared/messaging/history-message.ts';
import { isJidGroup, isLidUser, isPnUser, jidDecode, proto, toNumber, type WAMessage } from 'baileys';
import { downloadFile, isGone, MediaRefused } from './fetch-media.ts';
import { toIdentities } from './identities.ts';
import { type InboundContext, toAck, toInboundEvents } from './inbound.ts';
import { unwrapped } from './message-content.ts';
import type { ConnectionRef, HistoryWish, KnownPerson } from './ports.ts';
import { toldDate } from './told-time.ts';

type PastMessage = HistoryMessageOf<'piece'>['messages'][number];
type Notice = proto.Message.IHistorySyncNotification;

const { Type: ProtocolType } = proto.Message.ProtocolMessage;
const { HistorySyncType } = proto.HistorySync;

/** Of a chunk as it is downloaded, and as it is inflated: phones send some megabytes. */
const CHUNK_MAX_BYTES = 64 * 1024 * 1024;
const INFLATED_MAX_BYTES = 192 * 1024 * 1024;
/** Of a piece: what a worker stores within seconds, and far from a queue's megabyte. */
const PIECE_MESSAGES = 100;
const PIECE_BYTES = 200_000;
/** A message that is larger by itself goes nowhere. */
const MESSAGE_MAX_BYTES = 800_000;
const SECOND_MS = 1000;
const MAX_NAME = 250;

/** Where the account's own phone put a part of its past; undefined for other messages, and for what others claim. */
export const historyNotice = ({ key, message }: WAMessage, me: readonly string[]): Notice | undefined => {
  const protocol = unwrapped(message).protocolMessage;
  if (protocol?.type !== ProtocolType.HISTORY_SYNC_NOTIFICATION) return undefined;
  const own = toIdentities(...me);
  const isOurPhone = toIdentities(key.remoteJid).some(({ kind, value }) =>
    own.some((other) => other.kind === kind && other.value === value),
  );
  return key.fromMe === true && isOurPhone ? (protocol.historySyncNotification ?? undefined) : undefined;
};

/** Whether a part has people or messages: others have settings, statuses and names by which people call themselves. */
export const hasChats = ({ syncType }: Notice): boolean =>
  syncType === HistorySyncType.INITIAL_BOOTSTRAP ||
  syncType === HistorySyncType.RECENT ||
  syncType === HistorySyncType.FULL;

/** Whether a part has those whom the phone spoke with last. */
export const isBootstrap = ({ syncType }: Notice): boolean => syncType === HistorySyncType.INITIAL_BOOTSTRAP;

/** The part itself, from WhatsApp's media servers or out of its notice. Nothing but this is held, one part at a time. */
export const readChunk = async (notice: Notice, mediaOrigin: string): Promise<proto.HistorySync> => {
  const { initialHistBootstrapInlinePayload: inline, directPath, mediaKey, fileSha256 } = notice;
  const packed = inline?.length
    ? Buffer.from(inline)
    : await downloadFile(
        {
          directPath: directPath ?? '',
          mediaKey: Buffer.from(mediaKey ?? []).toString('base64'),
          fileSha256: Buffer.from(fileSha256 ?? []).toString('base64'),
        },
        'md-msg-hist',
        mediaOrigin,
        CHUNK_MAX_BYTES,
      );
  try {
    return proto.HistorySync.decode(inflateSync(packed, { maxOutputLength: INFLATED_MAX_BYTES }));
  } catch (error) {
    throw new MediaRefused('no history', { cause: error });
  }
};

/** Whether a part can be had no more, however often it is asked for. */
export const isLost = (error: unknown): boolean => error instanceof MediaRefused || isGone(error);

/** Numbers and opaque ids of the same people, as a part tells them, in both directions. */
const aliasesOf = (chunk: proto.IHistorySync): Map<string, string> => {
  const aliases = new Map<string, string>();
  const note = (lid: string | null | undefined, number: string | null | undefined): void => {
    if (!lid || !number || !isLidUser(lid) || !isPnUser(number)) return;
    aliases.set(lid, number);
    aliases.set(number, lid);
  };
  for (const { lidJid, pnJid } of chunk.phoneNumberToLidMappings ?? []) note(lidJid, pnJid);
  for (const { id, lidJid, pnJid } of chunk.conversations ?? []) {
    note(lidJid ?? id, pnJid ?? id);
  }
  return aliases;
};

const nameOf = ({ displayName, name }: proto.IConversation): string =>
  (displayName || name || '').trim().slice(0, MAX_NAME);

/** The people whom the phone has conversations with, as far as it tells their numbers. */
export const peopleOf = (chunk: proto.IHistorySync): KnownPerson[] => {
  const aliases = aliasesOf(chunk);
  return (chunk.conversations ?? []).flatMap((chat) => {
    const jid = chat.id ?? '';
    const number = [jid, aliases.get(jid)].find((one) => one !== undefined && isPnUser(one));
    const digits = jidDecode(number)?.user ?? '';
    return /^\d{5,20}$/.test(digits) ? [{ number: digits, name: nameOf(chat) || digits }] : [];
  });
};

/** Those whom the phone's address book names. */
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

/** What was said when nobody could have, before WhatsApp or in the future, is wished by no dates. */
const isWished = (atMs: number | undefined, { fromMs, toMs }: HistoryWish, nowMs: number): boolean =>
  atMs !== undefined && atMs >= fromMs && atMs <= Math.min(toMs, nowMs + MAX_AHEAD_MS);

const pastMessage = (
  info: proto.IWebMessageInfo,
  chat: { jid: string; name: string; aliases: ReadonlyMap<string, string> },
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
    // The phone tells once more what could not be decrypted; of the past nothing comes later.
    if (content.kind === 'placeholder' && content.of === 'ciphertext') return [];
    const called = name === '' || event.chat.isGroup ? event.chat : { ...event.chat, name };
    return [
      {
        event: {
          ...event,
          chat: called,
          // Not fetched: what tells where it is would be most of the piece.
          content: 'media' in content ? { ...content, media: { ...content.media, source: '' } } : content,
        },
        ack: toAck(info.status) ?? 0,
      },
    ];
  });
};

/** Those of a chat in their order: of those within one second, each a millisecond after the one before. */
const chatMessages = (
  chat: proto.IConversation,
  aliases: ReadonlyMap<string, string>,
  wish: HistoryWish,
  context: InboundContext,
): PastMessage[] => {
  const jid = chat.id ?? '';
  if (toIdentities(jid).length === 0 || (isJidGroup(jid) === true && !wish.groups)) return [];
  const infos = (chat.messages ?? []).flatMap(({ message }) => (message ? [message] : []));
  const secondOf = ({ messageTimestamp }: proto.IWebMessageInfo): number =>
    messageTimestamp ? toNumber(messageTimestamp) : 0;
  // Phones tell the newest first.
  const ordered = infos.toReversed().toSorted((a, b) => secondOf(a) - secondOf(b));
  let second = 0;
  let place = 0;
  return ordered.flatMap((info) => {
    place = secondOf(info) === second ? Math.min(place + 1, SECOND_MS - 1) : 0;
    second = secondOf(info);
    const sentAt = second * SECOND_MS + place;
    if (!isWished(toldDate(second), wish, context.receivedAt)) return [];
    return pastMessage(info, { jid, name: nameOf(chat), aliases }, context).map(({ event, ack }) => ({
      event: { ...event, sentAt },
      ack,
    }));
  });
};

/** What of a part is wanted, chat by chat and in their order, in pieces that a queue carries. */
export function* piecesOf(
  chunk: proto.IHistorySync,
  wish: HistoryWish,
  ref: ConnectionRef,
  me: readonly string[],
  nowMs: number,
): Generator<PastMessage[]> {
  const aliases = aliasesOf(chunk);
  const context = { ...ref, me, receivedAt: nowMs };
  let piece: PastMessage[] = [];
  let bytes = 0;
  for (const chat of chunk.conversations ?? []) {
    for (const message of chatMessages(chat, aliases, wish, context)) {
      const size = Buffer.byteLength(JSON.stringify(message));
      if (size > MESSAGE_MAX_BYTES) continue;
      if (piece.length > 0 && (piece.length === PIECE_MESSAGES || bytes + size > PIECE_BYTES)) {
        yield piece;
        piece = [];
        bytes = 0;
      }
      piece.push(message);
      bytes += size;
    }
  }
  if (piece.length > 0) yield piece;
}
