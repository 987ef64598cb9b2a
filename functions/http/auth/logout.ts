import type { authRoutes } from '@prosa/shared/contracts/auth.ts';
import { HttpReply, type RouteHandler } from '../../platform/http/bind-routes.ts';
import { closeSessionSockets } from '../../platform/realtime/sockets.ts';
import { commit } from '../../platform/table/commit.ts';
import { Presence, Session } from '../../platform/table/entities/users.ts';
import { loadSession } from '../../repositories/sessions.ts';
import { clearedCookie, readRefreshCookie } from './refresh-cookie.ts';

/** Ends the session: cookie, family and live channel. A browser without a session is signed out already. */
export const logout: RouteHandler<typeof authRoutes.logout> = async ({ request }) => {
  const text = readRefreshCookie(request.cookies);
  const loaded = text === undefined ? undefined : await loadSession(text);
  const session = loaded?.session;
  // The newest token ends it, and the one before: another tab may just have refreshed. A made-up one does not.
  if (loaded !== undefined && session !== undefined && isOfFamily(session, loaded.hash)) {
    await commit([
      loaded.table.delete(Session, { userId: session.userId, id: session.id }),
      loaded.table.delete(Presence, { userId: session.userId }),
    ]);
    await closeSessionSockets(loaded.table, session.id);
  }
  return new HttpReply({}, { cookies: [clearedCookie] });
};

const isOfFamily = (session: { currentHash: string; previousHash: string | null }, hash: string): boolean =>
  hash === session.currentHash || hash === session.previousHash;
