import type { Message } from '@prosa/shared/entities/message.ts';
import type { WebhookData } from '@prosa/shared/webhooks/webhook-event.ts';
import { userRef } from '../presenters/present-ticket.ts';
import type { Stored } from '../turns/turn.ts';
import { type EventSources, type Occurrence, type RowStates, stepsOf } from './occurrence.ts';
import { customerOf, nameOnly } from './present-subjects.ts';

type MessageRow = Stored<Message>;

const isReadable = (message: MessageRow | undefined): message is MessageRow =>
  message !== undefined && message.mediaType !== 'ciphertext';
const isAccepted = (message: MessageRow | undefined): boolean =>
  isReadable(message) && message.sendState === 'sent';
const hasFailed = ({ sendState }: MessageRow): boolean => sendState === 'failed' || sendState === 'unknown';

/** Longer details, e.g. of a card with a hundred contacts, are left out: a delivery is one row. */
const DETAILS_MAX_CHARS = 100_000;

const detailsOf = ({ mediaType, dataJson }: MessageRow): WebhookData<'message.received'>['details'] =>
  // The details of an unsupported message are the provider's own JSON.
  mediaType === 'unsupported' || JSON.stringify(dataJson).length > DETAILS_MAX_CHARS ? null : dataJson;

const presentMessage = (message: MessageRow, { tickets }: EventSources): WebhookData<'message.received'> => {
  const { media, participant } = message;
  const ticket = tickets.get(message.ticketId);
  return {
    messageId: message.id,
    ticketId: message.ticketId,
    connectionId: message.connectionId,
    contact: ticket === undefined ? null : customerOf(ticket.contact),
    writer:
      participant === null
        ? null
        : { contactId: participant.contactId, name: participant.name, number: participant.number },
    type: message.mediaType,
    text: message.body,
    media:
      media === null
        ? null
        : {
            state: media.state,
            fileName: media.fileName,
            mimeType: media.mimeType,
            size: media.size,
            durationS: media.durationS,
          },
    details: detailsOf(message),
    quotedMessageId: message.quoted?.id ?? null,
    sentAt: message.sentAt,
  };
};

const presentSent = (message: MessageRow, sources: EventSources): WebhookData<'message.sent'> => ({
  ...presentMessage(message, sources),
  user: nameOnly(userRef(sources.names, message.userId)),
  automaticRule: message.saidBy,
  ack: message.ack,
});

const presentStatus = (message: MessageRow): WebhookData<'message.status'> => ({
  messageId: message.id,
  ticketId: message.ticketId,
  connectionId: message.connectionId,
  state: message.sendState,
  ack: message.ack,
  error: message.sendError,
});

const occurrenceOf = (from: MessageRow | undefined, to: MessageRow | undefined): Occurrence | undefined => {
  // A note is the company's own, and old messages of an import are no news.
  if (to === undefined || to.isPrivate || to.imported) return undefined;
  const { id, ticketId, version, rowUpdatedAt: at } = to;
  const common = { subject: `t${ticketId}`, row: `message.${id}`, version, at, ticketId };
  if (!to.fromMe) {
    if (!isReadable(to) || isReadable(from)) return undefined;
    return { ...common, type: 'message.received', dataOf: (sources) => presentMessage(to, sources) };
  }
  if (isAccepted(to) && !isAccepted(from))
    return { ...common, type: 'message.sent', dataOf: (sources) => presentSent(to, sources) };
  if (from === undefined) return undefined;
  if (to.ack <= from.ack && !(hasFailed(to) && to.sendState !== from.sendState)) return undefined;
  return { ...common, type: 'message.status', ticketId: null, dataOf: () => presentStatus(to) };
};

/**
 * Returns the events of a changed message: a customer's message arrived, the provider accepted one of ours, or its
 * acknowledgement rose or its sending failed. None for private notes and imported messages. A message that cannot be
 * decrypted yet arrives once its content does.
 */
export const messageOccurrences = (change: RowStates<MessageRow>): Occurrence[] =>
  stepsOf(change).flatMap(([from, to]) => occurrenceOf(from, to) ?? []);
