import { type SecretName, secretId } from '@prosa/shared/resource-names.ts';
import * as z from 'zod';
import { perRole } from './aws/local-role.ts';
import { getPreviousSecret, getSecret } from './aws/secrets-manager.ts';
import { requireEnv } from './env.ts';

const MIN_KEY_BYTES = 32;
const CACHE_MS = 5 * 60 * 1000;

const keyText = z
  .string()
  .transform((text) => Uint8Array.from(Buffer.from(text, 'base64url')))
  .refine((key) => key.byteLength >= MIN_KEY_BYTES, 'a key needs at least 256 bits');

const keyRingSchema = z.object({ current: z.string().min(1), keys: z.record(z.string(), keyText) });
/** Keys by id: the current one for new data, the others for data from before. */
export type KeyRing = z.output<typeof keyRingSchema>;
const metaSchema = z.object({
  appSecret: z.string().min(16),
  verifyToken: z.string().min(16),
});
const metaAppSchema = z.object({
  /** '' until the operator has entered it: then the webhook accepts nothing, and no account can be linked. */
  appSecret: z.string().default(''),
  /** '' until the operator has entered it: then accounts are linked only by pasting a token. */
  appId: z.string().default(''),
  /** Configuration of WhatsApp's embedded signup; '' without one. */
  signupConfigId: z.string().default(''),
});
const providerSchema = z.object({
  /** '' until the operator has entered it. */
  apiKey: z.string().default(''),
  baseUrl: z.string().default(''),
  model: z.string().default(''),
});

/** Caches the read value. If a read fails, the previous value stays in use until its own limit. */
const memo = <T>(read: () => Promise<T>) => {
  const memory = perRole((): { held: { at: number; value: Promise<T> } | undefined } => ({
    held: undefined,
  }));
  return (maxAgeMs: number = CACHE_MS): Promise<T> => {
    const mine = memory();
    const { held: before } = mine;
    if (before !== undefined && Date.now() - before.at < maxAgeMs) return before.value;
    const held = { at: Date.now(), value: read() };
    mine.held = held;
    held.value.catch(() => {
      if (mine.held === held) mine.held = before;
    });
    return held.value;
  };
};

const idOf = (name: SecretName): string => secretId(requireEnv('INSTALLATION'), name);
const readSecret = (name: SecretName): Promise<string> => getSecret(idOf(name));

const keyRing = (name: SecretName) =>
  memo(async (): Promise<KeyRing> => {
    const ring = keyRingSchema.parse(JSON.parse(await readSecret(name)));
    if (ring.keys[ring.current] === undefined) throw new Error(`the current key of ${name} is missing`);
    return ring;
  });

/** Keys that sign access tokens and encrypt cursors, by key id. Throws if one is shorter than 256 bits (S-03). */
export const signingKeys = keyRing('signing');

/** Keys that encrypt WhatsApp credentials; only the session host has them (S-70). */
export const sessionCredentialKeys = keyRing('sessionCredentials');

/** Keys that encrypt companies' secrets, through a `tenantSealer`. */
export const tenantSecretKeys = keyRing('tenantSecrets');

/** The key that signs links to media. */
export const mediaKey = memo(async (): Promise<Uint8Array> => keyText.parse(await readSecret('media')));

/** Secrets of the Meta app; throws if its secret or verify token is not set (S-50). */
export const metaSecrets = memo(async () => metaSchema.parse(JSON.parse(await readSecret('meta'))));

/** The Meta app with which accounts are linked, as far as the operator has entered it. */
export const metaAppSecret = memo(async () => metaAppSchema.parse(JSON.parse(await readSecret('meta'))));

/** The provider of the help chat, as far as the operator has entered it. */
export const helpChatSecret = memo(async () =>
  providerSchema.parse(JSON.parse(await readSecret('helpChat'))),
);

/**
 * The secret with which CloudFront authenticates to the API, and the previous one: while a new value propagates to
 * the edge, both arrive. In AWS only.
 */
export const originSecrets = memo(async (): Promise<string[]> => {
  const all = await Promise.all([readSecret('origin'), getPreviousSecret(idOf('origin'))]);
  return all.filter((secret) => secret !== undefined);
});
