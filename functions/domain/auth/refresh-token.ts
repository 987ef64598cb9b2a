/** The parts of a refresh token. */
export interface RefreshToken {
  companyId: number;
  userId: number;
  /** Id of the sign-in session's row. Not secret: access tokens contain it, too. */
  sessionId: string;
  /** The same in all refresh tokens of a sign-in session: proves that the token is, or was, valid for this session. */
  family: string;
  /** Different in every refresh token: proves that the token is the current one. */
  secret: string;
}

const TOKEN =
  /^([1-9]\d{0,9})\.([1-9]\d{0,9})\.([0-9a-z-]{16,64})\.([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/;

export const formatRefreshToken = (token: RefreshToken): string =>
  [token.companyId, token.userId, token.sessionId, token.family, token.secret].join('.');

/** Parses a refresh token; undefined if the format is wrong. */
export const parseRefreshToken = (text: string): RefreshToken | undefined => {
  const [, companyId, userId, sessionId, family, secret] = TOKEN.exec(text) ?? [];
  if (sessionId === undefined || family === undefined || secret === undefined) return undefined;
  return { companyId: Number(companyId), userId: Number(userId), sessionId, family, secret };
};

/**
 * Time for which a refresh token that was just rotated still returns its successor, because another tab of the same
 * browser may have sent it at the same time.
 */
export const REFRESH_GRACE_MS = 10_000;

/** The fields of a sign-in session that a refresh is decided by. */
export interface SessionFacts {
  familyHash: string;
  currentHash: string;
  previousHash: string | null;
  rotatedAt: string;
  expiresAt: string;
  sessionVersion: number;
}

export type RefreshDecision =
  /** Replace the token with its successor. */
  | 'rotate'
  /** The successor was created within the grace period: return the same successor again. */
  | 'repeat'
  /** The token was already used: end the sign-in session (reuse detection). */
  | 'replayed'
  /**
   * The sign-in session is over, or never issued this token. The session stays as it is, because knowing its id is
   * not enough to end it.
   */
  | 'over';

/**
 * Decides what to do with a presented refresh token, by the hash of its family and the hash of the whole token (RFC
 * 9700, rotation with reuse detection).
 * @param user the current user account; undefined if it was deleted
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
