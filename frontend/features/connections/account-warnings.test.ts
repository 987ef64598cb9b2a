import { expect, it } from 'vitest';
import { type AccountHealth, accountWarnings, isRisk } from './account-warnings.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();
const health: AccountHealth = {
  id: 1,
  toldAt: at(-4),
  newsAt: {},
  violationAt: null,
  lastFrameAt: at(-4),
  waitingConversations: 0,
  drops: 0,
  unreadable: 0,
  restriction: null,
  quota: null,
};
const warningsOf = (fields: Partial<AccountHealth>, status: 'CONNECTED' | 'DISCONNECTED' = 'CONNECTED') =>
  accountWarnings({ ...health, ...fields }, status, NOW);

it('has no warning for a healthy account or for unknown health', () => {
  expect(warningsOf({})).toEqual([]);
  expect(warningsOf({ drops: 4, quota: { warning: 'none', used: 3, total: 50, renewsAt: null } })).toEqual(
    [],
  );
  expect(accountWarnings(undefined, 'CONNECTED', NOW)).toEqual([]);
});

it('counts a restriction as a risk until it ends', () => {
  const [warning] = warningsOf({ restriction: { kind: 'quality', until: at(60) } });
  expect(warning).toEqual({ kind: 'restricted', of: 'quality', until: at(60) });
  expect(warning && isRisk(warning)).toBe(true);
  expect(warningsOf({ restriction: { kind: 'quality', until: at(-1) } })).toEqual([]);
  expect(warningsOf({ restriction: { kind: 'other', until: null } })).toHaveLength(1);
});

it('counts a quota as a risk from the first warning on', () => {
  const quota = { used: 90, total: 100, renewsAt: at(600) };
  expect(warningsOf({ quota: { ...quota, warning: 'first' } })).toEqual([
    { kind: 'quota', of: 'first', renewsAt: at(600) },
  ]);
});

it('warns of silence only for an account that should be connected', () => {
  expect(warningsOf({ lastFrameAt: at(-13) })).toEqual([{ kind: 'silent', since: at(-13) }]);
  expect(warningsOf({ lastFrameAt: at(-13) }, 'DISCONNECTED')).toEqual([]);
  expect(warningsOf({ lastFrameAt: null, toldAt: at(-1) })).toEqual([]);
});

it('reports dropped connections and waiting conversations, but not as a risk to the number', () => {
  const warnings = warningsOf({ drops: 5, waitingConversations: 2 }, 'DISCONNECTED');
  expect(warnings).toEqual([
    { kind: 'unstable', drops: 5 },
    { kind: 'waiting', conversations: 2 },
  ]);
  expect(warnings.some(isRisk)).toBe(false);
});

it('counts a violation of the rules as a risk for thirty days', () => {
  const day = 24 * 60;
  const [warning] = warningsOf({ violationAt: at(-29 * day) });
  expect(warning).toEqual({ kind: 'violation', at: at(-29 * day) });
  expect(warning && isRisk(warning)).toBe(true);
  expect(warningsOf({ violationAt: at(-31 * day) })).toEqual([]);
});

it('does not warn of silence for an account whose provider tells only changes', () => {
  const news = { newsAt: { limit: at(-9000) }, lastFrameAt: null, toldAt: at(-9000) };
  expect(warningsOf(news)).toEqual([]);
});
