import { deflateSync } from 'node:zlib';
import { proto } from 'baileys/WAProto/index.js';
import * as z from 'zod';
import type { Account, Accounts } from './accounts.ts';
import type { MediaStore } from './media-store.ts';
import { newMessageId } from './phones.ts';
import { groupJidOf, lidJid, phoneJid } from './stanzas.ts';

const numberSchema = z.string().regex(/^\d{5,20}$/);

/** A part of what an account's phone remembers, as a test or the sandbox tells it. */
export const pastSchema = z.object({
  /** `bootstrap` comes inside its notice, the others lie on the media servers. */
  part: z.enum(['bootstrap', 'recent', 'full']).default('recent'),
  chats: z
    .array(
      z.object({
        /** Whom the chat is with, or the group's number. */
        contact: numberSchema,
        /** As the phone's owner calls it. */
        name: z.string().default(''),
        isGroup: z.boolean().default(false),
        messages: z
          .array(
            z.object({
              id: z.string().optional(),
              text: z.string(),
              /** Epoch milliseconds; WhatsApp keeps whole seconds. */
              at: z.int(),
              fromMe: z.boolean().default(false),
              /** In groups: who wrote. */
              from: numberSchema.optional(),
              /** Id of the message it answers. */
              quoted: z.string().optional(),
              /** It is a picture, which the servers have no more. */
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

/** The notice of a part of the past, as the account's phone sends it to its device. */
export const pastNotice = (
  account: Account,
  accounts: Accounts,
  media: MediaStore,
  past: Past,
): proto.IMessage => {
  const { part, chats } = pastSchema.parse(past);
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
    conversations: chats.map(({ contact, name, isGroup, messages }) => {
      const id = isGroup ? groupJidOf(contact) : lidOf(contact);
      return {
        id,
        ...(name === '' ? {} : { name }),
        // The newest first, as phones tell them.
        messages: messages.toReversed().map((message) => infoOf(id, message)),
      };
    }),
  }).finish();
  const packed = deflateSync(chunk);
  const sealed = part === 'bootstrap' ? undefined : media.seal('md-msg-hist', packed);
  return {
    protocolMessage: {
      type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
      historySyncNotification: {
        syncType: SYNC_TYPES[part],
        progress: 100,
        chunkOrder: 1,
        ...(sealed ?? { initialHistBootstrapInlinePayload: packed }),
      },
      key: { remoteJid: phoneJid(account.number), fromMe: true },
    },
  };
};
