import type { Connection } from '@prosa/shared/entities/connection.ts';
import { openForConnection, sealForConnection } from '../../platform/connection-secrets.ts';

/** A provider's credentials for an account: a page, an Instagram account or a phone number of the Cloud API. */
interface Credentials {
  accessToken: string;
  /** When the token ends; null where it does not end by itself. */
  expireAt: string | null;
}

type Keeper = Pick<Connection, 'companyId' | 'id' | 'credentials'>;

const ownerOf = ({ companyId, id }: Keeper) => ({ companyId, connectionId: id });

/** Returns the connection with new credentials, the token sealed: `connectionItems` writes it. */
export const withCredentials = async <T extends Keeper>(
  connection: T,
  { accessToken, expireAt }: Credentials,
): Promise<T> => ({
  ...connection,
  credentials: { sealed: await sealForConnection(ownerOf(connection), 'accessToken', accessToken), expireAt },
});

/**
 * Returns what a sender shows the provider; undefined where the connection has no credentials or they have ended: then
 * nothing can be sent until the account is linked again. Reads nothing but the keys.
 */
export const credentialsOf = async (connection: Keeper, nowMs: number): Promise<Credentials | undefined> => {
  const { credentials } = connection;
  if (credentials === null) return undefined;
  const { sealed, expireAt } = credentials;
  if (expireAt !== null && Date.parse(expireAt) <= nowMs) return undefined;
  return { accessToken: await openForConnection(ownerOf(connection), 'accessToken', sealed), expireAt };
};
