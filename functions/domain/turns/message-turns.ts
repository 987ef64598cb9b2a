import { type Message, messageSchema, type QuotedMessage } from '@prosa/shared/entities/message.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { AppError } from '@prosa/shared/errors.ts';
import type { MessageRef, OutboundContent } from '@prosa/shared/messaging/channel-command.ts';
import { type ReplyFacts, replyWindow, type Sender } from '@prosa/shared/rules/reply-window.ts';
import { CAMPAIGN_SEND_WAIT_MS, OUTCOME_WITHIN_MS, SEND_WAIT_MS } from '@prosa/shared/rules/send-failure.ts';
import { writtenText } from '@prosa/shared/rules/written-text.ts';
import type { Channel, FileKind } from '../../channels/channel.ts';
import { textKey } from '../automatic/answer-limit.ts';
import type { AutomaticAnswer } from '../automatic/automatic-answer.ts';
import { makeMessageId, makeOwnSortKey, makeSortKey } from '../message-id.ts';
import {
  messageRefOf,
  outboundContentOf,
  quotedSnapshot,
  recipientOf,
  storedContentOf,
} from '../messages/outbound-content.ts';
import { pollSecretOf, withPollSecret } from '../messages/poll-secret.ts';
import { ticketAfterChange, ticketAfterMessage, ticketAfterRule } from '../messages/ticket-after-message.ts';
import { canSendTo, requireSend } from './send-refusal.ts';
import { instantOf, type Moment, mergeTurns, type Stored, type Turn, ticketOf, withTicket } from './turn.ts';

/**
 * Delay after which a send without an outcome becomes unknown. It is a little below the limit, because due timers are
 * handed over by the second, with a short delay.
 */
export const OUTCOME_DUE_AFTER_MS = OUTCOME_WITHIN_MS - 3_000;

type OwnFields = Omit<
  Partial<Message>,
  'companyId' | 'id' | 'contactId' | 'connectionId' | 'sortKey' | 'ticketId' | 'queueId' | 'sentAt'
> & { fromMe: boolean };

const messageOn = (ticket: Ticket, fields: OwnFields, sentAtMs: number, sortKey: string): Message => {
  const { connectionId } = ticket;
  if (connectionId === null) throw new Error('a message on a ticket without a connection');
  const place = { contactId: ticket.contactId, connectionId, sortKey };
  return messageSchema.parse({
    ...fields,
    ...place,
    companyId: ticket.companyId,
    id: makeMessageId(place),
    ticketId: ticket.id,
    queueId: ticket.queueId,
    sentAt: instantOf({ nowMs: sentAtMs }),
  });
};

/**
 * Returns a message that was sent elsewhere, as a message of a ticket. Its id is unique and sorts after every earlier
 * one.
 */
export const takenIn = (ticket: Ticket, fields: OwnFields, sentAtMs: number, moment: Moment): Message =>
  messageOn(ticket, fields, sentAtMs, makeSortKey(sentAtMs, moment.ids.sortable(moment.nowMs)));

export interface Draft {
  /** Text, caption or vCard, as the customer gets it. */
  body: string;
  mediaType?: Message['mediaType'];
  /** Already stored. */
  media?: Message['media'];
  dataJson?: Message['dataJson'];
  quoted?: { snapshot: QuotedMessage; ref: MessageRef | undefined } | undefined;
  /** The attendant; null for the system. */
  userId: number | null;
  /** The rule of an automatic message. */
  saidBy?: string;
  /** The assistant that wrote it. */
  assistant?: Message['assistant'];
  clientId?: string | null;
  isForwarded?: boolean;
  /** The campaign and receiver of a campaign's message: it waits longer, in the order of its connection. */
  campaign?: Message['campaign'];
  /** Time of the message in epoch milliseconds; now if absent. */
  sentAtMs?: number;
}

const fieldsOf = (draft: Draft) => ({
  userId: draft.userId,
  saidBy: draft.saidBy ?? '',
  assistant: draft.assistant ?? null,
  clientId: draft.clientId ?? null,
  fromMe: true,
  body: writtenText(draft.body),
  mediaType: draft.mediaType ?? ('extendedTextMessage' as const),
  media: draft.media ?? null,
  dataJson: draft.dataJson ?? null,
  quoted: draft.quoted?.snapshot ?? null,
  isForwarded: draft.isForwarded ?? false,
  campaign: draft.campaign ?? null,
  read: true,
});

/** How the command of a message waits: for how long, and behind which others. */
export interface Waiting {
  waitMs: number;
  /** Of the queue's groups of the connection: a contact, or a name. */
  group: number | string;
}
/** All messages of campaigns over a connection are one group, so that a slow connection delays only its own. */
export const IN_CAMPAIGN: Waiting = { waitMs: CAMPAIGN_SEND_WAIT_MS, group: 'campaign' };
const waitingOf = ({ contactId }: Pick<Message, 'contactId'>, isOfCampaign: boolean): Waiting =>
  isOfCampaign ? IN_CAMPAIGN : { waitMs: SEND_WAIT_MS, group: contactId };

