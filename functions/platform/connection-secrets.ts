import { tenantSecretKeys } from './secrets.ts';
import { type TenantSealer, tenantSealer } from './tenant-sealer.ts';

interface Owner {
  companyId: number;
  connectionId: number;
}

/** Kinds of secrets of a connection. A secret cannot be decrypted for another connection or as another kind. */
const KINDS = {
  /** The URL of a proxy, with its user name and password. */
  proxyUrl: { purpose: 'proxy', name: 'url' },
  /** The provider's access token for one of its accounts. */
  accessToken: { purpose: 'credentials', name: 'access-token' },
} as const;
type Kind = keyof typeof KINDS;

const sealerOf = async ({ companyId, connectionId }: Owner, kind: Kind): Promise<TenantSealer> =>
  tenantSealer(await tenantSecretKeys(), companyId, `${KINDS[kind].purpose}/${connectionId}`);

/** Encrypts a secret of a connection, for storage in the connection's row. */
export const sealForConnection = async (owner: Owner, kind: Kind, secret: string): Promise<string> =>
  (await sealerOf(owner, kind)).seal(KINDS[kind].name, secret);

/**
 * Decrypts a secret of a connection.
 * @throws Error if it was not encrypted for this connection and kind
 */
export const openForConnection = async (owner: Owner, kind: Kind, sealed: string): Promise<string> =>
  (await sealerOf(owner, kind)).open(KINDS[kind].name, sealed);
