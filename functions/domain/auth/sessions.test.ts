import { describe, expect, it } from 'vitest';
import { isLiving, MAX_USER_SESSIONS, surplusSessions } from './sessions.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const iso = (ms: number) => new Date(ms).toISOString();
const user = { sessionVersion: 3 };
const session = (id: string, usedMsAgo: number, more: object = {}) => ({
  id,
  sessionVersion: 3,
  rotatedAt: iso(NOW - usedMsAgo),
  expiresAt: iso(NOW + 60_000),
  ...more,
});

describe('user sessions', () => {
  it('are valid until they expire or the user has a newer session version', () => {
    expect(isLiving(session('a', 0), user, NOW)).toBe(true);
    expect(isLiving(session('a', 0, { expiresAt: iso(NOW) }), user, NOW)).toBe(false);
    expect(isLiving(session('a', 0), { sessionVersion: 4 }, NOW)).toBe(false);
  });

  it('a new session above the limit ends invalid sessions first, then the least recently used', () => {
    const full = Array.from({ length: MAX_USER_SESSIONS - 1 }, (_, index) => session(`s${index}`, index + 1));
    const ids = (sessions: readonly { id: string }[]) => sessions.map(({ id }) => id);
    expect(ids(surplusSessions(full, user, NOW))).toEqual([]);
    expect(ids(surplusSessions([session('oldest', 999), ...full], user, NOW))).toEqual(['oldest']);
    const over = session('over', 0, { sessionVersion: 2 });
    expect(ids(surplusSessions([over, ...full], user, NOW))).toEqual(['over']);
  });
});
