import { contactListRoutes } from '@prosa/shared/contracts/contact-lists.ts';
import { contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import { type TicketView, ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import type { NamedReceiver } from '@prosa/shared/rules/campaign-text.ts';
import { parseFilter } from '@prosa/shared/rules/filters/filter-text.ts';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../../lib/api/query.ts';

/** A person on the campaign's list, with its tag, or with a ticket that matches its filter. */
export interface PreviewPerson extends NamedReceiver {
  id: number;
}

/** Returns the people of tickets, each once, without groups. */
const contactsOf = (tickets: readonly TicketView[]): PreviewPerson[] => [
  ...new Map(tickets.filter(({ isGroup }) => !isGroup).map(({ contact }) => [contact.id, contact])).values(),
];

interface Audience {
  contactListId: number | null;
  tagListId: number | null;
  ticketFilter: string;
}

/**
 * Returns the first people of the chosen list, contacts with the chosen tag, or contacts of the tickets that match the
 * filter, that a search finds.
 * @param searchParam part of a name or number; '' for all
 */
export const usePreviewPeople = (
  { contactListId, tagListId, ticketFilter }: Audience,
  searchParam: string,
): readonly PreviewPerson[] => {
  const listed = useQuery({
    ...routeQuery(contactListRoutes.listItems, {
      query: { contactListId: contactListId ?? 0, searchParam },
    }),
    enabled: contactListId !== null,
    meta: { silent: true },
  });
  const tagged = useQuery({
    ...routeQuery(contactRoutes.list, { query: { contactTag: [tagListId ?? 0], searchParam } }),
    enabled: contactListId === null && tagListId !== null,
    meta: { silent: true },
  });
  const matched = useQuery({
    ...routeQuery(ticketRoutes.list, {
      query: { status: 'search', showAll: true, filter: ticketFilter, searchParam },
    }),
    enabled: ticketFilter !== '' && 'filter' in parseFilter(ticketFilter),
    meta: { silent: true },
  });
  if (ticketFilter !== '') return contactsOf(matched.data?.tickets ?? []);
  if (contactListId !== null) return listed.data?.contacts ?? [];
  return tagListId === null ? [] : (tagged.data?.contacts ?? []);
};
