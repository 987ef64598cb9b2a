import type { Ticket } from '@prosa/shared/entities/ticket.ts';

/** A ticket that no bot and no flow drives: an attendant has it, or it rests. */
export const withoutBot = (ticket: Ticket): Ticket => ({
  ...ticket,
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

/** A ticket as it rests: nothing waits in it, and no bot or flow can take it up where it stopped. */
export const closedTicket = (ticket: Ticket, now: string): Ticket => ({
  ...withoutBot(ticket),
  status: 'closed',
  closedAt: now,
  activityAt: now,
  unreadMessages: 0,
  transferredById: null,
});
