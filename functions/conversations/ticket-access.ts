import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { hidesNumbers, type Presentation } from '@prosa/shared/rules/hide-numbers.ts';
import { canSeeTicket } from '@prosa/shared/rules/ticket-visibility.ts';
import { presentTicket, queueRef, userRef } from '../domain/presenters/present-ticket.ts';
import { ticketIdOfUuid } from '../domain/ticket-uuid.ts';
import { isAsking } from '../domain/turns/begin-anew.ts';
import type { UserPrincipal } from '../platform/auth/principal.ts';
import { mediaLinker } from '../platform/blob/media-link.ts';
import { systemClock } from '../platform/clock.ts';
import { openTable, type Table } from '../platform/table/table.ts';
import { loadTicket, type TicketRow } from '../repositories/tickets/tickets.ts';

export const tableOf = (principal: Pick<UserPrincipal, 'companyId'>): Table => openTable(principal.companyId);

/** Returns the rules by which presenters hide data from this caller. */
export const presentationFor = ({
  directory,
  user,
}: Pick<UserPrincipal, 'directory' | 'user'>): Presentation => ({
  maskNumbers: hidesNumbers(directory.settings, user),
});

/** Returns the rules of `presentationFor`, with links to the pictures of contacts. */
export const presentationWithPictures = async (principal: UserPrincipal): Promise<Presentation> => ({
  ...presentationFor(principal),
  link: await mediaLinker(systemClock.now()),
});

/** Presents tickets for this caller. */
export const viewTickets = async (
  tickets: readonly TicketRow[],
  principal: UserPrincipal,
): Promise<TicketView[]> => {
  const presentation = await presentationWithPictures(principal);
  return tickets.map((ticket) => presentTicket(ticket, principal.directory, presentation));
};

/** Presents a ticket for this caller. */
export const viewTicket = async (ticket: TicketRow, principal: UserPrincipal): Promise<TicketView> =>
  presentTicket(ticket, principal.directory, await presentationWithPictures(principal));

/**
 * Loads a ticket that the caller may see. Hidden tickets, and those of other companies, are not found. One consistent
 * read.
 * @throws AppError ERR_NO_TICKET_FOUND
 */
export const requireTicket = async (principal: UserPrincipal, id: number): Promise<TicketRow> => {
  const ticket = await loadTicket(tableOf(principal), id);
  if (ticket === undefined || !canSeeTicket(ticket, principal.viewer))
    throw new AppError('ERR_NO_TICKET_FOUND');
  return ticket;
};

/**
 * Loads a ticket by its link. The link contains the ticket's id; the rest of it is the secret, which is compared with
 * the row. One consistent read.
 * @throws AppError ERR_NO_TICKET_FOUND
 */
export const requireTicketByUuid = async (principal: UserPrincipal, uuid: string): Promise<TicketRow> => {
  const id = ticketIdOfUuid(uuid);
  const ticket = id === undefined ? undefined : await requireTicket(principal, id);
  if (ticket === undefined || ticket.uuid !== uuid.toLowerCase()) throw new AppError('ERR_NO_TICKET_FOUND');
  return ticket;
};

/**
 * Loads a ticket by its UUID or its id. One consistent read.
 * @throws AppError ERR_NO_TICKET_FOUND
 */
export const requireTicketBy = (principal: UserPrincipal, name: string | number): Promise<TicketRow> =>
  typeof name === 'number' ? requireTicket(principal, name) : requireTicketByUuid(principal, name);

/**
 * Returns whether a new ticket with the contact closes this ticket: it waits for a rating, or it waits for a consent
 * and the user can see it.
 */
export const isLeft = (ticket: Ticket, { viewer }: Pick<UserPrincipal, 'viewer'>): boolean =>
  isAsking(ticket) && (ticket.status === 'nps' || canSeeTicket(ticket, viewer));

/** Returns the details of a conflict error for its dialog: the conflicting ticket and its user. */
export const conflictOf = (ticket: Ticket, { directory }: Pick<UserPrincipal, 'directory'>) => ({
  id: ticket.id,
  uuid: ticket.uuid,
  status: ticket.status,
  userId: ticket.userId,
  user: userRef(directory, ticket.userId),
  queueId: ticket.queueId,
  queue: queueRef(directory, ticket.queueId),
});
