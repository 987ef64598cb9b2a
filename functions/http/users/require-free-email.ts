import { AppError } from '@prosa/shared/errors.ts';
import { EmailOwner } from '../../platform/table/entities/users.ts';
import { globalTable } from '../../platform/table/table.ts';
import { countAddressLookUp } from '../../repositories/limits/guesses.ts';

/**
 * Refuses an address that an account has already.
 *
 * One signs in with the address alone, so it belongs to one account of the whole installation, and whoever adds a user
 * learns that somebody has it, perhaps at another company. Only asking its owner by e-mail could hide that. What is
 * held to instead: the answer is the same whoever has it, and it is asked last, when all else about the request holds:
 * to ask takes a place in the plan, or a user who gets the address where it is free. And a company may run into few of
 * them a day.
 * @param companyId whose user is to have it
 * @throws AppError ERR_EMAIL_EXISTS, ERR_TOO_MANY_REQUESTS
 */
export const requireFreeEmail = async (email: string, companyId: number, nowMs: number): Promise<void> => {
  const lookUp = await countAddressLookUp(companyId, nowMs);
  const owner = await globalTable.get(EmailOwner, { email }, { consistent: true });
  if (owner !== undefined) throw new AppError('ERR_EMAIL_EXISTS');
  await lookUp.wasFree();
};
