import type { ContactExport } from '@prosa/shared/entities/contact-export.ts';
import type { ContactImport } from '@prosa/shared/entities/contact-import.ts';
import { exportProgress, importProgress } from '../presenters/present-contact-files.ts';
import { deliver } from './audience.ts';
import type { Bookkeeping, Change, Delivery, EventContext } from './context.ts';

/** Everyone's lists are reloaded after each so many imported contacts, and at the end. */
const CONTACTS_PER_RELOAD = 1_000;

const hasMany = (before: ContactImport | undefined, after: ContactImport): boolean => {
  const known = before?.created ?? 0;
  if (after.created === known && after.state === before?.state) return false;
  return (
    after.state === 'done' ||
    Math.floor(after.created / CONTACTS_PER_RELOAD) > Math.floor(known / CONTACTS_PER_RELOAD)
  );
};

const reloadOf = ({ contactListId }: ContactImport, context: EventContext): Delivery => {
  const { companyId } = context;
  const data = { action: 'reload' } as const;
  if (contactListId === null) return deliver(context, { name: 'contact', params: { companyId }, data }, {});
  const params = { companyId, listId: contactListId };
  return deliver(context, { name: 'contactListItem', params, data }, {});
};

/**
 * Decides the events of an import: progress for its user, and a reload of contacts for everyone, or of the contact
 * list that gets the people.
 */
export const contactImportEvents = (
  { before, after }: Change<ContactImport & Bookkeeping>,
  context: EventContext,
): Delivery[] => {
  if (after === undefined || after.version === before?.version) return [];
  const params = { companyId: context.companyId };
  const data = { action: 'update' as const, userId: after.userId, import: importProgress(after) };
  return [
    ...(hasMany(before, after) ? [reloadOf(after, context)] : []),
    deliver(context, { name: 'contactImport', params, data }, {}),
  ];
};

/** Decides the events of an export of contacts: progress for its user. */
export const contactExportEvents = (
  { before, after }: Change<ContactExport & Bookkeeping>,
  context: EventContext,
): Delivery[] => {
  if (after === undefined || after.version === before?.version) return [];
  const data = { action: 'update' as const, userId: after.userId, export: exportProgress(after) };
  return [deliver(context, { name: 'contactExport', params: { companyId: context.companyId }, data }, {})];
};
