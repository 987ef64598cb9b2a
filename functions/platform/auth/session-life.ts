import type { Row } from '../table/define-entity.ts';
import { Session } from '../table/entities/users.ts';
import { openTable } from '../table/table.ts';
import type { AccessClaims } from './access-token.ts';
import type { CompanyId } from './company-id.ts';

/**
 * How long a container caches that a sign-in session is valid. A sign-out elsewhere takes effect after this at the
 * latest (S-05 allows 60 s). A sign-out in this process takes effect at once through {@link forgetSession}.
 */
const TRUST_MS = 30_000;
const MAX_SESSIONS = 5_000;

type SessionRow = Row<typeof Session>;

const held = new Map<string, { untilMs: number; value: Promise<SessionRow | undefined> }>();

const load = async (
  companyId: CompanyId,
  { userId, sessionId }: AccessClaims,
  consistent: boolean,
): Promise<SessionRow | undefined> => {
  const read = (now: boolean) =>
    openTable(companyId).get(Session, { userId, id: sessionId }, { consistent: now });
  // A sign-in session opened a moment ago may not have reached every replica.
  return (consistent ? undefined : await read(false)) ?? read(true);
};

/**
 * Returns the sign-in session of an access token, at most 30 seconds old; undefined if it was signed out, was revoked
 * or has expired. Costs half a read unit every 30 seconds for each session and container.
 */
export const livingSession = async (
  companyId: CompanyId,
  claims: AccessClaims,
  nowMs: number,
): Promise<SessionRow | undefined> => {
  const { sessionId } = claims;
  const known = held.get(sessionId);
  let value = known?.value;
  if (value === undefined || known === undefined || known.untilMs <= nowMs) {
    if (held.size >= MAX_SESSIONS) held.clear();
    value = load(companyId, claims, known !== undefined);
    held.set(sessionId, { untilMs: nowMs + TRUST_MS, value });
  }
  try {
    const session = await value;
    return session !== undefined && Date.parse(session.expiresAt) > nowMs ? session : undefined;
  } catch (error) {
    held.delete(sessionId);
    throw error;
  }
};

/**
 * Makes the next call read the sign-in session again. Call it after the commit that ends or changes a sign-in
 * session.
 */
export const forgetSession = (sessionId: string): void => {
  held.set(sessionId, { untilMs: 0, value: Promise.resolve(undefined) });
};
