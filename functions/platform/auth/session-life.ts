import type { Row } from '../table/define-entity.ts';
import { Session } from '../table/entities/users.ts';
import { openTable } from '../table/table.ts';
import type { AccessClaims } from './access-token.ts';
import type { CompanyId } from './company-id.ts';

/**
 * How long a container trusts that a session goes on. Signing out elsewhere counts after this at the latest (S-05 allows
 * 60 s); what this process ends counts at once through {@link forgetSession}.
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
  // One that was opened a moment ago may not have reached every replica.
  return (consistent ? undefined : await read(false)) ?? read(true);
};

/**
 * The session an access token belongs to, at most 30 seconds old; undefined where it was signed out, was revoked or has
 * expired. Half a read unit per session and half minute in a container that it calls.
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

/** Makes the next call look at the session as it is now: for whoever ends or changes it, after the commit. */
export const forgetSession = (sessionId: string): void => {
  held.set(sessionId, { untilMs: 0, value: Promise.resolve(undefined) });
};
