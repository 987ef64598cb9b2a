import { type ContactView, contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import { invalidateSoon } from '../../lib/api/invalidate-soon.ts';
import { queryClient, routeQuery } from '../../lib/api/query.ts';

const versionOf = (data: unknown): number =>
  typeof data === 'object' && data !== null && 'version' in data && typeof data.version === 'number'
    ? data.version
    : 0;

/** Query options of a contact. An answer that was read before what is shown was written changes nothing. */
export const contactQuery = (id: number) => ({
  ...routeQuery(contactRoutes.get, { params: { id } }),
  structuralSharing: (shown: unknown, fetched: unknown): unknown =>
    versionOf(shown) > versionOf(fetched) ? shown : fetched,
});

/** Shows a contact's new state where it is open; lists are fetched again, since names sort them. */
export const putContact = (contact: ContactView): void => {
  for (const [key, present] of queryClient.getQueriesData<ContactView>({
    queryKey: [contactRoutes.get.id],
  })) {
    if (present?.id === contact.id && present.version < contact.version)
      queryClient.setQueryData(key, contact);
  }
  invalidateSoon(contactRoutes.list);
};
