import type { ContactList, ContactListItem } from '@prosa/shared/entities/contact-list.ts';
import { presentContactList, presentContactListItem } from '../presenters/present-contact-list.ts';
import { deliver } from './audience.ts';
import type { Bookkeeping, Change, Delivery, EventContext } from './context.ts';

/** Decides the events of a changed contact list, or of its counts. */
export const contactListEvents = (
  { before, after }: Change<ContactList & Bookkeeping>,
  context: EventContext,
): Delivery[] => {
  if (before?.version === after?.version) return [];
  const params = { companyId: context.companyId };
  if (after !== undefined) {
    const action = before === undefined ? 'create' : 'update';
    const data = { action, record: presentContactList(after) } as const;
    return [deliver(context, { name: 'contactList', params, data }, {})];
  }
  return before === undefined
    ? []
    : [deliver(context, { name: 'contactList', params, data: { action: 'delete', id: before.id } }, {})];
};

/**
 * Decides the events of a changed item. One that an import added has none, because thousands come at once: the import
 * has lists reloaded.
 */
export const contactListItemEvents = (
  { before, after }: Change<ContactListItem & Bookkeeping>,
  context: EventContext,
): Delivery[] => {
  const row = after ?? before;
  if (row === undefined || before?.version === after?.version) return [];
  const params = { companyId: context.companyId, listId: row.contactListId };
  if (after === undefined)
    return [
      deliver(context, { name: 'contactListItem', params, data: { action: 'delete', id: row.id } }, {}),
    ];
  if (before === undefined && after.importId !== '') return [];
  const action = before === undefined ? 'create' : 'update';
  const data = { action, record: presentContactListItem(after) } as const;
  return [deliver(context, { name: 'contactListItem', params, data }, {})];
};
