import type { SessionFacts } from './refresh-token.ts';

type Facts = Pick<SessionFacts, 'sessionVersion' | 'expiresAt' | 'rotatedAt'>;
type Owner = { sessionVersion: number };

/** Maximum number of sessions per user: more than a user has devices. Also limits the list of the user's sessions. */
export const MAX_USER_SESSIONS = 20;

/** Returns whether a session is valid: not expired, and of the user's current session version. */
export const isLiving = (session: Facts, user: Owner, nowMs: number): boolean =>
  session.sessionVersion === user.sessionVersion && Date.parse(session.expiresAt) > nowMs;

/**
 * Returns the sessions to delete so that one more stays within the limit: invalid sessions first, then the least
 * recently used.
 */
export const surplusSessions = <S extends Facts>(
  sessions: readonly S[],
  user: Owner,
  nowMs: number,
): readonly S[] =>
  sessions
    .toSorted(
      (a, b) =>
        Number(isLiving(b, user, nowMs)) - Number(isLiving(a, user, nowMs)) ||
        (a.rotatedAt > b.rotatedAt ? -1 : 1),
    )
    .slice(MAX_USER_SESSIONS - 1);
