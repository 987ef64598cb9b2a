import { authRoutes } from './auth.ts';
import { companyRoutes } from './companies.ts';
import { connectionRoutes } from './connections.ts';
import { contactFileRoutes } from './contact-files.ts';
import { addressBookRoutes } from './contact-merges.ts';
import { dashboardRoutes } from './dashboard.ts';
import { externalRoutes } from './external.ts';
import { messagingRoutes } from './interactive.ts';
import { mediaRoutes } from './media.ts';
import { platformRoutes } from './platform.ts';
import { queueRoutes } from './queues.ts';
import { quickMessageRoutes } from './quick-messages.ts';
import { realtimeRoutes } from './realtime.ts';
import type { RouteGroup } from './route.ts';
import { scheduleRoutes } from './schedules.ts';
import { signInRoutes } from './sign-in.ts';
import { tagRoutes } from './tags.ts';
import { ticketRoutes } from './tickets.ts';
import { userRoutes } from './users.ts';
import { webhookRoutes } from './webhooks.ts';

/** Every route, by the function that serves it. */
export const ROUTE_GROUPS = {
  'sign-in': signInRoutes,
  auth: authRoutes,
  platform: platformRoutes,
  realtime: realtimeRoutes,
  tickets: ticketRoutes,
  messages: messagingRoutes,
  media: mediaRoutes,
  contacts: addressBookRoutes,
  'contact-files': contactFileRoutes,
  schedules: scheduleRoutes,
  dashboard: dashboardRoutes,
  tags: tagRoutes,
  users: userRoutes,
  queues: queueRoutes,
  'quick-messages': quickMessageRoutes,
  connections: connectionRoutes,
  companies: companyRoutes,
  webhooks: webhookRoutes,
  external: externalRoutes,
} as const satisfies Record<string, RouteGroup>;
