import { type Channel, ownPlaceOf } from '../../channels/channel.ts';
import { parseMessageId } from '../../domain/message-id.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { ClientMessage, Message, ProviderMessage } from '../../platform/table/entities/messages.ts';
import type { Table } from '../../platform/table/table.ts';

export type MessageRow = Row<typeof Message>;
export type ProviderMessageRow = Row<typeof ProviderMessage>;
export type ClientMessageRow = Row<typeof ClientMessage>;

/** Returns a message, or undefined, also for an invalid message id. One consistent read. */
export const loadMessage = async (table: Table, messageId: string): Promise<MessageRow | undefined> => {
  const parts = parseMessageId(messageId);
  return parts === undefined ? undefined : table.get(Message, parts, { consistent: true });
};

/** Returns messages in the requested order, without absent ones. One consistent batch read. */
export const loadMessages = async (table: Table, messageIds: readonly string[]): Promise<MessageRow[]> => {
  const parts = messageIds.map(parseMessageId).filter((part) => part !== undefined);
  return (await table.getMany(Message, parts, { consistent: true })).filter((row) => row !== undefined);
};

/**
 * Returns the marker of a provider's message id: of a stored message, or of an update that arrived before it. One
 * consistent read.
 */
export const loadProviderMessage = (
  table: Table,
  connectionId: number,
  providerMessageId: string,
): Promise<ProviderMessageRow | undefined> =>
  table.get(ProviderMessage, { connectionId, providerMessageId }, { consistent: true });

/** Returns an outgoing message by an id that encodes its position: one consistent read, none for other ids. */
export const findOwnMessage = async (
  table: Table,
  channel: Pick<Channel, 'ids'>,
  connectionId: number,
  providerMessageId: string,
): Promise<MessageRow | undefined> => {
  const place = ownPlaceOf(channel, connectionId, providerMessageId);
  const message = place === undefined ? undefined : await table.get(Message, place, { consistent: true });
  return message?.providerMessageId === providerMessageId ? message : undefined;
};

/** Returns a message by the provider's id: one consistent read if we assigned the id, two otherwise. */
export const findMessageByProviderId = async (
  table: Table,
  channel: Pick<Channel, 'ids'>,
  connectionId: number,
  providerMessageId: string,
): Promise<MessageRow | undefined> => {
  const own = await findOwnMessage(table, channel, connectionId, providerMessageId);
  if (own !== undefined) return own;
  const marker = await loadProviderMessage(table, connectionId, providerMessageId);
  return marker?.messageId == null ? undefined : loadMessage(table, marker.messageId);
};

/** Returns the marker of an earlier request with this client id. One consistent read, none without an id. */
export const loadClientMessage = async (
  table: Table,
  userId: number,
  clientId: string | undefined,
): Promise<ClientMessageRow | undefined> =>
  clientId === undefined ? undefined : table.get(ClientMessage, { userId, clientId }, { consistent: true });

/**
 * Returns the write of the marker that limits a client id to one request; `messageIds` are the response to repeated
 * requests.
 */
export const clientMarkerItem = (
  table: Table,
  marker: { companyId: number; userId: number; clientId: string; bodyHash: string; messageIds: string[] },
  nowMs: number,
): WriteItem => table.put(ClientMessage, marker, 'absent', nowMs);
