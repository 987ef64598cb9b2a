import { createDecipheriv, hkdfSync } from 'node:crypto';
import { errorFields, log } from '@prosa/functions/platform/log.ts';
import { jidNormalizedUser, proto, type WAMessage } from 'baileys';
import { unwrapped } from './message-content.ts';
import { RecentMap } from './recent-map.ts';

const REMEMBERED = 1000;
const KEY_BYTES = 32;
const TAG_BYTES = 16;
const USE = 'Message Edit';
const { SecretEncType } = proto.Message.SecretEncryptedMessage;
const { Type: ProtocolType } = proto.Message.ProtocolMessage;

/** Returns the people in the key's derivation: ids without a device. */
const idsOf = ({ key }: WAMessage, me: readonly string[]): string[] => {
  const names = key.fromMe
    ? me
    : key.participant
      ? [key.participant, key.participantAlt, key.remoteJidAlt]
      : [key.remoteJid, key.remoteJidAlt];
  return [...new Set(names.flatMap((jid) => (jid ? [jidNormalizedUser(jid)] : [])))];
};

const open = (payload: Uint8Array, iv: Uint8Array, secret: Uint8Array, info: string): Buffer | undefined => {
  const key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), info, KEY_BYTES));
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(payload.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(payload.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    // The derivation may use another id of the writer.
    return undefined;
  }
};

/**
 * Secrets of messages, and the edits that they decrypt. The newest ones are remembered, because an edit may arrive
 * before its message is stored; older ones are read from the stored messages.
 */
export class MessageSecrets {
  private readonly recent = new RecentMap<string, Uint8Array>(REMEMBERED);
  private readonly find: (id: string) => Promise<Uint8Array | undefined>;

  constructor(find: (id: string) => Promise<Uint8Array | undefined>) {
    this.find = find;
  }

  /**
   * Returns the message; an encrypted edit is replaced by its decrypted form, if its key is known.
   * @throws errors of looking the key up
   */
  async withEdit(message: WAMessage, me: readonly string[]): Promise<WAMessage> {
    const content = unwrapped(message.message);
    const secret = (message.message?.messageContextInfo ?? content.messageContextInfo)?.messageSecret;
    if (secret && message.key.id) this.recent.set(message.key.id, secret);
    const sealed = content.secretEncryptedMessage;
    if (sealed?.secretEncType !== SecretEncType.MESSAGE_EDIT) return message;
    const edit = await this.openEdit(message, sealed, me);
    return edit === undefined ? message : { ...message, message: edit };
  }

  private async openEdit(
    message: WAMessage,
    { targetMessageKey, encPayload, encIv }: proto.Message.ISecretEncryptedMessage,
    me: readonly string[],
  ): Promise<proto.IMessage | undefined> {
    const target = targetMessageKey?.id;
    if (!target || !encPayload || !encIv || encPayload.length <= TAG_BYTES) return undefined;
    // A failed look-up does not mean that the edit is unreadable: the caller retries later.
    const secret = this.recent.get(target) ?? (await this.find(target));
    if (secret === undefined) return undefined;
    try {
      const ids = idsOf(message, me);
      for (const author of ids) {
        for (const editor of ids) {
          const plain = open(encPayload, encIv, secret, `${target}${author}${editor}${USE}`);
          if (plain !== undefined) return editOf(proto.Message.decode(plain), targetMessageKey);
        }
      }
      log.warn('an encrypted edit cannot be opened', { metric: 'edit-unopened' });
    } catch (error) {
      log.warn('an encrypted edit is unreadable', errorFields(error));
    }
    return undefined;
  }
}

/** Returns the edit in its unencrypted form. */
const editOf = (message: proto.IMessage, key: proto.IMessageKey): proto.IMessage => {
  const inner = unwrapped(message);
  const editedMessage = inner.protocolMessage?.editedMessage ?? inner;
  return { protocolMessage: { type: ProtocolType.MESSAGE_EDIT, key, editedMessage } };
};
