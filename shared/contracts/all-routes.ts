import { authRoutes } from './auth.ts';
import { companyRoutes } from './companies.ts';
import { connectionRoutes } from './connections.ts';
import { contactRoutes } from './contacts.ts';
import { externalRoutes } from './external.ts';
import { mediaRoutes } from './media.ts';
import { messageRoutes } from './messages.ts';
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
  messages: messageRoutes,
  media: mediaRoutes,
  contacts: contactRoutes,
  schedules: scheduleRoutes,
  tags: tagRoutes,
  users: userRoutes,
  queues: queueRoutes,
  'quick-messages': quickMessageRoutes,
  connections: connectionRoutes,
  companies: companyRoutes,
  webhooks: webhookRoutes,
  external: externalRoutes,
} as const satisfies Record<string, RouteGroup>;
