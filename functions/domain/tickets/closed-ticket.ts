import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { NO_AUTOMATION } from './automation.ts';

/** Returns a ticket without automation: an attendant has it, or it is closed. */
export const withoutBot = (ticket: Ticket): Ticket => ({
  ...ticket,
  automation: NO_AUTOMATION,
  chosen: null,
  isOutOfHour: false,
  sendInactiveMessage: false,
});

/** Returns a closed ticket: nothing waits in it, and no automation can continue it. */
export const closedTicket = (ticket: Ticket, now: string): Ticket => ({
  ...withoutBot(ticket),
  status: 'closed',
  closedAt: now,
  activityAt: now,
  unreadMessages: 0,
  transferredById: null,
  unanswered: null,
  respondedAt: null,
  chatbotAt: null,
});
