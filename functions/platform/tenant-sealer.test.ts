import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tenantSealer } from './tenant-sealer.ts';

const ring = { current: 'k1', keys: { k1: Buffer.alloc(32, 1) } };
const own = tenantSealer(ring, 1, 'whatsapp/2');

describe('S-56: tenant secrets are encrypted at rest', () => {
  it('decrypts for the same company, purpose and name', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.nat(), fc.string(), (name, text, companyId, purpose) => {
        const sealer = tenantSealer(ring, companyId, purpose);
        expect(tenantSealer(ring, companyId, purpose).open(name, sealer.seal(name, text))).toBe(text);
      }),
    );
  });

  it('encrypts the same text differently each time, and reveals nothing of it', () => {
    const [first, second] = [own.seal('creds', 'segredo'), own.seal('creds', 'segredo')];
    expect(first).not.toBe(second);
    expect(Buffer.from(first.slice(3), 'base64url').toString('latin1')).not.toContain('segredo');
  });

  it.each([
    ['another company', tenantSealer(ring, 9, 'whatsapp/2'), 'creds'],
    ['another purpose', tenantSealer(ring, 1, 'whatsapp/3'), 'creds'],
    ['a company and purpose that read the same', tenantSealer(ring, 12, 'whatsapp/'), 'creds'],
    ['another name', own, 'session-5511'],
    [
      'another key of the same id',
      tenantSealer({ current: 'k1', keys: { k1: Buffer.alloc(32, 2) } }, 1, 'whatsapp/2'),
      'creds',
    ],
    [
      'a ring without its key',
      tenantSealer({ current: 'k2', keys: { k2: Buffer.alloc(32, 1) } }, 1, 'whatsapp/2'),
      'creds',
    ],
  ])('does not decrypt for %s', (_where, sealer, name) => {
    const sealed = own.seal('creds', 'segredo');
    expect(() => sealer.open(name, sealed)).toThrow();
  });

  it('does not decrypt after a change of any byte', () => {
    const sealed = own.seal('creds', 'segredo');
    const bytes = Buffer.from(sealed.slice(3), 'base64url');
    for (let at = 0; at < bytes.byteLength; at += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => own.open('creds', `k1.${changed.toString('base64url')}`)).toThrow();
    }
  });

  it('does not decrypt after a change of bits in the last letter that base64 decoding ignores', () => {
    // 12 + 8 + 16 bytes have no ignored bits, one byte more has four.
    const sealed = own.seal('creds', 'segredos!');
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const respelled = sealed.slice(0, -1) + letters[letters.indexOf(sealed.at(-1) ?? '') + 1];
    expect(Buffer.from(respelled.slice(3), 'base64url')).toEqual(Buffer.from(sealed.slice(3), 'base64url'));
    expect(() => own.open('creds', respelled)).toThrow();
  });

  it.each(['', 'k1', 'k1.', 'k1.AAAA', `k1.${'A'.repeat(36)}`, `.${'A'.repeat(80)}`])(
    'does not decrypt %j',
    (sealed) => {
      expect(() => own.open('creds', sealed)).toThrow();
    },
  );

  it('decrypts after a key rotation, and encrypts with the new key', () => {
    const replaced = { current: 'k2', keys: { ...ring.keys, k2: Buffer.alloc(32, 2) } };
    const after = tenantSealer(replaced, 1, 'whatsapp/2');
    expect(after.open('creds', own.seal('creds', 'segredo'))).toBe('segredo');
    const sealed = after.seal('creds', 'segredo');
    expect(sealed).toMatch(/^k2\./);
    expect(() => own.open('creds', sealed)).toThrow('k2');
  });
});
