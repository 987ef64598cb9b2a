import type { Contact } from '@prosa/shared/entities/contact.ts';
import { presentContact } from '../presenters/present-contact.ts';
import { deliver, deliverMasked } from './audience.ts';
import type { Bookkeeping, Change, Delivery, EventContext } from './context.ts';

/** What a changed contact tells everyone in the company. */
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
    // Merged into another, it is nobody any more, now or already.
    if (after.mergedInto !== null) return before?.mergedInto === null ? gone(after.id) : [];
    // Thousands come at once: the import's progress tells of them.
    if (before === undefined && after.importId !== '') return [];
    const action = before === undefined ? 'create' : 'update';
    return deliverMasked(
      context,
      (maskNumbers) => ({
        name: 'contact',
        params,
        data: { action, contact: presentContact(after, names, { maskNumbers }) },
      }),
      {},
    );
  }
  return before === undefined || before.mergedInto !== null ? [] : gone(before.id);
};
