import { type Ticket, type TicketTracking, ticketTrackingSchema } from '@prosa/shared/entities/ticket.ts';
import { instantOf, type Moment } from '../turns/turn.ts';

/** A stretch of attendance that begins now. Its id sorts behind those of the ticket's earlier stretches. */
export const newTracking = (
  ticket: Pick<Ticket, 'companyId' | 'id' | 'queueId' | 'userId' | 'connectionId' | 'status'>,
  moment: Moment,
): TicketTracking => {
  const now = instantOf(moment);
  return ticketTrackingSchema.parse({
    companyId: ticket.companyId,
    ticketId: ticket.id,
    id: moment.ids.sortable(moment.nowMs),
    startedOn: now,
    queuedAt: ticket.queueId === null ? null : now,
    startedAt: ticket.status === 'open' || (ticket.status === 'group' && ticket.userId !== null) ? now : null,
    userId: ticket.userId,
    queueId: ticket.queueId,
    connectionId: ticket.connectionId,
  });
};

/** The stretch after a step that leaves the ticket active. The wait begins again only when the queue changes. */
export const continuedTracking = (tracking: TicketTracking, after: Ticket, now: string): TicketTracking => {
  const requeued = after.queueId !== tracking.queueId;
  const attended = after.status === 'open' || after.status === 'group';
  return {
    ...tracking,
    queueId: after.queueId,
    queuedAt: requeued ? now : tracking.queuedAt,
    userId: attended ? after.userId : null,
    startedAt: attended ? (after.userId === tracking.userId ? (tracking.startedAt ?? now) : now) : null,
    ...(attended ? { ratingAt: null, rated: false, rate: null } : {}),
  };
};

/** A stretch that ends now; one already finished stays as it is. */
export const finishedTracking = (
  tracking: TicketTracking,
  ticket: Pick<Ticket, 'userId'>,
  now: string,
): TicketTracking =>
  tracking.finishedAt !== null
    ? tracking
    : {
        ...tracking,
        closedAt: tracking.closedAt ?? now,
        finishedAt: now,
        userId: ticket.userId ?? tracking.userId,
      };
