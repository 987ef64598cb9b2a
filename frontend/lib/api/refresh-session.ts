import { authRoutes, type SessionUser } from '@prosa/shared/contracts/auth.ts';
import { announceSession } from '../session/session-channel.ts';
import { closeSession, openSession, sessionStore } from '../session/session-store.ts';
import { writeStored } from '../storage.ts';
import { ApiError } from './api-error.ts';
import { httpRequest, readError } from './http-request.ts';
import { readResponse } from './read-response.ts';

const LOCK = 'prosa-refresh';

/** The refresh cookie is used up by each refresh, so tabs take turns: the second finds the first one's new cookie. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const { locks } = globalThis.navigator;
  return locks === undefined ? work() : locks.request(LOCK, work);
};

const renew = async (stale: string | null): Promise<string> => {
  const { token } = sessionStore.getState();
  // Another tab renewed while this one waited, and has told so.
  if (token !== null && token !== stale) return token;
  const response = await httpRequest(authRoutes.refresh, {}, null);
  if (!response.ok) throw await readError(response);
  const session: { token: string; user: SessionUser } = await readResponse(authRoutes.refresh, response);
  openSession(session);
  writeStored('signedIn', true);
  announceSession({ type: 'renewed', ...session });
  return session.token;
};

let underway: Promise<string> | null = null;

/**
 * Trades the refresh cookie for a new access token and answers with it. Calls made meanwhile share the one exchange.
 * A refused cookie ends the session; an unreachable server does not.
 * @param stale the token that was refused, or null when there was none.
 */
export const refreshSession = (stale: string | null): Promise<string> => {
  underway ??= inTurn(() => renew(stale))
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
