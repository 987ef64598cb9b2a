import { isActiveStatus } from '@prosa/shared/entities/ticket-terms.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { canSeeTicket } from '@prosa/shared/rules/ticket-visibility.ts';
import { meetingKey } from '../domain/engine/world.ts';
import type { Moment } from '../domain/turns/turn.ts';
import { loadContactOn } from '../repositories/contacts/contacts.ts';
import { loadTicket, loadTicketWithAttendance, type TicketRow } from '../repositories/tickets/tickets.ts';
import type { Actor, AttendantActor } from './actor.ts';
import { findConversation, type MessageEvent } from './find-conversation.ts';
import { requireMessage } from './message-access.ts';
import {
  type AttendanceScene,
  type ContactScene,
  type EventScene,
  emptyScene,
  type MessageScene,
  type Scene,
  type TicketScene,
} from './scene.ts';

const seenBy = ({ actor }: Pick<Scene, 'actor'>, ticket: TicketRow): boolean =>
  actor.kind !== 'attendant' || canSeeTicket(ticket, actor.attendant.viewer);

const noTicket = (): AppError => new AppError('ERR_NO_TICKET_FOUND');

/**
 * Opens a ticket: one read.
 * @throws AppError ERR_NO_TICKET_FOUND if it does not exist, or if the attendant may not see it
 */
export const byTicket = async (actor: Actor, ticketId: number): Promise<TicketScene> => {
  const scene = emptyScene(actor);
  const ticket = await loadTicket(scene.table, ticketId);
  if (ticket === undefined || !seenBy(scene, ticket)) throw noTicket();
  return { ...scene, ticket };
};

/**
 * Opens a ticket with its newest attendance: one query.
 * @param mayHear whether an attendant who may not see the ticket may still be told who accepted it
 * @throws AppError ERR_NO_TICKET_FOUND
 */
export const byAttendance = async (
  actor: Actor,
  ticketId: number,
  mayHear: (ticket: TicketRow) => boolean = () => false,
): Promise<AttendanceScene> => {
  const scene = emptyScene(actor);
  const loaded = await loadTicketWithAttendance(scene.table, ticketId);
  if (loaded === undefined || !(seenBy(scene, loaded.ticket) || mayHear(loaded.ticket))) throw noTicket();
  const attendances = new Map([[ticketId, loaded.attendance]]);
  return { ...scene, ...loaded, known: { ...scene.known, attendances } };
};

/**
 * Opens a message of the history that an attendant may read, with its ticket: two reads, four if its own ticket is
 * hidden.
 * @throws AppError ERR_NO_MESSAGE_FOUND
 */
export const byMessage = async (actor: AttendantActor, messageId: string): Promise<MessageScene> => ({
  ...emptyScene(actor),
  ...(await requireMessage(actor.attendant, messageId)),
});

/**
 * Opens a contact and its conversation on a connection: one batch read, and one query for the ticket with its newest
 * attendance.
 * @throws AppError ERR_NO_CONTACT_FOUND
 */
export const byContact = async (
  actor: Actor,
  { contactId, connectionId }: { contactId: number; connectionId: number },
): Promise<ContactScene> => {
  const scene = emptyScene(actor);
  const loaded = await loadContactOn(scene.table, contactId, connectionId);
  if (loaded === undefined) throw new AppError('ERR_NO_CONTACT_FOUND');
  const { contact, conversation } = loaded;
  const ticketId = conversation?.activeTicketId ?? null;
  const attended = ticketId === null ? undefined : await loadTicketWithAttendance(scene.table, ticketId);
  const active =
    attended !== undefined && isActiveStatus(attended.ticket.status) ? attended.ticket : undefined;
  const pointer =
    conversation === undefined || active !== undefined
      ? conversation
      : { ...conversation, activeTicketId: null };
  const meetings = new Map([[meetingKey(contact.id, connectionId), { contact, conversation: pointer }]]);
  const attendances = new Map(attended === undefined ? [] : [[attended.ticket.id, attended.attendance]]);
  const known = { ...scene.known, meetings, attendances };
  return { ...scene, contact, conversation: pointer, active, known };
};

/**
 * Opens the conversation of an inbound message: one read if its ticket is in this container's cache, else four.
 * Creates a new contact in a transaction of its own.
 */
export const byEvent = async (actor: Actor, event: MessageEvent, moment: Moment): Promise<EventScene> => {
  const scene = emptyScene(actor);
  return { ...scene, event, ...(await findConversation({ ...scene, ...moment }, event)) };
};
