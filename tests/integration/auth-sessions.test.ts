import crypto from 'node:crypto';
import { handler as auth } from '@prosa/functions/http/auth/handler.ts';
import { handler as users } from '@prosa/functions/http/users/handler.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { loadSockets } from '@prosa/functions/platform/realtime/sockets.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Presence, Socket } from '@prosa/functions/platform/table/entities/users.ts';
import { loadUser, type UserRow, userItems } from '@prosa/functions/repositories/users/users.ts';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeCompany, TEST_PASSWORD, type TestCompany, type TestUser } from '../factories/company.ts';
import { call } from './support/call.ts';
import { cookieOf, familyOf, logout, me, OWN, refresh, signIn, tokenIn } from './support/sign-in.ts';
import { useTable } from './support/table.ts';

useTable();

let company: TestCompany;
let user: TestUser;
beforeAll(async () => {
  company = await makeCompany();
  user = await company.addUser({ startWork: '00:00', endWork: '23:59' });
});
afterEach(() => vi.useRealTimers());

describe('refreshing', () => {
  it('R46, S-06: two tabs that refresh at once both stay in', async () => {
    const first = cookieOf(await signIn(user));
    const answers = await Promise.all([refresh(first), refresh(first), refresh(first)]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    const [second, ...others] = answers.map(cookieOf);
    expect(new Set(others)).toEqual(new Set([second]));
    expect(second).not.toBe(first);
    for (const answer of answers) expect((await me(tokenIn(answer))).status).toBe(200);
    expect((await refresh(second ?? '')).status).toBe(200);
  });

  it('R46, S-06: a used token that comes back after 60 s ends its family and raises an alert', async () => {
    const who = await company.addUser();
    const stolen = cookieOf(await signIn(who));
    const current = cookieOf(await refresh(stolen));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    const lines: string[] = [];
    const output = vi
      .spyOn(process.stdout, 'write')
      .mockImplementation((line) => lines.push(String(line)) > 0);
    const replay = await refresh(stolen);
    output.mockRestore();
    expect(replay).toMatchObject({ status: 401, body: { error: 'ERR_UNAUTHENTICATED' } });
    const alerts = lines.filter((line) => line.includes('refresh-token-replay'));
    expect(alerts).toHaveLength(1);
    for (const part of stolen.split('.').slice(3)) expect(alerts[0]).not.toContain(part);
    expect((await refresh(current)).status).toBe(401);
    expect(await familyOf(company, who, current)).toBeUndefined();
  });

  it('R46, S-06: a token of any age of the family ends it, one that was never given does not', async () => {
    const who = await company.addUser();
    let cookie = cookieOf(await signIn(who));
    const [oldest] = [cookie];
    for (let turn = 0; turn < 4; turn++) cookie = cookieOf(await refresh(cookie));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    const parts = cookie.split('.');
    const other = cookieOf(await signIn(user)).split('.');
    const made = (family = '', secret = '') => [...parts.slice(0, 3), family, secret].join('.');
    for (const invented of [
      made('A'.repeat(43), 'A'.repeat(43)),
      made('A'.repeat(43), parts[4]),
      made(other[3], other[4]),
      made(parts[4], parts[3]),
      '__Secure-jrt=1.1.0000000000000000.short',
      `__Secure-jrt=${company.id}.${who.id}.${crypto.randomUUID()}.${parts[3]}.${parts[4]}`,
    ]) {
      expect(await refresh(invented), invented).toMatchObject({ status: 401, cookies: [] });
      expect((await logout(invented)).status).toBe(200);
      expect(await familyOf(company, who, cookie)).toBeDefined();
    }
    expect((await call(auth, { to: 'POST /auth/refresh_token', headers: OWN })).status).toBe(401);
    cookie = cookieOf(await refresh(cookie));
    expect(cookie).not.toBe('');
    expect((await refresh(oldest)).status).toBe(401);
    expect(await familyOf(company, who, cookie)).toBeUndefined();
  });

  it("is refused outside the user's hours, told in the company's zone, and goes on within them", async () => {
    const istanbul = await makeCompany({ company: { timeZone: 'Europe/Istanbul' } });
    const who = await istanbul.addUser({ startWork: '09:00', endWork: '18:00' });
    const at = (iso: string) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(iso) });
      forgetDirectory(istanbul.id);
    };
    at('2027-05-04T14:59:00.000Z');
    const cookie = cookieOf(await signIn(who));
    at('2027-05-04T15:01:00.000Z');
    expect(await refresh(cookie)).toMatchObject({
      status: 401,
      body: { error: 'ERR_OUT_OF_HOURS' },
      cookies: [],
    });
    at('2027-05-05T05:59:00.000Z');
    expect((await refresh(cookie)).status).toBe(401);
    at('2027-05-05T06:00:00.000Z');
    expect((await refresh(cookie)).status).toBe(200);
  });

  it('ends with a raised session version, a deactivated user and the life of the session', async () => {
    const who = await company.addUser();
    const change = async (edit: (row: UserRow) => Partial<UserRow>): Promise<void> => {
      const row = await loadUser(company.table, who.id);
      if (row === undefined) throw new Error('no user');
      await commit(userItems(company.table, row, { ...row, ...edit(row) }, Date.now()));
    };
    const version = cookieOf(await signIn(who));
    await change((row) => ({ sessionVersion: row.sessionVersion + 1 }));
    expect((await refresh(version)).status).toBe(401);
    const again = cookieOf(await signIn(who));
    await change(() => ({ active: false }));
    expect((await refresh(again)).status).toBe(401);
    const old = cookieOf(await signIn(user));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * 24 * 3600 * 1000 });
    expect((await refresh(old)).status).toBe(401);
  });

  it('S-06: signing out deletes the family', async () => {
    const who = await company.addUser();
    const cookie = cookieOf(await signIn(who));
    const answer = await logout(cookie);
    expect(answer).toMatchObject({ status: 200, body: {} });
    expect(answer.cookies[0]).toMatch(/^__Secure-jrt=; .*Max-Age=0$/);
    expect(await familyOf(company, who, cookie)).toBeUndefined();
    expect((await refresh(cookie)).status).toBe(401);
    expect((await logout(cookie)).status).toBe(200);
    expect(await company.table.get(Presence, { userId: who.id }, { consistent: true })).toBeUndefined();
  });
});

