import type { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { maskFor } from '@prosa/shared/rules/hide-numbers.ts';
import { isAdmin, presentationFor, requireTicket, tableOf } from '../../conversations/ticket-access.ts';
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

/** The notes of a ticket, newest first; the newest 200. Two reads at once. */
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
 * One read, two writes that count it, and one transaction: a ticket that is removed meanwhile gets no note. Not a turn: a note stands beside the
 * conversation and changes nothing of it.
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

/** Two reads at once, one write. Its author and administrators may. */
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
    // The note of a ticket out of sight is as unknown as the ticket.
    if (error instanceof AppError && error.code === 'ERR_NO_TICKET_FOUND')
      throw new AppError('ERR_NO_NOTE_FOUND');
    throw error;
  });
  if (note === undefined) throw new AppError('ERR_NO_NOTE_FOUND');
  if (note.userId !== principal.userId && !isAdmin(principal)) throw new AppError('ERR_NO_PERMISSION');
  await commit([table.delete(TicketNote, place)]);
  return {};
};
