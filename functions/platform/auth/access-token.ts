import { AppError } from '@prosa/shared/errors.ts';
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import { type KeyRing, signingKeys } from '../secrets.ts';

/** Fifteen minutes: what a stolen token is worth at most. */
export const ACCESS_TOKEN_TTL_S = 15 * 60;
const ISSUER = 'prosa';
const AUDIENCE = 'prosa-api';

const claimsSchema = z.object({
  sub: z
    .string()
    .regex(/^[1-9]\d*$/)
    .transform(Number),
  cid: z.int().positive(),
  sid: z.string().min(1),
  exp: z.number(),
});

export interface AccessClaims {
  userId: number;
  companyId: number;
  sessionId: string;
}

/** Signs an access token for a session. */
export const signAccessToken = async (claims: AccessClaims, nowMs: number): Promise<string> => {
  const keys = await signingKeys();
  const key = keys.keys[keys.current];
  if (key === undefined) throw new Error('the current signing key is missing');
  const now = Math.floor(nowMs / 1000);
  return new SignJWT({ cid: claims.companyId, sid: claims.sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: keys.current })
    .setSubject(String(claims.userId))
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(now)
    .setExpirationTime(now + ACCESS_TOKEN_TTL_S)
    .sign(key);
};

const VERIFIED_MAX = 2000;
const verified = new Map<string, { claims: AccessClaims; expiresAtMs: number }>();

/** A token that names an unknown key has the keys read again, at most this often: they may just have been rotated. */
const REREAD_MS = 1_000;

/** Returns what a token says of itself, which proves nothing; nothing where it is no token. */
const claimedBy = (token: string): { kid?: string; exp?: number } => {
  try {
    return { ...decodeProtectedHeader(token), ...decodeJwt(token) };
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return {};
    throw error;
  }
};

/**
 * Returns the key that a token names.
 * @throws AppError ERR_UNAUTHENTICATED where there is none of this name; ERR_SESSION_EXPIRED where the token is also past its
 * own time: a browser that slept while the keys were rotated refreshes, and is not signed out (S-04)
 */
const keyNamedBy = async (token: string, nowMs: number): Promise<Uint8Array> => {
  const { kid = '', exp } = claimedBy(token);
  const find = ({ keys }: KeyRing) => (Object.hasOwn(keys, kid) ? keys[kid] : undefined);
  const key = find(await signingKeys()) ?? find(await signingKeys(REREAD_MS));
  if (key !== undefined) return key;
  const isPast = exp !== undefined && exp * 1000 <= nowMs;
  throw new AppError(isPast ? 'ERR_SESSION_EXPIRED' : 'ERR_UNAUTHENTICATED');
};

/**
 * Returns the claims of a valid access token. Caches a proven token until it expires, which saves the signature on every
 * call.
 * @throws AppError ERR_SESSION_EXPIRED for a token whose time is over: the client refreshes once, and is signed out where
 * that is refused. ERR_UNAUTHENTICATED for every other: forged, altered, or without a claim (S-01, S-02)
 */
export const verifyAccessToken = async (token: string, nowMs: number): Promise<AccessClaims> => {
  const held = verified.get(token);
  if (held !== undefined) {
    if (held.expiresAtMs > nowMs) return held.claims;
    verified.delete(token);
    throw new AppError('ERR_SESSION_EXPIRED');
  }
  const key = await keyNamedBy(token, nowMs);
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      typ: 'at+jwt',
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['exp', 'iat', 'iss', 'aud', 'sub', 'cid', 'sid'],
      currentDate: new Date(nowMs),
    });
    const claims = claimsSchema.parse(payload);
    const access = { userId: claims.sub, companyId: claims.cid, sessionId: claims.sid };
    if (verified.size >= VERIFIED_MAX) verified.clear();
    verified.set(token, { claims: access, expiresAtMs: claims.exp * 1000 });
    return access;
  } catch (error) {
    const isExpired = error instanceof errors.JWTExpired;
    throw new AppError(isExpired ? 'ERR_SESSION_EXPIRED' : 'ERR_UNAUTHENTICATED', { cause: error });
  }
};
