import crypto from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashPassword, isHashable, verifyPassword } from './password.ts';

/** Returns a hash as an older installation would have stored it. */
const weakHash = (password: string): string => {
  const salt = Buffer.alloc(16, 7);
  const hash = crypto.argon2Sync('argon2id', {
    message: password,
    nonce: salt,
    memory: 4096,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  });
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=4096,t=1,p=1$${text(salt)}$${text(hash)}`;
};

describe('password hashing', () => {
  it('S-10: stores Argon2id with at least 19 MiB, two passes and one lane, parameters and salt in the string', async () => {
    const first = await hashPassword('correct horse');
    const second = await hashPassword('correct horse');
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(second).not.toBe(first);
    expect(await verifyPassword('correct horse', first)).toEqual({ isMatch: true, isWeak: false });
    expect(await verifyPassword('correct horsf', first)).toEqual({ isMatch: false, isWeak: false });
  });

  it('S-10: verifies with the parameters in the string and detects weaker parameters', async () => {
    const stored = weakHash('correct horse');
    expect(await verifyPassword('correct horse', stored)).toEqual({ isMatch: true, isWeak: true });
    expect(await verifyPassword('other', stored)).toEqual({ isMatch: false, isWeak: false });
  });

  it.each([
    '',
    'plain',
    '$2b$10$abcdefghijklmnopqrstuv',
    '$argon2i$v=19$m=19456,t=2,p=1$AAAA$AAAA',
    '$argon2id$v=19$m=9999999,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA',
  ])('does not match a stored value that it cannot parse: %j', async (stored) => {
    expect((await verifyPassword('anything', stored)).isMatch).toBe(false);
  });

  it('S-11: refuses passwords over 128 bytes, counted in bytes', async () => {
    expect(isHashable('a'.repeat(128))).toBe(true);
    expect(isHashable('a'.repeat(129))).toBe(false);
    expect(isHashable('é'.repeat(65))).toBe(false);
    await expect(hashPassword('a'.repeat(129))).rejects.toThrow(RangeError);
    const stored = await hashPassword('a'.repeat(128));
    expect((await verifyPassword('a'.repeat(129), stored)).isMatch).toBe(false);
  });
});
