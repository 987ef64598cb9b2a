import type { DirectoryConnection } from '@prosa/shared/entities/connection.ts';
import type { Contact } from '@prosa/shared/entities/contact.ts';
import type { Schedule } from '@prosa/shared/entities/schedule.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { endsBehind } from '../domain/schedules/scheduled-turn.ts';
import type { Attendant } from '../platform/auth/principal.ts';
import { requireSteerable } from './require-steerable.ts';
import { requireGroupsFor, requireOwnQueue, requireOwnUser } from './ticket-place.ts';

/** The fields of a schedule that describe the ticket it opens. */
type Place = Pick<Schedule, 'openTicket' | 'ticketStatus' | 'queueId' | 'ticketUserId'>;

/**
 * Refuses a schedule whose ticket the person could not open with `POST /tickets`. A ticket that is closed behind the
 * message needs no queue.
 * @throws AppError ERR_QUEUE_REQUIRED, ERR_NO_QUEUE_FOUND, ERR_NO_USER_FOUND, ERR_NO_PERMISSION
 */
export const requirePlace = (attendant: Attendant, place: Place): void => {
  if (place.queueId !== null || !endsBehind(place)) requireOwnQueue(attendant, place.queueId);
  if (place.ticketUserId !== null) requireOwnUser(attendant, place.ticketUserId);
};

/**
 * Refuses a message into a conversation that the person may not see.
 * @param active ticket that contact and connection have going
 * @throws AppError ERR_NO_PERMISSION for a group, ERR_CONTACT_ATTENDED
 */
export const requireReach = (attendant: Attendant, contact: Contact, active: Ticket | undefined): void => {
  requireGroupsFor(attendant, contact);
  requireSteerable(attendant, active === undefined ? [] : [active]);
};

/** Returns the connection over which a schedule goes: the chosen one, or the company's default. */
export const scheduledConnection = (
  { connections }: Pick<Attendant['directory'], 'connections'>,
  connectionId: number | null,
): DirectoryConnection | undefined =>
  connectionId === null
    ? [...connections.values()].find(({ isDefault }) => isDefault)
    : connections.get(connectionId);
