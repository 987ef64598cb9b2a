import type { Connection } from '@prosa/shared/entities/connection.ts';
import { openForConnection, sealForConnection } from '../../platform/connection-secrets.ts';

/** A provider's credentials for an account: a page, an Instagram account or a phone number of the Cloud API. */
interface Credentials {
  accessToken: string;
  /** When the token expires; null if it does not. */
  expireAt: string | null;
}

type Keeper = Pick<Connection, 'companyId' | 'id' | 'credentials'>;

const ownerOf = ({ companyId, id }: Keeper) => ({ companyId, connectionId: id });

/** Returns the connection with new credentials and an encrypted token; `connectionItems` writes it. */
export const withCredentials = async <T extends Keeper>(
  connection: T,
  { accessToken, expireAt }: Credentials,
): Promise<T> => ({
  ...connection,
  credentials: { sealed: await sealForConnection(ownerOf(connection), 'accessToken', accessToken), expireAt },
});

/**
 * Returns the credentials for sending. Undefined if the connection has none or they have expired: nothing can be sent
 * until the account is linked again. Reads only the keys.
 */
export const credentialsOf = async (connection: Keeper, nowMs: number): Promise<Credentials | undefined> => {
  const { credentials } = connection;
  if (credentials === null) return undefined;
  const { sealed, expireAt } = credentials;
  if (expireAt !== null && Date.parse(expireAt) <= nowMs) return undefined;
  return { accessToken: await openForConnection(ownerOf(connection), 'accessToken', sealed), expireAt };
};
