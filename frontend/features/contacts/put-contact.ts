import { type ContactView, contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import { invalidateSoon } from '../../lib/api/invalidate-soon.ts';
import { queryClient, routeQuery } from '../../lib/api/query.ts';

const versionOf = (data: unknown): number =>
  typeof data === 'object' && data !== null && 'version' in data && typeof data.version === 'number'
    ? data.version
    : 0;

/** Returns query options of a contact. A stale response does not replace a newer state. */
export const contactQuery = (id: number) => ({
  ...routeQuery(contactRoutes.get, { params: { id } }),
  structuralSharing: (shown: unknown, fetched: unknown): unknown =>
    versionOf(shown) > versionOf(fetched) ? shown : fetched,
});

/** Updates a contact in the cache where it is open; lists are refetched, because they are sorted by name. */
export const putContact = (contact: ContactView): void => {
  for (const [key, present] of queryClient.getQueriesData<ContactView>({
    queryKey: [contactRoutes.get.id],
  })) {
    if (present?.id === contact.id && present.version < contact.version)
      queryClient.setQueryData(key, contact);
  }
  invalidateSoon(contactRoutes.list);
};
