import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { Journal } from '../fake-whatsapp/journal.ts';
import { PAGES, SYSTEM_USER_ID, USER, WABA } from './accounts.ts';
import { GraphRefused } from './graph-refused.ts';
import { Shelf } from './shelf.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Life of a token from the login dialog. */
const SHORT_LIFE_MS = 2 * HOUR_MS;
/** Life of a long-lived user token. */
const LONG_LIFE_MS = 60 * 24 * HOUR_MS;
/** Life of a login code. */
const CODE_LIFE_MS = 30_000;
/** Subcode of an expired session. */
const EXPIRED = 463;

export const PAGE_SCOPES = [
  'pages_show_list',
  'pages_messaging',
  'pages_manage_metadata',
  'pages_read_engagement',
  'business_management',
  'instagram_basic',
  'instagram_manage_messages',
] as const;
export const WHATSAPP_SCOPES = ['whatsapp_business_management', 'whatsapp_business_messaging'] as const;

const tokenSchema = z.object({
  value: z.string(),
  type: z.enum(['USER', 'PAGE', 'SYSTEM_USER']),
  userId: z.string(),
  /** The page of a page's token. */
  pageId: z.string().optional(),
  scopes: z.array(z.string()),
  /** Epoch milliseconds; 0 for a token that does not expire. */
  expiresAtMs: z.number(),
  isRevoked: z.boolean().default(false),
});
export type Token = z.output<typeof tokenSchema>;
type NewToken = Omit<Token, 'value' | 'isRevoked'>;

const codeSchema = z.object({
  redirectUri: z.string(),
  scopes: z.array(z.string()),
  type: z.enum(['USER', 'SYSTEM_USER']),
  expiresAtMs: z.number(),
});

export interface MetaApp {
  id: string;
  secret: string;
  verifyToken: string;
}

