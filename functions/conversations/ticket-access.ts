import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { hidesNumbers, type Presentation } from '@prosa/shared/rules/hide-numbers.ts';
import { canSeeTicket } from '@prosa/shared/rules/ticket-visibility.ts';
import { presentTicket, queueRef, userRef } from '../domain/presenters/present-ticket.ts';
import { ticketIdOfUuid } from '../domain/ticket-uuid.ts';
import type { UserPrincipal } from '../platform/auth/principal.ts';
import { openTable, type Table } from '../platform/table/table.ts';
import { loadTicket, type TicketRow } from '../repositories/tickets/tickets.ts';

export const tableOf = (principal: Pick<UserPrincipal, 'companyId'>): Table => openTable(principal.companyId);

export const isAdmin = ({ user }: Pick<UserPrincipal, 'user'>): boolean =>
  user.profile === 'admin' || user.super;

/** Returns what presenters hide from this caller. */
export const presentationFor = ({
  directory,
  user,
}: Pick<UserPrincipal, 'directory' | 'user'>): Presentation => ({
  maskNumbers: hidesNumbers(directory.settings, user),
});

/** A ticket as this caller sees it. */
export const viewTicket = (ticket: TicketRow, principal: UserPrincipal): TicketView =>
  presentTicket(ticket, principal.directory, presentationFor(principal));

/**
 * A ticket the caller may see. Somebody else's and another company's are not found. One consistent read.
 * @throws AppError ERR_NO_TICKET_FOUND
 */
export const requireTicket = async (principal: UserPrincipal, id: number): Promise<TicketRow> => {
  const ticket = await loadTicket(tableOf(principal), id);
  if (ticket === undefined || !canSeeTicket(ticket, principal.viewer))
    throw new AppError('ERR_NO_TICKET_FOUND');
  return ticket;
};

/**
 * A ticket by its link, which carries its number; the rest of the link is the proof, and is compared. One consistent read.
 * @throws AppError ERR_NO_TICKET_FOUND
 */
export const requireTicketByUuid = async (principal: UserPrincipal, uuid: string): Promise<TicketRow> => {
  const id = ticketIdOfUuid(uuid);
  const ticket = id === undefined ? undefined : await requireTicket(principal, id);
  if (ticket === undefined || ticket.uuid !== uuid.toLowerCase()) throw new AppError('ERR_NO_TICKET_FOUND');
  return ticket;
};

/** Returns the details of a conflict error, for its dialog: the ticket in the way and its user. */
export const conflictOf = (ticket: Ticket, { directory }: Pick<UserPrincipal, 'directory'>) => ({
  id: ticket.id,
  uuid: ticket.uuid,
  status: ticket.status,
  userId: ticket.userId,
  user: userRef(directory, ticket.userId),
  queueId: ticket.queueId,
  queue: queueRef(directory, ticket.queueId),
});
