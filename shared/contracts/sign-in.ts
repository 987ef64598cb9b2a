import * as z from 'zod';
import { sessionResponse, startingPageInput } from './auth.ts';
import { booleanInput } from './fields.ts';
import { route } from './route.ts';

/**
 * Routes for signing in. Served by a function of their own, so that a flood of password guesses does not slow down
 * signed-in users.
 */
export const signInRoutes = {
  signIn: route({
    id: 'auth.login',
    method: 'POST',
    path: '/auth/login',
    body: z.object({
      email: z.string().trim().toLowerCase().max(254),
      password: z.string().min(1).max(1000),
      remember: booleanInput.default(true),
      page: startingPageInput,
    }),
    response: sessionResponse,
    errors: ['ERR_INVALID_CREDENTIALS', 'ERR_OUT_OF_HOURS', 'ERR_VALIDATION', 'ERR_TOO_MANY_REQUESTS'],
    permission: 'public',
    plan: null,
    tenancy: 'none',
    expiry: 'exempt',
    rate: 'login',
    summary:
      'Signs in: an access token in the body, a refresh token in a cookie. After five wrong passwords for an account from one address, or 50 from one address, 429 with `Retry-After`: further ones are looked at every 3 minutes, or 18 seconds',
  }),
} as const;
