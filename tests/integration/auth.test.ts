import crypto, { argon2 } from 'node:crypto';
import { handler as auth } from '@prosa/functions/http/auth/handler.ts';
import { handler as signInHandler } from '@prosa/functions/http/sign-in/handler.ts';
import { handler as users } from '@prosa/functions/http/users/handler.ts';
import { verifyAccessToken } from '@prosa/functions/platform/auth/access-token.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { sha256 } from '@prosa/functions/platform/ids.ts';
import { signingKeys } from '@prosa/functions/platform/secrets.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Company } from '@prosa/functions/platform/table/entities/companies.ts';
import { Presence, Session, Socket, User } from '@prosa/functions/platform/table/entities/users.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { userItems } from '@prosa/functions/repositories/users.ts';
import { SignJWT } from 'jose';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeCompany, TEST_PASSWORD, type TestCompany, type TestUser } from '../factories/company.ts';
import { type Answer, call } from './support/call.ts';
import { useTable } from './support/table.ts';

vi.mock('node:crypto', async (load) => {
  const real = await load<typeof crypto>();
  return { ...real, argon2: vi.fn(real.argon2) };
});

useTable();

const ORIGIN = 'http://localhost:3000';
const OWN = { origin: ORIGIN, 'x-prosa-client': 'web' };

let company: TestCompany;
let user: TestUser;
beforeAll(async () => {
  company = await makeCompany();
  user = await company.addUser({ startWork: '00:00', endWork: '23:59' });
});
afterEach(() => vi.useRealTimers());

const login = (email: string, password: string, more: object = {}) =>
  call(signInHandler, { to: 'POST /auth/login', body: { email, password, ...more } });
const signIn = async (who: TestUser = user, more: object = {}): Promise<Answer> => {
  const answer = await login(who.email, TEST_PASSWORD, more);
  expect(answer.status).toBe(200);
  return answer;
};
const cookieOf = (answer: Answer): string => answer.cookies[0]?.split(';')[0] ?? '';
const refresh = (cookie: string, headers: Record<string, string> = OWN) =>
  call(auth, { to: 'POST /auth/refresh_token', headers, cookies: [cookie] });
const logout = (cookie: string, headers: Record<string, string> = OWN) =>
  call(auth, { to: 'DELETE /auth/logout', headers, cookies: [cookie] });
const me = (token: string | undefined) => call(auth, { to: 'GET /auth/me', token });
const sessionsOf = async (who: TestUser) =>
  (
    await company.table.query(Session, {
      pk: keys.session({ userId: who.id, id: '' }).pk,
      limit: 100,
      consistent: true,
    })
  ).rows;
/** The session a cookie belongs to, while it lives. */
const familyOf = async (who: TestUser, cookie: string) =>
  (await sessionsOf(who)).find(({ id }) => id === cookie.split('.')[2]);
const tokenIn = (answer: Answer): string => {
  const { body } = answer;
  if (typeof body !== 'object' || body === null || !('token' in body)) throw new Error('no token');
  return String(body.token);
};

