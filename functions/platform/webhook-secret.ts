import { createHmac } from 'node:crypto';
import type { CompanyId } from './auth/company-id.ts';
import type { Ids } from './ids.ts';
import { tenantSecretKeys } from './secrets.ts';
import { type TenantSealer, tenantSealer } from './tenant-sealer.ts';

/** Standard Webhooks asks for 24 to 64 random bytes. */
const SECRET_BYTES = 32;
const PREFIX = 'whsec_';
/** Name of the sealed value. */
const NAME = 'secret';

interface Owner {
  companyId: CompanyId;
  endpointId: number;
}

const sealerOf = async ({ companyId, endpointId }: Owner): Promise<TenantSealer> =>
  tenantSealer(await tenantSecretKeys(), companyId, `webhook/${endpointId}`);

/** Makes a signing secret as Standard Webhooks describes: `whsec_` and base64. */
export const newSigningSecret = (ids: Ids): string =>
  `${PREFIX}${Buffer.from(ids.token(SECRET_BYTES), 'base64url').toString('base64')}`;

/** Makes the signing secret of an endpoint: the text that its owner is shown once, and what is stored of it. */
export const makeWebhookSecret = async (
  owner: Owner,
  ids: Ids,
): Promise<{ text: string; stored: { sealed: string; last4: string } }> => {
  const text = newSigningSecret(ids);
  const sealed = (await sealerOf(owner)).seal(NAME, text);
  return { text, stored: { sealed, last4: text.slice(-4) } };
};

/** Decrypts the secrets of an endpoint. @throws Error if one was not encrypted for this endpoint */
export const openWebhookSecrets = async (owner: Owner, sealed: readonly string[]): Promise<string[]> => {
  const sealer = await sealerOf(owner);
  return sealed.map((each) => sealer.open(NAME, each));
};

/**
 * Returns the headers that identify and sign a delivery, as Standard Webhooks describes: the HMAC-SHA256 of
 * `<id>.<seconds>.<body>`, one signature for each secret.
 * @param secrets `whsec_` and base64
 */
export const signWebhook = (
  { id, body, nowMs }: { id: string; body: string; nowMs: number },
  secrets: readonly string[],
): Record<string, string> => {
  const seconds = String(Math.floor(nowMs / 1000));
  const signatureOf = (secret: string): string => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  };
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': secrets.map(signatureOf).join(' '),
  };
};
