import type { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { canSeeTicket } from '@prosa/shared/rules/ticket-visibility.ts';
import { tableOf, viewTickets } from '../../conversations/ticket-access.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import { loadContact } from '../../repositories/contacts/contacts.ts';
import { listTicketsOfContact } from '../../repositories/tickets/ticket-lists.ts';

/**
 * Lists a page of the contact's tickets that the caller may see. Reads the contact, or the contact it was merged into
 * (1 read unit, or 2), and the page: see `listTicketsOfContact`.
 */
export const ticketsOfContact = async ({
  principal,
  params: { contactId },
  query,
}: HandlerContext<typeof ticketRoutes.ofContact>) => {
  const table = tableOf(principal);
  const [paging, contact] = await Promise.all([
    pagingOf(principal, 'tickets-of-contact', [contactId], query),
    loadContact(table, contactId),
  ]);
  if (contact === undefined) throw new AppError('ERR_NO_CONTACT_FOUND');
  const { rows, next } = await paging.read((after) =>
    listTicketsOfContact(table, contact.id, after, (ticket) => canSeeTicket(ticket, principal.viewer)),
  );
  return {
    tickets: await viewTickets(rows, principal),
    count: rows.length,
    hasMore: next !== undefined,
    cursor: paging.seal(next),
  };
};
