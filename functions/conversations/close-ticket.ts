import { AppError } from '@prosa/shared/errors.ts';
import { surroundingsOf } from '../domain/engine/world.ts';
import { type ClosedBy, closeTicket as closeTurn } from '../domain/turns/ticket-turns.ts';
import type { TicketRow } from '../repositories/tickets/tickets.ts';
import { act, type Ports } from './act.ts';
import type { Actor } from './actor.ts';
import * as openScene from './open-scene.ts';

/**
 * Closes a ticket without a text to the customer: one query, two reads and one transaction. Does nothing if the
 * ticket is gone or hidden from the actor.
 * @param isMeant whether the ticket still is one to close, because the index that found it may be stale
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
    const { done } = await act(ports, open, ({ ticket, attendance }, world, moment) =>
      isMeant(ticket)
        ? closeTurn({ ticket, attendance, ...surroundingsOf(world, ticket) }, by, moment)
        : undefined,
    );
    return done !== undefined;
  } catch (error) {
    if (error instanceof AppError && error.code === 'ERR_NO_TICKET_FOUND') return false;
    throw error;
  }
};
