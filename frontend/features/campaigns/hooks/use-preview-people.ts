import { contactListRoutes } from '@prosa/shared/contracts/contact-lists.ts';
import { contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import type { NamedReceiver } from '@prosa/shared/rules/campaign-text.ts';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../../lib/api/query.ts';

/** A person on the campaign's list, or with its tag. */
export interface PreviewPerson extends NamedReceiver {
  id: number;
}

interface Audience {
  contactListId: number | null;
  tagListId: number | null;
}

/**
 * Returns the first people of the chosen list, or contacts with the chosen tag, that a search finds.
 * @param searchParam part of a name or number; '' for all
 */
export const usePreviewPeople = (
  { contactListId, tagListId }: Audience,
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
  if (contactListId !== null) return listed.data?.contacts ?? [];
  return tagListId === null ? [] : (tagged.data?.contacts ?? []);
};
