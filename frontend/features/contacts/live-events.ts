import { contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import { invalidateSoon } from '../../lib/invalidate-soon.ts';
import type { LiveReducers } from '../../lib/live-reducers.ts';
import { putContact } from './put-contact.ts';

export const contactReducers: LiveReducers<'contacts'> = {
  contact: (_context, { data }) => {
    if (data.action === 'create' || data.action === 'update') putContact(data.contact);
    else {
      invalidateSoon(contactRoutes.list);
      invalidateSoon(contactRoutes.get);
    }
  },
};
