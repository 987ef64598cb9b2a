import { argon2 } from 'node:crypto';
import { handler as auth } from '@prosa/functions/http/auth/handler.ts';
import { handler as signIn } from '@prosa/functions/http/sign-in/handler.ts';
import { GUESS_LIMITS } from '@prosa/functions/repositories/limits/guesses.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeCompany, TEST_PASSWORD, type TestCompany, type TestUser } from '../factories/company.ts';
import { type Answer, call } from './support/call.ts';
import { useTable } from './support/table.ts';

vi.mock('node:crypto', async (load) => {
  const real = await load<typeof import('node:crypto')>();
  return { ...real, argon2: vi.fn(real.argon2) };
});

useTable();

/** Header in which the edge gives the client's address. */
const VIEWER = 'x-prosa-viewer';
const MINUTE_MS = 60_000;
const REFUSED = { status: 429, body: { error: 'ERR_TOO_MANY_REQUESTS' } };
let company: TestCompany;
let user: TestUser;
let lastAddress = 0;
/** Returns an address that no other test has used. */
const newAddress = (): string => {
  lastAddress += 1;
  return `198.51.${Math.floor(lastAddress / 256)}.${lastAddress % 256}`;
};

beforeAll(async () => {
  process.env.VIEWER_ADDRESS_HEADER = VIEWER;
  company = await makeCompany();
});
beforeEach(async () => {
  user = await company.addUser();
  vi.mocked(argon2).mockClear();
});
afterEach(() => vi.useRealTimers());

const attempt = (
  email: string,
  password: string,
  ip: string,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  call(signIn, {
    to: 'POST /auth/login',
    body: { email, password },
    headers: { ...headers, [VIEWER]: ip },
  });
const guess = (email: string, ip: string) => attempt(email, 'a wrong guess', ip);
const hashes = (): number => vi.mocked(argon2).mock.calls.length;
const retryAfterS = ({ headers }: Answer): number => Number(headers['retry-after']);
const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_none, index) => work(index)));
const countOf = (answers: readonly Answer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

describe('S-13 password guesses for one account', () => {
  it('guesses after the fifth from one address are refused without hashing and with a short wait, but not those from other addresses', async () => {
    const ip = newAddress();
    for (let i = 0; i < GUESS_LIMITS.account; i++) expect((await guess(user.email, ip)).status).toBe(401);
    expect(hashes()).toBe(5);
    const refused = await attempt(user.email, TEST_PASSWORD, ip);
    expect(refused).toMatchObject(REFUSED);
    expect(hashes()).toBe(5);
    expect(retryAfterS(refused)).toBeGreaterThan(2 * 60);
    expect(retryAfterS(refused)).toBeLessThanOrEqual(3 * 60);
    expect((await attempt(user.email, TEST_PASSWORD, newAddress())).status).toBe(200);
    expect((await attempt(user.email, TEST_PASSWORD, ip)).status).toBe(429);
  });

  it('delay but do not lock out: the right password works after the wait, and not before', async () => {
    const ip = newAddress();
    const start = Date.now();
    for (let i = 0; i < GUESS_LIMITS.account; i++) await guess(user.email, ip);
    vi.useFakeTimers({ toFake: ['Date'], now: start + MINUTE_MS });
    const refused = await attempt(user.email, TEST_PASSWORD, ip);
    expect(refused).toMatchObject(REFUSED);
    vi.setSystemTime(Date.now() + retryAfterS(refused) * 1000);
    expect((await attempt(user.email, TEST_PASSWORD, ip)).status).toBe(200);
    expect(Date.now() - start).toBeLessThan(4 * MINUTE_MS);
  });

  it('are limited to one every three minutes after the first five, however long they go on', async () => {
    const ip = newAddress();
    const start = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    let judged = 0;
    for (let minute = 0; minute < 30; minute++) {
      vi.setSystemTime(start + minute * MINUTE_MS);
      judged += countOf(await times(3, () => guess(user.email, ip)), 401);
    }
    expect(judged).toBeGreaterThanOrEqual(GUESS_LIMITS.account + 9);
    expect(judged).toBeLessThanOrEqual(GUESS_LIMITS.account + 10);
    vi.setSystemTime(Date.now() + 15 * MINUTE_MS);
    expect(countOf(await times(8, () => guess(user.email, ip)), 401)).toBe(GUESS_LIMITS.account);
  });

  it('do not reveal whether the account exists', async () => {
    const ip = newAddress();
    const told = async (email: string) => {
      const answers: string[] = [];
      for (let i = 0; i < 7; i++) {
        const { status, body } = await guess(email, ip);
        answers.push(JSON.stringify({ status, body }));
      }
      return answers;
    };
    const gone = await company.addUser({ active: false });
    const known = await told(user.email);
    expect(await told('nobody-at-all@example.com')).toEqual(known);
    expect(await told(gone.email)).toEqual(known);
    expect(new Set(known).size).toBe(2);
  });

  it('are reset by a right password', async () => {
    const ip = newAddress();
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < GUESS_LIMITS.account - 1; i++) await guess(user.email, ip);
      expect((await attempt(user.email, TEST_PASSWORD, ip)).status).toBe(200);
    }
  });

  it('are counted together for every spelling of the e-mail and the address', async () => {
    const email = user.email.toUpperCase();
    for (let i = 0; i < GUESS_LIMITS.account; i++) await guess(email, `2001:db8:0:7::${i + 1}`);
    expect(await attempt(user.email, TEST_PASSWORD, '2001:DB8:0:7:ffff::1')).toMatchObject(REFUSED);
    expect((await attempt(user.email, TEST_PASSWORD, '2001:db8:0:8::1')).status).toBe(200);
  });

  it('cannot get around the limit by running in parallel', async () => {
    const ip = newAddress();
    for (let round = 0; round < 4; round++) {
      const answers = await times(30, () => guess(user.email, ip));
      expect(countOf(answers, 401) + countOf(answers, 429)).toBe(30);
    }
    expect(hashes()).toBe(GUESS_LIMITS.account);
  });
});