/**
 * Returns whether a user or the system sends a message. What a rule sends is the system's, even if a user wrote it
 * before: Meta grants the human-agent tag only for answers by hand.
 */
const senderOf = ({ userId, saidBy = '' }: Pick<Draft, 'userId' | 'saidBy'>): Sender =>
  userId === null || saidBy !== '' ? 'system' : 'person';

/** Whether a message can only be sent with the human-agent tag. */
const isTagged = (ticket: ReplyFacts, message: Message, channel: Channel, nowMs: number): boolean =>
  replyWindow(channel.capabilities.replyWindow, ticket, senderOf(message), nowMs) === 'tagged';

/** Returns the command that sends a message. */
const sendCall = (
  ticket: Ticket,
  message: Message,
  content: OutboundContent,
  quoted: MessageRef | undefined,
  channel: Channel,
  { waitMs, group }: Waiting,
  { nowMs }: Moment,
) =>
  channel.call(
    {
      v: 1,
      type: 'send',
      companyId: message.companyId,
      connectionId: message.connectionId,
      to: recipientOf(ticket),
      messageId: message.id,
      attempt: message.attempt,
      ...(message.providerMessageId === null ? {} : { providerMessageId: message.providerMessageId }),
      content,
      waitsUntil: nowMs + waitMs,
      ...(quoted === undefined || !channel.capabilities.quotes ? {} : { quoted }),
      ...(isTagged(ticket, message, channel, nowMs) ? { tag: 'human-agent' as const } : {}),
    },
    group,
  );

const outcomeDueAt = ({ nowMs }: Moment, { waitMs }: Waiting): string =>
  instantOf({ nowMs: nowMs + waitMs + OUTCOME_DUE_AFTER_MS - SEND_WAIT_MS });

/** Returns the kind of file in a content. */
const fileKindOf = (content: OutboundContent): FileKind | undefined => {
  if ('key' in content) return content.kind;
  if (content.kind === 'template') return content.file?.kind;
  return content.kind === 'buttons' && content.image !== undefined ? 'image' : undefined;
};

/** @throws AppError ERR_SENDING_WAPP_MSG for an empty content */
const contentOf = (draft: Draft): OutboundContent => {
  const whole = outboundContentOf({
    body: draft.body,
    mediaType: draft.mediaType ?? 'extendedTextMessage',
    media: draft.media ?? null,
    dataJson: draft.dataJson ?? null,
  });
  if (whole === undefined) throw new AppError('ERR_SENDING_WAPP_MSG', { message: 'nothing to send' });
  return whole;
};

/**
 * Splits a draft into the messages that it needs on a channel: text that is too long for one message continues in the
 * next.
 */
const draftsFor = (
  draft: Draft,
  whole: OutboundContent,
  channel: Channel,
): { draft: Draft; content: OutboundContent }[] => {
  const rendered = channel.render(whole);
  const fileKind = fileKindOf(whole);
  const maxBytes = fileKind === undefined ? Infinity : channel.capabilities.fileBytes[fileKind];
  if ((draft.media?.size ?? 0) > maxBytes)
    throw new AppError('ERR_FILESIZE_OVER_LIMIT', { details: { maxBytes } });
  const [first] = rendered;
  // Content that fits in one message is stored as written, whatever the channel shows of it.
  if (rendered.length === 1 && first !== undefined) return [{ draft, content: first }];
  return rendered.map((content, index) => ({
    content,
    draft:
      content.kind === 'text'
        ? {
            ...draft,
            body: content.text,
            mediaType: 'extendedTextMessage',
            media: null,
            dataJson: null,
            quoted: index === 0 ? draft.quoted : undefined,
          }
        : // The first part of rich content that is sent in several messages: its picture.
          { ...draft, body: '', ...('key' in whole ? {} : { mediaType: 'image', dataJson: null }) },
  }));
};

/**
 * Returns the contents of the messages that a draft needs on a channel.
 * @throws AppError ERR_SENDING_WAPP_MSG for an empty content; ERR_FILESIZE_OVER_LIMIT
 */
export const contentsOf = (draft: Draft, channel: Channel): OutboundContent[] =>
  draftsFor(draft, contentOf(draft), channel).map(({ content }) => content);

/**
 * Sends a message on the turn's ticket: adds the message (`pending`), the command that sends it, and the ticket after
 * it. All outgoing messages go through this function.
 * @throws AppError ERR_SENDING_WAPP_MSG if the contact has no address or the content is empty; ERR_SEND_CAP_REACHED;
 * ERR_REPLY_WINDOW_CLOSED; ERR_FILESIZE_OVER_LIMIT for a file that the channel does not accept
 */