describe('ending a session', () => {
  /** As another container has it: nothing that this process ended is known there. */
  const elsewhere = async () => {
    vi.resetModules();
    const { handler } = await import('@prosa/functions/http/auth/handler.ts');
    return (token: string) => call(handler, { to: 'GET /auth/me', token });
  };

  it('S-05: signing out ends its access token, here at once and elsewhere within 60 s, and no other', async () => {
    const [ending, staying] = [await signIn(await company.addUser()), await signIn(user)];
    const meElsewhere = await elsewhere();
    for (const look of [me, meElsewhere])
      for (const answer of [ending, staying]) expect((await look(tokenIn(answer))).status).toBe(200);
    expect((await logout(cookieOf(ending))).status).toBe(200);
    expect(await me(tokenIn(ending))).toMatchObject({ status: 401, body: { error: 'ERR_UNAUTHENTICATED' } });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    expect((await meElsewhere(tokenIn(ending))).status).toBe(401);
    for (const look of [me, meElsewhere]) expect((await look(tokenIn(staying))).status).toBe(200);
  });

  it('S-05: a revoked family ends its access tokens, too', async () => {
    const who = await company.addUser();
    const stolen = cookieOf(await signIn(who));
    const answer = await refresh(stolen);
    expect((await me(tokenIn(answer))).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    expect((await refresh(stolen)).status).toBe(401);
    expect((await me(tokenIn(answer))).status).toBe(401);
  });

  it('S-05: a sign-in ends the session that the user had elsewhere, in every container, and no other', async () => {
    const who = await company.addUser();
    const [older, colleague] = [await signIn(who), await signIn(user)];
    const meElsewhere = await elsewhere();
    for (const answer of [older, colleague]) expect((await meElsewhere(tokenIn(answer))).status).toBe(200);
    const newer = await signIn(who);
    expect(await me(tokenIn(older))).toMatchObject({
      status: 401,
      body: { error: 'ERR_UNAUTHENTICATED', details: { ended: 'elsewhere' } },
    });
    expect((await refresh(cookieOf(older))).status).toBe(401);
    expect((await me(tokenIn(newer))).status).toBe(200);
    expect((await refresh(cookieOf(newer))).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    expect((await meElsewhere(tokenIn(older))).status).toBe(401);
    for (const answer of [newer, colleague]) expect((await meElsewhere(tokenIn(answer))).status).toBe(200);
  });

  it('leaves one of the sessions that a user opened at the same moment', async () => {
    const who = await company.addUser();
    const answers = await Promise.all([signIn(who), signIn(who), signIn(who)]);
    const statuses: number[] = [];
    for (const answer of answers) statuses.push((await refresh(cookieOf(answer))).status);
    expect(statuses.toSorted()).toEqual([200, 401, 401]);
  });

  it('S-05: a new password keeps the session it was chosen in; one that somebody else sets ends it', async () => {
    const who = await company.addUser();
    const session = await signIn(who);
    const meElsewhere = await elsewhere();
    expect((await meElsewhere(tokenIn(session))).status).toBe(200);
    const choose = async (token: string, body: object): Promise<void> => {
      expect((await call(users, { to: `PUT /users/${who.id}`, token, body })).status).toBe(200);
    };
    await choose(tokenIn(session), { password: 'outra boa senha', currentPassword: TEST_PASSWORD });
    expect((await me(tokenIn(session))).status).toBe(200);
    const refreshed = await refresh(cookieOf(session));
    expect(refreshed.status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    expect((await meElsewhere(tokenIn(session))).status).toBe(200);

    await choose(company.admin.token, { password: 'uma senha que outra pessoa escolhe' });
    expect((await me(tokenIn(session))).status).toBe(401);
    expect((await refresh(cookieOf(refreshed))).status).toBe(401);
    vi.setSystemTime(Date.now() + 60_000);
    expect((await meElsewhere(tokenIn(session))).status).toBe(401);
  });
});

describe('live channels', () => {
  it('S-67: end with the session they belong to, and with no other', async () => {
    const people = [await company.addUser(), await company.addUser()];
    const cookies: string[] = [];
    for (const who of people) cookies.push(cookieOf(await signIn(who)));
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    await commit(
      people.map((who, index) =>
        company.table.put(
          Socket,
          {
            companyId: company.id,
            socketId: `socket-${index}`,
            userId: who.id,
            sessionId: cookies[index]?.split('.')[2] ?? '',
            sessionVersion: 2,
            expiresAt,
          },
          'absent',
        ),
      ),
    );
    expect((await logout(cookies[0] ?? '')).status).toBe(200);
    expect((await loadSockets(company.table)).map(({ socketId }) => socketId)).toEqual(['socket-1']);
    expect((await refresh(cookies[1] ?? '')).status).toBe(200);
  });
});
