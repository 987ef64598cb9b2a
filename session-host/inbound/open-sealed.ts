import { createDecipheriv, hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;
const TAG_BYTES = 16;

/** An encrypted change of a message, e.g. an edit. */
export interface Sealed {
  encPayload?: Uint8Array | null | undefined;
  encIv?: Uint8Array | null | undefined;
  /** WhatsApp's name of the change in the key's derivation. */
  use: 'Message Edit' | 'Poll Vote';
  /** Id of the changed message. */
  target: string;
  /** JIDs by which the derivation may name the writer of the message. */
  writers: readonly string[];
  /** JIDs by which it may name the sender of the change. */
  senders: readonly string[];
}

/**
 * Decrypts an encrypted change with the secret of its message. The key is derived from the ids of two people, each of
 * whom WhatsApp names by number or by opaque id, so all combinations are tried. undefined if none fits.
 */
export const openSealed = (
  { encPayload, encIv, use, target, writers, senders }: Sealed,
  secret: Uint8Array,
): Buffer | undefined => {
  if (!encPayload || !encIv || encPayload.length < TAG_BYTES) return undefined;
  for (const writer of writers) {
    for (const sender of senders) {
      const derived = hkdfSync(
        'sha256',
        secret,
        Buffer.alloc(0),
        `${target}${writer}${sender}${use}`,
        KEY_BYTES,
      );
      const decipher = createDecipheriv('aes-256-gcm', Buffer.from(derived), encIv, {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(encPayload.subarray(-TAG_BYTES));
      if (use === 'Poll Vote') decipher.setAAD(Buffer.from(`${target}\0${sender}`));
      try {
        return Buffer.concat([decipher.update(encPayload.subarray(0, -TAG_BYTES)), decipher.final()]);
      } catch {
        // The derivation uses another id.
      }
    }
  }
  return undefined;
};
