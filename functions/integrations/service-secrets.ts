import type { Integration } from '@prosa/shared/entities/integration.ts';
import { openCredentials, openSigningSecret } from '../platform/integration-secrets.ts';

/** The secrets of an integration as plain texts; undefined without one. */
export interface ServiceSecrets {
  /** Dialogflow: the key file of the service account. */
  credentials: string | undefined;
  /** n8n and webhook: `whsec_` and base64. */
  signingSecret: string | undefined;
}

/** Decrypts the secrets of an integration. @throws Error if one was not encrypted for this integration */
export const openSecrets = async ({
  companyId,
  id,
  credentials,
  signingSecret,
}: Pick<Integration, 'companyId' | 'id' | 'credentials' | 'signingSecret'>): Promise<ServiceSecrets> => ({
  credentials: credentials === null ? undefined : await openCredentials(companyId, id, credentials.sealed),
  signingSecret:
    signingSecret === null ? undefined : await openSigningSecret(companyId, id, signingSecret.sealed),
});
