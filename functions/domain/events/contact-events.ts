import type { Contact } from '@prosa/shared/entities/contact.ts';
import { presentContact } from '../presenters/present-contact.ts';
import {
  type Bookkeeping,
  type Change,
  type Delivery,
  type EventContext,
  forReaders,
  isOneOf,
} from './context.ts';

/** What a changed contact tells everyone in the company. */
export const contactEvents = (
  { before, after }: Change<Contact & Bookkeeping>,
  context: EventContext,
): Delivery[] => {
  const { companyId, names, recipients } = context;
  if (after !== undefined) {
    if (after.version === before?.version) return [];
    const action = before === undefined ? 'create' : 'update';
    return forReaders(recipients, (maskNumbers) => ({
      name: 'contact',
      companyId,
      data: { action, contact: presentContact(after, names, { maskNumbers }) },
    }));
  }
  if (before === undefined) return [];
  return [
    {
      event: { name: 'contact', companyId, data: { action: 'delete', contactId: before.id } },
      hears: isOneOf(recipients),
    },
  ];
};
