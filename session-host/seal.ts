import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type ConnectionRef, refKey } from './ports.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM over one named value of one connection. The name and the connection are authenticated with it, so that
 * a ciphertext copied to another row, connection or company does not open (S-56).
 */
export class Sealer {
  private readonly key: Uint8Array;
  private readonly ref: ConnectionRef;

  constructor(key: Uint8Array, ref: ConnectionRef) {
    this.key = key.subarray(0, 32);
    this.ref = ref;
  }

  seal(name: string, plain: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce);
    cipher.setAAD(this.context(name));
    return Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
      'base64',
    );
  }

  /** @throws Error when the value was not sealed for this name, connection and key. */
  open(name: string, sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', this.key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(this.context(name));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([
      decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)),
      decipher.final(),
    ]).toString('utf8');
  }

  private context(name: string): Buffer {
    return Buffer.from(`${refKey(this.ref)}\n${name}`);
  }
}
