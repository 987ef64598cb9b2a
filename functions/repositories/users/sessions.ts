import { createHmac } from 'node:crypto';
import type { User as UserFields } from '@prosa/shared/entities/user.ts';
import { formatRefreshToken, parseRefreshToken, type RefreshToken } from '../../domain/auth/refresh-token.ts';
import { systemPrincipal } from '../../platform/auth/principal.ts';
import { toInstant } from '../../platform/clock.ts';
import { type Ids, sha256 } from '../../platform/ids.ts';
import { signingKeys } from '../../platform/secrets.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { Session, User } from '../../platform/table/entities/users.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import { openTable, type Table } from '../../platform/table/table.ts';

const HOUR_MS = 60 * 60 * 1000;
/** How long an unused session lasts: a week, or a working day where the browser was told to forget it. */
export const SESSION_TTL_MS = { remembered: 7 * 24 * HOUR_MS, forgotten: 12 * HOUR_MS } as const;
const SECRET_BYTES = 32;

export type SessionRow = Row<typeof Session>;

const ttlOf = (remember: boolean): number =>
  remember ? SESSION_TTL_MS.remembered : SESSION_TTL_MS.forgotten;

/** A new family of refresh tokens; only the hash of its first is stored. */
export const openSession = (
  table: Table,
  user: Pick<UserFields, 'companyId' | 'id' | 'sessionVersion'>,
  remember: boolean,
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
    },
    'absent',
    ports.nowMs,
  );
  return { sessionId, refreshToken, item };
};

/**
 * A presented token with its session and user as they are now: one consistent read. Until its hash is compared, the system
 * looks at what the token names, and nothing of it may be told.
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
 * The token that follows a token: always the same one, so that two tabs which refresh at the same moment end with the
 * same cookie, whichever answer the browser takes last. Nobody without the signing key can tell it.
 */
const successorBy = (key: Uint8Array, text: string, token: RefreshToken): string =>
  formatRefreshToken({
    ...token,
    secret: createHmac('sha256', key).update(`refresh-successor\n${text}`).digest('base64url'),
  });

/** The session moved on to the successor of the presented token. */
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

/** The successor that was already made of a token; undefined where the key it was made with is gone. */
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
