import type { Contact } from '@prosa/shared/entities/contact.ts';
import { AppError } from '@prosa/shared/errors.ts';

/**
 * Requires that the company did not block the contact: nobody begins a conversation with a blocked contact, and no
 * program or schedule writes to it.
 * @throws AppError ERR_CONTACT_BLOCKED
 */
export const requireUnblocked = ({ active }: Pick<Contact, 'active'>): void => {
  if (!active) throw new AppError('ERR_CONTACT_BLOCKED');
};
