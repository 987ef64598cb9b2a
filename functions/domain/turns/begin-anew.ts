import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { requireUnblocked } from '../contacts/require-unblocked.ts';
import { attendanceOf, surroundingsOf, type World } from '../engine/world.ts';
import { closeTicket, type NewTicket, newTicket } from './ticket-turns.ts';
import { type Moment, mergeTurns, type Stored, type Turn, turnOn } from './turn.ts';

/** Returns whether a ticket only waits for a rating or a consent, without an attendant. */
export const isAsking = ({ status }: Pick<Ticket, 'status'>): boolean =>
  status === 'nps' || status === 'lgpd';

/**
 * Creates a new ticket. If the active ticket of the contact and connection waits for a rating or a consent, the same
 * turn closes it without the rating or consent.
 * @param userId the user who creates the new ticket; null for the system
 * @throws Wanted if data is needed that was not read; AppError ERR_CONTACT_BLOCKED
 */
export const beginAnew = (
  active: Stored<Ticket> | undefined,
  input: NewTicket,
  userId: number | null,
  world: World,
  moment: Moment,
): Turn => {
  requireUnblocked(input.contact);
  if (active === undefined || !isAsking(active)) return newTicket(input, moment);
  const attendance = attendanceOf(turnOn(active), world);
  const loaded = { ticket: active, attendance, ...surroundingsOf(world, active) };
  const ended = closeTicket(loaded, { userId, logType: 'closed' }, moment);
  const pointers = ended.conversations.at(-1);
  const conversation =
    pointers?.before === undefined ? input.conversation : { ...pointers.before, ...pointers.after };
  return mergeTurns(ended, newTicket({ ...input, conversation }, moment));
};
