import type { Contact as ContactFields } from '@prosa/shared/entities/contact.ts';
import {
  conversationSchema,
  type Ticket as TicketFields,
  type TicketLog as TicketLogFields,
  type TicketTracking as TicketTrackingFields,
  ticketSchema,
} from '@prosa/shared/entities/ticket.ts';
import { ticketContactOf } from '../domain/presenters/present-contact.ts';
import { makeTicketUuid } from '../domain/ticket-uuid.ts';
import { closedTicket } from '../domain/tickets/closed-ticket.ts';
import { finishedTracking, newTracking } from '../domain/tickets/tracking.ts';
import { toInstant } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';
import type { WriteItem } from '../platform/table/commit.ts';
import type { Row } from '../platform/table/define-entity.ts';
import {
  Contact,
  ContactTicket,
  Conversation,
  Ticket,
  TicketLog,
  TicketTracking,
} from '../platform/table/entities.ts';
import { keys } from '../platform/table/keys.ts';
import { entityOf } from '../platform/table/pack-fields.ts';
import { parseRow, type Table } from '../platform/table/table.ts';

export type TicketRow = Row<typeof Ticket>;
export type ConversationRow = Row<typeof Conversation>;
export type TrackingRow = Row<typeof TicketTracking>;

export interface TicketPorts {
  ids: Ids;
  nowMs: number;
}

/** One consistent read. */
export const loadTicket = (table: Table, id: number): Promise<TicketRow | undefined> =>
  table.get(Ticket, { id }, { consistent: true });

/** A ticket and its newest stretch of attendance, finished or not: one consistent query. */
export const loadTicketWithTracking = async (
  table: Table,
  id: number,
): Promise<{ ticket: TicketRow; tracking: TrackingRow | undefined } | undefined> => {
  // `TICKET` and `TRACK#…` are the only sort keys of a ticket's partition that begin with T.
  const raw = await table.queryAll(keys.ticket({ id }).pk, { prefix: 'T', consistent: true });
  const ticket = raw.find((item) => entityOf(item) === Ticket.name);
  if (ticket === undefined) return undefined;
  const tracking = raw.findLast((item) => entityOf(item) === TicketTracking.name);
  return {
    ticket: parseRow(Ticket, ticket),
    tracking: tracking === undefined ? undefined : parseRow(TicketTracking, tracking),
  };
};

/** What a contact and a connection have going. One consistent read. */
export const loadConversation = (
  table: Table,
  contactId: number,
  connectionId: number,
): Promise<ConversationRow | undefined> =>
  table.get(Conversation, { contactId, connectionId }, { consistent: true });

/** What closing or reopening a ticket touches beside it: two consistent reads, one where the queue has no closed ticket yet. */
export const loadTicketSurroundings = async (
  table: Table,
  ticket: TicketFields,
): Promise<{ conversation: ConversationRow | undefined; previousClosed: TicketRow | undefined }> => {
  if (ticket.connectionId === null) return { conversation: undefined, previousClosed: undefined };
  const conversation = await loadConversation(table, ticket.contactId, ticket.connectionId);
  const previousId = conversation?.lastClosedByQueue[queueSlot(ticket.queueId)];
  const previousClosed =
    previousId === undefined || previousId === ticket.id ? undefined : await loadTicket(table, previousId);
  return { conversation, previousClosed };
};

const queueSlot = (queueId: number | null): string => String(queueId ?? 0);

/** An entry of a ticket's log. */
export const logItem = (
  table: Table,
  entry: { ticketId: number; type: TicketLogFields['type']; userId?: number | null; queueId?: number | null },
  ports: TicketPorts,
): WriteItem =>
  table.put(
    TicketLog,
    {
      companyId: companyOf(table),
      ticketId: entry.ticketId,
      id: ports.ids.sortable(ports.nowMs),
      type: entry.type,
      at: toInstant(ports.nowMs),
      userId: entry.userId ?? null,
      queueId: entry.queueId ?? null,
    },
    'absent',
    ports.nowMs,
  );

const companyOf = (table: Table): number => {
  if (table.companyId === null) throw new Error('tickets belong to a company');
  return table.companyId;
};

/** The whole ticket again, guarded by the version that was read. */
export const replaceTicket = (
  table: Table,
  before: TicketRow,
  after: TicketFields,
  nowMs: number,
): { ticket: TicketRow; item: WriteItem } => {
  const bookkeeping = { rowCreatedAt: before.rowCreatedAt, rowUpdatedAt: toInstant(nowMs) };
  return {
    ticket: { ...after, ...bookkeeping, version: before.version + 1 },
    item: table.put(Ticket, { ...after, rowCreatedAt: before.rowCreatedAt }, before.version, nowMs),
  };
};

