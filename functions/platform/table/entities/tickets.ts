import { idSchema } from '@prosa/shared/entities/common.ts';
import { countedFactSchema, countedShareSchema, rollupSchema } from '@prosa/shared/entities/rollup.ts';
import {
  attendanceSchema,
  ticketLogSchema,
  ticketNoteSchema,
  ticketSchema,
} from '@prosa/shared/entities/ticket.ts';
import { isBoardStatus } from '@prosa/shared/rules/kanban-board.ts';
import * as z from 'zod';
import { afterInstant, DAY_S, defineEntity, type Upgrade } from '../define-entity.ts';
import { keys } from '../keys.ts';
import { ticketOfVersion2 } from './upgrade-ticket.ts';

/**
 * Lists find a ticket by queue, user, status and lane (g1 to g4), each partition in the order of the last activity.
 * Counts read marks of tickets with an attendant, of tickets in a queue, and of tickets on the board (g5 to g7). Marks
 * hold the fields that decide which users count the ticket, so they do not change when the ticket is merely written.
 *
 * An incoming text moves the ticket to the front of each list. AWS bills: message 2 write units (4 over 1 kB), marker
 * 2, the ticket 2 (4 over 1 kB), and 2 in each index that holds the ticket, for the old entry and the new. That is 10
 * for a ticket that waits in a queue, 12 with an attendant, 14 in a lane, and 18 if message and ticket are large. The
 * first unread text costs 2 more, because it moves a mark. `inbound-units.test.ts` counts this from the rows. A text may
 * cost at most 20.
 */
export const Ticket = defineEntity({
  name: 'ticket',
  schema: ticketSchema,
  schemaVersion: 5,
  // In version 3 times are stored as numbers, and two defaults of the contact are omitted. Version 4 only adds when a
  // choice was answered, and the messages of a flow's pause; version 5 when a first message was answered at once.
  upgrade: { 1: ticketOfVersion2, 2: (fields) => fields, 3: (fields) => fields, 4: (fields) => fields },
  scope: 'tenant',
  attributes: ['status'],
  shortTimes: true,
  key: keys.ticket,
  indexes: {
    g1: (item) => (item.status === 'closed' && !item.latestClosed ? undefined : keys.ticketByQueue(item)),
    g2: (item) =>
      item.userId === null || (item.status === 'closed' && !item.latestClosed)
        ? undefined
        : keys.ticketByUser({ ...item, userId: item.userId }),
    // Tickets without a queue have a partition of their own in g1, because lists of all queues can include or exclude
    // them.
    g3: (item) =>
      item.queueId === null || (item.status === 'closed' && !item.latestClosed)
        ? undefined
        : keys.ticketByStatus(item),
    g5: (item) =>
      item.userId === null || !(item.status === 'open' || (item.status === 'closed' && item.latestClosed))
        ? undefined
        : keys.ticketMarkOfUser({ ...item, userId: item.userId }),
    g6: (item) => (item.status === 'closed' && !item.latestClosed ? undefined : keys.ticketMarkOfQueue(item)),
    g4: (item) => (item.laneId === null ? undefined : keys.ticketByLane({ ...item, laneId: item.laneId })),
    g7: (item, createdAt) =>
      item.laneId === null || !isBoardStatus(item.status)
        ? undefined
        : keys.ticketMarkOfBoard({ ...item, laneId: item.laneId, createdAtMs: Date.parse(createdAt) }),
  },
});
/** A ticket of a contact, newest last; created and deleted with the ticket, and never changed in between. */
export const ContactTicket = defineEntity({
  name: 'contactTicket',
  schema: z.object({ companyId: idSchema, contactId: idSchema, ticketId: idSchema }),
  scope: 'tenant',
  key: keys.contactTicket,
});
export const TicketLog = defineEntity({
  name: 'ticketLog',
  schema: ticketLogSchema,
  scope: 'tenant',
  schemaVersion: 3,
  // Versions 2 and 3 only add campaigns and entries that were written together, so earlier rows stay valid.
  upgrade: { 1: (fields) => fields, 2: (fields) => fields },
  key: keys.ticketLog,
});
export const TicketNote = defineEntity({
  name: 'ticketNote',
  schema: ticketNoteSchema,
  scope: 'tenant',
  key: keys.ticketNote,
});
export const Attendance = defineEntity({
  name: 'ticketTracking',
  schema: attendanceSchema,
  scope: 'tenant',
  key: keys.attendance,
  // Written when a ticket is created, accepted, transferred and closed, so reports add no cost to messages.
  indexes: {
    g1: (item) => keys.attendanceByStart({ ...item, at: item.startedOn }),
    g2: (item) =>
      item.finishedAt === null ? undefined : keys.attendanceByEnd({ ...item, at: item.finishedAt }),
  },
});
/** Sums for reports; see the schema. Only `addToRollupItem` writes it, and only to raise counts. */
export const Rollup = defineEntity({
  name: 'rollup',
  schema: rollupSchema,
  schemaVersion: 2,
  // Version 1 also had sums of months and of other blocks of days, which are no longer read.
  upgrade: { 1: (fields) => fields },
  scope: 'tenant',
  key: keys.rollup,
});
/** Longer than a given-up event is stored and could be replayed. */
const TOLD_AGAIN_DAYS = 90;
export const CountedFact = defineEntity({
  name: 'countedFact',
  schema: countedFactSchema,
  scope: 'tenant',
  key: keys.countedFact,
  expiresAt: (item) => afterInstant(item.at, TOLD_AGAIN_DAYS * DAY_S),
});
/** In version 1 each share was of one row, of the kind that its id names, and was null if nothing was counted. */
const shareOfVersion2: Upgrade = ({ seen, share, ...fields }) => ({
  ...fields,
  seen: String(fields.id).startsWith('attendance.') ? { attendance: seen } : { ticket: seen },
  share: share ?? {},
});
/**
 * The share of rows in the sums. It is kept as long as the rows, because every later change of them is counted relative
 * to it.
 */
export const CountedShare = defineEntity({
  name: 'countedShare',
  schema: countedShareSchema,
  schemaVersion: 2,
  upgrade: { 1: shareOfVersion2 },
  scope: 'tenant',
  key: keys.countedShare,
  expiresAt: (item) =>
    item.goneAt === null ? undefined : afterInstant(item.goneAt, TOLD_AGAIN_DAYS * DAY_S),
});
