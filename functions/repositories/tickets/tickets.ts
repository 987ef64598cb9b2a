import type { Ticket as TicketFields } from '@prosa/shared/entities/ticket.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { Conversation } from '../../platform/table/entities/messages.ts';
import { Attendance, Ticket } from '../../platform/table/entities/tickets.ts';
import { keys } from '../../platform/table/keys.ts';
import { entityOf } from '../../platform/table/pack-fields.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import type { Table } from '../../platform/table/table.ts';

export type TicketRow = Row<typeof Ticket>;
export type ConversationRow = Row<typeof Conversation>;
export type AttendanceRow = Row<typeof Attendance>;

/** Returns a ticket. One consistent read. */
export const loadTicket = (table: Table, id: number): Promise<TicketRow | undefined> =>
  table.get(Ticket, { id }, { consistent: true });

export interface LoadedTicket {
  ticket: TicketRow;
  /** The ticket's newest attendance, finished or not. */
  attendance: AttendanceRow | undefined;
}

/** Returns a ticket with its newest attendance: one consistent query. */
export const loadTicketWithAttendance = async (
  table: Table,
  id: number,
): Promise<LoadedTicket | undefined> => {
  // `TICKET` and `TRACK#…` are the only sort keys of a ticket's partition that begin with T.
  const raw = await table.queryAll(keys.ticket({ id }).pk, { prefix: 'T', consistent: true });
  const ticket = raw.find((item) => entityOf(item) === Ticket.name);
  if (ticket === undefined) return undefined;
  const attendance = raw.findLast((item) => entityOf(item) === Attendance.name);
  return {
    ticket: parseRow(Ticket, ticket),
    attendance: attendance === undefined ? undefined : parseRow(Attendance, attendance),
  };
};

/** Returns the conversation of a contact on a connection. One consistent read. */
export const loadConversation = (
  table: Table,
  contactId: number,
  connectionId: number,
): Promise<ConversationRow | undefined> =>
  table.get(Conversation, { contactId, connectionId }, { consistent: true });

/**
 * Returns the rows that closing or reopening a ticket also changes. Two consistent reads; one if the queue has no
 * closed ticket yet.
 */
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
