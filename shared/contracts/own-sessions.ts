import * as z from 'zod';
import { instantSchema } from '../entities/common.ts';
import { emptyResponse } from './fields.ts';
import { route } from './route.ts';

/** A sign-in session of the user: one device. */
const sessionViewSchema = z.object({
  id: z.string(),
  /** Browser and system, for example `Chrome · Windows`; '' if unknown. */
  device: z.string(),
  ip: z.string(),
  createdAt: instantSchema,
  /** When the session last renewed its access token: every 15 minutes while it is in use. */
  usedAt: instantSchema,
  /** Whether this is the session of the request. */
  current: z.boolean(),
});
export type SessionView = z.infer<typeof sessionViewSchema>;

const own = {
  permission: 'authenticated',
  plan: null,
  tenancy: 'company',
  expiry: 'enforced',
  rate: 'standard',
} as const;

/** Routes for a user's own sign-in sessions; loaded with the dialog of sessions. */
export const ownSessionRoutes = {
  listSessions: route({
    id: 'auth.listSessions',
    method: 'GET',
    path: '/auth/sessions',
    response: z.object({ sessions: z.array(sessionViewSchema) }),
    errors: [],
    ...own,
    summary: 'On which devices I am signed in, the last used one first',
  }),
  endSession: route({
    id: 'auth.endSession',
    method: 'DELETE',
    path: '/auth/sessions/{id}',
    params: z.strictObject({ id: z.string().regex(/^[0-9a-z-]{16,64}$/) }),
    response: emptyResponse,
    errors: ['ERR_NOT_FOUND', 'ERR_VALIDATION'],
    ...own,
    summary: 'Signs me out on one device',
  }),
  endOtherSessions: route({
    id: 'auth.endOtherSessions',
    method: 'DELETE',
    path: '/auth/sessions',
    response: emptyResponse,
    errors: [],
    ...own,
    summary: 'Signs me out on every device but this one',
  }),
} as const;
