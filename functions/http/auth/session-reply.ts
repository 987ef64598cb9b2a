import type { SessionUser } from '@prosa/shared/contracts/auth.ts';
import type { User } from '@prosa/shared/entities/user.ts';
import { presentSessionUser } from '../../domain/users/present-user.ts';
import { signAccessToken } from '../../platform/auth/access-token.ts';
import { viewerOf } from '../../platform/auth/principal.ts';
import { pictureLinker } from '../../platform/blob/media-link.ts';
import type { Directory } from '../../platform/directory.ts';
import { HttpReply } from '../../platform/http/bind-routes.ts';
import { notePageStart } from '../../platform/realtime/starting-pages.ts';
import type { Table } from '../../platform/table/table.ts';
import { refreshCookie } from './refresh-cookie.ts';

/** Returns the signed-in user in the form that the browser stores. */
export const sessionUser = async (user: User, directory: Directory, nowMs: number): Promise<SessionUser> =>
  presentSessionUser(user, viewerOf(user, directory).queueIds, directory, await pictureLinker([user], nowMs));

/**
 * Returns the reply of signing in and refreshing: the access token in the body, the refresh token only in the cookie.
 * @param page id of the page, if it starts: everything that it fetches comes after this reply
 */
export const sessionReply = async (
  table: Table,
  user: User,
  directory: Directory,
  session: { id: string; refreshToken: string; remember: boolean },
  page: string | undefined,
  nowMs: number,
) => {
  const [token] = await Promise.all([
    signAccessToken({ userId: user.id, companyId: user.companyId, sessionId: session.id }, nowMs),
    page === undefined ? undefined : notePageStart(table, user.id, page, nowMs),
  ]);
  return new HttpReply(
    { token, user: await sessionUser(user, directory, nowMs) },
    { cookies: [refreshCookie(session.refreshToken, session.remember)] },
  );
};