/** A stretch of attendance: a new one without `before`. */
export const trackingItem = (
  table: Table,
  before: TrackingRow | undefined,
  after: TicketTrackingFields,
  nowMs: number,
): WriteItem =>
  before === undefined || before.id !== after.id
    ? table.put(TicketTracking, after, 'absent', nowMs)
    : table.put(TicketTracking, { ...after, rowCreatedAt: before.rowCreatedAt }, before.version, nowMs);

/** A stretch that begins now. */
export const startTracking = (
  ticket: Pick<TicketFields, 'companyId' | 'id' | 'queueId' | 'userId' | 'connectionId' | 'status'>,
  ports: TicketPorts,
): TicketTrackingFields => newTracking(ticket, ports.ids.sortable(ports.nowMs), toInstant(ports.nowMs));

export interface NewTicket {
  contact: ContactFields & { version: number };
  /** The same transaction writes the contact's row; otherwise it is checked to be the one that was read. */
  writesContact?: boolean;
  /** The same transaction closes the active ticket and hands the conversation over (`successorId`). */
  succeeds?: boolean;
  connectionId: number;
  channel: TicketFields['channel'];
  /** As read consistently; undefined where contact and connection never met. */
  conversation: ConversationRow | undefined;
  status: Exclude<TicketFields['status'], 'closed'>;
  queueId?: number | null;
  userId?: number | null;
  isGroup: boolean;
  isBot: boolean;
  isActiveDemand: boolean;
  imported?: string | null;
  lastMessage: string;
  /** Provider time of `lastMessage`; null without one. */
  lastMessageAt?: string | null;
  unread: number;
  fromMe: boolean;
  /** What the same transaction goes on to change on it. */
  adjust?: (ticket: TicketFields) => TicketFields;
}

/**
 * A new ticket with its log, tracking and the pointer that makes it the only active one of its contact and connection:
 * the transaction fails on `Conversation` when another came first.
 */
export const newTicketItems = (
  table: Table,
  input: NewTicket,
  ports: TicketPorts & { ticketId: number },
): { ticket: TicketRow; items: WriteItem[] } => {
  const { contact, conversation } = input;
  if (input.succeeds !== true && (conversation?.activeTicketId ?? null) !== null) {
    throw new Error('contact and connection have an active ticket');
  }
  const companyId = companyOf(table);
  const now = toInstant(ports.nowMs);
  const made = ticketSchema.parse({
    companyId,
    id: ports.ticketId,
    uuid: makeTicketUuid(ports.ticketId, ports.ids.uuid()),
    status: input.status,
    channel: input.channel,
    contactId: contact.id,
    contact: ticketContactOf(contact),
    connectionId: input.connectionId,
    queueId: input.queueId ?? null,
    userId: input.userId ?? null,
    isGroup: input.isGroup,
    isBot: input.isBot,
    isActiveDemand: input.isActiveDemand,
    imported: input.imported ?? null,
    lastMessage: input.lastMessage,
    lastMessageAt: input.lastMessageAt ?? null,
    unreadMessages: input.unread,
    fromMe: input.fromMe,
    activityAt: now,
  });
  const fields = input.adjust?.(made) ?? made;
  const ticket: TicketRow = { ...fields, version: 1, rowCreatedAt: now, rowUpdatedAt: now };
  return {
    ticket,
    items: [
      table.put(Ticket, fields, 'absent', ports.nowMs),
      table.put(
        ContactTicket,
        { companyId, contactId: contact.id, ticketId: ticket.id },
        'absent',
        ports.nowMs,
      ),
      ...(input.succeeds === true
        ? []
        : [
            conversationItem(
              table,
              { companyId, contactId: contact.id, connectionId: input.connectionId },
              conversation,
              { activeTicketId: ticket.id, lastTicketId: ticket.id },
              ports.nowMs,
            ),
          ]),
      logItem(
        table,
        {
          ticketId: ticket.id,
          type: input.status === 'lgpd' ? 'lgpd' : 'create',
          userId: ticket.userId,
          queueId: ticket.queueId,
        },
        ports,
      ),
      trackingItem(table, undefined, startTracking(ticket, ports), ports.nowMs),
      // A contact that was removed or renamed meanwhile would leave its ticket behind.
      ...(input.writesContact === true
        ? []
        : [table.check(Contact, { id: contact.id }, { version: contact.version })]),
    ],
  };
};

