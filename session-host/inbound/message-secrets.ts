import { errorFields, log } from '@prosa/functions/platform/log.ts';
import { jidNormalizedUser, proto, type WAMessage } from 'baileys';
import { contextOf, pollOf, unwrapped } from './message-content.ts';
import { openSealed, type Sealed } from './open-sealed.ts';
import { chosenOptions } from './poll-options.ts';
import { RecentMap } from './recent-map.ts';

const REMEMBERED = 1000;
const { SecretEncType } = proto.Message.SecretEncryptedMessage;
const { Type: ProtocolType } = proto.Message.ProtocolMessage;

/** The secret of a message, which decrypts its edits and, of a poll, its votes. */
export interface MessageSecret {
  /** 32 bytes. */
  secret: Uint8Array;
  /** JIDs of the writer, without a device. Empty for a message of our side. */
  writer: readonly string[];
  /** Options of a poll; empty for other messages. */
  options: readonly string[];
}

/** A message after its encrypted part was opened. */
export interface OpenedMessage extends WAMessage {
  /** The chosen options of a vote; absent if the message is none, or cannot be decrypted. */
  votedFor?: readonly string[] | undefined;
}

const people = (...jids: (string | null | undefined)[]): string[] => [
  ...new Set(jids.flatMap((jid) => (jid ? [jidNormalizedUser(jid)] : []))),
];

/** Returns the JIDs of a message's sender, because either may be in the key's derivation. */
const senderOf = ({ key }: WAMessage, me: readonly string[]): string[] => {
  if (key.fromMe) return people(...me);
  return key.participant
    ? people(key.participant, key.participantAlt, key.remoteJidAlt)
    : people(key.remoteJid, key.remoteJidAlt);
};

/**
 * Opens the encrypted edits and votes of messages with the messages' secrets. The newest secrets are remembered,
 * because an edit may arrive before its message is stored; older ones are read from the stored messages.
 */
export class MessageSecrets {
  private readonly recent = new RecentMap<string, MessageSecret>(REMEMBERED);
  private readonly find: (id: string) => Promise<MessageSecret | undefined>;

  constructor(find: (id: string) => Promise<MessageSecret | undefined>) {
    this.find = find;
  }

  /**
   * Returns the message; an encrypted edit is replaced by its decrypted form, and a vote gets its chosen options, if
   * the secret is known.
   * @throws errors of looking the secret up
   */
  async opened(message: WAMessage, me: readonly string[]): Promise<OpenedMessage> {
    const content = unwrapped(message.message);
    const secret = contextOf(message)?.messageSecret;
    const { id } = message.key;
    // The first one stays, so that no other chat's message with the same id can replace it.
    if (secret && id && this.recent.get(id) === undefined)
      this.recent.set(id, {
        secret,
        writer: senderOf(message, me),
        options: pollOf(content)?.options ?? [],
      });
    const { secretEncryptedMessage: sealed, pollUpdateMessage: vote } = content;
    if (vote) return { ...message, votedFor: await this.openVote(message, vote, me) };
    if (sealed?.secretEncType !== SecretEncType.MESSAGE_EDIT) return message;
    const edit = await this.openEdit(message, sealed, me);
    return edit === undefined ? message : { ...message, message: edit };
  }

  /** A failed look-up does not mean that the change is unreadable: the caller retries later. */
  private async secretOf(id: string): Promise<MessageSecret | undefined> {
    const known = this.recent.get(id) ?? (await this.find(id));
    // A poll gets many votes.
    if (known !== undefined) this.recent.set(id, known);
    return known;
  }

  private async openEdit(
    message: WAMessage,
    { targetMessageKey, encPayload, encIv }: proto.Message.ISecretEncryptedMessage,
    me: readonly string[],
  ): Promise<proto.IMessage | undefined> {
    const target = targetMessageKey?.id;
    if (!target) return undefined;
    const known = await this.secretOf(target);
    const sender = senderOf(message, me);
    const sealed: Sealed = {
      encPayload,
      encIv,
      use: 'Message Edit',
      target,
      writers: sender,
      senders: sender,
    };
    return openedAs('edit', known, sealed, (plain) => editOf(proto.Message.decode(plain), targetMessageKey));
  }

  private async openVote(
    message: WAMessage,
    { pollCreationMessageKey: poll, vote }: proto.Message.IPollUpdateMessage,
    me: readonly string[],
  ): Promise<string[] | undefined> {
    const target = poll?.id;
    if (!target) return undefined;
    const known = await this.secretOf(target);
    const senders = senderOf(message, me);
    // The poll is ours, of the voter, or of another member of the group.
    const writers = people(...(known?.writer ?? []), ...me, poll.participant, poll.remoteJid, ...senders);
    const sealed: Sealed = { ...vote, use: 'Poll Vote', target, writers, senders };
    return openedAs('vote', known, sealed, (plain) => {
      const chosen = proto.Message.PollVoteMessage.decode(plain).selectedOptions ?? [];
      return chosenOptions(chosen, known?.options ?? []);
    });
  }
}

/** Returns what an encrypted change says; undefined, and logged, if it cannot be opened. */
const openedAs = <T>(
  kind: 'edit' | 'vote',
  known: MessageSecret | undefined,
  sealed: Sealed,
  read: (plain: Buffer) => T,
): T | undefined => {
  try {
    const plain = known === undefined ? undefined : openSealed(sealed, known.secret);
    if (plain !== undefined) return read(plain);
    log.warn(`an encrypted ${kind} cannot be opened`, { metric: `${kind}-unopened` });
  } catch (error) {
    log.warn(`an encrypted ${kind} is unreadable`, errorFields(error));
  }
  return undefined;
};

/** Returns the edit in its unencrypted form. */
const editOf = (message: proto.IMessage, key: proto.IMessageKey | null | undefined): proto.IMessage => {
  const inner = unwrapped(message);
  const editedMessage = inner.protocolMessage?.editedMessage ?? inner;
  return { protocolMessage: { type: ProtocolType.MESSAGE_EDIT, key: key ?? null, editedMessage } };
};
