import { AppError } from '@prosa/shared/errors.ts';
import { surroundingsOf } from '../domain/engine/world.ts';
import { type ClosedBy, closeTicket as closeTurn } from '../domain/turns/ticket-turns.ts';
import type { TicketRow } from '../repositories/tickets/tickets.ts';
import { act, type Ports } from './act.ts';
import type { Actor } from './actor.ts';
import * as openScene from './open-scene.ts';

/**
 * Closes a ticket without a word to the customer: one query, two reads and one transaction. One that is gone, or that the actor
 * does not see, is left alone.
 * @param isMeant whether it is still what was to be closed: the index that found it may lag behind its row
 * @returns whether it was closed
 */
export const closeTicket = async (
  ports: Ports,
  actor: Actor,
  ticketId: number,
  by: ClosedBy,
  isMeant: (ticket: TicketRow) => boolean,
): Promise<boolean> => {
  const open = () => openScene.byAttendance(actor, ticketId);
  try {
    const { done } = await act(ports, open, ({ ticket, tracking }, world, moment) =>
      isMeant(ticket)
        ? closeTurn({ ticket, tracking, ...surroundingsOf(world, ticket) }, by, moment)
        : undefined,
    );
    return done !== undefined;
  } catch (error) {
    if (error instanceof AppError && error.code === 'ERR_NO_TICKET_FOUND') return false;
    throw error;
  }
};
