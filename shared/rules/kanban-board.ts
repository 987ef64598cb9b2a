import type { TicketStatus } from '../entities/ticket-terms.ts';

/** Whether the board shows tickets of a status. A closed ticket keeps its column, and comes back to it when it is reopened. */
export const isBoardStatus = (status: TicketStatus): boolean => status === 'open' || status === 'pending';
