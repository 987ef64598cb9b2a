import { connectionHealthSchema, connectionStateSchema } from '@prosa/shared/entities/connection.ts';
import { describe, expect, it } from 'vitest';
import type { AccountNews } from '../../channels/account-news.ts';
import { afterAccountNews } from './after-account-news.ts';

const LINKED_MS = Date.parse('2026-11-26T10:00:00.400Z');
const MINUTE_MS = 60_000;
const own = { companyId: 1, connectionId: 2 };
const state = connectionStateSchema.parse({
  ...own,
  status: 'CONNECTED',
  number: '551130000000',
  changedAt: new Date(LINKED_MS).toISOString(),
});
const health = connectionHealthSchema.parse({ ...own, toldAt: new Date(LINKED_MS).toISOString() });
const known = { state, health };

const locked: AccountNews = { topic: 'standing', isUsable: false, reason: 'account-locked' };
const unlocked: AccountNews = { topic: 'standing', isUsable: true, reason: 'account-locked' };
const after = (news: AccountNews, minutes: number, before = known) =>
  afterAccountNews(before, news, LINKED_MS + minutes * MINUTE_MS) ?? before;

describe("the state of an account after its provider's news", () => {
  it('a lock disconnects it with its reason, and the end of the lock connects it again', () => {
    const down = after(locked, 1);
    expect(down.state).toMatchObject({
      status: 'DISCONNECTED',
      reason: 'account-locked',
      number: '551130000000',
    });
    expect(after(unlocked, 2, down).state).toMatchObject({ status: 'CONNECTED', reason: '' });
  });

  it('news that arrive late do not undo newer ones', () => {
    const up = after(unlocked, 2);
    expect(afterAccountNews(up, locked, LINKED_MS + MINUTE_MS)).toBeUndefined();
  });

  it('news from before the account was linked again change no state', () => {
    expect(after(locked, -1).state).toBe(state);
  });

  it('news of the second in which the account was linked count', () => {
    const second = Math.floor(LINKED_MS / 1000) * 1000;
    expect(afterAccountNews(known, locked, second)?.state.status).toBe('DISCONNECTED');
  });

  it('the end of a lock does not connect an account whose token is refused', () => {
    const refused = {
      ...known,
      state: { ...state, status: 'DISCONNECTED', reason: 'token-refused' } as const,
    };
    expect(after(unlocked, 1, refused).state).toBe(refused.state);
    expect(after(locked, 1, refused).state.reason).toBe('token-refused');
  });
});

describe("the health of an account after its provider's news", () => {
  it.each<[AccountNews, object]>([
    [
      { topic: 'restriction', until: '2026-12-01T00:00:00.000Z' },
      { restriction: { kind: 'other', until: '2026-12-01T00:00:00.000Z' } },
    ],
    [{ topic: 'violation' }, { violationAt: '2026-11-26T10:01:00.400Z' }],
    [{ topic: 'limit', people: 250 }, { quota: { warning: 'none', used: null, total: 250, renewsAt: null } }],
    [{ topic: 'limit', people: null }, { quota: null }],
  ])('%j changes it, and not the state', (news, fields) => {
    const changed = after(news, 1);
    expect(changed.health).toMatchObject({ ...fields, toldAt: '2026-11-26T10:01:00.400Z' });
    expect(changed.state).toBe(state);
  });

  it('each topic has an order of its own', () => {
    const limited = after({ topic: 'limit', people: 250 }, 5);
    expect(after({ topic: 'violation' }, 1, limited).health).toMatchObject({
      violationAt: '2026-11-26T10:01:00.400Z',
      toldAt: '2026-11-26T10:05:00.400Z',
    });
    expect(afterAccountNews(limited, { topic: 'limit', people: 2000 }, LINKED_MS)).toBeUndefined();
  });

  it('the end of a lock ends violation and restriction', () => {
    const troubled = after({ topic: 'violation' }, 1, after({ topic: 'restriction', until: null }, 1));
    expect(after(unlocked, 2, troubled).health).toMatchObject({ violationAt: null, restriction: null });
  });
});
