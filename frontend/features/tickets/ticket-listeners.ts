import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import type { LiveContext } from '../../lib/live/live-reducers.ts';

/** Applies ticket events to cached data of a later feature. Idempotent, as every reducer. */
export interface TicketListener {
  /** A ticket has a new state; the user may not see it any more. */
  changed(context: LiveContext, ticket: TicketView): void;
  /** A ticket was read, as of a version. */
  read(context: LiveContext, ticketId: number, version: number): void;
  /** A ticket was deleted, or is no longer visible to the user. */
  gone(context: LiveContext, ticketId: number): void;
}

const listeners = new Set<TicketListener>();

/**
 * Adds a listener for ticket events, for good. A feature adds its listener with the code of its queries, so that a
 * first visit does not load it and cached data is never without it.
 */
export const addTicketListener = (listener: TicketListener): void => {
  listeners.add(listener);
};

export const tellListeners = (tell: (listener: TicketListener) => void): void => {
  for (const listener of listeners) tell(listener);
};
