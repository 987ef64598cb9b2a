import { AppError } from '@prosa/shared/errors.ts';
import { EmailOwner } from '../../platform/table/entities/users.ts';
import { globalTable } from '../../platform/table/table.ts';

/**
 * Refuses an address that an account has already.
 *
 * One signs in with the address alone, so it belongs to one account of the whole installation, and whoever adds a user
 * learns that somebody has it, perhaps at another company. Only asking its owner by e-mail could hide that. What is
 * held to instead: the answer is the same whoever has it, and it is asked last, when all else about the request holds:
 * to ask takes a place in the plan, or a user who gets the address where it is free.
 * @throws AppError ERR_EMAIL_EXISTS
 */
export const requireFreeEmail = async (email: string): Promise<void> => {
  const owner = await globalTable.get(EmailOwner, { email }, { consistent: true });
  if (owner !== undefined) throw new AppError('ERR_EMAIL_EXISTS');
};
