import { type ContactView, contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import { invalidateSoon } from '../../lib/invalidate-soon.ts';
import { queryClient } from '../../lib/query.ts';

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
