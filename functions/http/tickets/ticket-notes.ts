import type { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { isAdmin } from '@prosa/shared/permissions.ts';
import { maskFor } from '@prosa/shared/rules/hide-numbers.ts';
import { presentationFor, requireTicket, tableOf } from '../../conversations/ticket-access.ts';
import { userRef } from '../../domain/presenters/present-ticket.ts';
import { toInstant } from '../../platform/clock.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { Ticket, TicketNote } from '../../platform/table/entities/tickets.ts';
import { keys } from '../../platform/table/keys.ts';
import { countCreation } from '../../repositories/limits/creation-limits.ts';

const MAX_NOTES = 200;

const refuseOtherContact = (ticket: { contactId: number }, contactId: number | undefined): void => {
  if (contactId !== undefined && contactId !== ticket.contactId) throw new AppError('ERR_NO_TICKET_FOUND');
};

/** Returns the notes of a ticket, newest first, up to the newest 200. Two reads in parallel. */
export const listTicketNotes = async ({
  principal,
  query,
}: HandlerContext<typeof ticketRoutes.listNotes>) => {
  const [ticket, page] = await Promise.all([
    requireTicket(principal, query.ticketId),
    tableOf(principal).query(TicketNote, {
      pk: keys.ticket({ id: query.ticketId }).pk,
      prefix: 'NOTE#',
      order: 'desc',
      limit: MAX_NOTES,
      consistent: true,
    }),
  ]);
  refuseOtherContact(ticket, query.contactId);
  const mask = maskFor(presentationFor(principal), ticket.contact);
  return page.rows.map((note) => ({
    id: `${note.ticketId}.${note.id}`,
    note: mask.text(note.note),
    createdAt: note.at,
    ticketId: note.ticketId,
    contactId: note.contactId,
    user: userRef(principal.directory, note.userId),
  }));
};

/**
 * Adds a note to a ticket; fails if the ticket is removed at the same time. One read, two writes for rate limiting,
 * and one transaction. Not a turn, because a note changes nothing of the conversation.
 */
export const createTicketNote = async ({
  principal,
  body,
  ids,
  clock,
}: HandlerContext<typeof ticketRoutes.createNote>) => {
  const table = tableOf(principal);
  const ticket = await requireTicket(principal, body.ticketId);
  refuseOtherContact(ticket, body.contactId);
  const nowMs = clock.now();
  await countCreation('note', principal, nowMs);
  const id = ids.sortable(nowMs);
  const note = {
    companyId: principal.companyId,
    ticketId: ticket.id,
    contactId: ticket.contactId,
    id,
    note: body.note,
    userId: principal.userId,
    at: toInstant(nowMs),
  };
  await commit([
    table.put(TicketNote, note, 'absent', nowMs),
    table.check(Ticket, { id: ticket.id }, 'exists'),
  ]);
  return { id: `${ticket.id}.${id}` };
};

/** Removes a note; allowed for its author and administrators. Two reads in parallel and one write. */
export const removeTicketNote = async ({
  principal,
  params,
}: HandlerContext<typeof ticketRoutes.removeNote>) => {
  const table = tableOf(principal);
  const [ticketId = '', id = ''] = params.id.split('.');
  const place = { ticketId: Number(ticketId), id };
  const [note] = await Promise.all([
    table.get(TicketNote, place, { consistent: true }),
    requireTicket(principal, place.ticketId),
  ]).catch((error: unknown) => {
    // A note on a ticket that the caller may not see counts as not found, like the ticket.
    if (error instanceof AppError && error.code === 'ERR_NO_TICKET_FOUND')
      throw new AppError('ERR_NO_NOTE_FOUND');
    throw error;
  });
  if (note === undefined) throw new AppError('ERR_NO_NOTE_FOUND');
  if (note.userId !== principal.userId && !isAdmin(principal.user)) throw new AppError('ERR_NO_PERMISSION');
  await commit([table.delete(TicketNote, place)]);
  return {};
};
