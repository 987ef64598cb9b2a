import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import type { KeyRing } from './secrets.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts and decrypts the values of one company for one purpose. */
export interface TenantSealer {
  /** Returns the value encrypted with the ring's current key: `<key id>.<base64url>`. */
  seal(name: string, text: string): string;
  /**
   * @throws Error if the value was not encrypted exactly so for this company, purpose and name, or its key is no
   * longer in the ring
   */
  open(name: string, sealed: string): string;
}

/** Cache of the derived keys of each ring. Lives as long as the ring object; a ring that is read again starts empty. */
const derivedKeys = new WeakMap<KeyRing, Map<string, KeyObject>>();

const deriveKey = (ring: KeyRing, id: string, companyId: number, purpose: string): KeyObject => {
  const derived = derivedKeys.get(ring) ?? new Map<string, KeyObject>();
  derivedKeys.set(ring, derived);
  const info = JSON.stringify(['prosa', companyId, purpose]);
  const name = `${id} ${info}`;
  const held = derived.get(name);
  if (held !== undefined) return held;
  const master = ring.keys[id];
  if (master === undefined) throw new Error(`there is no key ${id} to open a sealed value with`);
  const key = createSecretKey(new Uint8Array(hkdfSync('sha256', master, '', info, KEY_BYTES)));
  derived.set(name, key);
  return key;
};

/**
 * Encrypts with AES-256-GCM under a key specific to the company and purpose, derived by HKDF-SHA256 from a key of the
 * ring; the name is authenticated with the value. So an encrypted value that is copied to another name, purpose or
 * company cannot be decrypted (S-56). After a key rotation the ring still decrypts values of its earlier keys.
 * @param purpose kind of the values, e.g. `whatsapp/12`
 */
export const tenantSealer = (ring: KeyRing, companyId: number, purpose: string): TenantSealer => {
  const keyOf = (id: string): KeyObject => deriveKey(ring, id, companyId, purpose);
  return {
    seal: (name, text) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, keyOf(ring.current), nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(name));
      const sealed = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return `${ring.current}.${Buffer.concat(sealed).toString('base64url')}`;
    },
    open: (name, sealed) => {
      const dot = sealed.lastIndexOf('.');
      const bytes = Buffer.from(sealed.slice(dot + 1), 'base64url');
      // The last letter of a base64url text has bits that decoding ignores.
      const isCanonical = bytes.toString('base64url') === sealed.slice(dot + 1);
      if (dot < 0 || !isCanonical || bytes.byteLength < NONCE_BYTES + TAG_BYTES)
        throw new Error('not a sealed value');
      const decipher = createDecipheriv(CIPHER, keyOf(sealed.slice(0, dot)), bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(name));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      return (
        decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      );
    },
  };
};
