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

/** Who is named in the key's derivation: ids without a device. */
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
    // Another name of the writer may be the one that counts.
    return undefined;
  }
};

/**
 * Secrets that messages bring along, and the edits they open: the newest ones remembered, since an edit may come before
 * its message is stored, older ones from where messages are stored.
 */
export class MessageSecrets {
  private readonly recent = new RecentMap<string, Uint8Array>(REMEMBERED);
  private readonly find: (id: string) => Promise<Uint8Array | undefined>;

  constructor(find: (id: string) => Promise<Uint8Array | undefined>) {
    this.find = find;
  }

  /**
   * The message; instead of an encrypted edit the edit that it holds, where its key is known.
   * @throws what the look-up of the key throws
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
    // A look-up that fails is no unreadable edit: whoever asks tries again later.
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

/** The edit as phones send it in the open. */
const editOf = (message: proto.IMessage, key: proto.IMessageKey): proto.IMessage => {
  const inner = unwrapped(message);
  const editedMessage = inner.protocolMessage?.editedMessage ?? inner;
  return { protocolMessage: { type: ProtocolType.MESSAGE_EDIT, key, editedMessage } };
};
