/** What a refresh token names. The secret is all that proves it; the rest finds its row. */
export interface RefreshToken {
  companyId: number;
  userId: number;
  sessionId: string;
  secret: string;
}

const TOKEN = /^([1-9]\d{0,9})\.([1-9]\d{0,9})\.([0-9a-z-]{16,64})\.([A-Za-z0-9_-]{43})$/;

export const formatRefreshToken = (token: RefreshToken): string =>
  [token.companyId, token.userId, token.sessionId, token.secret].join('.');

/** The parts of a refresh token; undefined where it is not one. */
export const parseRefreshToken = (text: string): RefreshToken | undefined => {
  const [, companyId, userId, sessionId, secret] = TOKEN.exec(text) ?? [];
  if (sessionId === undefined || secret === undefined) return undefined;
  return { companyId: Number(companyId), userId: Number(userId), sessionId, secret };
};

/** How long a token that was just traded still gets its successor: another tab of the same browser was on its way. */
export const REFRESH_GRACE_MS = 10_000;

/** The session's side of a refresh. */
export interface SessionFacts {
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
  /** The session is over. */
  | 'over';

/**
 * Decides on a presented token by its hash (RFC 9700, rotation with reuse detection).
 * @param user the account as it is now; undefined where it is gone
 */
export const decideRefresh = (
  session: SessionFacts | undefined,
  tokenHash: string,
  user: { isActive: boolean; sessionVersion: number } | undefined,
  nowMs: number,
): RefreshDecision => {
  if (session === undefined || Date.parse(session.expiresAt) <= nowMs) return 'over';
  if (user === undefined || !user.isActive || user.sessionVersion !== session.sessionVersion) return 'over';
  if (tokenHash === session.currentHash) return 'rotate';
  const isFresh = nowMs - Date.parse(session.rotatedAt) <= REFRESH_GRACE_MS;
  return tokenHash === session.previousHash && isFresh ? 'repeat' : 'replayed';
};
