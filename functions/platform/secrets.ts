import * as z from 'zod';
import { getSecret } from './aws/secrets-manager.ts';

const MIN_KEY_BYTES = 32;
const CACHE_MS = 5 * 60 * 1000;

const keyText = z
  .string()
  .transform((text) => Uint8Array.from(Buffer.from(text, 'base64url')))
  .refine((key) => key.byteLength >= MIN_KEY_BYTES, 'a key needs at least 256 bits');

const signingSchema = z.object({ current: z.string().min(1), keys: z.record(z.string(), keyText) });
export type SigningKeys = z.output<typeof signingSchema>;
const metaSchema = z.object({ appSecret: z.string().min(16), verifyToken: z.string().min(16) });

const cache = new Map<string, { at: number; value: Promise<string> }>();

const readSecret = (name: string): Promise<string> => {
  const held = cache.get(name);
  if (held !== undefined && Date.now() - held.at < CACHE_MS) return held.value;
  const value = getSecret(name);
  cache.set(name, { at: Date.now(), value });
  value.catch(() => cache.delete(name));
  return value;
};

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

/** Keys that sign access tokens, cursors and links, by key id. Throws where one is shorter than 256 bits (S-03). */
export const signingKeys = memo(async (): Promise<SigningKeys> => {
  const keys = signingSchema.parse(JSON.parse(await readSecret('prosa/signing')));
  if (keys.keys[keys.current] === undefined) throw new Error('the current signing key is missing');
  return keys;
});

/** The key new cursors are sealed with. */
export const currentSigningKey = async (): Promise<Uint8Array> => {
  const keys = await signingKeys();
  const key = keys.keys[keys.current];
  if (key === undefined) throw new Error('the current signing key is missing');
  return key;
};

/** The 256-bit key that seals WhatsApp credentials and per-tenant secrets. */
export const encryptionKey = memo(
  async (): Promise<Uint8Array> => keyText.parse(await readSecret('prosa/encryption')),
);

/** The key that signs links to media. */
export const mediaKey = memo(async (): Promise<Uint8Array> => keyText.parse(await readSecret('prosa/media')));

/** App secret and verify token of the Meta app; an unset one refuses to start (S-50). */
export const metaSecrets = memo(async () => metaSchema.parse(JSON.parse(await readSecret('prosa/meta'))));

/** What the edge shows the API to prove itself; in AWS only. */
export const originSecret = memo(() => readSecret('prosa/origin'));
