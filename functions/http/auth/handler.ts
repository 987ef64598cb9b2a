import { AppError } from '@prosa/shared/errors.ts';
import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { openTable } from '../../platform/table/table.ts';
import { loadUser } from '../../repositories/users/users.ts';
import { routes } from './function.ts';
import { logout } from './logout.ts';
import { endOtherSessions, endSession, listSessions } from './own-sessions.ts';
import { refresh } from './refresh.ts';
import { sessionUser } from './session-reply.ts';

export const handler = bindRoutes(routes, {
  refresh,
  logout,
  listSessions,
  endSession,
  endOtherSessions,
  me: async ({ principal, clock }) => {
    const user = await loadUser(openTable(principal.companyId), principal.userId);
    if (user === undefined) throw new AppError('ERR_UNAUTHENTICATED');
    return sessionUser(user, principal.directory, clock.now());
  },
});
