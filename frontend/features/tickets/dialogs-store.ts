import { type TicketView, ticketConflictSchema } from '@prosa/shared/contracts/tickets.ts';
import type * as z from 'zod';
import { createStore } from 'zustand/vanilla';
import { ApiError } from '../../lib/api/api-error.ts';

export type TicketConflict = z.infer<typeof ticketConflictSchema>;

interface Dialogs {
  /** The open question for a queue. */
  queue: { ticket: TicketView; answer: (queueId: number | null) => void } | null;
  /** The open question about the farewell. */
  farewell: { ticket: TicketView; answer: (farewell: boolean | null) => void } | null;
  conflict: TicketConflict | null;
}

/** The currently open questions about tickets; the shell mounts their dialogs. */
export const ticketDialogs = createStore<Dialogs>(() => ({
  queue: null,
  farewell: null,
  conflict: null,
}));

/** Asks for the queue of a ticket that has none. Resolves with null when cancelled. */
export const askQueue = (ticket: TicketView): Promise<number | null> =>
  new Promise((resolve) => {
    ticketDialogs.getState().queue?.answer(null);
    const answer = (queueId: number | null) => {
      ticketDialogs.setState({ queue: null });
      resolve(queueId);
    };
    ticketDialogs.setState({ queue: { ticket, answer } });
  });

/** Asks whether to close with a farewell. Resolves with null when cancelled. */
export const askFarewell = (ticket: TicketView): Promise<boolean | null> =>
  new Promise((resolve) => {
    ticketDialogs.getState().farewell?.answer(null);
    const answer = (farewell: boolean | null) => {
      ticketDialogs.setState({ farewell: null });
      resolve(farewell);
    };
    ticketDialogs.setState({ farewell: { ticket, answer } });
  });

/** Shows which user has a ticket. */
export const showTaken = (conflict: TicketConflict): void => ticketDialogs.setState({ conflict });

/** Shows which user has the conflicting ticket, if the error is such a conflict; returns whether it is. */
export const showConflict = (error: unknown): boolean => {
  const conflict = conflictOf(error);
  if (conflict !== null) showTaken(conflict);
  return conflict !== null;
};

/** Returns the conflicting ticket of an error; null for every other error. */
export const conflictOf = (error: unknown): TicketConflict | null => {
  if (
    !(error instanceof ApiError) ||
    (error.code !== 'ERR_OTHER_OPEN_TICKET' && error.code !== 'ERR_TICKET_TAKEN')
  )
    return null;
  return ticketConflictSchema.safeParse(error.details).data ?? null;
};
