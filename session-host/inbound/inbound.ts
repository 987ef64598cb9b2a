import { believedSentAt } from '@prosa/functions/domain/inbound/sent-at.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import type { InboundContent, InboundEvent } from '@prosa/shared/messaging/inbound-event.ts';
import { proto, type WAMessage, type WAMessageKey } from 'baileys';
import type { ConnectionRef } from '../connections/ports.ts';
import { toldDate } from '../connections/told-time.ts';
import { chatJidsOf, chatKey, isBroadcastList, toIdentities } from './identities.ts';
import { contextInfoOf, contextOf, editedText, isViewOnce, toContent, unwrapped } from './message-content.ts';
import { toMessageId } from './message-id.ts';
import type { OpenedMessage } from './message-secrets.ts';

/** An event for the inbound queue, with its order key. */
export interface Outgoing {
  event: InboundEvent;
  chatKey: string;
}

export interface InboundContext extends ConnectionRef {
  /** JIDs of the connection's own account. */
  me: readonly string[];
  receivedAt: number;
  /** The group's subject, if the message is in a group and the subject is known. */
  groupName?: string | undefined;
}

const { Type: ProtocolType } = proto.Message.ProtocolMessage;
const { StubType } = proto.WebMessageInfo;
const { Type: PinType } = proto.Message.PinInChatMessage;
const MAX_NAME = 500;
const SECRET_BYTES = 32;
/** Maximum number of chosen options of a vote; a poll has twelve options. */
const MAX_CHOICES = 20;
const DAY_S = 86_400;
/** The longest time for which phones pin a message, and the one that they suggest. */
const PIN_MAX_S = 30 * DAY_S;
const PIN_USUAL_S = 7 * DAY_S;

/** Returns the events of a message that Baileys reports; empty for messages that the product does not show. */
export const toInboundEvents = (message: OpenedMessage, context: InboundContext): Outgoing[] => {
  const resent = resentMessages(message, context);
  return resent === undefined ? eventsOf(message, context) : resent.flatMap((one) => eventsOf(one, context));
};

/**
 * Returns messages that the account's own phone sends again because this device could not decrypt them; undefined for
 * other messages. Only the account's own phone may claim what others wrote.
 */
const resentMessages = ({ key, message }: WAMessage, { me }: InboundContext): WAMessage[] | undefined => {
  const protocol = unwrapped(message).protocolMessage;
  if (protocol?.type !== ProtocolType.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE) return undefined;
  const own = toIdentities(...me);
  const isOurPhone = toIdentities(key.remoteJid).some(({ kind, value }) =>
    own.some((other) => other.kind === kind && other.value === value),
  );
  if (key.fromMe !== true || !isOurPhone) return [];
  const results = protocol.peerDataOperationRequestResponseMessage?.peerDataOperationResult ?? [];
  return results.flatMap(({ placeholderMessageResendResponse }) => {
    const bytes = placeholderMessageResendResponse?.webMessageInfoBytes;
    if (!bytes) return [];
    const { key: innerKey, ...info } = proto.WebMessageInfo.decode(bytes);
    return innerKey == null ? [] : [{ ...info, key: innerKey }];
  });
};

const eventsOf = (message: OpenedMessage, context: InboundContext): Outgoing[] => {
  const { key } = message;
  const content = unwrapped(message.message);
  const chat = chatOf(message, context);
  const id = toMessageId(key.id);
  if (id === undefined || chat === undefined) return [];
  const base = { ...baseOf(context), sentAt: sentAtOf(message, context), fromMe: key.fromMe ?? false };
  const order = chatKey(chat.identities);
  const one = (event: InboundEvent): Outgoing[] => [{ event, chatKey: order }];

  const { reactionMessage } = content;
  if (reactionMessage) {
    const target = toMessageId(reactionMessage.key?.id);
    if (target === undefined) return [];
    const emoji = (reactionMessage.text ?? '').slice(0, 32);
    return one({
      ...base,
      type: 'reaction',
      providerMessageId: id,
      targetProviderMessageId: target,
      emoji,
      chat,
    });
  }
  const { pollUpdateMessage, pinInChatMessage } = content;
  if (pollUpdateMessage) {
    const target = toMessageId(pollUpdateMessage.pollCreationMessageKey?.id);
    const { votedFor } = message;
    if (target === undefined || votedFor === undefined) return [];
    const options = votedFor.slice(0, MAX_CHOICES);
    return one({
      ...base,
      type: 'poll-vote',
      changeId: id,
      targetProviderMessageId: target,
      options,
      chat,
    });
  }
  if (pinInChatMessage) {
    const target = toMessageId(pinInChatMessage.key?.id);
    const until = pinnedUntil(pinInChatMessage, contextOf(message), base.sentAt);
    if (target === undefined || until === undefined) return [];
    const { fromMe: _fromMe, ...pinned } = base;
    return one({ ...pinned, type: 'pin', changeId: id, targetProviderMessageId: target, until, chat });
  }
  const protocol = content.protocolMessage;
  if (protocol) {
    const target = toMessageId(protocol.key?.id);
    if (target === undefined) return [];
    if (protocol.type === ProtocolType.REVOKE)
      return one({ ...base, type: 'revoke', targetProviderMessageId: target, chat });
    if (protocol.type !== ProtocolType.MESSAGE_EDIT) return [];
    const text = editedText(unwrapped(protocol.editedMessage));
    return text === undefined
      ? []
      : one({ ...base, type: 'edit', changeId: id, targetProviderMessageId: target, text, chat });
  }
  const shown: InboundContent | undefined = isViewOnce(message.message)
    ? { kind: 'placeholder', of: 'view-once' }
    : (toContent(content, key) ?? contentOfStub(message));
  if (shown === undefined) return [];
  const info = contextInfoOf(content);
  const quoted = toMessageId(info?.stanzaId);
  // In a history, the secret is beside the message.
  const secret = contextOf(message)?.messageSecret ?? message.messageSecret;
  return one({
    ...base,
    type: 'message',
    providerMessageId: id,
    isForwarded: info?.isForwarded ?? false,
    chat,
    content: shown,
    ...(secret?.length === SECRET_BYTES ? { secret: Buffer.from(secret).toString('base64') } : {}),
    ...(quoted === undefined ? {} : { quotedProviderMessageId: quoted }),
  });
};

