import { handler as auth } from '@prosa/functions/http/auth/handler.ts';
import { handler as companies } from '@prosa/functions/http/companies/handler.ts';
import { handler as connections } from '@prosa/functions/http/connections/handler.ts';
import { handler as contactFiles } from '@prosa/functions/http/contact-files/handler.ts';
import { handler as contacts } from '@prosa/functions/http/contacts/handler.ts';
import { handler as dashboard } from '@prosa/functions/http/dashboard/handler.ts';
import { bindExternal } from '@prosa/functions/http/external/handler.ts';
import { handler as media } from '@prosa/functions/http/media/handler.ts';
import { handler as messages } from '@prosa/functions/http/messages/handler.ts';
import { handler as platform } from '@prosa/functions/http/platform/handler.ts';
import { handler as queues } from '@prosa/functions/http/queues/handler.ts';
import { handler as quickMessages } from '@prosa/functions/http/quick-messages/handler.ts';
import { handler as realtime } from '@prosa/functions/http/realtime/handler.ts';
import { handler as schedules } from '@prosa/functions/http/schedules/handler.ts';
import { handler as signInHandler } from '@prosa/functions/http/sign-in/handler.ts';
import { handler as tags } from '@prosa/functions/http/tags/handler.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import { handler as users } from '@prosa/functions/http/users/handler.ts';
import { handler as webhooks } from '@prosa/functions/http/webhooks/handler.ts';
import type { BoundRoutes } from '@prosa/functions/platform/http/bind-routes.ts';
import type { ROUTE_GROUPS } from '@prosa/shared/contracts/all-routes.ts';
import type { RouteShape } from '@prosa/shared/contracts/route.ts';
import { PNG } from '../../factories/files.ts';

const HANDLERS: Record<keyof typeof ROUTE_GROUPS, BoundRoutes> = {
  auth,
  companies,
  connections,
  'contact-files': contactFiles,
  contacts,
  external: bindExternal(async (url) => ({ bytes: PNG, mimeType: 'image/png', url: new URL(url) })),
  media,
  messages,
  platform,
  queues,
  'quick-messages': quickMessages,
  realtime,
  dashboard,
  schedules,
  'sign-in': signInHandler,
  tags,
  tickets,
  users,
  webhooks,
};

/** The function that serves a route. */
export const handlerOf = (row: RouteShape): BoundRoutes => {
  const found = Object.values(HANDLERS).find((handler) => Object.values(handler.rows).includes(row));
  if (found === undefined) throw new Error(`nobody serves ${row.id}`);
  return found;
};
