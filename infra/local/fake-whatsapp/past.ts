import { pipeline, Readable } from 'node:stream';
import { createDeflate, deflateSync } from 'node:zlib';
import { proto } from 'baileys/WAProto/index.js';
import * as z from 'zod';
import type { Account, Accounts } from './accounts.ts';
import type { HeldMessages } from './held-messages.ts';
import type { MediaStore } from './media-store.ts';
import { groupJidOf, lidJid, newMessageId, phoneJid } from './stanzas.ts';

const numberSchema = z.string().regex(/^\d{5,20}$/);

/** A part of the history on an account's phone, as given by a test or the sandbox. */
export const pastSchema = z.object({
  /** `bootstrap` is included in its notice; the other parts are on the media servers. */
  part: z.enum(['bootstrap', 'recent', 'full', 'on-demand']).default('recent'),
  /** Id of the request that this part answers. */
  requestId: z.string().optional(),
  chats: z
    .array(
      z.object({
        /** Number of the chat's contact or group. */
        contact: numberSchema,
        /** Contact name on the phone. */
        name: z.string().default(''),
        isGroup: z.boolean().default(false),
        /** After how many seconds messages disappear from the chat; 0: never. */
        timerS: z.int().nonnegative().default(0),
        messages: z
          .array(
            z.object({
              id: z.string().optional(),
              text: z.string(),
              /** Epoch milliseconds; WhatsApp stores whole seconds. */
              at: z.int(),
              fromMe: z.boolean().default(false),
              /** Number of the author, in groups. */
              from: numberSchema.optional(),
              /** Id of the quoted message. */
              quoted: z.string().optional(),
              /** Whether it is a picture that has expired on the media servers. */
              isPicture: z.boolean().default(false),
            }),
          )
          .default([]),
      }),
    )
    .max(1000),
});
export type Past = z.input<typeof pastSchema>;

type PastMessage = z.output<typeof pastSchema>['chats'][number]['messages'][number];

const SYNC_TYPES = {
  bootstrap: proto.HistorySync.HistorySyncType.INITIAL_BOOTSTRAP,
  recent: proto.HistorySync.HistorySyncType.RECENT,
  full: proto.HistorySync.HistorySyncType.FULL,
  'on-demand': proto.HistorySync.HistorySyncType.ON_DEMAND,
} as const;
const FORGOTTEN_FILE = Buffer.alloc(32, 1);

const contentOf = ({ text, quoted, isPicture }: PastMessage): proto.IMessage => {
  if (isPicture)
    return {
      imageMessage: {
        caption: text,
        mimetype: 'image/jpeg',
        directPath: '/v/forgotten',
        mediaKey: FORGOTTEN_FILE,
        fileSha256: FORGOTTEN_FILE,
      },
    };
  return quoted === undefined
    ? { conversation: text }
    : { extendedTextMessage: { text, contextInfo: { stanzaId: quoted } } };
};

/** Returns the notice of a history part, as the account's phone sends it to its device. */
export const pastNotice = (
  account: Account,
  accounts: Accounts,
  media: MediaStore,
  past: Past,
): proto.IMessage => {
  const { part, requestId, chats } = pastSchema.parse(past);
  const lidOf = (number: string): string => lidJid(accounts.customer(number, '').lid);
  const infoOf = (remoteJid: string, message: PastMessage): proto.IHistorySyncMsg => ({
    message: {
      key: {
        remoteJid,
        id: message.id ?? newMessageId(),
        fromMe: message.fromMe,
        ...(message.from === undefined ? {} : { participant: lidOf(message.from) }),
      },
      message: contentOf(message),
      messageTimestamp: Math.floor(message.at / 1000),
      status: message.fromMe ? proto.WebMessageInfo.Status.READ : proto.WebMessageInfo.Status.DELIVERY_ACK,
    },
  });
  const people = [
    ...new Set(
      chats.flatMap(({ contact, isGroup, messages }) => [
        ...(isGroup ? [] : [contact]),
        ...messages.flatMap(({ from }) => from ?? []),
      ]),
    ),
  ];
  const chunk = proto.HistorySync.encode({
    syncType: SYNC_TYPES[part],
    progress: 100,
    chunkOrder: 1,
    phoneNumberToLidMappings: people.map((number) => ({ pnJid: phoneJid(number), lidJid: lidOf(number) })),
    conversations: chats.map(({ contact, name, isGroup, timerS, messages }) => {
      const id = isGroup ? groupJidOf(contact) : lidOf(contact);
      return {
        id,
        ...(name === '' ? {} : { name }),
        ...(timerS === 0 ? {} : { ephemeralExpiration: timerS }),
        // Newest first, as phones send them.
        messages: messages.toReversed().map((message) => infoOf(id, message)),
      };
    }),
  }).finish();
  const packed = deflateSync(chunk);
  const sealed = part === 'bootstrap' ? undefined : media.seal('md-msg-hist', packed);
  return noticeOf(account, SYNC_TYPES[part], {
    ...(sealed ?? { initialHistBootstrapInlinePayload: packed }),
    ...(requestId === undefined ? {} : { peerDataRequestSessionId: requestId }),
  });
};

/**
 * Returns the phone's answer to a device's request for a chat's messages before a given message; undefined for other
 * requests.
 */