describe('S-13 password guesses from one address', () => {
  it('are refused after 50, for any accounts', async () => {
    const ip = newAddress();
    for (let i = 0; i < GUESS_LIMITS.address; i++) {
      expect((await guess(`somebody-${i}@example.com`, ip)).status).toBe(401);
    }
    const before = hashes();
    expect(await attempt(user.email, TEST_PASSWORD, ip)).toMatchObject(REFUSED);
    expect(hashes()).toBe(before);
    expect((await attempt(user.email, TEST_PASSWORD, newAddress())).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 18_000 });
    expect((await attempt(user.email, TEST_PASSWORD, ip)).status).toBe(200);
  });

  it("guesses for one account use up only five of the address's limit, so colleagues can still sign in", async () => {
    const ip = newAddress();
    for (let i = 0; i < GUESS_LIMITS.address + 10; i++) await guess(user.email, ip);
    const colleague = await company.addUser();
    expect((await attempt(colleague.email, TEST_PASSWORD, ip)).status).toBe(200);
  });

  it('do not include right passwords', async () => {
    const ip = newAddress();
    for (let i = 0; i < GUESS_LIMITS.address + 5; i++) {
      expect((await attempt(user.email, TEST_PASSWORD, ip)).status).toBe(200);
    }
  });

  it('count for the address from the edge, regardless of other headers', async () => {
    const ip = newAddress();
    const says = (index: number): Record<string, string> => ({
      'x-forwarded-for': `10.0.0.${index}`,
      'x-real-ip': `10.0.0.${index}`,
      'cf-connecting-ip': `10.0.0.${index}`,
      'cloudfront-viewer-address': `10.0.0.${index}:1`,
      forwarded: `for=10.0.0.${index}`,
    });
    for (let i = 0; i < GUESS_LIMITS.account; i++) await attempt(user.email, 'wrong', ip, says(i));
    expect(await attempt(user.email, TEST_PASSWORD, ip, says(99))).toMatchObject(REFUSED);
    expect((await attempt(user.email, TEST_PASSWORD, newAddress(), says(0))).status).toBe(200);
  });

  it("count for the connection's address when there is no edge", async () => {
    delete process.env.VIEWER_ADDRESS_HEADER;
    try {
      for (let i = 0; i < GUESS_LIMITS.account; i++) await guess(user.email, newAddress());
      expect(await attempt(user.email, TEST_PASSWORD, newAddress())).toMatchObject(REFUSED);
    } finally {
      process.env.VIEWER_ADDRESS_HEADER = VIEWER;
    }
  });
});

describe('S-11 flood of guesses from many addresses', () => {
  it('lets a right sign-in through after a short wait or retry, and does not affect refreshing', async () => {
    const opened = await attempt(user.email, TEST_PASSWORD, newAddress());
    const cookie = opened.cookies[0]?.split(';')[0] ?? '';
    const flood = times(400, (index) => guess(`flood-${index}@example.com`, newAddress()));
    const startedAt = performance.now();
    const refreshed = call(auth, {
      to: 'POST /auth/refresh_token',
      headers: { origin: 'http://localhost:3000', 'x-prosa-client': 'web' },
      cookies: [cookie],
    });
    let mine = await attempt(user.email, TEST_PASSWORD, newAddress());
    for (let tries = 1; mine.status === 429 && tries < 5; tries++) {
      // The process is at its limit and returns the seconds to wait.
      expect(retryAfterS(mine)).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, retryAfterS(mine) * 1000));
      mine = await attempt(user.email, TEST_PASSWORD, newAddress());
    }
    expect(mine.status).toBe(200);
    expect(performance.now() - startedAt).toBeLessThan(4_000);
    expect((await refreshed).status).toBe(200);
    const answers = await flood;
    expect(countOf(answers, 401) + countOf(answers, 429)).toBe(400);
    expect(countOf(answers, 429)).toBeGreaterThan(300);
  });

  it('does not count attempts that were not checked', async () => {
    const ip = newAddress();
    const flood = times(40, (index) => guess(`other-${index}@example.com`, newAddress()));
    const answers = await times(30, (index) => guess(`mine-${index}@example.com`, ip));
    await flood;
    const judged = countOf(answers, 401);
    expect(judged).toBeLessThan(30);
    for (let i = judged; i < GUESS_LIMITS.address; i++) {
      expect((await guess(`later-${i}@example.com`, ip)).status).toBe(401);
    }
    expect((await guess('the-last@example.com', ip)).status).toBe(429);
  });
});
