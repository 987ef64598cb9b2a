import { DEFAULT_INSTALLATION } from '@prosa/shared/resource-names.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { VERDICT_LIFE } from './edge-only.ts';

/** Secrets Manager's state of the secret: two versions, the current and the previous, as by default. */
interface Kept {
  current: string;
  previous: string | undefined;
  reads: number;
  isAway: boolean;
}
const secret: Kept = { current: 'one', previous: undefined, reads: 0, isAway: false };
const reading = async <T>(value: T): Promise<T> => {
  if (secret.isAway) throw new Error('Secrets Manager is away');
  secret.reads += 1;
  return value;
};
vi.mock('@prosa/functions/platform/aws/secrets-manager.ts', () => ({
  getSecret: () => reading(secret.current),
  getPreviousSecret: () => reading(secret.previous),
}));

const replace = (value: string): void => {
  secret.previous = secret.current;
  secret.current = value;
};

type Guard = (event: { headers: Record<string, string> }) => Promise<unknown>;
/** Starts processes of the guard, each with its own memory. */
const startGuards = async (count: number): Promise<Guard[]> => {
  const guards: Guard[] = [];
  while (guards.length < count) {
    vi.resetModules();
    guards.push((await import('@prosa/functions/origin-guard/handler.ts')).handler);
  }
  return guards;
};

/** Simulates the HTTP API in front of the guards: caches each verdict on a value, yes or no, for the deployed time. */
const startGateway = async () => {
  const guards = await startGuards(4);
  const kept = new Map<string, { until: number; isAuthorized: boolean }>();
  let turn = 0;
  return async (shown: string): Promise<boolean | 'error'> => {
    const held = kept.get(shown);
    if (held !== undefined && held.until > Date.now()) return held.isAuthorized;
    turn += 1;
    try {
      const verdict = await guards[turn % guards.length]?.({ headers: { 'x-prosa-origin': shown } });
      const isAuthorized = JSON.stringify(verdict) === '{"isAuthorized":true}';
      kept.set(shown, { until: Date.now() + VERDICT_LIFE.toMilliseconds(), isAuthorized });
      return isAuthorized;
    } catch {
      // API Gateway answers 500 and caches nothing.
      return 'error';
    }
  };
};

beforeEach(() => {
  vi.stubEnv('INSTALLATION', DEFAULT_INSTALLATION);
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  Object.assign(secret, { current: 'one', previous: undefined, reads: 0, isAway: false });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const LOCATIONS = 20;
const MINUTE_S = 60;

describe('origin secret', () => {
  it.each([
    { deployedAfterS: 1, spreadS: 10 * MINUTE_S },
    { deployedAfterS: 4 * MINUTE_S, spreadS: 5 * MINUTE_S },
    { deployedAfterS: 60 * MINUTE_S, spreadS: MINUTE_S },
  ])('can be replaced under traffic without refusing a request: %j', async ({ deployedAfterS, spreadS }) => {
    const ask = await startGateway();
    const replacedAtS = 7 * MINUTE_S;
    const endS = replacedAtS + deployedAfterS + spreadS + 15 * MINUTE_S;
    const refused: string[] = [];
    const letIn: string[] = [];
    for (let s = 0; s < endS; s++) {
      vi.setSystemTime(s * 1000);
      if (s === replacedAtS) replace('two');
      const location = s % LOCATIONS;
      const hasNewAtS = replacedAtS + deployedAfterS + (location / LOCATIONS) * spreadS;
      const shown = s >= hasNewAtS ? 'two' : 'one';
      if ((await ask(shown)) !== true) refused.push(`${shown} at ${s} s`);
      if ((await ask(`guess ${s}`)) !== false) letIn.push(`guess at ${s} s`);
    }
    expect({ refused, letIn }).toEqual({ refused: [], letIn: [] });
  });

  it('is refused within ten minutes after it was replaced twice', async () => {
    const ask = await startGateway();
    expect(await ask('one')).toBe(true);
    replace('two');
    replace('three');
    expect(await ask('three')).toBe(true);
    vi.setSystemTime(10 * MINUTE_S * 1000 + 1);
    expect(await ask('one')).toBe(false);
    expect([await ask('two'), await ask('three')]).toEqual([true, true]);
  });

  it('is read at most once a second per process, even under many wrong guesses', async () => {
    const ask = await startGateway();
    for (let ms = 0; ms < 10_000; ms += 10) {
      vi.setSystemTime(ms);
      expect(await ask(`guess ${ms}`)).toBe(false);
    }
    // Both versions, by four processes.
    expect(secret.reads).toBeLessThanOrEqual(2 * 4 * 11);
  });

  it('stays cached while Secrets Manager is unavailable, even under wrong guesses', async () => {
    const ask = await startGateway();
    for (let process = 0; process < 4; process++) await ask(`warm ${process}`);
    vi.setSystemTime(5_000);
    secret.isAway = true;
    for (let guess = 0; guess < 8; guess++) expect(await ask(`guess ${guess}`)).toBe('error');
    for (let call = 0; call < 8; call++) expect(await ask('one')).toBe(true);
  });

  it('has a cached verdict for at most five minutes', () => {
    expect(VERDICT_LIFE.toSeconds()).toBeLessThanOrEqual(300);
  });
});