describe('signing in', () => {
  it('answers a token and who the user is, and keeps only the hash of the refresh token', async () => {
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
    const session = (await sessionsOf(who)).find(({ currentHash }) => currentHash === sha256(secret));
    expect(session).toMatchObject({ remember: true });
    const [, , , family, last] = secret.split('.');
    expect(session?.familyHash).toBe(sha256(family ?? ''));
    for (const part of [family, last]) expect(JSON.stringify(session)).not.toContain(part);
    expect(await company.table.get(Presence, { userId: who.id })).toMatchObject({ userId: who.id });
    expect((await company.table.get(Company, {}))?.lastLogin).not.toBeNull();
  });

  it('reads e-mails without case and spaces', async () => {
    expect((await login(` ${user.email.toUpperCase()} `, TEST_PASSWORD)).status).toBe(200);
  });

  it('S-07: sets a cookie that scripts, other sites and plain connections never see', async () => {
    const [kept] = (await signIn()).cookies;
    expect(kept).toMatch(
      /^__Secure-jrt=[^;]+; HttpOnly; Secure; SameSite=Strict; Path=\/api\/auth; Max-Age=604800$/,
    );
    const [forgotten] = (await signIn(user, { remember: false })).cookies;
    expect(forgotten).toMatch(/^__Secure-jrt=[^;]+; HttpOnly; Secure; SameSite=Strict; Path=\/api\/auth$/);
    const refreshed = await refresh(forgotten?.split(';')[0] ?? '');
    expect(refreshed.cookies[0]).not.toContain('Max-Age');
  });

  it('S-10: makes a weaker hash anew when its owner signs in', async () => {
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

  it('S-11: refuses more than 128 bytes before hashing', async () => {
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

  it('S-12: an unknown account costs one hash and answers like a known one', async () => {
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

  it("is refused outside the user's hours, told in the company's zone", async () => {
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

  it('S-31: refuses extra fields and fields aimed at the prototype', async () => {
    for (const body of [
      { email: user.email, password: TEST_PASSWORD, super: true },
      `{"email":"${user.email}","password":"${TEST_PASSWORD}","__proto__":{"super":true}}`,
      { email: user.email },
      { email: 5, password: [] },
    ]) {
      expect((await call(signInHandler, { to: 'POST /auth/login', body })).status).toBe(400);
    }
  });
});

describe('refreshing', () => {
  it('R46, S-06: two tabs that refresh at once both stay in', async () => {
    const first = cookieOf(await signIn());
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
    expect(await familyOf(who, current)).toBeUndefined();
  });

  it('R46, S-06: a token of any age of the family ends it, one that was never given does not', async () => {
    const who = await company.addUser();
    let cookie = cookieOf(await signIn(who));
    const [oldest] = [cookie];
    for (let turn = 0; turn < 4; turn++) cookie = cookieOf(await refresh(cookie));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    const parts = cookie.split('.');
    const other = cookieOf(await signIn(who)).split('.');
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
      expect(await familyOf(who, cookie)).toBeDefined();
    }
    expect((await call(auth, { to: 'POST /auth/refresh_token', headers: OWN })).status).toBe(401);
    cookie = cookieOf(await refresh(cookie));
    expect(cookie).not.toBe('');
    expect((await refresh(oldest)).status).toBe(401);
    expect(await familyOf(who, cookie)).toBeUndefined();
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
    const version = cookieOf(await signIn(who));
    const row = await company.table.get(User, { id: who.id }, { consistent: true });
    if (row === undefined) throw new Error('no user');
    await commit(userItems(company.table, row, { ...row, sessionVersion: 2 }, Date.now()));
    expect((await refresh(version)).status).toBe(401);
    const again = cookieOf(await signIn(who));
    await commit(
      userItems(
        company.table,
        { ...row, version: row.version + 1 },
        { ...row, sessionVersion: 2, active: false },
        Date.now(),
      ),
    );
    expect((await refresh(again)).status).toBe(401);
    const old = cookieOf(await signIn());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * 24 * 3600 * 1000 });
    expect((await refresh(old)).status).toBe(401);
  });

  it('S-06: signing out deletes the family', async () => {
    const who = await company.addUser();
    const cookie = cookieOf(await signIn(who));
    const answer = await logout(cookie);
    expect(answer).toMatchObject({ status: 200, body: {} });
    expect(answer.cookies[0]).toMatch(/^__Secure-jrt=; .*Max-Age=0$/);
    expect(await familyOf(who, cookie)).toBeUndefined();
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
    const who = await company.addUser();
    const [ending, staying] = [await signIn(who), await signIn(who)];
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

  it('S-05: a new password ends all sessions but the one it was chosen in, here and elsewhere', async () => {
    const who = await company.addUser();
    const [own, other] = [await signIn(who), await signIn(who)];
    const meElsewhere = await elsewhere();
    for (const answer of [own, other]) expect((await meElsewhere(tokenIn(answer))).status).toBe(200);
    const changed = await call(users, {
      to: `PUT /users/${who.id}`,
      token: tokenIn(own),
      body: { password: 'outra boa senha', currentPassword: TEST_PASSWORD },
    });
    expect(changed.status).toBe(200);
    expect((await me(tokenIn(own))).status).toBe(200);
    expect((await me(tokenIn(other))).status).toBe(401);
    expect((await refresh(cookieOf(other))).status).toBe(401);
    expect((await refresh(cookieOf(own))).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    expect((await meElsewhere(tokenIn(own))).status).toBe(200);
    expect((await meElsewhere(tokenIn(other))).status).toBe(401);
  });
});

describe('live channels', () => {
  it('S-67: end with the session they belong to, and with no other', async () => {
    const who = await company.addUser();
    const [ending, staying] = [cookieOf(await signIn(who)), cookieOf(await signIn(who))];
    const sessionIn = (cookie: string): string => cookie.split('.')[2] ?? '';
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    await commit(
      [ending, staying].map((cookie, index) =>
        company.table.put(
          Socket,
          {
            companyId: company.id,
            socketId: `socket-${index}`,
            userId: who.id,
            sessionId: sessionIn(cookie),
            expiresAt,
          },
          'absent',
        ),
      ),
    );
    expect((await logout(ending)).status).toBe(200);
    expect(
      await company.table.get(Socket, { userId: who.id, socketId: 'socket-0' }, { consistent: true }),
    ).toBeUndefined();
    expect(
      await company.table.get(Socket, { userId: who.id, socketId: 'socket-1' }, { consistent: true }),
    ).toBeDefined();
    expect((await refresh(staying)).status).toBe(200);
  });
});

const FOREIGN_ORIGINS = [
  'null',
  '',
  'http://localhost',
  'http://localhost:3001',
  'http://localhost:30000',
  'https://localhost:3000',
  'http://LOCALHOST:3000',
  'HTTP://localhost:3000',
  'http://localhost:3000/',
  'http://localhost:3000.evil.example',
  'http://evil.example/http://localhost:3000',
  'http://localhost:3000@evil.example',
  'http://evil.example#http://localhost:3000',
  'http://notlocalhost:3000',
  'http://localhost.:3000',
  'http://127.0.0.1:3000',
  'http://[::1]:3000',
  ' http://localhost:3000',
  'http://localhost:3000, http://evil.example',
  'http://evil.example, http://localhost:3000',
  'http://localhost%3A3000',
  '*',
  'file://',
  'chrome-extension://abcdefgh',
  'http://localhost:3000\u0000',
  'http://ⓛocalhost:3000',
  'http://sub.localhost:3000',
  'ws://localhost:3000',
  '//localhost:3000',
  'data:text/html,x',
  'https://evil.example',
];

describe('foreign pages', () => {
  it('S-08: refreshing and signing out need our own origin, spelled exactly, and the header', async () => {
    const cookie = cookieOf(await signIn());
    const attempts: Record<string, string>[] = [
      {},
      { origin: ORIGIN },
      { origin: ORIGIN, 'x-prosa-client': '' },
      { 'x-prosa-client': 'web' },
      ...FOREIGN_ORIGINS.map((origin) => ({ origin, 'x-prosa-client': 'web' })),
    ];
    for (const headers of attempts) {
      for (const send of [refresh, logout]) {
        expect(await send(cookie, headers), JSON.stringify(headers)).toMatchObject({
          status: 403,
          body: { error: 'ERR_ORIGIN_REFUSED' },
          cookies: [],
        });
      }
    }
    expect((await refresh(cookie)).status).toBe(200);
  });

  it('S-09: no answer ever allows another origin to read it', async () => {
    for (const origin of FOREIGN_ORIGINS) {
      for (const answer of [
        await call(auth, { to: 'GET /auth/me', token: user.token, headers: { origin } }),
        await refresh('x=y', { origin, 'x-prosa-client': 'web' }),
      ]) {
        const names = Object.keys(answer.headers).map((name) => name.toLowerCase());
        expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([]);
      }
    }
  });
});

let sessionId = '';
beforeAll(async () => {
  sessionId = cookieOf(await signIn()).split('.')[2] ?? '';
});
const now = () => Math.floor(Date.now() / 1000);
const goodClaims = (): Record<string, unknown> => ({
  iss: 'prosa',
  aud: 'prosa-api',
  sub: String(user.id),
  cid: company.id,
  sid: sessionId,
  iat: now(),
  exp: now() + 60,
});
const forge = async (header: object, claims: Record<string, unknown>, key?: Uint8Array): Promise<string> => {
  const { current, keys: ring } = await signingKeys();
  const secret = key ?? ring[current];
  if (secret === undefined) throw new Error('no key');
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: current, ...header })
    .sign(secret);
};
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('access tokens', () => {
  it('S-01: only HS256 with a known key opens anything', async () => {
    const good = await forge({}, goodClaims());
    expect((await me(good)).status).toBe(200);
    const { current } = await signingKeys();
    const [header = '', payload = '', signature = ''] = good.split('.');
    const { publicKey } = crypto.generateKeyPairSync('rsa', { modulusLength: 2048 });
    const spki = publicKey.export({ type: 'spki', format: 'der' });
    const unsigned = `${encode({ alg: 'none', typ: 'at+jwt', kid: current })}.${payload}`;
    const emptyKey = crypto.createHmac('sha256', '').update(`${header}.${payload}`).digest('base64url');
    const forged = [
      `${unsigned}.`,
      `${unsigned}.${signature}`,
      `${encode({ alg: 'None', typ: 'at+jwt', kid: current })}.${payload}.`,
      await forge({ alg: 'HS512' }, goodClaims(), new Uint8Array(64).fill(1)),
      await forge({ alg: 'HS256' }, goodClaims(), spki),
      `${encode({ alg: 'RS256', typ: 'at+jwt', kid: current })}.${payload}.${signature}`,
      await forge({ kid: 'unknown' }, goodClaims()),
      await forge({ kid: '__proto__' }, goodClaims()),
      await forge({ typ: 'JWT' }, goodClaims()),
      `${header}.${payload}.${emptyKey}`,
      `${header}.${encode({ ...goodClaims(), sub: '1' })}.${signature}`,
      `${header}.${payload}.${signature.slice(0, -2)}AA`,
      `${header}.${payload}`,
      `${good}.x`,
    ];
    for (const token of forged) {
      expect(await me(token), token.slice(0, 80)).toMatchObject({
        status: 401,
        body: { error: 'ERR_UNAUTHENTICATED' },
      });
    }
    expect((await me(undefined)).status).toBe(401);
  });

  it.each(['exp', 'iss', 'aud', 'sub', 'cid', 'sid', 'iat'])(
    'S-02: a token without %s is refused',
    async (claim) => {
      const { [claim]: _left, ...claims } = goodClaims();
      expect((await me(await forge({}, claims))).status).toBe(401);
    },
  );

  it('S-02: wrong values are refused, an expired one asks to refresh, a refresh token is none', async () => {
    for (const change of [
      { iss: 'other' },
      { aud: 'other' },
      { sub: '0' },
      { sub: 'admin' },
      { cid: 'x' },
      { cid: company.id + 1000 },
      { sub: '999999' },
      { sid: '' },
      { sid: crypto.randomUUID() },
    ]) {
      expect((await me(await forge({}, { ...goodClaims(), ...change }))).status, JSON.stringify(change)).toBe(
        401,
      );
    }
    expect(await me(await forge({}, { ...goodClaims(), iat: now() - 100, exp: now() - 1 }))).toMatchObject({
      status: 403,
      body: { error: 'ERR_SESSION_EXPIRED' },
    });
    const refreshToken = cookieOf(await signIn()).split('=')[1];
    expect((await me(refreshToken)).status).toBe(401);
  });

  it('S-01: a token proven once is refused when its time is over', async () => {
    const token = tokenIn(await signIn());
    expect((await me(token)).status).toBe(200);
    await expect(verifyAccessToken(token, Date.now() + 15 * 60 * 1000)).rejects.toMatchObject({
      code: 'ERR_SESSION_EXPIRED',
    });
  });
});
