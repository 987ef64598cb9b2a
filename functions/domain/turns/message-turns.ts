import { type Message, messageSchema, type QuotedMessage } from '@prosa/shared/entities/message.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { AppError } from '@prosa/shared/errors.ts';
import type { MessageRef, OutboundContent } from '@prosa/shared/messaging/channel-command.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import { OUTCOME_WITHIN_MS, SEND_WAIT_MS } from '@prosa/shared/rules/send-failure.ts';
import type { Channel, FileKind } from '../../channels/channel.ts';
import { textKey } from '../automatic/answer-limit.ts';
import type { AutomaticAnswer } from '../automatic/automatic-answer.ts';
import { KEPT_NOWHERE, makeMessageId, makeOwnSortKey, makeSortKey } from '../message-id.ts';
import {
  messageRefOf,
  outboundContentOf,
  quotedSnapshot,
  recipientOf,
  storedContentOf,
} from '../messages/outbound-content.ts';
import { type ReplyFacts, replyWindow, type Sender } from '../messages/reply-window.ts';
import { ticketAfterChange, ticketAfterMessage, ticketAfterRule } from '../messages/ticket-after-message.ts';
import {
  instantOf,
  type Moment,
  mergeTurns,
  type OutsideCall,
  type Stored,
  type Turn,
  ticketOf,
  withTicket,
} from './turn.ts';

/** A send without an outcome is called unknown then: what is due is handed over by the second, and takes a moment. */
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

/** A message that was said elsewhere, as it belongs to a ticket. Its id is unique and sorts behind every earlier one. */
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
  /** The rule by which the system says it. */
  saidBy?: string;
  clientId?: string | null;
  isForwarded?: boolean;
  /** When it counts as said, in epoch milliseconds; now where absent. */
  sentAtMs?: number;
}

const fieldsOf = (draft: Draft) => ({
  userId: draft.userId,
  saidBy: draft.saidBy ?? '',
  clientId: draft.clientId ?? null,
  fromMe: true,
  body: draft.body,
  mediaType: draft.mediaType ?? ('extendedTextMessage' as const),
  media: draft.media ?? null,
  dataJson: draft.dataJson ?? null,
  quoted: draft.quoted?.snapshot ?? null,
  isForwarded: draft.isForwarded ?? false,
  read: true,
});

type Addressed = Pick<Ticket, 'contact'> & ReplyFacts;

/**
 * Returns why nothing can be said on a ticket: its channel only receives, its contact has no address there, or may not be
 * answered at this time. undefined where it can.
 */
export const refusalToSend = (
  ticket: Addressed,
  channel: Channel,
  sender: Sender,
  { nowMs }: Pick<Moment, 'nowMs'>,
): 'ERR_SENDING_WAPP_MSG' | 'ERR_REPLY_WINDOW_CLOSED' | undefined => {
  if (!channel.canSend || recipientOf(ticket).length === 0) return 'ERR_SENDING_WAPP_MSG';
  const window = replyWindow(channel.capabilities.replyWindow, ticket, sender, nowMs);
  return window === 'closed' ? 'ERR_REPLY_WINDOW_CLOSED' : undefined;
};

export const canSendTo = (...asked: Parameters<typeof refusalToSend>): boolean =>
  refusalToSend(...asked) === undefined;

/** @throws AppError {@link refusalToSend} */
const requireSend = (...asked: Parameters<typeof refusalToSend>): void => {
  const refusal = refusalToSend(...asked);
  if (refusal !== undefined) throw new AppError(refusal);
};

/** Only a person says something without a rule. */
const senderOf = ({ userId }: Pick<Draft, 'userId'>): Sender => (userId === null ? 'system' : 'person');

/** Whether a message leaves only under the human-agent tag. */
const isTagged = (ticket: ReplyFacts, message: Message, channel: Channel, nowMs: number): boolean =>
  replyWindow(channel.capabilities.replyWindow, ticket, senderOf(message), nowMs) === 'tagged';

/** The command that has a message sent. */
const sendCall = (
  ticket: Ticket,
  message: Message,
  content: OutboundContent,
  quoted: MessageRef | undefined,
  channel: Channel,
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
      waitsUntil: nowMs + SEND_WAIT_MS,
      ...(quoted === undefined || !channel.capabilities.quotes ? {} : { quoted }),
      ...(isTagged(ticket, message, channel, nowMs) ? { tag: 'human-agent' as const } : {}),
    },
    message.contactId,
  );

const outcomeDueAt = (moment: Moment): string => instantOf({ nowMs: moment.nowMs + OUTCOME_DUE_AFTER_MS });

/** What sort of file a content carries. */
const fileKindOf = (content: OutboundContent): FileKind | undefined => {
  if ('key' in content) return content.kind;
  return content.kind === 'buttons' && content.image !== undefined ? 'image' : undefined;
};

/** A draft as the messages it takes on a channel: what is too long for one goes on in the next, as text. */
const draftsFor = (draft: Draft, channel: Channel): { draft: Draft; content: OutboundContent }[] => {
  const whole = outboundContentOf({
    body: draft.body,
    mediaType: draft.mediaType ?? 'extendedTextMessage',
    media: draft.media ?? null,
    dataJson: draft.dataJson ?? null,
  });
  if (whole === undefined) throw new AppError('ERR_SENDING_WAPP_MSG', { message: 'nothing to send' });
  const rendered = channel.render(whole);
  const fileKind = fileKindOf(whole);
  const maxBytes = fileKind === undefined ? Infinity : channel.capabilities.fileBytes[fileKind];
  if ((draft.media?.size ?? 0) > maxBytes)
    throw new AppError('ERR_FILESIZE_OVER_LIMIT', { details: { maxBytes } });
  const [first] = rendered;
  // What fits in one is kept as it was written, whatever the channel shows of it.
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
        : // Of a rich content that is told in parts, this one is its picture.
          { ...draft, body: '', ...('key' in whole ? {} : { mediaType: 'image', dataJson: null }) },
  }));
};