const isSame = (expected: string, given: string): boolean => {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** The access tokens and login codes of the app. */
export class Tokens {
  readonly app: MetaApp;
  private readonly now: () => number;
  private readonly tokens: Shelf<typeof tokenSchema>;
  private readonly codes: Shelf<typeof codeSchema>;

  constructor(journal: Journal, app: MetaApp, now: () => number) {
    this.app = app;
    this.now = now;
    this.tokens = new Shelf(journal, 'token', tokenSchema);
    this.codes = new Shelf(journal, 'code', codeSchema);
    if (this.tokens.all().length === 0) this.issueFirst();
  }

  private issueFirst(): void {
    this.issue({
      type: 'SYSTEM_USER',
      userId: SYSTEM_USER_ID,
      scopes: [...WHATSAPP_SCOPES, 'business_management'],
      expiresAtMs: 0,
    });
    this.issueUserToken(LONG_LIFE_MS);
    for (const { id } of PAGES) this.pageToken(id);
  }

  issue(token: NewToken): Token {
    const issued = { ...token, value: `EAA${randomBytes(48).toString('hex')}`, isRevoked: false };
    this.tokens.set(issued.value, issued);
    return issued;
  }

  /** Issues a token of the user, for two hours unless another life is given in milliseconds. */
  issueUserToken(lifeMs = SHORT_LIFE_MS, scopes: readonly string[] = PAGE_SCOPES): Token {
    return this.issue({
      type: 'USER',
      userId: USER.id,
      scopes: [...scopes],
      expiresAtMs: this.now() + lifeMs,
    });
  }

  /** Returns the page's token, which does not expire. A revoked one is replaced. */
  pageToken(pageId: string): Token {
    const known = this.tokens.all().find((token) => token.pageId === pageId && !token.isRevoked);
    const scopes = [...PAGE_SCOPES];
    return known ?? this.issue({ type: 'PAGE', userId: USER.id, pageId, scopes, expiresAtMs: 0 });
  }

  /** Returns the newest valid token of the user, and a new one if there is none. */
  userToken(): Token {
    const valid = this.tokens
      .all()
      .filter((token) => token.type === 'USER' && this.problemOf(token) === undefined);
    return valid.at(-1) ?? this.issueUserToken(LONG_LIFE_MS);
  }

  /** Returns the token of the WhatsApp Business account's system user; a revoked one is replaced. */
  systemToken(): Token {
    const known = this.tokens.all().find((token) => token.type === 'SYSTEM_USER' && !token.isRevoked);
    const scopes = [...WHATSAPP_SCOPES, 'business_management'];
    return known ?? this.issue({ type: 'SYSTEM_USER', userId: SYSTEM_USER_ID, scopes, expiresAtMs: 0 });
  }

  /** Returns whether such a token existed. */
  revoke(value: string): boolean {
    const token = this.tokens.get(value);
    if (token !== undefined) this.tokens.set(value, { ...token, isRevoked: true });
    return token !== undefined;
  }

  private problemOf(token: Token | undefined): GraphRefused | undefined {
    if (token === undefined || token.isRevoked)
      return new GraphRefused(190, { details: 'Invalid OAuth access token - Cannot parse access token' });
    if (token.expiresAtMs !== 0 && token.expiresAtMs <= this.now())
      return new GraphRefused(190, {
        subcode: EXPIRED,
        details: 'Error validating access token: Session has expired',
      });
    return undefined;
  }

  /**
   * Returns the token of a call, after checking the proof if one was given.
   * @throws GraphRefused 190 for an unknown, revoked or expired token; 100 for a wrong proof
   */
  check(value: string | undefined, proof: string | undefined): Token {
    const token = value === undefined ? undefined : this.tokens.get(value);
    const problem = this.problemOf(token);
    if (problem !== undefined || token === undefined) throw problem ?? new GraphRefused(190);
    const expected = createHmac('sha256', this.app.secret).update(token.value).digest('hex');
    if (proof !== undefined && !isSame(expected, proof))
      throw new GraphRefused(100, { details: 'Invalid appsecret_proof provided in the API argument' });
    return token;
  }

  /** Whether this is the app's own token: its id and its secret. */
  isAppToken(value: string | undefined): boolean {
    return value !== undefined && isSame(`${this.app.id}|${this.app.secret}`, value);
  }

  requireApp(id: string | undefined, secret: string | undefined): void {
    if (id !== this.app.id) throw new GraphRefused(101, { details: 'Error validating application' });
    if (secret === undefined || !isSame(this.app.secret, secret))
      throw new GraphRefused(1, { details: 'Error validating client secret.' });
  }

  issueCode(redirectUri: string, type: 'USER' | 'SYSTEM_USER', scopes: readonly string[]): string {
    const code = randomBytes(64).toString('base64url');
    this.codes.set(code, { redirectUri, type, scopes: [...scopes], expiresAtMs: this.now() + CODE_LIFE_MS });
    return code;
  }

  /**
   * Exchanges a login code, which works once and for 30 seconds.
   * @throws GraphRefused 100 for an unknown, used or expired code, and for another redirect address
   */
  redeem(code: string, redirectUri: string): Token {
    const held = this.codes.get(code);
    this.codes.delete(code);
    if (held === undefined || held.expiresAtMs <= this.now())
      throw new GraphRefused(100, { details: 'This authorization code has been used or has expired.' });
    if (held.redirectUri !== redirectUri)
      throw new GraphRefused(100, {
        details: 'Error validating verification code. Please make sure your redirect_uri is identical',
      });
    const { type, scopes } = held;
    if (type === 'USER') return this.issueUserToken(SHORT_LIFE_MS, scopes);
    return this.issue({ type, userId: SYSTEM_USER_ID, scopes, expiresAtMs: 0 });
  }

  /** Returns a user token for 60 days in exchange for a valid one. */
  prolong(value: string): Token {
    const { type, scopes } = this.check(value, undefined);
    if (type !== 'USER') throw new GraphRefused(100, { details: 'Only user tokens can be exchanged' });
    return this.issueUserToken(LONG_LIFE_MS, scopes);
  }

  /** Returns what `debug_token` tells about a token. */
  describe(value: string): Record<string, unknown> {
    const token = this.tokens.get(value);
    const problem = this.problemOf(token);
    const error = problem?.body().error;
    const failure =
      error === undefined
        ? {}
        : { error: { code: 190, message: error.message, subcode: error.error_subcode } };
    if (token === undefined) return { is_valid: false, scopes: [], ...failure };
    const { type, userId, scopes, expiresAtMs } = token;
    const targets: Record<string, string[]> = Object.fromEntries([
      ...PAGE_SCOPES.map((scope) => [
        scope,
        token.pageId === undefined ? PAGES.map(({ id }) => id) : [token.pageId],
      ]),
      ...WHATSAPP_SCOPES.map((scope) => [scope, [WABA.id]]),
    ]);
    return {
      app_id: this.app.id,
      type,
      is_valid: problem === undefined,
      expires_at: Math.floor(expiresAtMs / 1000),
      data_access_expires_at: Math.floor((this.now() + LONG_LIFE_MS) / 1000),
      scopes,
      granular_scopes: scopes.map((scope) => ({ scope, target_ids: targets[scope] ?? [] })),
      user_id: userId,
      ...failure,
    };
  }
}
