import { readOwnMessageId } from '@prosa/functions/channels/whatsapp/own-message-id.ts';
import { haveCommon } from '@prosa/functions/domain/contacts/canonical-identity.ts';
import { parseMessageId } from '@prosa/functions/domain/message-id.ts';
import { messageRefOf, outboundContentOf } from '@prosa/functions/domain/messages/outbound-content.ts';
import { Contact } from '@prosa/functions/platform/table/entities/contacts.ts';
import { Message, ProviderMessage } from '@prosa/functions/platform/table/entities/messages.ts';
import type { Identity } from '@prosa/shared/messaging/inbound-event.ts';
import type { MessageRef, OutboundContent } from '@prosa/shared/messaging/session-command.ts';
import type { ConnectionRef } from './ports.ts';
import { tableOf } from './table-store.ts';

export interface SentMessage {
  content: OutboundContent;
  quoted: MessageRef | undefined;
}

/**
 * What was sent under an id of ours; undefined for other ids, for what was deleted since, and where the message went to
 * nobody of `askedBy`: an id that somebody else learnt opens nothing.
 */
export type FindSent = (
  ref: ConnectionRef,
  providerMessageId: string,
  askedBy: readonly Identity[],
) => Promise<SentMessage | undefined>;

/** What opens the encrypted edits of an inbound message, 32 bytes; undefined where it brought none. */
export type FindSecret = (ref: ConnectionRef, providerMessageId: string) => Promise<Uint8Array | undefined>;

/** What the host reads of messages that are stored. */
export interface StoredMessages {
  findSent: FindSent;
  findSecret: FindSecret;
}

/** Reads the message where it is stored: two or three consistent reads. */
const findSent: FindSent = async (ref, providerMessageId, askedBy) => {
  const place = readOwnMessageId(providerMessageId, ref.connectionId);
  if (place === undefined) return undefined;
  const table = tableOf(ref);
  const [message, contact] = await Promise.all([
    table.get(Message, place, { consistent: true }),
    table.get(Contact, { id: place.contactId }, { consistent: true }),
  ]);
  if (message?.providerMessageId !== providerMessageId || message.isDeleted) return undefined;
  if (contact === undefined || !haveCommon(contact.identities, askedBy)) return undefined;
  const content = outboundContentOf(message);
  if (content === undefined) return undefined;
  const quotedPlace = parseMessageId(message.quoted?.id ?? '');
  const quoted = quotedPlace === undefined ? undefined : await table.get(Message, quotedPlace);
  return { content, quoted: quoted === undefined ? undefined : messageRefOf(quoted) };
};

/** Two consistent reads. */
const findSecret: FindSecret = async (ref, providerMessageId) => {
  const table = tableOf(ref);
  const { connectionId } = ref;
  const marker = await table.get(ProviderMessage, { connectionId, providerMessageId }, { consistent: true });
  const place = parseMessageId(marker?.messageId ?? '');
  const message = place === undefined ? undefined : await table.get(Message, place, { consistent: true });
  return message === undefined || message.secret === '' ? undefined : Buffer.from(message.secret, 'base64');
};

export const storedMessages: StoredMessages = { findSent, findSecret };
