import type { DirectoryConnection } from '@prosa/shared/entities/connection.ts';
import type { Contact } from '@prosa/shared/entities/contact.ts';
import type { Schedule } from '@prosa/shared/entities/schedule.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { isElsewhere } from '../domain/external/place-message.ts';
import { endsBehind } from '../domain/schedules/scheduled-turn.ts';
import type { Attendant } from '../platform/auth/principal.ts';
import { requireSteerable } from './require-steerable.ts';
import { requireGroupsFor, requireOwnQueue, requireOwnUser } from './ticket-place.ts';

/** The fields of a schedule that describe the ticket that it creates. */
type Place = Pick<Schedule, 'openTicket' | 'ticketStatus' | 'queueId' | 'ticketUserId'>;

/**
 * Throws if the user could not create the schedule's ticket with `POST /tickets`. A ticket that is closed after the
 * message needs no queue.
 * @throws AppError ERR_QUEUE_REQUIRED, ERR_NO_QUEUE_FOUND, ERR_NO_USER_FOUND, ERR_NO_PERMISSION
 */
export const requirePlace = (attendant: Attendant, place: Place): void => {
  if (place.queueId !== null || !endsBehind(place)) requireOwnQueue(attendant, place.queueId);
  if (place.ticketUserId !== null) requireOwnUser(attendant, place.ticketUserId);
};

/**
 * Throws if a scheduled message would go into a conversation that the user may not see.
 * @param active the active ticket of contact and connection
 * @throws AppError ERR_NO_PERMISSION for a group, ERR_CONTACT_ATTENDED
 */
export const requireReach = (attendant: Attendant, contact: Contact, active: Ticket | undefined): void => {
  requireGroupsFor(attendant, contact);
  requireSteerable(attendant, active === undefined ? [] : [active]);
};

/**
 * Throws if a program's scheduled message would go into a conversation of another user or queue than it names, as a
 * program's message that is sent at once would.
 * @param active the active ticket of contact and connection
 * @throws AppError ERR_TICKET_ELSEWHERE
 */
export const requireUnattended = (
  { ticketUserId: userId, queueId }: Pick<Schedule, 'ticketUserId' | 'queueId'>,
  active: Ticket | undefined,
): void => {
  // A ticket that waits only for a rating has no attendant any more.
  if (active !== undefined && active.status !== 'nps' && isElsewhere({ userId, queueId }, active))
    throw new AppError('ERR_TICKET_ELSEWHERE');
};

/** Returns the connection that a schedule is sent over: the chosen one, or the company's default. */
export const scheduledConnection = (
  { connections }: Pick<Attendant['directory'], 'connections'>,
  connectionId: number | null,
): DirectoryConnection | undefined =>
  connectionId === null
    ? [...connections.values()].find(({ isDefault }) => isDefault)
    : connections.get(connectionId);
