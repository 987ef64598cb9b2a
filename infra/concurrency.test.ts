import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ACCOUNT_CONCURRENCY_MIN,
  concurrencyOf,
  DECLARED_SHARES,
  planConcurrency,
  UNRESERVED_MIN,
} from './concurrency.ts';

const sum = (limits: ReadonlyMap<string, number>): number =>
  [...limits.values()].reduce((total, limit) => total + limit, 0);

describe('planConcurrency', () => {
  it.each([
    [500, { 'origin-guard': 25, webhooks: 50, 'ws-connect': 50, 'sign-in': 10 }],
    [1_000, { 'origin-guard': 50, webhooks: 100, 'ws-connect': 100, 'sign-in': 20 }],
    [5_000, { 'origin-guard': 250, webhooks: 500, 'ws-connect': 500, 'sign-in': 100 }],
  ])(
    'reserves for the authorizer, webhooks, sockets and signing in, of %i executions',
    (account, reserved) => {
      expect(Object.fromEntries(concurrencyOf(account).reserved)).toEqual(reserved);
    },
  );

  it.each([
    [500, { inbound: 40, 'integration-calls': 75, 'history-imports': 2, 'contact-imports': 2 }],
    [1_000, { inbound: 80, 'integration-calls': 150, 'history-imports': 2, 'contact-imports': 5 }],
    [5_000, { inbound: 400, 'integration-calls': 750, 'history-imports': 2, 'contact-imports': 25 }],
  ])('limits queue workers, of %i executions', (account, sources) => {
    expect(Object.fromEntries(concurrencyOf(account).sources)).toMatchObject(sources);
  });

  it('leaves 100 without a reserve and a seventh to the other functions in every account, within the limits of Lambda', () => {
    fc.assert(
      fc.property(fc.integer({ min: ACCOUNT_CONCURRENCY_MIN, max: 100_000 }), (account) => {
        const { reserved, sources, free } = concurrencyOf(account);
        expect(account - sum(reserved)).toBeGreaterThanOrEqual(UNRESERVED_MIN);
        expect(free).toBe(account - sum(reserved) - sum(sources));
        expect(free).toBeGreaterThanOrEqual(Math.max(UNRESERVED_MIN, account / 7));
        for (const limit of sources.values()) expect(limit >= 2 && limit <= 1_000).toBe(true);
        for (const limit of reserved.values()) expect(limit).toBeGreaterThan(0);
      }),
    );
  });

  it.each([10, 499, 499.5, Number.NaN])('refuses an account with %d executions', (account) => {
    expect(() => concurrencyOf(account)).toThrow(/needs 500 concurrent executions/);
  });

  it('refuses shares that leave too little to the functions without one', () => {
    const { reserved, sources } = DECLARED_SHARES;
    expect(() => planConcurrency(1_000, { reserved: { a: { perThousand: 901 } }, sources: {} })).toThrow(
      /AWS demands/,
    );
    expect(() =>
      planConcurrency(1_000, { reserved, sources: { ...sources, another: { perThousand: 100 } } }),
    ).toThrow(/queue workers leave/);
  });
});
