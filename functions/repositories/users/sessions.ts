import { createHmac } from 'node:crypto';
import type { User as UserFields } from '@prosa/shared/entities/user.ts';
import { formatRefreshToken, parseRefreshToken, type RefreshToken } from '../../domain/auth/refresh-token.ts';
import { MAX_USER_SESSIONS } from '../../domain/auth/sessions.ts';
import { systemPrincipal } from '../../platform/auth/principal.ts';
import { toInstant } from '../../platform/clock.ts';
import { type Ids, sha256 } from '../../platform/ids.ts';
import { signingKeys } from '../../platform/secrets.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { Session, User } from '../../platform/table/entities/users.ts';
import { keys } from '../../platform/table/keys.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import { openTable, type Table } from '../../platform/table/table.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Lifetime of an unused sign-in session: a week, or 12 hours if the user did not choose to be remembered. */
export const SESSION_TTL_MS = { remembered: 7 * 24 * HOUR_MS, forgotten: 12 * HOUR_MS } as const;
const SECRET_BYTES = 32;

export type SessionRow = Row<typeof Session>;

const ttlOf = (remember: boolean): number =>
  remember ? SESSION_TTL_MS.remembered : SESSION_TTL_MS.forgotten;

/** Returns a new sign-in session with its first refresh token, of which only the hash is stored. */
export const openSession = (
  table: Table,
  user: Pick<UserFields, 'companyId' | 'id' | 'sessionVersion'>,
  { remember, ...place }: Pick<SessionRow, 'remember' | 'device' | 'ip'>,
  ports: { ids: Ids; nowMs: number },
): { sessionId: string; refreshToken: string; item: WriteItem } => {
  const sessionId = ports.ids.uuid();
  const [family, secret] = [ports.ids.token(SECRET_BYTES), ports.ids.token(SECRET_BYTES)];
  const { companyId, id: userId } = user;
  const refreshToken = formatRefreshToken({ companyId, userId, sessionId, family, secret });
  const item = table.put(
    Session,
    {
      companyId,
      id: sessionId,
      userId,
      sessionVersion: user.sessionVersion,
      familyHash: sha256(family),
      currentHash: sha256(refreshToken),
      rotatedAt: toInstant(ports.nowMs),
      expiresAt: toInstant(ports.nowMs + ttlOf(remember)),
      remember,
      ...place,
    },
    'absent',
    ports.nowMs,
  );
  return { sessionId, refreshToken, item };
};

/** Maximum number of sessions in one read. A race may leave more sessions; a later sign-in ends these. */
const SESSIONS_READ = 5 * MAX_USER_SESSIONS;

/** Loads a user's sessions, including ended sessions that are not yet removed: one consistent query. */
export const loadSessions = async (table: Table, userId: number): Promise<SessionRow[]> => {
  const { pk, sk } = keys.session({ userId, id: '' });
  return (await table.query(Session, { pk, prefix: sk, limit: SESSIONS_READ, consistent: true })).rows;
};

/**
 * Returns a presented token with its current sign-in session and user: one consistent read. Until the token's hash is
 * compared, these rows are unproven, and nothing of them may be returned to the client.
 */
export const loadSession = async (text: string) => {
  const token = parseRefreshToken(text);
  if (token === undefined) return undefined;
  const { companyId } = systemPrincipal('sign-in', token.companyId);
  const table = openTable(companyId);
  const [session, user] = await table.getRaw(
    [
      table.keyOf(Session, { userId: token.userId, id: token.sessionId }),
      table.keyOf(User, { id: token.userId }),
    ],
    { consistent: true },
  );
  return {
    token,
    companyId,
    table,
    presented: { familyHash: sha256(token.family), tokenHash: sha256(text) },
    session: session === undefined ? undefined : parseRow(Session, session),
    user: user === undefined ? undefined : parseRow(User, user),
  };
};

/**
 * Returns the successor of a refresh token. It is always the same, so that two tabs that refresh at the same moment
 * get the same cookie, whichever response the browser receives last. It cannot be computed without the signing key.
 */
const successorBy = (key: Uint8Array, text: string, token: RefreshToken): string =>
  formatRefreshToken({
    ...token,
    secret: createHmac('sha256', key).update(`refresh-successor\n${text}`).digest('base64url'),
  });

/** Advances the sign-in session to the successor of the presented token. */
export const rotateSession = async (
  table: Table,
  session: SessionRow,
  text: string,
  token: RefreshToken,
  nowMs: number,
): Promise<{ refreshToken: string; item: WriteItem }> => {
  const { current, keys } = await signingKeys();
  const key = keys[current];
  if (key === undefined) throw new Error('the current signing key is missing');
  const refreshToken = successorBy(key, text, token);
  const item = table.put(
    Session,
    {
      ...session,
      previousHash: session.currentHash,
      currentHash: sha256(refreshToken),
      rotatedAt: toInstant(nowMs),
      expiresAt: toInstant(nowMs + ttlOf(session.remember)),
    },
    session.version,
    nowMs,
  );
  return { refreshToken, item };
};

/** Returns the successor that was already made of a token; undefined if the key that made it is gone. */
export const madeSuccessor = async (
  session: SessionRow,
  text: string,
  token: RefreshToken,
): Promise<string | undefined> => {
  const { keys } = await signingKeys();
  return Object.values(keys)
    .map((key) => successorBy(key, text, token))
    .find((successor) => sha256(successor) === session.currentHash);
};
