import { authRoutes, type SessionUser } from '@prosa/shared/contracts/auth.ts';
import { announceSession } from '../session/session-channel.ts';
import { closeSession, openSession, sessionStore } from '../session/session-store.ts';
import { writeStored } from '../storage.ts';
import { ApiError } from './api-error.ts';
import { httpRequest, readError } from './http-request.ts';
import { readResponse } from './read-response.ts';

const LOCK = 'prosa-refresh';

/**
 * Runs tabs' refreshes one after the other, because each refresh uses up the refresh cookie: the second tab then
 * finds the first one's new cookie.
 */
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const { locks } = globalThis.navigator;
  return locks === undefined ? work() : locks.request(LOCK, work);
};

const renew = async (stale: string | null, page: string | undefined): Promise<string> => {
  const { token } = sessionStore.getState();
  // Another tab refreshed while this one waited, and has shared the new access token.
  if (token !== null && token !== stale) return token;
  const response = await httpRequest(authRoutes.refresh, page === undefined ? {} : { body: { page } }, null);
  if (!response.ok) throw await readError(response);
  const session: { token: string; user: SessionUser } = await readResponse(authRoutes.refresh, response);
  openSession(session);
  writeStored('signedIn', true);
  announceSession({ type: 'renewed', ...session });
  return session.token;
};

let underway: Promise<string> | null = null;

/**
 * Exchanges the refresh cookie for a new access token and returns it. Concurrent calls share one exchange. A refused
 * cookie ends the sign-in session; an unreachable server does not.
 * @param stale the access token that was refused, or null when there was none
 * @param page id of the page, if it starts
 */
export const refreshSession = (stale: string | null, page?: string): Promise<string> => {
  underway ??= inTurn(() => renew(stale, page))
    .catch((error: unknown) => {
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) {
        writeStored('signedIn', null);
        closeSession(stale === null ? null : 'expired');
      }
      throw error;
    })
    .finally(() => {
      underway = null;
    });
  return underway;
};
