import { type ContactView, contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import type { EventData } from '@prosa/shared/events/catalogue.ts';
import { invalidateSoon } from '../../lib/invalidate-soon.ts';
import { queryClient } from '../../lib/query.ts';

/** Shows a contact's new state where it is open; lists are fetched again, since names sort them. */
export const putContact = (contact: ContactView): void => {
  queryClient.setQueriesData<ContactView>({ queryKey: [contactRoutes.get.id] }, (present) =>
    present?.id === contact.id && present.version < contact.version ? contact : present,
  );
  invalidateSoon(contactRoutes.list);
};

/** Applies a live contact event to the cache. */
export const applyContactEvent = (event: EventData<'contact'>): void => {
  if (event.action === 'create' || event.action === 'update') putContact(event.contact);
  else {
    invalidateSoon(contactRoutes.list);
    invalidateSoon(contactRoutes.get);
  }
};
