import { readOwnMessageId } from '@prosa/functions/channels/whatsapp/own-message-id.ts';
import { haveCommon } from '@prosa/functions/domain/contacts/canonical-identity.ts';
import { type MessageIdParts, parseMessageId } from '@prosa/functions/domain/message-id.ts';
import { messageRefOf, outboundContentOf } from '@prosa/functions/domain/messages/outbound-content.ts';
import type { Row } from '@prosa/functions/platform/table/define-entity.ts';
import { Contact } from '@prosa/functions/platform/table/entities/contacts.ts';
import { Message, ProviderMessage } from '@prosa/functions/platform/table/entities/messages.ts';
import type { MessageRef, OutboundContent } from '@prosa/shared/messaging/channel-command.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import { pollSchema } from '@prosa/shared/messaging/stored-content.ts';
import type { ConnectionRef } from '../connections/ports.ts';
import { tableOf } from '../connections/table-store.ts';
import { toJid } from './identities.ts';
import { toMessageId } from './message-id.ts';
import type { MessageSecret } from './message-secrets.ts';

/** An edit of an outgoing message, or without a text its deletion. */
export interface SentChange {
  target: MessageRef;
  text: string | undefined;
}

/** Content that phones receive under an id of ours: a message, or a change of one. */
export type SentMessage = { content: OutboundContent; quoted: MessageRef | undefined } | SentChange;

/**
 * Returns what was sent under an id of ours. Undefined for other ids, for messages deleted since, for messages that
 * are too old ({@link RESEND_MAX_AGE_MS}), and if the contact is not among `askedBy`, so that a leaked id reveals
 * nothing.
 */
export type FindSent = (
  ref: ConnectionRef,
  providerMessageId: string,
  askedBy: readonly Identity[],
) => Promise<SentMessage | undefined>;

/** Returns the secret that decrypts the edits of a message and the votes in a poll; undefined if it has none. */
export type FindSecret = (
  ref: ConnectionRef,
  providerMessageId: string,
) => Promise<MessageSecret | undefined>;

/** The host's access to stored messages. */
export interface StoredMessages {
  findSent: FindSent;
  findSecret: FindSecret;
}

/**
 * Maximum age of an outgoing message that a phone may request again. WhatsApp stores messages that a phone has not
 * fetched for 30 days, so until then the phone may find a message that it cannot decrypt. A phone number is
 * reassigned after no less than 45 days, and the new owner must not get messages to the previous one.
 */
export const RESEND_MAX_AGE_MS = 31 * 86_400_000;
const SORT_KEY_TIME_CHARS = 13;

type Table = ReturnType<typeof tableOf>;
interface Found {
  place: MessageIdParts;
  /** The change of the message that the id stands for. */
  change?: 'edit' | 'delete' | undefined;
}

const markerOf = async (table: Table, { connectionId }: ConnectionRef, id: string) => {
  const providerMessageId = toMessageId(id);
  if (providerMessageId === undefined) return undefined;
  return table.get(ProviderMessage, { connectionId, providerMessageId }, { consistent: true });
};

/**
 * Returns the position of a message or of a change's message. A message's id encodes it; for a change's id a row
 * holds it.
 */
const findPlace = async (table: Table, ref: ConnectionRef, id: string): Promise<Found | undefined> => {
  const own = readOwnMessageId(id, ref.connectionId);
  if (own !== undefined) return { place: own };
  const marker = await markerOf(table, ref, id);
  const place = parseMessageId(marker?.messageId ?? '');
  return marker?.change === undefined || place === undefined ? undefined : { place, change: marker.change };
};

const quotedBy = async (table: Table, { quoted }: Row<typeof Message>): Promise<MessageRef | undefined> => {
  const place = parseMessageId(quoted?.id ?? '');
  const row = place === undefined ? undefined : await table.get(Message, place);
  return row === undefined ? undefined : messageRefOf(row);
};

/** Whether a message is too old. Its sort key begins with the time of sending, in milliseconds. */
const isTooOld = ({ sortKey }: MessageIdParts): boolean =>
  Date.now() - Number(sortKey.slice(0, SORT_KEY_TIME_CHARS)) > RESEND_MAX_AGE_MS;

/** Reads a stored message that was sent: two or three consistent reads. */
const findSent: FindSent = async (ref, providerMessageId, askedBy) => {
  const table = tableOf(ref);
  const found = await findPlace(table, ref, providerMessageId);
  if (found === undefined || isTooOld(found.place)) return undefined;
  const { place, change } = found;
  const [message, contact] = await Promise.all([
    table.get(Message, place, { consistent: true }),
    table.get(Contact, { id: place.contactId }, { consistent: true }),
  ]);
  if (message === undefined || contact === undefined || !haveCommon(contact.identities, askedBy))
    return undefined;
  const target = messageRefOf(message);
  if (change === 'delete') return target === undefined ? undefined : { target, text: undefined };
  if (message.isDeleted || target === undefined) return undefined;
  // The current text, because a phone that missed an edit missed the earlier ones, too.
  if (change === 'edit') return { target, text: message.body };
  const content = target.providerMessageId === providerMessageId ? outboundContentOf(message) : undefined;
  return content === undefined ? undefined : { content, quoted: await quotedBy(table, message) };
};

/** Returns the JIDs of the contact who wrote a message; none for a message of our side. One read. */
const writerOf = async (table: Table, message: Row<typeof Message>): Promise<string[]> => {
  if (message.fromMe) return [];
  const id = message.participant?.contactId ?? message.contactId;
  const contact = await table.get(Contact, { id });
  return (contact?.identities ?? []).flatMap((identity) => toJid(identity) ?? []);
};

/** Reads the secret of a stored message: two consistent reads, one for a message of ours; for a poll one more read. */
const findSecret: FindSecret = async (ref, providerMessageId) => {
  const table = tableOf(ref);
  const { connectionId } = ref;
  const own = readOwnMessageId(providerMessageId, connectionId);
  const marker = own === undefined ? await markerOf(table, ref, providerMessageId) : undefined;
  const place = own ?? parseMessageId(marker?.messageId ?? '');
  const message = place === undefined ? undefined : await table.get(Message, place, { consistent: true });
  if (message === undefined || message.secret === '') return undefined;
  const secret = Buffer.from(message.secret, 'base64');
  const poll = pollSchema.safeParse(message.dataJson);
  if (!poll.success) return { secret, writer: [], options: [] };
  return { secret, writer: await writerOf(table, message), options: poll.data.options };
};

export const storedMessages: StoredMessages = { findSent, findSecret };
