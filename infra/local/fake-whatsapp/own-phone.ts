import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { BinaryNode } from 'baileys/lib/WABinary/index.js';
import { proto } from 'baileys/WAProto/index.js';
import type { HeldMessages } from './held-messages.ts';
import type { MediaStore } from './media-store.ts';

const { MediaRetryNotification, Message } = proto;
const REQUEST_TYPES = Message.PeerDataOperationRequestType;
const { Type: ProtocolType } = Message.ProtocolMessage;

/** Returns the phone's answer to a device's request to resend undecryptable messages; undefined for other requests. */
export const answerResendRequest = (
  asked: proto.IMessage,
  requestId: string,
  held: HeldMessages,
): proto.IMessage | undefined => {
  const request = asked.protocolMessage?.peerDataOperationRequestMessage;
  const wanted = request?.placeholderMessageResendRequest ?? [];
  if (wanted.length === 0) return undefined;
  return {
    protocolMessage: {
      type: ProtocolType.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
      peerDataOperationRequestResponseMessage: {
        peerDataOperationRequestType: REQUEST_TYPES.PLACEHOLDER_MESSAGE_RESEND,
        stanzaId: requestId,
        peerDataOperationResult: wanted.flatMap(({ messageKey }) => {
          const found = held.get(messageKey?.id ?? '');
          if (found === undefined) return [];
          const { key, message, at: messageTimestamp } = found;
          const info = proto.WebMessageInfo.encode({ key, message, messageTimestamp }).finish();
          return [{ placeholderMessageResendResponse: { webMessageInfoBytes: info } }];
        }),
      },
    },
  };
};

interface FileFields {
  mediaKey?: Uint8Array | null;
  directPath?: string | null;
}

const fileOf = (message: proto.IMessage): FileFields | null | undefined =>
  message.imageMessage ?? message.videoMessage ?? message.audioMessage ?? message.documentMessage;

/** Returns WhatsApp's answer after the phone uploaded a file again: the new path, encrypted with the file's key. */
export const answerMediaRequest = (
  receipt: BinaryNode,
  held: HeldMessages,
  media: MediaStore,
): BinaryNode => {
  const { id = '' } = receipt.attrs;
  const found = held.get(id);
  const file = found === undefined ? undefined : fileOf(found.message);
  const directPath = file?.directPath ? media.uploadAgain(file.directPath) : undefined;
  const answer: BinaryNode = {
    tag: 'notification',
    attrs: { id, type: 'mediaretry', from: receipt.attrs.to ?? '', t: String(found?.at ?? 0) },
  };
  const rmr: BinaryNode = {
    tag: 'rmr',
    attrs: { jid: found?.key.remoteJid ?? '', from_me: 'false' },
  };
  const { ResultType } = MediaRetryNotification;
  if (!file?.mediaKey || directPath === undefined)
    return { ...answer, content: [rmr, { tag: 'error', attrs: { code: String(ResultType.NOT_FOUND) } }] };
  const iv = randomBytes(12);
  const key = Buffer.from(
    hkdfSync('sha256', file.mediaKey, Buffer.alloc(0), 'WhatsApp Media Retry Notification', 32),
  );
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(id));
  const plain = MediaRetryNotification.encode({
    stanzaId: id,
    directPath,
    result: ResultType.SUCCESS,
  }).finish();
  const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  const leaf = (tag: string, content: Buffer): BinaryNode => ({ tag, attrs: {}, content });
  return {
    ...answer,
    content: [{ tag: 'encrypt', attrs: {}, content: [leaf('enc_p', sealed), leaf('enc_iv', iv)] }, rmr],
  };
};
