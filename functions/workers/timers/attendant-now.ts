import { type Attendant, viewerOf } from '../../platform/auth/principal.ts';
import type { Directory } from '../../platform/directory.ts';
import type { TimerContext } from './timer-handler.ts';

/** Returns a user with current rights, on whose behalf a timer continues; undefined if the user was removed. */
export const attendantNow = (
  { system: { companyId } }: Pick<TimerContext<'forward'>, 'system'>,
  directory: Directory,
  userId: number,
): Attendant | undefined => {
  const user = directory.users.get(userId);
  return user?.active === true
    ? { companyId, userId, user, viewer: viewerOf(user, directory), directory }
    : undefined;
};
