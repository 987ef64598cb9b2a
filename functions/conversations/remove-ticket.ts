import { ticketRemoval } from '../domain/turns/ticket-removal.ts';
import { type Moment, mergeTurns, type Removal } from '../domain/turns/turn.ts';
import { MAX_TRANSACTION_ITEMS, type WriteItem } from '../platform/table/commit.ts';
import { Message } from '../platform/table/entities/messages.ts';
import { Attendance, TicketLog, TicketNote } from '../platform/table/entities/tickets.ts';
import { keys } from '../platform/table/keys.ts';
import { entityOf } from '../platform/table/pack-fields.ts';
import { parseRow } from '../platform/table/parse-row.ts';
import type { Table } from '../platform/table/table.ts';
import {
  type ConversationRow,
  loadConversation,
  loadTicket,
  type TicketRow,
} from '../repositories/tickets/tickets.ts';
import { commitTurn } from './commit-turn.ts';

/** Rows of a transaction that remain besides the ticket, the pointers to it, the previous ticket and one more row. */
const STORY_ROWS_WITH_TICKET = MAX_TRANSACTION_ITEMS - 5;
/** The oldest messages of a longer conversation stay as the contact's history. */
const MAX_MESSAGES_REMOVED = 10_000;

/** Loads a ticket's log, notes and attendance. One consistent query. */
const loadStory = async (table: Table, ticketId: number): Promise<Removal[]> => {
  const raw = await table.queryAll(keys.ticket({ id: ticketId }).pk, { consistent: true });
  return raw.flatMap((item): Removal[] => {
    switch (entityOf(item)) {
      case TicketLog.name:
        return [{ entity: 'ticketLog', row: parseRow(TicketLog, item) }];
      case TicketNote.name:
        return [{ entity: 'ticketNote', row: parseRow(TicketNote, item) }];
      case Attendance.name:
        return [{ entity: 'ticketTracking', row: parseRow(Attendance, item) }];
      default:
        return [];
    }
  });
};

const messagesOf = (ticket: { contactId: number; connectionId: number }) =>
  keys.message({ ...ticket, sortKey: '' }).pk;

/** Returns the contact's newest other ticket on the connection, according to the conversation. */
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

const removeMessages = async (
  table: Table,
  place: { contactId: number; connectionId: number },
  moment: Moment,
): Promise<void> => {
  for (let gone = 0; gone < MAX_MESSAGES_REMOVED; ) {
    const page = await table.query(Message, {
      pk: messagesOf(place),
      order: 'desc',
      limit: MAX_TRANSACTION_ITEMS,
      consistent: true,
    });
    const removed = page.rows.map((row): Removal => ({ entity: 'message', row }));
    await commitTurn(table, mergeTurns({ removed }), moment);
    gone += removed.length;
    if (page.next === undefined) return;
  }
};

/**
 * Removes a ticket, its log, notes and attendance, and the pointer to it. Messages stay while the contact has another
 * ticket on the connection, because history spans tickets. Otherwise they are deleted in batches before the ticket,
 * so that an interrupted removal can be repeated. The markers stay that prevent a provider's message from being
 * stored again.
 * @param also a row to write in the transaction that deletes the ticket
 */
export const removeTicketWithStory = async (
  table: Table,
  ticket: TicketRow,
  moment: Moment,
  also: readonly [] | readonly [WriteItem] = [],
): Promise<void> => {
  const story = await loadStory(table, ticket.id);
  const { connectionId } = ticket;
  const place = connectionId === null ? undefined : { ...ticket, connectionId };
  const conversation = place && (await loadConversation(table, place.contactId, place.connectionId));
  const other = place && (await findOther(table, place, conversation));
  if (place !== undefined && other === undefined) await removeMessages(table, place, moment);
  for (let start = STORY_ROWS_WITH_TICKET; start < story.length; start += MAX_TRANSACTION_ITEMS) {
    const removed = story.slice(start, start + MAX_TRANSACTION_ITEMS);
    await commitTurn(table, mergeTurns({ removed }), moment);
  }
  const turn = ticketRemoval(ticket, story.slice(0, STORY_ROWS_WITH_TICKET), conversation, other);
  await commitTurn(table, turn, moment, also);
};
