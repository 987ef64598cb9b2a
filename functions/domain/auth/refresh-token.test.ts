import { describe, expect, it } from 'vitest';
import { decideRefresh, formatRefreshToken, parseRefreshToken, REFRESH_GRACE_MS } from './refresh-token.ts';

const now = Date.parse('2026-03-01T12:00:00.000Z');
const iso = (ms: number) => new Date(ms).toISOString();
const session = {
  familyHash: 'family',
  currentHash: 'current',
  previousHash: 'previous',
  rotatedAt: iso(now - 1000),
  expiresAt: iso(now + 60_000),
  sessionVersion: 3,
};
const user = { isActive: true, sessionVersion: 3 };

describe('refresh tokens', () => {
  it('contain company, user and sign-in session, and are rejected in any other format', () => {
    const token = {
      companyId: 2,
      userId: 5,
      sessionId: '0f9a3f0e-1111-4222-8333-444455556666',
      family: 'f'.repeat(43),
      secret: 'x'.repeat(43),
    };
    expect(parseRefreshToken(formatRefreshToken(token))).toEqual(token);
    for (const text of [
      '',
      'a.b.c.d',
      '0.5.aaaaaaaaaaaaaaaa.x',
      `2.5.${'a'.repeat(20)}.short`,
      `${formatRefreshToken(token)}.`,
    ]) {
      expect(parseRefreshToken(text)).toBeUndefined();
    }
  });

  it.each([
    ['the current one', session, 'current', user, 'rotate'],
    ['its predecessor within the grace', session, 'previous', user, 'repeat'],
    [
      'its predecessor after the grace',
      { ...session, rotatedAt: iso(now - REFRESH_GRACE_MS - 1) },
      'previous',
      user,
      'replayed',
    ],
    ['an older one', session, 'older', user, 'replayed'],
    ['one of an ended session', undefined, 'current', user, 'over'],
    ['one past its life', { ...session, expiresAt: iso(now) }, 'current', user, 'over'],
    ['one from before a password change', session, 'current', { isActive: true, sessionVersion: 4 }, 'over'],
    ['one of a deactivated user', session, 'current', { isActive: false, sessionVersion: 3 }, 'over'],
    ['one of a removed user', session, 'current', undefined, 'over'],
  ] as const)('R46: decides on %s', (_name, facts, hash, account, expected) => {
    expect(decideRefresh(facts, { familyHash: 'family', tokenHash: hash }, account, now)).toBe(expected);
  });

  it.each(['current', 'previous', 'older', 'made up'])(
    'S-06: does not end a sign-in session for a caller who knows only the session id (%s)',
    (tokenHash) => {
      expect(decideRefresh(session, { familyHash: 'another', tokenHash }, user, now)).toBe('over');
    },
  );
});
