import { authRoutes } from '@prosa/shared/contracts/auth.ts';
import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { logout } from './logout.ts';
import { refresh } from './refresh.ts';
import { sessionUser } from './session-reply.ts';

export const handler = bindRoutes(authRoutes, {
  refresh,
  logout,
  me: ({ principal, clock }) => sessionUser(principal.user, principal.directory, clock.now()),
});