const conversationItem = (
  table: Table,
  key: { companyId: number; contactId: number; connectionId: number },
  before: ConversationRow | undefined,
  change: Partial<Pick<ConversationRow, 'activeTicketId' | 'lastTicketId' | 'lastClosedByQueue'>>,
  nowMs: number,
): WriteItem =>
  table.put(
    Conversation,
    { ...conversationSchema.parse(key), ...before, ...change },
    before?.version ?? 'absent',
    nowMs,
  );

export interface TicketTransition {
  before: TicketRow;
  /** As decided; `latestClosed` is set here. */
  after: TicketFields;
  logs: readonly { type: TicketLogFields['type']; userId?: number | null; queueId?: number | null }[];
  /** The stretch as read and as decided; undefined leaves it alone. */
  tracking?: { before: TrackingRow | undefined; after: TicketTrackingFields } | undefined;
  /** Of {@link loadTicketSurroundings}; needed where the ticket closes or leaves `closed`. */
  conversation: ConversationRow | undefined;
  previousClosed?: TicketRow | undefined;
  /** The ticket that takes the conversation over from the one that closes, made in the same transaction. */
  successorId?: number;
}

/** A ticket's step from one status to another with everything that goes with it. */
export const ticketTransitionItems = (
  table: Table,
  transition: TicketTransition,
  ports: TicketPorts,
): { ticket: TicketRow; items: WriteItem[] } => {
  const { before, conversation, previousClosed, tracking } = transition;
  const closes = before.status !== 'closed' && transition.after.status === 'closed';
  const reopens = before.status === 'closed' && transition.after.status !== 'closed';
  const after = closes || reopens ? { ...transition.after, latestClosed: closes } : transition.after;
  const { ticket, item } = replaceTicket(table, before, after, ports.nowMs);
  const items: WriteItem[] = [item];
  if ((closes || reopens) && before.connectionId !== null) {
    const key = {
      companyId: before.companyId,
      contactId: before.contactId,
      connectionId: before.connectionId,
    };
    const lastClosedByQueue = { ...conversation?.lastClosedByQueue };
    if (closes) lastClosedByQueue[queueSlot(after.queueId)] = before.id;
    else
      for (const [slot, id] of Object.entries(lastClosedByQueue))
        if (id === before.id) delete lastClosedByQueue[slot];
    const active = conversation?.activeTicketId ?? null;
    if (reopens && active !== null && active !== before.id)
      throw new Error('contact and connection have an active ticket');
    const activeTicketId = reopens ? before.id : active === before.id ? null : active;
    const { successorId } = transition;
    const pointers =
      successorId === undefined
        ? { activeTicketId }
        : { activeTicketId: successorId, lastTicketId: successorId };
    items.push(conversationItem(table, key, conversation, { ...pointers, lastClosedByQueue }, ports.nowMs));
    if (closes && previousClosed?.latestClosed === true && previousClosed.status === 'closed') {
      items.push(
        replaceTicket(table, previousClosed, { ...previousClosed, latestClosed: false }, ports.nowMs).item,
      );
    }
  }
  for (const log of transition.logs) items.push(logItem(table, { ticketId: before.id, ...log }, ports));
  if (tracking !== undefined) items.push(trackingItem(table, tracking.before, tracking.after, ports.nowMs));
  return { ticket, items };
};

/**
 * Closes a ticket: counters, unread, bot and flow state end with it.
 * @param by who is logged: an attendant, or null for the system
 */
export const closeTicketItems = (
  table: Table,
  loaded: {
    ticket: TicketRow;
    tracking: TrackingRow | undefined;
    conversation: ConversationRow | undefined;
    previousClosed: TicketRow | undefined;
  },
  by: { userId: number | null; logType: 'closed' | 'autoClose' },
  ports: TicketPorts,
): { ticket: TicketRow; items: WriteItem[] } => {
  const now = toInstant(ports.nowMs);
  const { ticket, tracking } = loaded;
  return ticketTransitionItems(
    table,
    {
      before: ticket,
      after: closedTicket(ticket, now),
      logs: [{ type: by.logType, userId: by.userId, queueId: ticket.queueId }],
      tracking:
        tracking === undefined
          ? undefined
          : { before: tracking, after: finishedTracking(tracking, ticket, now) },
      conversation: loaded.conversation,
      previousClosed: loaded.previousClosed,
    },
    ports,
  );
};
