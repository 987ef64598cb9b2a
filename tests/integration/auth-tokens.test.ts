import crypto from 'node:crypto';
import { handler as auth } from '@prosa/functions/http/auth/handler.ts';
import { verifyAccessToken } from '@prosa/functions/platform/auth/access-token.ts';
import { signingKeys } from '@prosa/functions/platform/secrets.ts';
import { SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { call } from './support/call.ts';
import { cookieOf, logout, me, ORIGIN, refresh, signIn, tokenIn } from './support/sign-in.ts';
import { useTable } from './support/table.ts';

useTable();

let company: TestCompany;
let user: TestUser;
beforeAll(async () => {
  company = await makeCompany();
  user = await company.addUser({ startWork: '00:00', endWork: '23:59' });
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

describe('cross-site requests', () => {
  it('S-08: refreshing and signing out need the exact own origin and the header', async () => {
    const cookie = cookieOf(await signIn(user));
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

  it('S-09: no response lets another origin read it', async () => {
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

let owner: TestUser;
let sessionId = '';
beforeAll(async () => {
  owner = await company.addUser();
  sessionId = cookieOf(await signIn(owner)).split('.')[2] ?? '';
});
const now = () => Math.floor(Date.now() / 1000);
const goodClaims = (): Record<string, unknown> => ({
  iss: 'prosa',
  aud: 'prosa-api',
  sub: String(owner.id),
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

/** A client refreshes once after the 403; a 401 to that refresh tells it that the session is over. */
const EXPIRED = { status: 403, body: { error: 'ERR_SESSION_EXPIRED' } };
const SIGNED_OUT = { status: 401, body: { error: 'ERR_UNAUTHENTICATED' } };

describe('access tokens', () => {
  it('S-01: accepts only HS256 tokens signed with a known key', async () => {
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
      await forge({ kid: '' }, goodClaims()),
      await forge({ kid: undefined }, goodClaims()),
      await forge({ kid: '__proto__' }, goodClaims()),
      await forge({ typ: 'JWT' }, goodClaims()),
      `${header}.${payload}.${emptyKey}`,
      `${header}.${encode({ ...goodClaims(), sub: '1' })}.${signature}`,
      `${header}.${payload}.${signature.slice(0, -2)}AA`,
      `${header}.${payload}`,
      `${good}.x`,
    ];
    for (const token of forged) {
      expect(await me(token), token.slice(0, 80)).toMatchObject(SIGNED_OUT);
    }
    expect(await me(undefined)).toMatchObject(SIGNED_OUT);
  });

  it.each(['exp', 'iss', 'aud', 'sub', 'cid', 'sid', 'iat'])(
    'S-02: a token without %s is refused',
    async (claim) => {
      const { [claim]: _left, ...claims } = goodClaims();
      expect(await me(await forge({}, claims))).toMatchObject(SIGNED_OUT);
    },
  );

  it('S-02: refuses wrong values and refresh tokens, and asks for a refresh when the token has expired', async () => {
    for (const change of [
      { iss: 'other' },
      { aud: 'other' },
      { sub: '0' },
      { sub: 'admin' },
      { cid: 'x' },
      { sid: '' },
      { iss: 'other', iat: now() - 100, exp: now() - 1 },
    ]) {
      const token = await forge({}, { ...goodClaims(), ...change });
      expect(await me(token), JSON.stringify(change)).toMatchObject(SIGNED_OUT);
    }
    const past = { ...goodClaims(), iat: now() - 100, exp: now() - 1 };
    expect(await me(await forge({}, past))).toMatchObject(EXPIRED);
    expect(await me(await forge({}, past, new Uint8Array(32).fill(1)))).toMatchObject(SIGNED_OUT);
    for (const change of [{ cid: company.id + 1000 }, { sub: '999999' }, { sid: crypto.randomUUID() }]) {
      const token = await forge({}, { ...goodClaims(), ...change });
      expect(await me(token), JSON.stringify(change)).toMatchObject(SIGNED_OUT);
    }
    const refreshToken = cookieOf(await signIn(user)).split('=')[1];
    expect(await me(refreshToken)).toMatchObject(SIGNED_OUT);
  });

  it('S-04: an expired token of a removed key asks for a refresh and does not sign the user out', async () => {
    const past = { ...goodClaims(), iat: now() - 3600, exp: now() - 2700 };
    expect(await me(await forge({ kid: 'rotated-away' }, past))).toMatchObject(EXPIRED);
  });

  it('S-01: a token that was verified before is refused after its expiry', async () => {
    const token = tokenIn(await signIn(user));
    expect((await me(token)).status).toBe(200);
    await expect(verifyAccessToken(token, Date.now() + 15 * 60 * 1000)).rejects.toMatchObject({
      code: 'ERR_SESSION_EXPIRED',
    });
  });
});