/**
 * Says something on the turn's ticket: the message (`pending`), the command that has it sent and the ticket after it.
 * The one way by which anything leaves, whoever says it.
 * @throws AppError ERR_SENDING_WAPP_MSG where the channel only receives, the contact has no address or nothing is said;
 * ERR_REPLY_WINDOW_CLOSED; ERR_FILESIZE_OVER_LIMIT for a file that the channel does not take
 */
export const send = (
  turn: Turn,
  draft: Draft,
  channel: Channel,
  moment: Moment,
  ticketAfter: typeof ticketAfterMessage = ticketAfterMessage,
): Turn => {
  requireSend(ticketOf(turn), channel, senderOf(draft), moment);
  return draftsFor(draft, channel).reduce((before, part) => {
    const ticket = ticketOf(before);
    const sentAtMs = draft.sentAtMs ?? moment.nowMs;
    const made = messageOn(
      ticket,
      { ...fieldsOf(part.draft), sendState: 'pending', attempt: 1, outcomeDueAt: outcomeDueAt(moment) },
      sentAtMs,
      makeOwnSortKey(sentAtMs, moment.ids.sortable(moment.nowMs)),
    );
    const message = { ...made, providerMessageId: channel.ids.of === 'ours' ? channel.ids.make(made) : null };
    const said = mergeTurns(before, {
      messages: [{ before: undefined, after: message }],
      calls: [sendCall(ticket, message, part.content, part.draft.quoted?.ref, channel, moment)],
    });
    return withTicket(said, (one) => ticketAfter(one, message));
  }, turn);
};

/**
 * Says a text that no ticket keeps: nothing but the commands that have it sent, under ids that name no message. Nobody is
 * told how they end.
 */
export const sendUnkept = (
  { to, text, ...where }: { companyId: number; connectionId: number; to: Identity; text: string },
  channel: Channel,
  { ids, nowMs }: Moment,
): OutsideCall[] =>
  channel.render({ kind: 'text', text }).map((content) => {
    const place = {
      contactId: KEPT_NOWHERE,
      connectionId: where.connectionId,
      sortKey: makeOwnSortKey(nowMs, ids.sortable(nowMs)),
    };
    return channel.call(
      {
        v: 1,
        type: 'send',
        ...where,
        to: [to],
        messageId: makeMessageId(place),
        attempt: 1,
        ...(channel.ids.of === 'ours' ? { providerMessageId: channel.ids.make(place) } : {}),
        content,
        waitsUntil: nowMs + SEND_WAIT_MS,
      },
      to.value,
    );
  });

/** A failed or unknown message on its way again; under the same id, where the id is ours. */
export const resend = (
  turn: Turn,
  before: Stored<Message>,
  quoted: MessageRef | undefined,
  channel: Channel,
  moment: Moment,
): Turn => {
  const content = outboundContentOf(before);
  const [rendered] = content === undefined ? [] : channel.render(content);
  if (rendered === undefined) throw new AppError('ERR_SENDING_WAPP_MSG');
  requireSend(ticketOf(turn), channel, senderOf(before), moment);
  const after: Message = {
    ...before,
    sendState: 'pending',
    sendError: '',
    attempt: before.attempt + 1,
    outcomeDueAt: outcomeDueAt(moment),
  };
  return mergeTurns(turn, {
    messages: [{ before, after }],
    calls: [sendCall(ticketOf(turn), after, rendered, quoted, channel, moment)],
  });
};

/** A note among the messages that only attendants see: nothing is sent, and the ticket stays as it is. */
export const note = (turn: Turn, draft: Draft, moment: Moment): Turn => {
  const message = takenIn(
    ticketOf(turn),
    { ...fieldsOf(draft), sendState: 'private', isPrivate: true },
    moment.nowMs,
    moment,
  );
  return mergeTurns(turn, { messages: [{ before: undefined, after: message }] });
};

/** To whom the system speaks by itself: over a channel, and in answer to a message where there is one. */
export interface Hearing {
  channel: Channel;
  answered?: Message | undefined;
}

/**
 * Says something by itself, as an attendant would, but leaving unread what nobody has read. Returns the turn as it was where
 * nothing can be sent or there is nothing to say.
 */
export const say = (
  turn: Turn,
  { rule, text, content, file, quotes = false }: AutomaticAnswer,
  { channel, answered }: Hearing,
  moment: Moment,
): Turn => {
  const { id, queueId } = ticketOf(turn);
  const isEmpty = text.trim() === '' && content === undefined && file === undefined;
  if (isEmpty || !canSendTo(ticketOf(turn), channel, 'system', moment)) return turn;
  const draft: Draft = {
    userId: null,
    saidBy: rule,
    body: text,
    ...(content === undefined ? {} : storedContentOf(content)),
    ...file,
    // A provider's clock may run ahead of ours.
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
 * A message that changed, with its ticket's preview where the ticket shows it.
 * @param ticket the message's; undefined where it is known that nothing shown changes
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
