import { createCipheriv, createDecipheriv, hkdfSync, pbkdf2Sync, randomBytes } from 'node:crypto';
import { type BinaryNode, getBinaryNodeChildBuffer, jidDecode } from 'baileys/lib/WABinary/index.js';
import * as curve from 'libsignal/src/curve.js';
import type { Account } from './accounts.ts';
import { serverNotice } from './stanzas.ts';

const PBKDF2_ROUNDS = 131_072;
const KEY_BYTES = 32;
const SALT_BYTES = 32;
const CTR_IV_BYTES = 16;
const GCM_IV_BYTES = 12;
const GCM_TAG_BYTES = 16;
const KEY_TYPE = Buffer.from([5]);

const codeKey = (code: string, salt: Buffer): Buffer =>
  pbkdf2Sync(code, salt, PBKDF2_ROUNDS, KEY_BYTES, 'sha256');
const keyOf = (secret: Buffer, salt: Buffer, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, KEY_BYTES));
const leaf = (tag: string, content: Buffer): BinaryNode => ({ tag, attrs: {}, content });
const bytesOf = (node: BinaryNode, tag: string): Buffer =>
  Buffer.from(getBinaryNodeChildBuffer(node, tag) ?? []);
const bare = (key: Buffer): Buffer => key.subarray(-KEY_BYTES);
const agree = (theirs: Buffer, ours: Buffer): Buffer =>
  Buffer.from(curve.calculateAgreement(Buffer.concat([KEY_TYPE, bare(theirs)]), ours));

const replyTo = (iq: BinaryNode, type: string, content: BinaryNode): BinaryNode => ({
  tag: 'iq',
  attrs: { from: 's.whatsapp.net', id: iq.attrs.id ?? '', type },
  content: [content],
});

/** Returns WhatsApp's refusal of a pairing code. */
export const refusalOf = (iq: BinaryNode, code: string): BinaryNode =>
  replyTo(iq, 'error', { tag: 'error', attrs: { code } });

/**
 * Links a device by pairing code (WhatsApp's linking without a camera): the device shows the code, and the user types
 * it on the phone.
 */
export class CodePairing {
  /** Number of the phone to link, as requested by the device. */
  readonly number: string;
  private readonly reference = randomBytes(16);
  private readonly wrapped: Buffer;
  private readonly ephemeral = curve.generateKeyPair();
  private shared: Buffer | undefined;

  /** @param hello the device's first stanza: its key, wrapped with the displayed code */
  constructor(hello: BinaryNode) {
    this.number = jidDecode(hello.attrs.jid)?.user ?? '';
    this.wrapped = bytesOf(hello, 'link_code_pairing_wrapped_companion_ephemeral_pub');
  }

  /** Returns WhatsApp's answer to a device's stanza. */
  answer(iq: BinaryNode, said: BinaryNode): BinaryNode {
    return replyTo(iq, 'result', {
      tag: 'link_code_companion_reg',
      attrs: { stage: said.attrs.stage ?? '' },
      content: [leaf('link_code_pairing_ref', this.reference)],
    });
  }

  /**
   * Simulates typing a code on the phone; returns the phone's stanza to the device. Only the right code decrypts the
   * device's key.
   */
  type(account: Account, code: string): BinaryNode {
    const [salt, iv, sealed] = [
      this.wrapped.subarray(0, SALT_BYTES),
      this.wrapped.subarray(SALT_BYTES, SALT_BYTES + CTR_IV_BYTES),
      this.wrapped.subarray(SALT_BYTES + CTR_IV_BYTES),
    ];
    const device = createDecipheriv('aes-256-ctr', codeKey(code, salt), iv).update(sealed);
    this.shared = agree(device, this.ephemeral.privKey);
    const ourSalt = randomBytes(SALT_BYTES);
    const ourIv = randomBytes(CTR_IV_BYTES);
    const wrapped = createCipheriv('aes-256-ctr', codeKey(code, ourSalt), ourIv).update(
      bare(this.ephemeral.pubKey),
    );
    return serverNotice('link_code_companion_reg', {
      tag: 'link_code_companion_reg',
      attrs: { stage: 'primary_hello' },
      content: [
        leaf('link_code_pairing_ref', this.reference),
        leaf('primary_identity_pub', bare(Buffer.from(account.phone.identity.pub, 'base64'))),
        leaf('link_code_pairing_wrapped_primary_ephemeral_pub', Buffer.concat([ourSalt, ourIv, wrapped])),
      ],
    });
  }

  /** Returns the device's secret from its last stanza; undefined when the typed code was wrong. */
  finish(account: Account, finish: BinaryNode): Buffer | undefined {
    if (finish.attrs.stage !== 'companion_finish') return undefined;
    const bundle = bytesOf(finish, 'link_code_pairing_wrapped_key_bundle');
    const identity = bytesOf(finish, 'companion_identity_public');
    if (this.shared === undefined) return undefined;
    const key = keyOf(
      this.shared,
      bundle.subarray(0, SALT_BYTES),
      'link_code_pairing_key_bundle_encryption_key',
    );
    const rest = bundle.subarray(SALT_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', key, rest.subarray(0, GCM_IV_BYTES)).setAuthTag(
      rest.subarray(-GCM_TAG_BYTES),
    );
    let opened: Buffer;
    try {
      opened = Buffer.concat([
        decipher.update(rest.subarray(GCM_IV_BYTES, -GCM_TAG_BYTES)),
        decipher.final(),
      ]);
    } catch {
      return undefined;
    }
    const random = opened.subarray(2 * KEY_BYTES);
    const own = agree(identity, Buffer.from(account.phone.identity.priv, 'base64'));
    return keyOf(Buffer.concat([this.shared, own, random]), Buffer.alloc(0), 'adv_secret');
  }
}
