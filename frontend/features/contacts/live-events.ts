import { contactFileRoutes } from '@prosa/shared/contracts/contact-files.ts';
import { contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import { ticketReportRoutes } from '@prosa/shared/contracts/ticket-report.ts';
import { invalidateSoon } from '../../lib/api/invalidate-soon.ts';
import type { LiveReducers } from '../../lib/live/live-reducers.ts';
import { putContact } from './put-contact.ts';
import { putImportProgress } from './put-import-progress.ts';

const reducers: LiveReducers<'contacts'> = {
  contact: (_context, { data }) => {
    if (data.action === 'create' || data.action === 'update') putContact(data.contact);
    else {
      invalidateSoon(contactRoutes.list);
      // A bulk creation affects no open contact.
      if (data.action !== 'reload') invalidateSoon(contactRoutes.get);
    }
  },
  contactImport: (_context, { data }) => putImportProgress(data.import),
  contactExport: () => {
    invalidateSoon(contactFileRoutes.listExports);
    invalidateSoon(ticketReportRoutes.listExports);
  },
};

export default reducers;
