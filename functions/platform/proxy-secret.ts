import { tenantSecretKeys } from './secrets.ts';
import { type TenantSealer, tenantSealer } from './tenant-sealer.ts';

const NAME = 'url';

interface Owner {
  companyId: number;
  connectionId: number;
}

const sealerOf = async ({ companyId, connectionId }: Owner): Promise<TenantSealer> =>
  tenantSealer(await tenantSecretKeys(), companyId, `proxy/${connectionId}`);

/** The URL of a connection's proxy, credentials included, as its row keeps it. */
export const sealProxyUrl = async (owner: Owner, url: string): Promise<string> =>
  (await sealerOf(owner)).seal(NAME, url);

/** @throws Error where it was not sealed for this connection */
export const openProxyUrl = async (owner: Owner, sealed: string): Promise<string> =>
  (await sealerOf(owner)).open(NAME, sealed);
