import type { TicketView } from '@prosa/shared/contracts/tickets.ts';

/** Returns whether users can write messages on a ticket with this status. */
export const isWritable = (status: TicketView['status'] | undefined): boolean =>
  status === 'open' || status === 'group';
