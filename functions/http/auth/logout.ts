import type { authRoutes } from '@prosa/shared/contracts/auth.ts';
import { forgetSession } from '../../platform/auth/session-life.ts';
import { HttpReply, type RouteHandler } from '../../platform/http/bind-routes.ts';
import { closeSessionsSockets, loadUserSockets } from '../../platform/realtime/sockets.ts';
import { commit } from '../../platform/table/commit.ts';
import { Presence, Session } from '../../platform/table/entities/users.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { loadSession } from '../../repositories/users/sessions.ts';
import { clearedCookie, readRefreshCookie } from './refresh-cookie.ts';

/**
 * Signs out: ends the sign-in session's cookie, token family, access tokens and WebSocket connections. This container
 * refuses the access tokens at once, other containers within half a minute. The response is the same for a browser
 * without a sign-in session. A user with a WebSocket connection of another session stays online.
 */
export const logout: RouteHandler<typeof authRoutes.logout> = async ({ request, clock, ids }) => {
  const text = readRefreshCookie(request.cookies);
  const loaded = text === undefined ? undefined : await loadSession(text);
  const session = loaded?.session;
  // Any token of the family ends the sign-in session, because another tab may just have refreshed. A made-up token
  // does not.
  if (loaded !== undefined && session?.familyHash === loaded.presented.familyHash) {
    const { table, user } = loaded;
    const by = { request, ids, nowMs: clock.now() };
    const isElsewhere = (await loadUserSockets(table, session.userId)).some(
      ({ sessionId, expiresAt }) => sessionId !== session.id && Date.parse(expiresAt) > by.nowMs,
    );
    await commit([
      table.delete(Session, { userId: session.userId, id: session.id }),
      ...(isElsewhere ? [] : [table.delete(Presence, { userId: session.userId })]),
      ...(user === undefined
        ? []
        : [
            auditItem(table, { ...by, principal: { userId: user.id, user } }, 'auth.logout', { id: user.id }),
          ]),
    ]);
    forgetSession(session.id);
    await closeSessionsSockets(table, new Set([session.id]));
  }
  return new HttpReply({}, { cookies: [clearedCookie] });
};
