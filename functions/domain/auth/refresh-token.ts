/** What a refresh token names and proves. */
export interface RefreshToken {
  companyId: number;
  userId: number;
  /** Finds the session's row. No secret: access tokens carry it, too. */
  sessionId: string;
  /** The same in all tokens of a session: proves that this one is, or was, one of them. */
  family: string;
  /** Proves that it is the one that may be traded now. */
  secret: string;
}

const TOKEN =
  /^([1-9]\d{0,9})\.([1-9]\d{0,9})\.([0-9a-z-]{16,64})\.([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/;

export const formatRefreshToken = (token: RefreshToken): string =>
  [token.companyId, token.userId, token.sessionId, token.family, token.secret].join('.');

/** The parts of a refresh token; undefined where it is not one. */
export const parseRefreshToken = (text: string): RefreshToken | undefined => {
  const [, companyId, userId, sessionId, family, secret] = TOKEN.exec(text) ?? [];
  if (sessionId === undefined || family === undefined || secret === undefined) return undefined;
  return { companyId: Number(companyId), userId: Number(userId), sessionId, family, secret };
};

/** How long a token that was just traded still gets its successor: another tab of the same browser was on its way. */
export const REFRESH_GRACE_MS = 10_000;

/** The session's side of a refresh. */
export interface SessionFacts {
  familyHash: string;
  currentHash: string;
  previousHash: string | null;
  rotatedAt: string;
  expiresAt: string;
  sessionVersion: number;
}

export type RefreshDecision =
  /** Trade it for its successor. */
  | 'rotate'
  /** Its successor was made a moment ago: give the same one. */
  | 'repeat'
  /** Somebody used it before: end the family. */
  | 'replayed'
  /** The session is over, or never gave this token: knowing the session's id ends nothing. */
  | 'over';

/**
 * Decides on a presented token by the hashes of its family and of all of it (RFC 9700, rotation with reuse detection).
 * @param user the account as it is now; undefined where it is gone
 */
export const decideRefresh = (
  session: SessionFacts | undefined,
  presented: { familyHash: string; tokenHash: string },
  user: { isActive: boolean; sessionVersion: number } | undefined,
  nowMs: number,
): RefreshDecision => {
  if (session === undefined || Date.parse(session.expiresAt) <= nowMs) return 'over';
  const { familyHash, tokenHash } = presented;
  if (familyHash !== session.familyHash) return 'over';
  if (user === undefined || !user.isActive || user.sessionVersion !== session.sessionVersion) return 'over';
  if (tokenHash === session.currentHash) return 'rotate';
  const isFresh = nowMs - Date.parse(session.rotatedAt) <= REFRESH_GRACE_MS;
  return tokenHash === session.previousHash && isFresh ? 'repeat' : 'replayed';
};
