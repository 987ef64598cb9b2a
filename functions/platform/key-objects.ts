import crypto, { type BinaryLike, type CipherKey, createSecretKey, type KeyObject } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * To be imported first by a process that signs, seals or hashes much. Given a key as bytes, Node 24.21 raises and catches
 * an exception, stack included, to learn that it is no KeyObject: 55 µs for an HMAC that takes 7 µs with one. Every
 * call of the AWS SDK and every frame and message of WhatsApp pays that several times.
 */
const toKeyObject = <K>(key: K): K | KeyObject =>
  key instanceof Uint8Array && key.length > 0 ? createSecretKey(key) : key;

// Taken before they are replaced: the named imports of this module would be the new ones.
const { createHmac, createCipheriv, createDecipheriv } = crypto;
type Options = Parameters<typeof createCipheriv>[3];

Object.assign(crypto, {
  createHmac: (algorithm: string, key: BinaryLike | KeyObject, options?: Parameters<typeof createHmac>[2]) =>
    createHmac(algorithm, toKeyObject(key), options),
  createCipheriv: (algorithm: string, key: CipherKey, iv: BinaryLike | null, options?: Options) =>
    createCipheriv(algorithm, toKeyObject(key), iv, options),
  createDecipheriv: (algorithm: string, key: CipherKey, iv: BinaryLike | null, options?: Options) =>
    createDecipheriv(algorithm, toKeyObject(key), iv, options),
});
syncBuiltinESMExports();