export const send = (
  turn: Turn,
  draft: Draft,
  channel: Channel,
  moment: Moment,
  ticketAfter: typeof ticketAfterMessage = ticketAfterMessage,
): Turn => {
  const whole = contentOf(draft);
  requireSend(ticketOf(turn), channel, { sender: senderOf(draft), kind: whole.kind }, moment);
  return draftsFor(draft, whole, channel).reduce((before, part) => {
    const ticket = ticketOf(before);
    const sentAtMs = draft.sentAtMs ?? moment.nowMs;
    const content = withPollSecret(part.content, moment.ids);
    const waiting = waitingOf(ticket, draft.campaign != null);
    const outcomeBy = outcomeDueAt(moment, waiting);
    const sending = { sendState: 'pending', attempt: 1, outcomeDueAt: outcomeBy } as const;
    const made = messageOn(
      ticket,
      { ...fieldsOf(part.draft), ...sending, secret: pollSecretOf(content) },
      sentAtMs,
      makeOwnSortKey(sentAtMs, moment.ids.sortable(moment.nowMs)),
    );
    const message = { ...made, providerMessageId: channel.ids.of === 'ours' ? channel.ids.make(made) : null };
    const said = mergeTurns(before, {
      messages: [{ before: undefined, after: message }],
      calls: [sendCall(ticket, message, content, part.draft.quoted?.ref, channel, waiting, moment)],
    });
    return withTicket(said, (one) => ticketAfter(one, message));
  }, turn);
};

/**
 * Retries a failed or unknown message; with the same id if the id is ours.
 * @param isOfCampaign whether its campaign retries it
 */
export const resend = (
  turn: Turn,
  before: Stored<Message>,
  quoted: MessageRef | undefined,
  channel: Channel,
  moment: Moment,
  isOfCampaign = false,
): Turn => {
  const waiting = waitingOf(before, isOfCampaign);
  const content = outboundContentOf(before);
  const [rendered] = content === undefined ? [] : channel.render(content);
  if (rendered === undefined) throw new AppError('ERR_SENDING_WAPP_MSG');
  requireSend(ticketOf(turn), channel, { sender: senderOf(before), kind: rendered.kind }, moment);
  const after: Message = {
    ...before,
    sendState: 'pending',
    sendError: '',
    // The provider gives the new attempt an id of its own.
    providerMessageId: channel.ids.of === 'ours' ? before.providerMessageId : null,
    attempt: before.attempt + 1,
    outcomeDueAt: outcomeDueAt(moment, waiting),
  };
  return mergeTurns(turn, {
    messages: [{ before, after }],
    calls: [sendCall(ticketOf(turn), after, rendered, quoted, channel, waiting, moment)],
  });
};

/** Adds a note for attendants: nothing is sent, and the ticket stays as it is. */
export const note = (turn: Turn, draft: Draft, moment: Moment): Turn => {
  const message = takenIn(
    ticketOf(turn),
    { ...fieldsOf(draft), sendState: 'private', isPrivate: true },
    moment.nowMs,
    moment,
  );
  return mergeTurns(turn, { messages: [{ before: undefined, after: message }] });
};

/** The receiver of an automatic message: the channel, and the message that it answers, if any. */
export interface Hearing {
  channel: Channel;
  answered?: Message | undefined;
}

/**
 * Sends an automatic message. Unlike an attendant's message it leaves the messages before it unread. Returns the turn
 * unchanged if nothing can be sent or the content is empty.
 */
export const say = (
  turn: Turn,
  { rule, text, content, file, assistant = null, quotes = false }: AutomaticAnswer,
  { channel, answered }: Hearing,
  moment: Moment,
): Turn => {
  const { id, queueId } = ticketOf(turn);
  const isEmpty = text.trim() === '' && content === undefined && file === undefined;
  const sending = { sender: 'system', kind: content?.kind ?? 'text' } as const;
  if (isEmpty || !canSendTo(ticketOf(turn), channel, sending, moment)) return turn;
  const draft: Draft = {
    userId: null,
    saidBy: rule,
    assistant,
    body: text,
    ...(content === undefined ? {} : storedContentOf(content)),
    ...file,
    // The provider's clock may be ahead of ours.
    sentAtMs: Math.max(moment.nowMs, answered === undefined ? 0 : Date.parse(answered.sentAt) + 1),
    quoted:
      quotes && answered !== undefined
        ? { snapshot: quotedSnapshot(answered, { ticketId: id, queueId }), ref: messageRefOf(answered) }
        : undefined,
  };
  const said = send(turn, draft, channel, moment, ticketAfterRule);
  return withTicket(said, (ticket) => ({ ...ticket, said: { at: instantOf(moment), key: textKey(text) } }));
};

/**
 * Changes a message, and its ticket's preview if that shows the message.
 * @param ticket the message's ticket; undefined if the change cannot affect the ticket
 */
export const changedMessageTurn = (
  before: Stored<Message>,
  after: Message,
  ticket: Stored<Ticket> | undefined,
): Turn => {
  const shown = ticket === undefined ? undefined : ticketAfterChange(ticket, before, after);
  return mergeTurns({
    messages: [{ before, after }],
    tickets: ticket === undefined || shown === undefined ? [] : [{ before: ticket, after: shown }],
  });
};
