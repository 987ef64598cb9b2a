import {
  type Message as MessageFields,
  messageSchema,
  type QuotedMessage,
} from '@prosa/shared/entities/message.ts';
import type { Ticket as TicketFields } from '@prosa/shared/entities/ticket.ts';
import type { MessageRef } from '@prosa/shared/messaging/session-command.ts';
import { makeMessageId, makeSortKey, parseMessageId } from '../domain/message-id.ts';
import { outboundContentOf, recipientOf } from '../domain/messages/outbound-content.ts';
import { toInstant } from '../platform/clock.ts';
import { type Ids, sha256 } from '../platform/ids.ts';
import { sessionCommandItem } from '../platform/queue/outbox-item.ts';
import type { WriteItem } from '../platform/table/commit.ts';
import type { Row } from '../platform/table/define-entity.ts';
import { ClientMessage, Message, ProviderMessage } from '../platform/table/entities.ts';
import type { Table } from '../platform/table/table.ts';
import { settleSendItem } from '../platform/table/updates.ts';
import { clearTimerItem, setTimerItem } from '../platform/timers/set-timer.ts';

export type MessageRow = Row<typeof Message>;
export type ProviderMessageRow = Row<typeof ProviderMessage>;
export type ClientMessageRow = Row<typeof ClientMessage>;

export interface MessagePorts {
  ids: Ids;
  nowMs: number;
}

/** By then a send has an outcome, or is called unknown: a minute of provider patience and the trip there and back. */
export const SEND_CHECK_AFTER_MS = 75_000;

/** One consistent read; undefined also for what is not a message id. */
export const loadMessage = async (table: Table, messageId: string): Promise<MessageRow | undefined> => {
  const parts = parseMessageId(messageId);
  return parts === undefined ? undefined : table.get(Message, parts, { consistent: true });
};

/** In the order asked, without the absent ones. One consistent batch read. */
export const loadMessages = async (table: Table, messageIds: readonly string[]): Promise<MessageRow[]> => {
  const parts = messageIds.map(parseMessageId).filter((part) => part !== undefined);
  return (await table.getMany(Message, parts, { consistent: true })).filter((row) => row !== undefined);
};

/** The marker of a provider's id: of a stored message, or of what came before it. One consistent read. */
export const loadProviderMessage = (
  table: Table,
  connectionId: number,
  providerMessageId: string,
): Promise<ProviderMessageRow | undefined> =>
  table.get(ProviderMessage, { connectionId, providerMessageId }, { consistent: true });

/** A message by the provider's id: two consistent reads. */
export const findMessageByProviderId = async (
  table: Table,
  connectionId: number,
  providerMessageId: string,
): Promise<MessageRow | undefined> => {
  const marker = await loadProviderMessage(table, connectionId, providerMessageId);
  return marker?.messageId == null ? undefined : loadMessage(table, marker.messageId);
};

/** The marker that stores a provider's message once for ever. Replaces a marker with parked changes by its version. */
export const providerMarkerItem = (
  table: Table,
  message: Pick<MessageFields, 'companyId' | 'connectionId' | 'id'>,
  providerMessageId: string,
  nowMs: number,
  parkedVersion?: number,
): WriteItem =>
  table.put(
    ProviderMessage,
    {
      companyId: message.companyId,
      connectionId: message.connectionId,
      providerMessageId,
      messageId: message.id,
    },
    parkedVersion ?? 'absent',
    nowMs,
  );

/** The marker that makes a client's id good for one request: `messageIds` answer its repetitions. */
export const clientMarkerItem = (
  table: Table,
  marker: { companyId: number; userId: number; clientId: string; bodyHash: string; messageIds: string[] },
  nowMs: number,
): WriteItem => table.put(ClientMessage, marker, 'absent', nowMs);

/**
 * The id we give WhatsApp for a message of ours, in WhatsApp's own shape. It follows from the message's id, so that a
 * repeated send carries the same one and the recipient sees one message.
 */
export const providerIdOf = (companyId: number, messageId: string): string =>
  `3EB0${sha256(`${companyId}/${messageId}`).slice(0, 18).toUpperCase()}`;

/** A new message's row, before it is written. Its id is unique and sorts behind every earlier one. */
export const newMessageRow = (
  ticket: Pick<TicketFields, 'companyId' | 'contactId' | 'id' | 'queueId'> & { connectionId: number },
  fields: Omit<
    Partial<MessageFields>,
    'companyId' | 'id' | 'contactId' | 'connectionId' | 'sortKey' | 'ticketId' | 'queueId' | 'sentAt'
  > & { fromMe: boolean },
  sentAtMs: number,
  ports: MessagePorts,
): MessageRow => {
  const place = {
    contactId: ticket.contactId,
    connectionId: ticket.connectionId,
    sortKey: makeSortKey(sentAtMs, ports.ids.sortable(ports.nowMs)),
  };
  const now = toInstant(ports.nowMs);
  return {
    ...messageSchema.parse({
      ...fields,
      ...place,
      companyId: ticket.companyId,
      id: makeMessageId(place),
      ticketId: ticket.id,
      queueId: ticket.queueId,
      sentAt: toInstant(sentAtMs),
    }),
    version: 1,
    rowCreatedAt: now,
    rowUpdatedAt: now,
  };
};

