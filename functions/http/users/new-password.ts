import { AppError } from '@prosa/shared/errors.ts';
import { isCommonPassword } from '../../domain/auth/is-common-password.ts';
import { hashPassword } from '../../platform/auth/password.ts';

/**
 * Returns the hash of a newly chosen password.
 * @throws AppError ERR_VALIDATION for a common password
 */
export const hashNewPassword = async (password: string): Promise<string> => {
  if (isCommonPassword(password)) {
    throw new AppError('ERR_VALIDATION', { details: [{ path: 'body.password', message: 'too common' }] });
  }
  return hashPassword(password);
};
