import { idParams, messageResponse } from './fields.ts';
import { route } from './route.ts';

/** Routes for administrators to end the sign-in sessions of other users; only the users screen loads them. */
export const userSessionRoutes = {
  endSessions: route({
    id: 'users.endSessions',
    method: 'DELETE',
    path: '/users/{id}/sessions',
    params: idParams,
    response: messageResponse,
    errors: ['ERR_NO_USER_FOUND', 'ERR_VALIDATION', 'ERR_NO_PERMISSION', 'ERR_CONFLICT'],
    permission: 'admin',
    plan: null,
    tenancy: 'company',
    expiry: 'enforced',
    rate: 'standard',
    summary: 'Signs a user out on every device',
  }),
} as const;
