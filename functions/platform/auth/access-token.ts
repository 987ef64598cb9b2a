import { AppError } from '@prosa/shared/errors.ts';
import { errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import { signingKeys } from '../secrets.ts';

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

/**
 * The claims of a valid access token. Expired: ERR_SESSION_EXPIRED (the client refreshes once). Anything else wrong:
 * ERR_UNAUTHENTICATED. A token proven once is remembered until it expires, which saves the signature on every call.
 */
export const verifyAccessToken = async (token: string, nowMs: number): Promise<AccessClaims> => {
  const held = verified.get(token);
  if (held !== undefined) {
    if (held.expiresAtMs > nowMs) return held.claims;
    verified.delete(token);
    throw new AppError('ERR_SESSION_EXPIRED');
  }
  const keys = await signingKeys();
  try {
    const { payload } = await jwtVerify(
      token,
      (header) => {
        const key = header.kid === undefined ? undefined : keys.keys[header.kid];
        if (key === undefined) throw new AppError('ERR_UNAUTHENTICATED', { message: 'unknown key id' });
        return key;
      },
      {
        algorithms: ['HS256'],
        typ: 'at+jwt',
        issuer: ISSUER,
        audience: AUDIENCE,
        requiredClaims: ['exp', 'iat', 'iss', 'aud', 'sub', 'cid', 'sid'],
        currentDate: new Date(nowMs),
      },
    );
    const claims = claimsSchema.parse(payload);
    const access = {
      userId: claims.sub,
      companyId: claims.cid,
      sessionId: claims.sid,
    };
    if (verified.size >= VERIFIED_MAX) verified.clear();
    verified.set(token, { claims: access, expiresAtMs: claims.exp * 1000 });
    return access;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new AppError('ERR_SESSION_EXPIRED');
    throw new AppError('ERR_UNAUTHENTICATED', { cause: error });
  }
};
