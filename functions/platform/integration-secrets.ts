import { tenantSecretKeys } from './secrets.ts';
import { type TenantSealer, tenantSealer } from './tenant-sealer.ts';

/** Kinds of secrets. A secret cannot be decrypted for another integration or as another kind. */
const KINDS = {
  credentials: { purpose: 'integration-credentials', name: 'key-file' },
  signing: { purpose: 'integration-signing', name: 'secret' },
} as const;
type Kind = keyof typeof KINDS;

const sealerOf = async (companyId: number, integrationId: number, kind: Kind): Promise<TenantSealer> =>
  tenantSealer(await tenantSecretKeys(), companyId, `${KINDS[kind].purpose}/${integrationId}`);

const seal = async (companyId: number, integrationId: number, kind: Kind, text: string): Promise<string> =>
  (await sealerOf(companyId, integrationId, kind)).seal(KINDS[kind].name, text);
const open = async (companyId: number, integrationId: number, kind: Kind, sealed: string): Promise<string> =>
  (await sealerOf(companyId, integrationId, kind)).open(KINDS[kind].name, sealed);

/** Encrypts the key file of an integration's service account, for storage in the integration's row. */
export const sealCredentials = (companyId: number, integrationId: number, text: string): Promise<string> =>
  seal(companyId, integrationId, 'credentials', text);

/** Decrypts what {@link sealCredentials} returned. @throws Error if it was not encrypted for this integration */
export const openCredentials = (companyId: number, integrationId: number, sealed: string): Promise<string> =>
  open(companyId, integrationId, 'credentials', sealed);

/** Encrypts the secret (`whsec_…`) that signs the calls of an integration, for storage in the integration's row. */
export const sealSigningSecret = (companyId: number, integrationId: number, text: string): Promise<string> =>
  seal(companyId, integrationId, 'signing', text);

/** Decrypts what {@link sealSigningSecret} returned. @throws Error if it was not encrypted for this integration */
export const openSigningSecret = (
  companyId: number,
  integrationId: number,
  sealed: string,
): Promise<string> => open(companyId, integrationId, 'signing', sealed);
