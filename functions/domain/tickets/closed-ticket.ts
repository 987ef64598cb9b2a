import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { NO_AUTOMATION } from './automation.ts';

/** A ticket that nothing drives: an attendant has it, or it rests. */
export const withoutBot = (ticket: Ticket): Ticket => ({
  ...ticket,
  automation: NO_AUTOMATION,
  isOutOfHour: false,
  sendInactiveMessage: false,
});

/** A ticket as it rests: nothing waits in it, and nothing can take it up where it stopped. */
export const closedTicket = (ticket: Ticket, now: string): Ticket => ({
  ...withoutBot(ticket),
  status: 'closed',
  closedAt: now,
  activityAt: now,
  unreadMessages: 0,
  transferredById: null,
});
