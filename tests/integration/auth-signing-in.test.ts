import crypto, { argon2 } from 'node:crypto';
import { handler as signInHandler } from '@prosa/functions/http/sign-in/handler.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { sha256 } from '@prosa/functions/platform/ids.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Company } from '@prosa/functions/platform/table/entities/companies.ts';
import { Presence, User } from '@prosa/functions/platform/table/entities/users.ts';
import { userItems } from '@prosa/functions/repositories/users/users.ts';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeCompany, TEST_PASSWORD, type TestCompany, type TestUser } from '../factories/company.ts';
import { call } from './support/call.ts';
import { cookieOf, login, me, refresh, sessionsOf, signIn, tokenIn } from './support/sign-in.ts';
import { useTable } from './support/table.ts';

vi.mock('node:crypto', async (load) => {
  const real = await load<typeof crypto>();
  return { ...real, argon2: vi.fn(real.argon2) };
});

useTable();

let company: TestCompany;
let user: TestUser;
beforeAll(async () => {
  company = await makeCompany();
  user = await company.addUser({ startWork: '00:00', endWork: '23:59' });
});
afterEach(() => vi.useRealTimers());

describe('signing in', () => {
  it('returns a token and the user, and stores only the hash of the refresh token', async () => {
    const who = await company.addUser({ allowRealTime: true });
    const answer = await signIn(who);
    expect(answer.body).toMatchObject({
      user: { id: who.id, email: who.email, companyId: company.id, profile: 'user', super: false },
    });
    expect(JSON.stringify(answer.body)).not.toContain('argon2');
    expect((await me(tokenIn(answer))).body).toMatchObject({
      id: who.id,
      abilities: expect.arrayContaining(['moments:view']),
    });
    const secret = cookieOf(answer).split('=')[1] ?? '';
    const session = (await sessionsOf(company, who)).find(
      ({ currentHash }) => currentHash === sha256(secret),
    );
    expect(session).toMatchObject({ remember: true });
    const [, , , family, last] = secret.split('.');
    expect(session?.familyHash).toBe(sha256(family ?? ''));
    for (const part of [family, last]) expect(JSON.stringify(session)).not.toContain(part);
    expect(await company.table.get(Presence, { userId: who.id })).toMatchObject({ userId: who.id });
    expect((await company.table.get(Company, {}))?.lastLogin).not.toBeNull();
  });

  it('ignores case and spaces in the e-mail', async () => {
    expect((await login(` ${user.email.toUpperCase()} `, TEST_PASSWORD)).status).toBe(200);
  });

  it('S-07: sets a cookie that is hidden from scripts, other sites and plain HTTP', async () => {
    const [kept] = (await signIn(user)).cookies;
    expect(kept).toMatch(
      /^__Secure-jrt=[^;]+; HttpOnly; Secure; SameSite=Strict; Path=\/api\/auth; Max-Age=604800$/,
    );
    const [forgotten] = (await signIn(user, { remember: false })).cookies;
    expect(forgotten).toMatch(/^__Secure-jrt=[^;]+; HttpOnly; Secure; SameSite=Strict; Path=\/api\/auth$/);
    const refreshed = await refresh(forgotten?.split(';')[0] ?? '');
    expect(refreshed.cookies[0]).not.toContain('Max-Age');
  });

  it("S-10: replaces a weaker password hash at the user's next sign-in", async () => {
    const who = await company.addUser();
    const row = await company.table.get(User, { id: who.id }, { consistent: true });
    if (row === undefined) throw new Error('no user');
    const salt = Buffer.alloc(16, 3);
    const options = {
      message: TEST_PASSWORD,
      nonce: salt,
      memory: 1024,
      passes: 1,
      parallelism: 1,
      tagLength: 32,
    };
    const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
    const weak = `$argon2id$v=19$m=1024,t=1,p=1$${text(salt)}$${text(crypto.argon2Sync('argon2id', options))}`;
    await commit(userItems(company.table, row, { ...row, passwordHash: weak }, Date.now()));
    await signIn(who);
    const after = await company.table.get(User, { id: who.id }, { consistent: true });
    expect(after?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await signIn(who);
  });

  it('S-11: refuses a password of more than 128 bytes before hashing it', async () => {
    vi.mocked(argon2).mockClear();
    for (const password of ['x'.repeat(129), 'ç'.repeat(65), 'x'.repeat(1000)]) {
      expect(await login(user.email, password)).toMatchObject({
        status: 401,
        body: { error: 'ERR_INVALID_CREDENTIALS' },
      });
    }
    expect(vi.mocked(argon2)).not.toHaveBeenCalled();
    expect((await login(user.email, 'x'.repeat(1001))).status).toBe(400);
  });

  it('S-12: a sign-in to an unknown account costs one hash and gets the same answer as a known account', async () => {
    const gone = await company.addUser({ active: false });
    const answers = new Set<string>();
    for (const [email, password] of [
      [user.email, 'wrong password'],
      ['nobody@example.com', 'wrong password'],
      [gone.email, TEST_PASSWORD],
    ] as const) {
      vi.mocked(argon2).mockClear();
      const { status, body, cookies } = await login(email, password);
      expect(vi.mocked(argon2)).toHaveBeenCalledTimes(1);
      answers.add(JSON.stringify({ status, body, cookies }));
    }
    expect([...answers]).toEqual(['{"status":401,"body":{"error":"ERR_INVALID_CREDENTIALS"},"cookies":[]}']);
  });

  it("refuses a sign-in outside the user's working hours in the company's time zone", async () => {
    const istanbul = await makeCompany({ company: { timeZone: 'Europe/Istanbul' } });
    const who = await istanbul.addUser({ startWork: '09:00', endWork: '18:00' });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-05-04T05:59:00.000Z') });
    forgetDirectory(istanbul.id);
    expect(await login(who.email, TEST_PASSWORD)).toMatchObject({
      status: 401,
      body: { error: 'ERR_OUT_OF_HOURS' },
    });
    vi.setSystemTime(Date.parse('2026-05-04T06:00:00.000Z'));
    expect((await login(who.email, TEST_PASSWORD)).status).toBe(200);
  });

  it('S-31: ignores unknown fields, so that they grant no right, and refuses prototype pollution', async () => {
    const asked = { email: user.email, password: TEST_PASSWORD, super: true };
    expect(await call(signInHandler, { to: 'POST /auth/login', body: asked })).toMatchObject({
      status: 200,
      body: { user: { super: false } },
    });
    for (const body of [
      `{"email":"${user.email}","password":"${TEST_PASSWORD}","__proto__":{"super":true}}`,
      { email: user.email },
      { email: 5, password: [] },
    ]) {
      expect((await call(signInHandler, { to: 'POST /auth/login', body })).status).toBe(400);
    }
  });
});
