import * as z from 'zod';
import { clockTimeSchema, idSchema, instantSchema } from '../entities/common.ts';
import { queueRefSchema } from '../entities/queue.ts';
import { LANGUAGES } from '../entities/user.ts';
import { ABILITIES } from '../permissions.ts';
import { companyBriefSchema, companySettingsViewSchema } from './companies.ts';
import { emptyResponse, flagSchema } from './fields.ts';
import { route } from './route.ts';

/**
 * A cap of sends that stops messages until `endsAt`: of the whole company (`connectionId` null), or of a connection.
 * The details of ERR_SEND_CAP_REACHED, too.
 */
export const reachedSendCapSchema = z.object({
  connectionId: idSchema.nullable(),
  cap: z.int(),
  endsAt: instantSchema,
});
export type ReachedSendCap = z.infer<typeof reachedSendCapSchema>;

/** The signed-in user with everything that the screens need. */
export const sessionUserSchema = z.object({
  id: idSchema,
  name: z.string(),
  email: z.string(),
  profile: z.enum(['admin', 'user']),
  super: z.boolean(),
  companyId: idSchema,
  company: companyBriefSchema.extend({
    status: z.boolean(),
    timeZone: z.string(),
    companieSettings: companySettingsViewSchema,
    reachedSendCaps: z.array(reachedSendCapSchema),
    /** For administrators: whether the system has switched off an endpoint of webhooks. */
    webhooksOff: z.boolean(),
  }),
  abilities: z.array(z.enum(ABILITIES)),
  queues: z.array(queueRefSchema),
  whatsappId: idSchema.nullable(),
  startWork: clockTimeSchema,
  endWork: clockTimeSchema,
  color: z.string(),
  profileImage: z.string(),
  farewellMessage: z.string(),
  language: z.enum(LANGUAGES),
  defaultTheme: z.enum(['light', 'dark']),
  defaultMenu: z.enum(['open', 'closed']),
  defaultTicketsManagerWidth: z.int(),
  openNextTicket: z.boolean(),
  allTicket: flagSchema,
  allowGroup: z.boolean(),
  allHistoric: flagSchema,
  allUserChat: flagSchema,
  userClosePendingTicket: flagSchema,
  showDashboard: flagSchema,
  allowRealTime: flagSchema,
  allowConnections: flagSchema,
  allowSharedItems: flagSchema,
});
export type SessionUser = z.infer<typeof sessionUserSchema>;

/**
 * Id of a page that starts. The server notes from now on whether the page misses an event before its WebSocket
 * connection is open.
 */
export const startingPageInput = z.uuid().optional();

/** Response to signing in and refreshing. */
export const sessionResponse = z.object({ token: z.string(), user: sessionUserSchema });

export const authRoutes = {
  refresh: route({
    id: 'auth.refresh',
    method: 'POST',
    path: '/auth/refresh_token',
    body: z.object({ page: startingPageInput }),
    response: sessionResponse,
    errors: ['ERR_UNAUTHENTICATED', 'ERR_OUT_OF_HOURS', 'ERR_ORIGIN_REFUSED'],
    permission: 'cookie',
    plan: null,
    tenancy: 'none',
    expiry: 'exempt',
    rate: 'standard',
    summary: 'Trades the refresh cookie for a new pair; a used one revokes its family',
  }),
  logout: route({
    id: 'auth.logout',
    method: 'DELETE',
    path: '/auth/logout',
    response: emptyResponse,
    errors: ['ERR_ORIGIN_REFUSED'],
    permission: 'cookie',
    plan: null,
    tenancy: 'none',
    expiry: 'exempt',
    rate: 'standard',
    summary: 'Ends the session everywhere it lives: cookie, family and live channel',
  }),
  me: route({
    id: 'auth.me',
    method: 'GET',
    path: '/auth/me',
    response: sessionUserSchema,
    errors: [],
    permission: 'authenticated',
    plan: null,
    tenancy: 'company',
    expiry: 'exempt',
    rate: 'standard',
    summary: 'Who I am and what I may do',
  }),
} as const;
