import { importPKCS8, SignJWT } from 'jose';
import * as z from 'zod';
import { parseJson, type ServiceFailure } from '../domain/integrations/adapter.ts';
import type { OutsideAnswer, OutsideQuestion } from '../platform/fetch-outside.ts';
import { sha256 } from '../platform/ids.ts';

/** The address is fixed: the one in a key file could be anybody's. */
const TOKEN_URL = 'https://oauth2.googleapis.com/token';
const SCOPE = 'https://www.googleapis.com/auth/dialogflow';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** Google's limit for the assertion. */
const ASSERTION_S = 3600;
/** A token is renewed so long before its end. */
const RENEWED_BEFORE_MS = 60_000;
const MAX_TOKENS = 500;

const keyFileSchema = z.object({ client_email: z.string().min(1), private_key: z.string().min(1) });
const answerSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

type Ask = (url: string, question: OutsideQuestion) => Promise<OutsideAnswer | { failure: ServiceFailure }>;

/** Tokens of this process, by the digest of their key file. */
const held = new Map<string, { token: string; untilMs: number }>();

/** Makes the next call fetch a new token for a key file. */
export const forgetGoogleToken = (keyFile: string): void => {
  held.delete(sha256(keyFile));
};

/** Returns the signed assertion of a service account; undefined if its key file is none. */
const assertionOf = async (keyFile: string, nowMs: number): Promise<string | undefined> => {
  const parsed = keyFileSchema.safeParse(parseJson(keyFile));
  if (!parsed.success) return undefined;
  const { client_email: email, private_key: pem } = parsed.data;
  const key = await importPKCS8(pem, 'RS256').catch(() => undefined);
  if (key === undefined) return undefined;
  const now = Math.floor(nowMs / 1000);
  return new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(email)
    .setAudience(TOKEN_URL)
    .setIssuedAt(now)
    .setExpirationTime(now + ASSERTION_S)
    .sign(key);
};

/**
 * Returns an access token for Dialogflow of a service account: one of this process until a minute before its end,
 * otherwise a new one.
 * @param keyFile JSON, as Google gives it out
 */
export const googleToken = async (
  keyFile: string,
  nowMs: number,
  ask: Ask,
): Promise<{ token: string } | { failure: ServiceFailure }> => {
  const name = sha256(keyFile);
  const known = held.get(name);
  if (known !== undefined && nowMs < known.untilMs - RENEWED_BEFORE_MS) return known;
  const assertion = await assertionOf(keyFile, nowMs);
  if (assertion === undefined) return { failure: 'credentials' };
  const came = await ask(TOKEN_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new TextEncoder().encode(String(new URLSearchParams({ grant_type: GRANT, assertion }))),
  });
  if ('failure' in came) return came;
  const answer = answerSchema.safeParse(parseJson(new TextDecoder().decode(came.bytes)));
  if (came.status !== 200 || !answer.success)
    return { failure: came.status >= 500 ? 'status' : 'credentials' };
  const { access_token: token, expires_in: lastsS } = answer.data;
  if (held.size >= MAX_TOKENS) held.clear();
  held.set(name, { token, untilMs: nowMs + lastsS * 1000 });
  return { token };
};