/** Returns the end of a pin in epoch milliseconds, and null for the removal of a pin; undefined for neither. */
const pinnedUntil = (
  { type }: proto.Message.IPinInChatMessage,
  context: proto.IMessageContextInfo | null | undefined,
  sentAt: number,
): number | null | undefined => {
  if (type === PinType.UNPIN_FOR_ALL) return null;
  if (type !== PinType.PIN_FOR_ALL) return undefined;
  const seconds = context?.messageAddOnDurationInSecs || PIN_USUAL_S;
  return sentAt + Math.min(seconds, PIN_MAX_S) * 1000;
};

const baseOf = ({ companyId, connectionId, receivedAt }: InboundContext) => ({
  v: 1 as const,
  companyId,
  connectionId,
  channel: 'whatsapp' as const,
  receivedAt,
});

const sentAtOf = ({ messageTimestamp }: WAMessage, { receivedAt }: InboundContext): number =>
  believedSentAt(toldDate(messageTimestamp) ?? receivedAt, receivedAt);

const chatOf = (message: WAMessage, { me, groupName }: InboundContext) => {
  const { key } = message;
  const own = new Set(toIdentities(...me).map(({ kind, value }) => `${kind}:${value}`));
  const others = (identities: Identity[]) =>
    identities.filter(({ kind, value }) => !own.has(`${kind}:${value}`));
  // A message of the account's own phone to a broadcast list has no other side, because one message cannot belong to
  // many conversations.
  const identities = others(toIdentities(...chatJidsOf(key)));
  if (identities.length === 0) return undefined;
  const isGroup = identities[0]?.kind === 'group';
  const name = key.fromMe ? undefined : (message.pushName?.slice(0, MAX_NAME) ?? undefined);
  if (!isGroup) return { isGroup, identities, ...(name ? { name } : {}) };
  const author = toIdentities(key.participant, key.participantAlt);
  return {
    isGroup,
    identities,
    ...(groupName ? { name: groupName.slice(0, MAX_NAME) } : {}),
    ...(author.length === 0 ? {} : { participant: { identities: author, ...(name ? { name } : {}) } }),
  };
};

/** Returns the order key of a chat from a message key alone, as receipts have it. */
export const chatKeyOf = (key: WAMessageKey): string =>
  chatKey(toIdentities(key.remoteJid, key.remoteJidAlt));

/** Returns the content of a message that Baileys reports without content. */
const contentOfStub = ({ key, messageStubType }: WAMessage): InboundContent | undefined => {
  switch (messageStubType) {
    case StubType.CIPHERTEXT:
      return { kind: 'placeholder', of: key.isViewOnce === true ? 'view-once' : 'ciphertext' };
    case StubType.CALL_MISSED_VOICE:
    case StubType.CALL_MISSED_VIDEO:
      return { kind: 'missed-call', video: messageStubType === StubType.CALL_MISSED_VIDEO };
    default:
      return undefined;
  }
};

/**
 * Returns the product's ack for Baileys' status: 1 sent, 2 delivered, 3 read, 4 played; undefined if the ack does not
 * rise.
 */
export const toAck = (status: number | null | undefined): number | undefined => {
  const { Status } = proto.WebMessageInfo;
  switch (status) {
    case Status.SERVER_ACK:
      return 1;
    case Status.DELIVERY_ACK:
      return 2;
    case Status.READ:
      return 3;
    case Status.PLAYED:
      return 4;
    default:
      return undefined;
  }
};

/**
 * Returns the receipt of one of our messages; undefined for receipts of others' messages, and of messages of the
 * account's own phone to a broadcast list, which belong to no conversation.
 */
export const toReceipt = (
  key: WAMessageKey,
  ack: number | undefined,
  context: InboundContext,
): Outgoing | undefined => {
  const id = toMessageId(key.id);
  if (id === undefined || key.fromMe !== true || ack === undefined || isBroadcastList(key.remoteJid))
    return undefined;
  return {
    event: { ...baseOf(context), type: 'receipt', providerMessageId: id, ack },
    chatKey: chatKeyOf(key),
  };
};