export const answerHistoryRequest = (
  asked: proto.IMessage,
  requestId: string,
  account: Account,
  held: HeldMessages,
  media: MediaStore,
): proto.IMessage | undefined => {
  const request = asked.protocolMessage?.peerDataOperationRequestMessage?.historySyncOnDemandRequest;
  if (request == null) return undefined;
  const { chatJid, oldestMsgId, onDemandMsgCount } = request;
  const found = held.before(oldestMsgId ?? '', account.key, chatJid ?? '', onDemandMsgCount ?? 0);
  const { 'on-demand': syncType } = SYNC_TYPES;
  const chunk = proto.HistorySync.encode({
    syncType,
    conversations: [
      {
        id: chatJid ?? '',
        messages: found.toReversed().map(({ key, message, at }) => ({
          message: { key, message, messageTimestamp: at },
        })),
      },
    ],
  }).finish();
  const sealed = media.seal('md-msg-hist', deflateSync(chunk));
  return noticeOf(account, syncType, { ...sealed, peerDataRequestSessionId: requestId });
};

const noticeOf = (
  account: Account,
  syncType: proto.HistorySync.HistorySyncType,
  where: proto.Message.IHistorySyncNotification,
): proto.IMessage => ({
  protocolMessage: {
    type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
    historySyncNotification: { syncType, progress: 100, chunkOrder: 1, ...where },
    key: { remoteJid: phoneJid(account.number), fromMe: true },
  },
});

/** A history part of a given size, with generated texts. */
export interface LargePast {
  /** Size of the uncompressed part. */
  megabytes: number;
  /** Number of private chats, each with the same number of messages. */
  chats: number;
  /** Time of the oldest message of each chat, in epoch milliseconds; the others follow one second apart. */
  at: number;
}

const LARGE_TEXT_CHARS = 240;
/** A fixed length, so that every message has the same size. */
const LARGE_ID_CHARS = 20;
const WRITTEN_BYTES = 64 * 1024;
const WORDS = 'pedido entrega hoje obrigada boleto segunda loja troca tamanho cor'.split(' ');

/** Returns the Protobuf header of a length-delimited field. */
const headOf = (field: number, length: number): Buffer => {
  const bytes = [(field << 3) | 2];
  let left = length;
  for (; left >= 0x80; left = Math.floor(left / 0x80)) bytes.push((left % 0x80) | 0x80);
  return Buffer.from([...bytes, left]);
};

const largeText = (n: number): string => {
  let text = `${n}`;
  for (let word = n; text.length < LARGE_TEXT_CHARS; word = (word * 31 + 7) % 1_000_003)
    text += ` ${WORDS[word % WORDS.length]}`;
  return text.slice(0, LARGE_TEXT_CHARS);
};

/** Generates the bytes of a large part, holding at most one message in memory. */
function* largeContent(
  { megabytes, chats, at }: LargePast,
  jids: readonly { lid: string; phone: string }[],
): Generator<Buffer> {
  const messageOf = (jid: string, n: number): Buffer => {
    const bytes = proto.HistorySyncMsg.encode({
      message: {
        key: { remoteJid: jid, id: `P${jid.slice(0, 6)}-${n}`.padEnd(LARGE_ID_CHARS, '0'), fromMe: false },
        message: { conversation: largeText(n) },
        messageTimestamp: Math.floor(at / 1000) + n,
        status: proto.WebMessageInfo.Status.DELIVERY_ACK,
      },
    }).finish();
    return Buffer.concat([headOf(2, bytes.length), bytes]);
  };
  for (const { lid } of jids) {
    const head = Buffer.from(proto.Conversation.encode({ id: lid, name: `Chat ${lid}` }).finish());
    const size = messageOf(lid, 0).length;
    const count = Math.floor((megabytes * 1_000_000) / chats / size);
    yield headOf(2, head.length + count * size);
    yield head;
    // Newest first, as phones send them.
    for (let n = count - 1; n >= 0; n--) yield messageOf(lid, n);
  }
  yield Buffer.from(
    proto.HistorySync.encode({
      syncType: SYNC_TYPES.recent,
      phoneNumberToLidMappings: jids.map(({ lid, phone }) => ({ lidJid: lid, pnJid: phone })),
    }).finish(),
  );
}

/** Joins small buffers into larger blocks. */
function* inBlocks(parts: Iterable<Buffer>): Generator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  for (const part of parts) {
    held.push(part);
    size += part.length;
    if (size < WRITTEN_BYTES) continue;
    yield Buffer.concat(held);
    held = [];
    size = 0;
  }
  yield Buffer.concat(held);
}

/** Returns the notice of a large history part; the part is on the media servers when the promise resolves. */
export const largePastNotice = async (
  account: Account,
  accounts: Accounts,
  media: MediaStore,
  past: LargePast,
): Promise<proto.IMessage> => {
  const jids = Array.from({ length: past.chats }, (_none, n) => {
    const { number, lid } = accounts.customer(String(5_511_900_000_000 + n), '');
    return { lid: lidJid(lid), phone: phoneJid(number) };
  });
  const content = Readable.from(inBlocks(largeContent(past, jids)));
  const packed = pipeline(content, createDeflate({ level: 1 }), () => undefined);
  const sealed = await media.sealStream('md-msg-hist', packed);
  return noticeOf(account, SYNC_TYPES.recent, sealed);
};
