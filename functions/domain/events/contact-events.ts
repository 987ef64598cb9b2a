import type { Contact } from '@prosa/shared/entities/contact.ts';
import { presentContact } from '../presenters/present-contact.ts';
import { deliver, deliverMasked } from './audience.ts';
import type { Bookkeeping, Change, Delivery, EventContext } from './context.ts';

/** Decides the events of a changed contact, for everyone in the company. */
export const contactEvents = (
  { before, after }: Change<Contact & Bookkeeping>,
  context: EventContext,
): Delivery[] => {
  const { companyId, names } = context;
  const params = { companyId };
  const gone = (contactId: number): Delivery[] => [
    deliver(context, { name: 'contact', params, data: { action: 'delete', contactId } }, {}),
  ];
  if (after !== undefined) {
    if (after.version === before?.version) return [];
    // A contact that was merged into another one is gone: by this change, or already before it.
    if (after.mergedInto !== null) return before?.mergedInto === null ? gone(after.id) : [];
    // No events for single imported contacts, because thousands come at once; the import's progress events are
    // enough.
    if (before === undefined && after.importId !== '') return [];
    const action = before === undefined ? 'create' : 'update';
    return deliverMasked(
      context,
      (maskNumbers) => ({
        name: 'contact',
        params,
        data: { action, contact: presentContact(after, names, { maskNumbers, link: context.link }) },
      }),
      {},
    );
  }
  return before === undefined || before.mergedInto !== null ? [] : gone(before.id);
};
