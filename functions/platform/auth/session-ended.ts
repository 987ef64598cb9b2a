import type { User } from '@prosa/shared/entities/user.ts';
import { AppError } from '@prosa/shared/errors.ts';

/**
 * Returns the error of a sign-in session that is no longer valid: `elsewhere` after a later sign-in of the same user,
 * `revoked` after an administrator or a new password ended the sessions.
 */
export const sessionEnded = ({
  sessionVersion,
  soleVersion,
}: Pick<User, 'sessionVersion' | 'soleVersion'>): AppError =>
  new AppError('ERR_UNAUTHENTICATED', {
    details: { ended: soleVersion === sessionVersion ? 'elsewhere' : 'revoked' },
  });
