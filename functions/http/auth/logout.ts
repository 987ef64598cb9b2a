import type { authRoutes } from '@prosa/shared/contracts/auth.ts';
import { forgetSession } from '../../platform/auth/session-life.ts';
import { HttpReply, type RouteHandler } from '../../platform/http/bind-routes.ts';
import { closeSessionSockets } from '../../platform/realtime/sockets.ts';
import { commit } from '../../platform/table/commit.ts';
import { Presence, Session } from '../../platform/table/entities/users.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { loadSession } from '../../repositories/users/sessions.ts';
import { clearedCookie, readRefreshCookie } from './refresh-cookie.ts';

/**
 * Ends the session: cookie, family, access tokens and live channel. Access tokens are refused here at once, by other
 * containers within half a minute. A browser without a session is signed out already.
 */
export const logout: RouteHandler<typeof authRoutes.logout> = async ({ request, clock, ids }) => {
  const text = readRefreshCookie(request.cookies);
  const loaded = text === undefined ? undefined : await loadSession(text);
  const session = loaded?.session;
  // Any token of the family ends it: another tab may just have refreshed. A made-up one does not.
  if (loaded !== undefined && session?.familyHash === loaded.presented.familyHash) {
    const { table, user } = loaded;
    const by = { request, ids, nowMs: clock.now() };
    await commit([
      table.delete(Session, { userId: session.userId, id: session.id }),
      table.delete(Presence, { userId: session.userId }),
      ...(user === undefined
        ? []
        : [
            auditItem(table, { ...by, principal: { userId: user.id, user } }, 'auth.logout', { id: user.id }),
          ]),
    ]);
    forgetSession(session.id);
    await closeSessionSockets(table, session.id);
  }
  return new HttpReply({}, { cookies: [clearedCookie] });
};
