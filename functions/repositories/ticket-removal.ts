import type { Conversation as ConversationFields } from '@prosa/shared/entities/ticket.ts';
import { commit, MAX_TRANSACTION_ITEMS, type WriteItem } from '../platform/table/commit.ts';
import { Conversation, Message } from '../platform/table/entities/messages.ts';
import {
  ContactTicket,
  Ticket,
  TicketLog,
  TicketNote,
  TicketTracking,
} from '../platform/table/entities/tickets.ts';
import { keys } from '../platform/table/keys.ts';
import { entityOf } from '../platform/table/pack-fields.ts';
import { parseRow, type Table } from '../platform/table/table.ts';
import { type ConversationRow, loadConversation, loadTicket, type TicketRow } from './tickets.ts';

/** Left of a transaction for the ticket, the pointers to it and the ticket before it. */
const STORY_ROWS_WITH_TICKET = MAX_TRANSACTION_ITEMS - 4;
/** A conversation longer than this keeps its oldest part as the contact's history. */
const MAX_MESSAGES_REMOVED = 10_000;

const storyItems = async (table: Table, ticketId: number): Promise<WriteItem[]> => {
  const raw = await table.queryAll(keys.ticket({ id: ticketId }).pk, { consistent: true });
  return raw.flatMap((item): WriteItem[] => {
    switch (entityOf(item)) {
      case TicketLog.name:
        return [table.delete(TicketLog, parseRow(TicketLog, item))];
      case TicketNote.name:
        return [table.delete(TicketNote, parseRow(TicketNote, item))];
      case TicketTracking.name:
        return [table.delete(TicketTracking, parseRow(TicketTracking, item))];
      default:
        return [];
    }
  });
};

const messagesOf = (ticket: { contactId: number; connectionId: number }) =>
  keys.message({ ...ticket, sortKey: '' }).pk;

/** The contact's newest other ticket on the connection, as far as the conversation tells. */
const findOther = async (
  table: Table,
  ticket: TicketRow & { connectionId: number },
  conversation: ConversationRow | undefined,
): Promise<TicketRow | undefined> => {
  const pk = messagesOf(ticket);
  const [newest, oldest] = await Promise.all([
    table.query(Message, {
      pk,
      order: 'desc',
      limit: 1,
      pageSize: 100,
      filter: (m) => m.ticketId !== ticket.id,
    }),
    table.query(Message, { pk, limit: 1 }),
  ]);
  const pointers = Object.values(conversation?.lastClosedByQueue ?? {});
  const ids = [
    conversation?.activeTicketId,
    ...newest.rows.map((message) => message.ticketId),
    ...pointers.toSorted((a, b) => b - a),
    ...oldest.rows.map((message) => message.ticketId),
  ];
  for (const id of ids) {
    if (id == null || id === ticket.id) continue;
    const other = await loadTicket(table, id);
    if (other !== undefined) return other;
  }
  return undefined;
};

/** The pointers without a ticket; what comes before it takes its place in the closed list. */
const pointersWithout = (
  conversation: ConversationFields,
  ticketId: number,
  other: TicketRow | undefined,
): ConversationFields => {
  const lastClosedByQueue = Object.fromEntries(
    Object.entries(conversation.lastClosedByQueue).filter(([, id]) => id !== ticketId),
  );
  const slot = String(other?.queueId ?? 0);
  if (other?.status === 'closed') lastClosedByQueue[slot] ??= other.id;
  return {
    ...conversation,
    activeTicketId: conversation.activeTicketId === ticketId ? null : conversation.activeTicketId,
    lastTicketId: conversation.lastTicketId === ticketId ? (other?.id ?? null) : conversation.lastTicketId,
    lastClosedByQueue,
  };
};

const removeMessages = async (
  table: Table,
  place: { contactId: number; connectionId: number },
): Promise<void> => {
  for (let removed = 0; removed < MAX_MESSAGES_REMOVED; ) {
    const page = await table.query(Message, {
      pk: messagesOf(place),
      order: 'desc',
      limit: MAX_TRANSACTION_ITEMS,
      consistent: true,
    });
    await commit(page.rows.map((message) => table.delete(Message, message)));
    removed += page.rows.length;
    if (page.next === undefined) return;
  }
};

/**
 * Removes a ticket, its log, notes and attendance, and the pointer to it. Messages stay while the contact has another
 * ticket on the connection, since history spans tickets; otherwise they go too, in batches, before the ticket, so that
 * a removal cut short is simply asked for again. The marks that keep a provider's message from coming back stay.
 */
export const removeTicketWithStory = async (
  table: Table,
  ticket: TicketRow,
  nowMs: number,
): Promise<void> => {
  const story = await storyItems(table, ticket.id);
  const { connectionId } = ticket;
  const around: WriteItem[] = [];
  if (connectionId !== null) {
    const place = { ...ticket, connectionId };
    const conversation = await loadConversation(table, ticket.contactId, connectionId);
    const other = await findOther(table, place, conversation);
    if (other === undefined) await removeMessages(table, place);
    if (conversation !== undefined) {
      const pointers = pointersWithout(conversation, ticket.id, other);
      around.push(
        table.put(
          Conversation,
          { ...pointers, rowCreatedAt: conversation.rowCreatedAt },
          conversation.version,
          nowMs,
        ),
      );
      if (
        other?.status === 'closed' &&
        !other.latestClosed &&
        pointers.lastClosedByQueue[String(other.queueId ?? 0)] === other.id
      ) {
        around.push(table.put(Ticket, { ...other, latestClosed: true }, other.version, nowMs));
      }
    }
  }
  for (let start = STORY_ROWS_WITH_TICKET; start < story.length; start += MAX_TRANSACTION_ITEMS) {
    await commit(story.slice(start, start + MAX_TRANSACTION_ITEMS));
  }
  await commit([
    table.delete(Ticket, { id: ticket.id }, ticket.version),
    table.delete(ContactTicket, { contactId: ticket.contactId, ticketId: ticket.id }),
    ...around,
    ...story.slice(0, STORY_ROWS_WITH_TICKET),
  ]);
};
