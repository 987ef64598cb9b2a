import { toInstant } from '../clock.ts';
import { type Ids, sha256 } from '../ids.ts';
import { ConnectionToken } from '../table/entities/connections.ts';
import { globalTable } from '../table/table.ts';

const TOKEN_CHARS = 30;
const SHOWN_CHARS = 4;
/** Twice the needed amount, because two of the 64 characters of base64url are not alphanumeric and are skipped. */
const RANDOM_BYTES = 48;

/** 30 random letters and digits: 178 bits. */
export const makeToken = (ids: Ids): string => {
  let token = '';
  while (token.length < TOKEN_CHARS) token += ids.token(RANDOM_BYTES).replace(/[^A-Za-z0-9]/g, '');
  return token.slice(0, TOKEN_CHARS);
};

/** Creates an API token and the fields to store of it. */
export const makeConnectionToken = (ids: Ids): { token: string; tokenHash: string; tokenLast4: string } => {
  const token = makeToken(ids);
  return { token, tokenHash: sha256(token), tokenLast4: token.slice(-SHOWN_CHARS) };
};

interface Owner {
  companyId: number;
  connectionId: number;
}

/**
 * Returns the connection that a token gives access to now, of any company; undefined for any other text. One read of
 * half a unit.
 */
export const findConnectionByToken = async (token: string, nowMs: number): Promise<Owner | undefined> => {
  const row = await globalTable.get(ConnectionToken, { hash: sha256(token) });
  if (row === undefined || (row.validUntil !== null && row.validUntil <= toInstant(nowMs))) return undefined;
  return { companyId: row.companyId, connectionId: row.connectionId };
};
