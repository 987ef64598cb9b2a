import crypto from 'node:crypto';
import { MAX_USER_SESSIONS } from '@prosa/functions/domain/auth/sessions.ts';
import { handler as auth } from '@prosa/functions/http/auth/handler.ts';
import { handler as users } from '@prosa/functions/http/users/handler.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { loadSockets } from '@prosa/functions/platform/realtime/sockets.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Presence, Socket } from '@prosa/functions/platform/table/entities/users.ts';
import { loadUser, type UserRow, userItems } from '@prosa/functions/repositories/users/users.ts';
import { ownSessionRoutes } from '@prosa/shared/contracts/own-sessions.ts';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeCompany, TEST_PASSWORD, type TestCompany, type TestUser } from '../factories/company.ts';
import { type Answer, call } from './support/call.ts';
import {
  cookieOf,
  familyOf,
  logout,
  me,
  OWN,
  refresh,
  sessionsOf,
  signIn,
  tokenIn,
} from './support/sign-in.ts';
import { useTable } from './support/table.ts';

useTable();

let company: TestCompany;
let user: TestUser;
beforeAll(async () => {
  company = await makeCompany();
  user = await company.addUser({ startWork: '00:00', endWork: '23:59' });
});
afterEach(() => vi.useRealTimers());

describe('refreshing a sign-in session', () => {
  it('R46, S-06: two tabs that refresh at the same time both stay signed in', async () => {
    const first = cookieOf(await signIn(user));
    const answers = await Promise.all([refresh(first), refresh(first), refresh(first)]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    const [second, ...others] = answers.map(cookieOf);
    expect(new Set(others)).toEqual(new Set([second]));
    expect(second).not.toBe(first);
    for (const answer of answers) expect((await me(tokenIn(answer))).status).toBe(200);
    expect((await refresh(second ?? '')).status).toBe(200);
  });

  it('R46, S-06: reusing a refresh token after 60 s ends its family and raises an alert', async () => {
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

  it('R46, S-06: reusing any older token of the family ends it, and a token that was never issued does not', async () => {
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

  it("refuses a refresh outside the user's working hours in the company's time zone, and allows it within them", async () => {
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

  it("refuses a refresh after a raised session version, a deactivated user or the end of the session's life", async () => {
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

  it('S-06: signing out deletes the token family', async () => {
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

describe('sign-in sessions on two devices', () => {
  const list = async (token: string) => {
    const answer = await call(auth, { to: 'GET /auth/sessions', token });
    expect(answer.status).toBe(200);
    return ownSessionRoutes.listSessions.response.parse(answer.body).sessions;
  };
  const DESK = {
    'user-agent': 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36',
  };
  const PHONE = {
    'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Safari/604.1',
  };
  const idOf = (answer: Answer) => cookieOf(answer).split('.')[2] ?? '';

  it('refresh independently, and reuse of a refresh token ends only the session of that token', async () => {
    const who = await company.addUser();
    const [desk, phone] = [await signIn(who), await signIn(who)];
    for (const answer of [desk, phone]) expect((await me(tokenIn(answer))).status).toBe(200);
    const deskNext = cookieOf(await refresh(cookieOf(desk)));
    const phoneNext = cookieOf(await refresh(cookieOf(phone)));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    expect((await refresh(cookieOf(desk))).status).toBe(401);
    expect((await refresh(deskNext)).status).toBe(401);
    expect((await refresh(phoneNext)).status).toBe(200);
    expect((await me(tokenIn(phone))).status).toBe(200);
  });

  it('are listed for their user with device, address and times, and the current session is marked', async () => {
    const who = await company.addUser();
    const desk = await signIn(who, {}, DESK);
    const phone = await signIn(who, {}, PHONE);
    await signIn(user);
    const sessions = (await list(tokenIn(phone))).filter(({ id }) => [desk, phone].map(idOf).includes(id));
    expect(sessions.map(({ id, device, ip, current }) => ({ id, device, ip, current }))).toEqual([
      { id: idOf(phone), device: 'Safari · iOS', ip: '127.0.0.1', current: true },
      { id: idOf(desk), device: 'Chrome · Windows', ip: '127.0.0.1', current: false },
    ]);
    const before = sessions.find(({ id }) => id === idOf(desk));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    await refresh(cookieOf(desk));
    const after = (await list(tokenIn(phone)))[0];
    expect(after).toMatchObject({ id: idOf(desk), createdAt: before?.createdAt });
    expect(Date.parse(after?.usedAt ?? '')).toBeGreaterThan(Date.parse(before?.usedAt ?? ''));
    expect(JSON.stringify(sessions)).not.toMatch(/hash/i);
  });

  it('a user can end one or all of the other sessions, but no session of another user', async () => {
    const [who, other] = [await company.addUser(), await company.addUser()];
    const [desk, phone, foreign] = [await signIn(who), await signIn(who), await signIn(other)];
    const token = tokenIn(desk);
    const end = (id: string) => call(auth, { to: `DELETE /auth/sessions/${id}`, token });
    expect((await end(idOf(foreign))).status).toBe(404);
    expect((await me(tokenIn(foreign))).status).toBe(200);
    expect((await end(idOf(phone))).status).toBe(200);
    expect((await me(tokenIn(phone))).status).toBe(401);
    expect((await refresh(cookieOf(phone))).status).toBe(401);
    expect((await end(idOf(phone))).status).toBe(404);
    const [tablet, laptop] = [await signIn(who), await signIn(who)];
    expect((await call(auth, { to: 'DELETE /auth/sessions', token })).status).toBe(200);
    for (const answer of [tablet, laptop]) expect((await me(tokenIn(answer))).status).toBe(401);
    for (const answer of [desk, foreign]) expect((await me(tokenIn(answer))).status).toBe(200);
    expect((await list(token)).map(({ id }) => id)).toEqual([idOf(desk)]);
  });

  it('all end with a reason when an administrator ends the sessions of a user', async () => {
    const who = await company.addUser();
    const [desk, phone] = [await signIn(who), await signIn(who)];
    const to = `DELETE /users/${who.id}/sessions`;
    expect((await call(users, { to, token: tokenIn(desk) })).status).toBe(403);
    expect((await call(users, { to, token: company.admin.token })).status).toBe(200);
    for (const answer of [desk, phone]) {
      expect(await me(tokenIn(answer))).toMatchObject({
        status: 401,
        body: { details: { ended: 'revoked' } },
      });
      expect(await refresh(cookieOf(answer))).toMatchObject({
        status: 401,
        body: { details: { ended: 'revoked' } },
      });
    }
    expect((await signIn(who)).status).toBe(200);
  });

  it('are limited to 20 per user: one more sign-in ends the least recently used session', async () => {
    const who = await company.addUser();
    const first = await signIn(who);
    for (let nth = 0; nth < MAX_USER_SESSIONS; nth++) await signIn(who);
    expect((await refresh(cookieOf(first))).status).toBe(401);
    expect(await sessionsOf(company, who)).toHaveLength(MAX_USER_SESSIONS);
  });
});

describe('ending a sign-in session', () => {
  /** Loads the API again, as another container would: its cache knows of no session that this process ended. */
  const elsewhere = async () => {
    vi.resetModules();
    const { handler } = await import('@prosa/functions/http/auth/handler.ts');
    return (token: string) => call(handler, { to: 'GET /auth/me', token });
  };

  it('S-05: signing out ends only its own access token, here at once and in other containers within 60 s', async () => {
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

  it('S-05: revoking a token family ends its access tokens as well', async () => {
    const who = await company.addUser();
    const stolen = cookieOf(await signIn(who));
    const answer = await refresh(stolen);
    expect((await me(tokenIn(answer))).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    expect((await refresh(stolen)).status).toBe(401);
    expect((await me(tokenIn(answer))).status).toBe(401);
  });

  it("S-05: with one session per user, a new sign-in ends only the same user's older session, in every container", async () => {
    const strict = await makeCompany({ settings: { oneSessionPerUser: true } });
    const [who, other] = [await strict.addUser(), await strict.addUser()];
    const [older, colleague] = [await signIn(who), await signIn(other)];
    const meElsewhere = await elsewhere();
    for (const answer of [older, colleague]) expect((await meElsewhere(tokenIn(answer))).status).toBe(200);
    const newer = await signIn(who);
    expect(await me(tokenIn(older))).toMatchObject({
      status: 401,
      body: { error: 'ERR_UNAUTHENTICATED', details: { ended: 'elsewhere' } },
    });
    expect(await refresh(cookieOf(older))).toMatchObject({ body: { details: { ended: 'elsewhere' } } });
    expect((await me(tokenIn(newer))).status).toBe(200);
    expect((await refresh(cookieOf(newer))).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    expect((await meElsewhere(tokenIn(older))).status).toBe(401);
    for (const answer of [newer, colleague]) expect((await meElsewhere(tokenIn(answer))).status).toBe(200);
  });

  it('with one session per user, three simultaneous sign-ins leave exactly one session', async () => {
    const who = await (await makeCompany({ settings: { oneSessionPerUser: true } })).addUser();
    const answers = await Promise.all([signIn(who), signIn(who), signIn(who)]);
    const statuses: number[] = [];
    for (const answer of answers) statuses.push((await refresh(cookieOf(answer))).status);
    expect(statuses.toSorted()).toEqual([200, 401, 401]);
  });

  it("S-05: a user's own password change keeps the current session, and a password set by another user ends it", async () => {
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

describe('WebSocket connections', () => {
  it('S-67: close with their session, while those of another device stay open and the user stays online', async () => {
    const company = await makeCompany();
    const who = await company.addUser();
    const [desk, phone] = [await signIn(who), await signIn(who)];
    const sessionIdOf = (answer: Answer) => cookieOf(answer).split('.')[2] ?? '';
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const open = async (): Promise<void> =>
      commit(
        [desk, phone].map((answer, index) =>
          company.table.put(
            Socket,
            {
              companyId: company.id,
              socketId: `device-${who.id}-${index}`,
              userId: who.id,
              sessionId: sessionIdOf(answer),
              sessionVersion: 1,
              expiresAt,
            },
            'any',
          ),
        ),
      );
    const left = async () =>
      (await loadSockets(company.table))
        .filter(({ userId }) => userId === who.id)
        .map((socket) => socket.sessionId);
    await open();
    const to = `DELETE /auth/sessions/${sessionIdOf(phone)}`;
    expect((await call(auth, { to, token: tokenIn(desk) })).status).toBe(200);
    expect(await left()).toEqual([sessionIdOf(desk)]);
    const again = await signIn(who);
    await open();
    expect((await logout(cookieOf(again))).status).toBe(200);
    expect(await company.table.get(Presence, { userId: who.id }, { consistent: true })).toBeDefined();
  });

  it('S-67: signing out ends only the WebSocket connections of that sign-in session', async () => {
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
            sessionVersion: 1,
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
