import { type Attendant, viewerOf } from '../../platform/auth/principal.ts';
import type { Directory } from '../../platform/directory.ts';
import type { TimerContext } from './timer-handler.ts';

/** Returns a user with the rights of now, on whose behalf a timer goes on; undefined for one who was removed. */
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
