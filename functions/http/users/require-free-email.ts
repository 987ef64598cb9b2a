import { AppError } from '@prosa/shared/errors.ts';
import { EmailOwner } from '../../platform/table/entities/users.ts';
import { globalTable } from '../../platform/table/table.ts';
import { countAddressLookUp } from '../../repositories/limits/guesses.ts';

/**
 * Refuses an e-mail address that an account already has.
 *
 * Users sign in with the address alone, so it belongs to one account of the whole installation. Therefore whoever
 * adds a user can learn that the address is taken, perhaps at another company; only a confirmation e-mail to its
 * owner could hide that. To limit this, the answer does not depend on the account that has it, and the check comes
 * last, when the rest of the request is valid: a probe takes a place in the plan, or gives a user the address if it
 * is free. A company also has a small daily limit of such hits.
 * @param companyId company of the user who is to have it
 * @throws AppError ERR_EMAIL_EXISTS, ERR_TOO_MANY_REQUESTS
 */
export const requireFreeEmail = async (email: string, companyId: number, nowMs: number): Promise<void> => {
  const lookUp = await countAddressLookUp(companyId, nowMs);
  const owner = await globalTable.get(EmailOwner, { email }, { consistent: true });
  if (owner !== undefined) throw new AppError('ERR_EMAIL_EXISTS');
  await lookUp.wasFree();
};
