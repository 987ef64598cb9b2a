import { type GraphCall, textParam } from './graph-call.ts';
import { GraphRefused } from './graph-refused.ts';
import { PAGE_SCOPES, WHATSAPP_SCOPES } from './tokens.ts';
import type { World } from './world.ts';

const required = (call: GraphCall, name: string): string => {
  const value = textParam(call, name);
  if (value === undefined) throw new GraphRefused(100, { details: `The parameter ${name} is required.` });
  return value;
};

/** Carries out `GET /oauth/access_token`: exchanges a login code, or prolongs a user token. */
export const exchangeToken = ({ tokens, now }: World, call: GraphCall): object => {
  tokens.requireApp(textParam(call, 'client_id'), textParam(call, 'client_secret'));
  const grant = textParam(call, 'grant_type');
  if (grant !== undefined && grant !== 'fb_exchange_token' && grant !== 'authorization_code')
    throw new GraphRefused(100, { details: 'The grant_type is not supported' });
  const token =
    grant === 'fb_exchange_token'
      ? tokens.prolong(required(call, 'fb_exchange_token'))
      : tokens.redeem(required(call, 'code'), textParam(call, 'redirect_uri') ?? '');
  const expiry =
    token.expiresAtMs === 0 ? {} : { expires_in: Math.floor((token.expiresAtMs - now()) / 1000) };
  return { access_token: token.value, token_type: 'bearer', ...expiry };
};

/** Carries out `GET /debug_token`, with the app's own token or that of one of its users. */
export const debugToken = ({ tokens }: World, call: GraphCall): object => {
  if (!tokens.isAppToken(call.accessToken)) tokens.check(call.accessToken, call.proof);
  return { data: tokens.describe(required(call, 'input_token')) };
};

/** An answer for the browser. */
export interface Page {
  status: number;
  headers: Readonly<Record<string, string>>;
  html: string;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char);

const htmlPage = (status: number, body: string): Page => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  html: `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Log in</title>
<body style="font: 16px system-ui; max-width: 24rem; margin: 15vh auto; padding: 0 1rem; text-align: center">${body}</body></html>`,
});

const problemPage = (text: string): Page => htmlPage(400, `<p>${escapeHtml(text)}</p>`);

/** Returns the login's result in the part of the address that the app asked for, with its state. */
const resultUrl = (redirect: URL, part: 'code' | 'token', values: Record<string, string>): string => {
  if (part === 'token') return `${redirect.href}#${new URLSearchParams(values)}`;
  const url = new URL(redirect);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
};

/**
 * Returns the login dialog: a page with two choices, which lead to the dialog's address again, and from there with the
 * result to the app. Only addresses of the app are accepted.
 */
export const loginDialog = (world: World, url: URL, userName: string): Page => {
  const { app, appOrigin, tokens, now } = world;
  const query = url.searchParams;
  const given = query.get('redirect_uri') ?? '';
  if (query.get('client_id') !== app.id) return problemPage('Invalid App ID');
  if (!URL.canParse(given) || new URL(given).origin !== appOrigin)
    return problemPage("Can't load URL: the domain of this URL isn't included in the app's domains.");
  const redirect = new URL(given);
  const part = query.get('response_type') === 'token' ? 'token' : 'code';
  const state: Record<string, string> = query.has('state') ? { state: query.get('state') ?? '' } : {};
  const choice = query.get('choice');
  if (choice === 'cancel') {
    const denied = { error: 'access_denied', error_reason: 'user_denied', ...state };
    return { status: 302, headers: { location: resultUrl(redirect, 'code', denied) }, html: '' };
  }
  if (choice !== 'continue') {
    const link = (name: string): string => `?${new URLSearchParams([...query, ['choice', name]])}`;
    return htmlPage(
      200,
      `<h1>Prosa</h1><p><a href="${escapeHtml(link('continue'))}">Continue as ${escapeHtml(userName)}</a></p><p><a href="${escapeHtml(link('cancel'))}">Cancel</a></p>`,
    );
  }
  // A configuration is that of WhatsApp's embedded signup, which gives a token of the business.
  const isSignup = query.has('config_id');
  const asked = (query.get('scope') ?? '').split(/[\s,]+/).filter((scope) => scope !== '');
  const scopes = isSignup ? WHATSAPP_SCOPES : asked.length > 0 ? asked : PAGE_SCOPES;
  if (part === 'code') {
    const code = tokens.issueCode(given, isSignup ? 'SYSTEM_USER' : 'USER', scopes);
    return { status: 302, headers: { location: resultUrl(redirect, part, { code, ...state }) }, html: '' };
  }
  const { value, expiresAtMs } = tokens.issueUserToken(undefined, scopes);
  const expires_in = String(Math.floor((expiresAtMs - now()) / 1000));
  const location = resultUrl(redirect, part, { access_token: value, expires_in, ...state });
  return { status: 302, headers: { location }, html: '' };
};