export interface OutboundDraft {
  /** Text, caption or vCard, as the customer gets it. */
  body: string;
  mediaType?: MessageFields['mediaType'];
  /** Already stored. */
  media?: MessageFields['media'];
  dataJson?: MessageFields['dataJson'];
  quoted?: { snapshot: QuotedMessage; ref: MessageRef | undefined } | undefined;
  /** The attendant; null for the system. */
  userId: number | null;
  clientId?: string | null;
  isForwarded?: boolean;
  /** When it counts as said, in epoch milliseconds; now where absent. */
  sentAtMs?: number;
}

export type SendingTicket = Pick<TicketFields, 'companyId' | 'contactId' | 'id' | 'queueId' | 'contact'> & {
  connectionId: number;
};

const sendItems = (
  table: Table,
  ticket: SendingTicket,
  message: MessageRow,
  quoted: MessageRef | undefined,
  ports: MessagePorts,
): WriteItem[] => {
  const content = outboundContentOf(message);
  if (content === undefined) throw new Error('a message without anything to send');
  return [
    sessionCommandItem(
      table,
      {
        v: 1,
        type: 'send',
        companyId: ticket.companyId,
        connectionId: ticket.connectionId,
        to: recipientOf(ticket),
        messageId: message.id,
        attempt: message.attempt,
        providerMessageId: providerIdOf(ticket.companyId, message.id),
        content,
        ...(quoted === undefined ? {} : { quoted }),
      },
      ports,
      ticket.contactId,
    ),
    setTimerItem(
      table,
      {
        kind: 'send-check',
        subject: message.id,
        dueAt: ports.nowMs + SEND_CHECK_AFTER_MS,
        data: { attempt: message.attempt },
      },
      ports,
    ),
  ];
};

/**
 * A message of ours: its row (`pending`), the marker of its provider id, the command that sends it and the timer that
 * looks after it. The caller commits them with the ticket it belongs to (see `ticketAfterMessage`), guarded by the
 * ticket's version, and with the client's marker where there is one.
 */
export const newOutboundMessageItems = (
  table: Table,
  ticket: SendingTicket,
  draft: OutboundDraft,
  ports: MessagePorts,
): { message: MessageRow; items: WriteItem[] } => {
  const row = newMessageRow(
    ticket,
    {
      userId: draft.userId,
      clientId: draft.clientId ?? null,
      fromMe: true,
      body: draft.body,
      mediaType: draft.mediaType ?? 'extendedTextMessage',
      media: draft.media ?? null,
      dataJson: draft.dataJson ?? null,
      quoted: draft.quoted?.snapshot ?? null,
      sendState: 'pending',
      attempt: 1,
      read: true,
      isForwarded: draft.isForwarded ?? false,
    },
    draft.sentAtMs ?? ports.nowMs,
    ports,
  );
  const message = { ...row, providerMessageId: providerIdOf(row.companyId, row.id) };
  return {
    message,
    items: [
      table.put(Message, message, 'absent', ports.nowMs),
      providerMarkerItem(table, message, message.providerMessageId, ports.nowMs),
      ...sendItems(table, ticket, message, draft.quoted?.ref, ports),
    ],
  };
};

/** A note among the messages that only attendants see: its row, and nothing to send. */
export const privateMessageItems = (
  table: Table,
  ticket: SendingTicket,
  draft: OutboundDraft,
  ports: MessagePorts,
): { message: MessageRow; items: WriteItem[] } => {
  const message = newMessageRow(
    ticket,
    {
      userId: draft.userId,
      clientId: draft.clientId ?? null,
      fromMe: true,
      body: draft.body,
      mediaType: draft.mediaType ?? 'extendedTextMessage',
      media: draft.media ?? null,
      dataJson: draft.dataJson ?? null,
      quoted: draft.quoted?.snapshot ?? null,
      sendState: 'private',
      read: true,
      isPrivate: true,
    },
    ports.nowMs,
    ports,
  );
  return { message, items: [table.put(Message, message, 'absent', ports.nowMs)] };
};

/** A failed or unknown message on its way again, under the same provider id. */
export const resendItems = (
  table: Table,
  ticket: SendingTicket,
  before: MessageRow,
  quoted: MessageRef | undefined,
  ports: MessagePorts,
): { message: MessageRow; items: WriteItem[] } => {
  const { message, item } = replaceMessage(
    table,
    before,
    { ...before, sendState: 'pending', sendError: '', attempt: before.attempt + 1 },
    ports.nowMs,
  );
  return { message, items: [item, ...sendItems(table, ticket, message, quoted, ports)] };
};

/** The message row again, guarded by the version that was read. */
export const replaceMessage = (
  table: Table,
  before: MessageRow,
  after: MessageFields,
  nowMs: number,
): { message: MessageRow; item: WriteItem } => ({
  message: {
    ...after,
    version: before.version + 1,
    rowCreatedAt: before.rowCreatedAt,
    rowUpdatedAt: toInstant(nowMs),
  },
  item: table.put(Message, { ...after, rowCreatedAt: before.rowCreatedAt }, before.version, nowMs),
});

/** How an attempt ended: the message's new state, and its timer taken back. Fails on `Message` where it may not. */
export const settleSendItems = (
  table: Table,
  messageId: string,
  attempt: number,
  outcome: Parameters<typeof settleSendItem>[3],
  nowMs: number,
): WriteItem[] => {
  const parts = parseMessageId(messageId);
  if (parts === undefined) throw new Error('not a message id');
  return [
    settleSendItem(table, parts, attempt, outcome, nowMs),
    ...(outcome.state === 'unknown'
      ? []
      : [clearTimerItem(table, { kind: 'send-check', subject: messageId })]),
  ];
};
