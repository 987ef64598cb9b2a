import { proto, type WAMessage } from 'baileys';
import type { ConnectionRef } from '../connections/ports.ts';
import type { DecryptedEntry } from '../write-ahead-log/write-ahead-log.ts';

/** The content of a message, as WhatsApp encodes it. */
export type Written = proto.IMessage;

const CHAT = '5511988887777@s.whatsapp.net';

/** Returns a message of a customer as Baileys reports it, under any id. */
export const writtenMessage = (id: string, message: Written, pushName?: string): WAMessage => ({
  key: { id, remoteJid: CHAT, fromMe: false },
  message,
  messageTimestamp: Math.floor(Date.now() / 1000),
  ...(pushName === undefined ? {} : { pushName }),
});

/** Returns the same as an entry of the write-ahead log. */
export const writtenEntry = (ref: ConnectionRef, id: string, message: Written): DecryptedEntry => ({
  ...ref,
  attrs: { id, from: CHAT, t: '1790000000', type: 'text' },
  meId: '5511900000000:1@s.whatsapp.net',
  meLid: '111:1@lid',
  plaintext: Buffer.concat([proto.Message.encode(message).finish(), Buffer.from([1])]).toString('base64'),
  receivedAt: 1_790_000_000_000,
});

/** Returns the edit of a message to a text. */
export const editOf = (id: string, text: string): Written => ({
  protocolMessage: {
    key: { id },
    type: proto.Message.ProtocolMessage.Type.MESSAGE_EDIT,
    editedMessage: { conversation: text },
  },
});
