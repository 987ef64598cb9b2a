import { SESSION_TTL_MS } from '../../repositories/users/sessions.ts';

const NAME = '__Secure-jrt';
// Browsers treat http://localhost as trustworthy, so the local stack needs no weaker cookie.
const FLAGS = 'HttpOnly; Secure; SameSite=Strict; Path=/api/auth';

/** Returns the Set-Cookie value for the refresh token (S-07). Without `remember`, the cookie ends with the browser. */
export const refreshCookie = (token: string, remember: boolean): string =>
  `${NAME}=${token}; ${FLAGS}${remember ? `; Max-Age=${SESSION_TTL_MS.remembered / 1000}` : ''}`;

export const clearedCookie = `${NAME}=; ${FLAGS}; Max-Age=0`;

export const readRefreshCookie = (cookies: Readonly<Record<string, string>>): string | undefined =>
  cookies[NAME];
