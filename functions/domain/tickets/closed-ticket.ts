import type { Ticket, TicketTracking } from '@prosa/shared/entities/ticket.ts';

/** A ticket as it rests: nothing waits in it, and no bot or flow can take it up where it stopped. */
export const closedTicket = (ticket: Ticket, now: string): Ticket => ({
  ...ticket,
  status: 'closed',
  closedAt: now,
  activityAt: now,
  unreadMessages: 0,
  isBot: false,
  amountUsedBotQueues: 0,
  amountUsedBotQueuesNps: 0,
  isOutOfHour: false,
  sendInactiveMessage: false,
  useIntegration: false,
  typebotSessionId: null,
  typebotStatus: false,
  typebotSessionTime: null,
  flowWebhook: false,
  lastFlowId: null,
  hashFlowId: null,
  flowStopped: null,
  dataWebhook: null,
});

/** A stretch of attendance that ends now; one already finished stays as it is. */
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
