import { type SecretName, secretId } from '@prosa/shared/resource-names.ts';
import * as z from 'zod';
import { getSecret } from './aws/secrets-manager.ts';
import { requireEnv } from './env.ts';

const MIN_KEY_BYTES = 32;
const CACHE_MS = 5 * 60 * 1000;

const keyText = z
  .string()
  .transform((text) => Uint8Array.from(Buffer.from(text, 'base64url')))
  .refine((key) => key.byteLength >= MIN_KEY_BYTES, 'a key needs at least 256 bits');

const keyRingSchema = z.object({ current: z.string().min(1), keys: z.record(z.string(), keyText) });
/** Keys by id: the current one is used for what is new, the others for what they made before. */
export type KeyRing = z.output<typeof keyRingSchema>;
const metaSchema = z.object({ appSecret: z.string().min(16), verifyToken: z.string().min(16) });

const memo = <T>(read: () => Promise<T>) => {
  let held: { at: number; value: Promise<T> } | undefined;
  return (): Promise<T> => {
    if (held !== undefined && Date.now() - held.at < CACHE_MS) return held.value;
    const value = read();
    held = { at: Date.now(), value };
    value.catch(() => {
      held = undefined;
    });
    return value;
  };
};

const readSecret = (name: SecretName): Promise<string> =>
  getSecret(secretId(requireEnv('INSTALLATION'), name));

const keyRing = (name: SecretName) =>
  memo(async (): Promise<KeyRing> => {
    const ring = keyRingSchema.parse(JSON.parse(await readSecret(name)));
    if (ring.keys[ring.current] === undefined) throw new Error(`the current key of ${name} is missing`);
    return ring;
  });

/** Keys that sign access tokens and seal cursors, by key id. Throws where one is shorter than 256 bits (S-03). */
export const signingKeys = keyRing('signing');

/** Keys that seal WhatsApp credentials: the session host's alone (S-70). */
export const sessionCredentialKeys = keyRing('sessionCredentials');

/** Keys that seal what companies entrust to us, through a `tenantSealer`. */
export const tenantSecretKeys = keyRing('tenantSecrets');

/** The key that signs links to media. */
export const mediaKey = memo(async (): Promise<Uint8Array> => keyText.parse(await readSecret('media')));

/** App secret and verify token of the Meta app; an unset one refuses to start (S-50). */
export const metaSecrets = memo(async () => metaSchema.parse(JSON.parse(await readSecret('meta'))));

/** What the edge shows the API to prove itself; in AWS only. */
export const originSecret = memo(() => readSecret('origin'));
