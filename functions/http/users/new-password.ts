import { AppError } from '@prosa/shared/errors.ts';
import { isCommonPassword } from '../../domain/auth/is-common-password.ts';
import { hashPassword } from '../../platform/auth/password.ts';

/**
 * The hash of a password somebody chose.
 * @throws AppError ERR_VALIDATION for one that is tried first
 */
export const hashNewPassword = async (password: string): Promise<string> => {
  if (isCommonPassword(password)) {
    throw new AppError('ERR_VALIDATION', { details: [{ path: 'body.password', message: 'too common' }] });
  }
  return hashPassword(password);
};
