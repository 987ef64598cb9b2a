import { administrationRoutes } from './audit.ts';
import { authRoutes } from './auth.ts';
import { menuRoutes } from './chatbot.ts';
import { contactFileRoutes } from './contact-files.ts';
import { addressBookRoutes } from './contact-merges.ts';
import { dashboardRoutes } from './dashboard.ts';
import { externalRoutes } from './external.ts';
import { messagingRoutes } from './interactive.ts';
import { mediaRoutes } from './media.ts';
import { platformRoutes } from './platform.ts';
import { quickMessageRoutes } from './quick-messages.ts';
import { realtimeRoutes } from './realtime.ts';
import type { RouteGroup } from './route.ts';
import { scheduleRoutes } from './schedules.ts';
import { signInRoutes } from './sign-in.ts';
import { tagRoutes } from './tags.ts';
import { ticketRoutes } from './tickets.ts';
import { sessionRoutes } from './try-out.ts';
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
  queues: menuRoutes,
  'quick-messages': quickMessageRoutes,
  connections: sessionRoutes,
  companies: administrationRoutes,
  webhooks: webhookRoutes,
  external: externalRoutes,
} as const satisfies Record<string, RouteGroup>;
