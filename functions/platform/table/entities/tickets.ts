import { idSchema } from '@prosa/shared/entities/common.ts';
import { countedFactSchema, countedShareSchema, rollupSchema } from '@prosa/shared/entities/rollup.ts';
import {
  ticketLogSchema,
  ticketNoteSchema,
  ticketSchema,
  ticketTrackingSchema,
} from '@prosa/shared/entities/ticket.ts';
import * as z from 'zod';
import { afterInstant, DAY_S, defineEntity } from '../define-entity.ts';
import { keys } from '../keys.ts';
import { ticketOfVersion2 } from './upgrade-ticket.ts';

/**
 * Lists find a ticket by queue, user, status and lane (g1 to g4), each run in the order of the last activity. Counts read
 * marks of those with an attendant and of those in a queue (g5, g6), which hold what decides who counts a ticket and so
 * stay where they are while it is written to.
 *
 * A text that comes in moves it to the front of each, as AWS bills it: message 2 write units (4 over 1 kB), marker 2, the
 * ticket 2 (4 over 1 kB), and 2 in each index it stands in, for the old entry and the new. That is 10 for a ticket that
 * waits in a queue, 12 with an attendant, 14 in a lane, and 18 where message and ticket are large, and 2 more where it is the
 * first that nobody has read, since that moves a mark; `inbound-units.test.ts`
 * counts it from the rows. 20 is the most a text may cost.
 */
export const Ticket = defineEntity({
  name: 'ticket',
  schema: ticketSchema,
  schemaVersion: 2,
  upgrade: { 1: ticketOfVersion2 },
  scope: 'tenant',
  attributes: ['status'],
  key: keys.ticket,
  indexes: {
    g1: (item) => (item.status === 'closed' && !item.latestClosed ? undefined : keys.ticketByQueue(item)),
    g2: (item) =>
      item.userId === null || (item.status === 'closed' && !item.latestClosed)
        ? undefined
        : keys.ticketByUser({ ...item, userId: item.userId }),
    // Those without a queue stand by themselves in g1: lists of all queues show them or do not.
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
  },
});
/** A ticket of a contact, newest last: written with the ticket, removed with it, and never touched between. */
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
  key: keys.ticketLog,
});
export const TicketNote = defineEntity({
  name: 'ticketNote',
  schema: ticketNoteSchema,
  scope: 'tenant',
  key: keys.ticketNote,
});
export const TicketTracking = defineEntity({
  name: 'ticketTracking',
  schema: ticketTrackingSchema,
  scope: 'tenant',
  key: keys.ticketTracking,
  // Written when a ticket is made, accepted, handed on and closed: reports cost messages nothing.
  indexes: {
    g1: (item) => keys.trackingByStart({ ...item, at: item.startedOn }),
    g2: (item) =>
      item.finishedAt === null ? undefined : keys.trackingByEnd({ ...item, at: item.finishedAt }),
  },
});
/** Sums for reports; see the schema. Only `addToRollupItem` writes it, and only by raising counts. */
export const Rollup = defineEntity({
  name: 'rollup',
  schema: rollupSchema,
  scope: 'tenant',
  key: keys.rollup,
});
/** Longer than anything that was given up is kept and could be told again. */
const TOLD_AGAIN_DAYS = 90;
export const CountedFact = defineEntity({
  name: 'countedFact',
  schema: countedFactSchema,
  scope: 'tenant',
  key: keys.countedFact,
  expiresAt: (item) => afterInstant(item.at, TOLD_AGAIN_DAYS * DAY_S),
});
/** Stays as long as its row, since whatever becomes of that is counted by what was counted before. */
export const CountedShare = defineEntity({
  name: 'countedShare',
  schema: countedShareSchema,
  scope: 'tenant',
  key: keys.countedShare,
  expiresAt: (item) =>
    item.goneAt === null ? undefined : afterInstant(item.goneAt, TOLD_AGAIN_DAYS * DAY_S),
});
