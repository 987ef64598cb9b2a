import { type ContactView, contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import { invalidateSoon } from '../../lib/invalidate-soon.ts';
import { queryClient } from '../../lib/query.ts';

/** Shows a contact's new state where it is open; lists are fetched again, since names sort them. */
export const putContact = (contact: ContactView): void => {
  queryClient.setQueriesData<ContactView>({ queryKey: [contactRoutes.get.id] }, (present) =>
    present?.id === contact.id && present.version < contact.version ? contact : present,
  );
  invalidateSoon(contactRoutes.list);
};
