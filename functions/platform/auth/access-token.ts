import { AppError } from '@prosa/shared/errors.ts';
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import { type KeyRing, signingKeys } from '../secrets.ts';

/** Fifteen minutes: the longest that a stolen token stays valid. */
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

/** Signs an access token for a sign-in session. */
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

/**
 * Minimum interval between two reloads of the keys. A token with an unknown key id triggers a reload, because the
 * keys may just have been rotated.
 */
const REREAD_MS = 1_000;

/** Returns the unverified header and expiry of a token; empty if the text is not a token. */
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
 * @throws AppError ERR_UNAUTHENTICATED if there is no such key; ERR_SESSION_EXPIRED if the token has also expired, so
 * that a browser that slept during a key rotation refreshes instead of signing out (S-04)
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
 * Returns the claims of a valid access token. Caches a verified token until it expires, which saves verifying the
 * signature on every call.
 * @throws AppError ERR_SESSION_EXPIRED for an expired token: the client refreshes once, and signs out if that is
 * refused. ERR_UNAUTHENTICATED for any other: forged, altered, or without a claim (S-01, S-02)
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
