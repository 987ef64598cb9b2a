import type { ContactExport } from '@prosa/shared/entities/contact-export.ts';
import type { ContactImport } from '@prosa/shared/entities/contact-import.ts';
import { exportProgress, importProgress } from '../presenters/present-contact-files.ts';
import { deliver } from './audience.ts';
import type { Bookkeeping, Change, Delivery, EventContext } from './context.ts';

/** Everybody's lists are fetched again after so many contacts, and at the end. */
const CONTACTS_PER_RELOAD = 1_000;

const hasMany = (before: ContactImport | undefined, after: ContactImport): boolean => {
  const known = before?.created ?? 0;
  if (after.created === known && after.state === before?.state) return false;
  return (
    after.state === 'done' ||
    Math.floor(after.created / CONTACTS_PER_RELOAD) > Math.floor(known / CONTACTS_PER_RELOAD)
  );
};

/** How far an import is, for its person; and that there are more contacts, for everyone. */
export const contactImportEvents = (
  { before, after }: Change<ContactImport & Bookkeeping>,
  context: EventContext,
): Delivery[] => {
  if (after === undefined || after.version === before?.version) return [];
  const params = { companyId: context.companyId };
  const data = { action: 'update' as const, userId: after.userId, import: importProgress(after) };
  return [
    ...(hasMany(before, after)
      ? [deliver(context, { name: 'contact', params, data: { action: 'reload' } }, {})]
      : []),
    deliver(context, { name: 'contactImport', params, data }, {}),
  ];
};

/** How far an export is, for its person. */
export const contactExportEvents = (
  { before, after }: Change<ContactExport & Bookkeeping>,
  context: EventContext,
): Delivery[] => {
  if (after === undefined || after.version === before?.version) return [];
  const data = { action: 'update' as const, userId: after.userId, export: exportProgress(after) };
  return [deliver(context, { name: 'contactExport', params: { companyId: context.companyId }, data }, {})];
};
