import type { SessionUser } from '@prosa/shared/contracts/auth.ts';
import { companyRoutes } from '@prosa/shared/contracts/companies.ts';
import { connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { queueRoutes } from '@prosa/shared/contracts/queues.ts';
import { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { userRoutes } from '@prosa/shared/contracts/users.ts';
import type { EventData, EventName } from '@prosa/shared/events/catalogue.ts';
import type { QueryClient } from '@tanstack/react-query';
import { applyContactEvent } from '../../features/contacts/apply-contact-event.ts';
import { applyMessageEvent } from '../../features/messages/apply-message-event.ts';
import { applyTicketEvent, dropTicket, putTicket } from '../../features/tickets/apply-ticket-event.ts';
import { viewerOf } from '../../features/tickets/viewer-of.ts';
import { call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { invalidateSoon } from '../../lib/invalidate-soon.ts';
import { notifyError } from '../../lib/notify.ts';
import { refreshSession } from '../../lib/refresh-session.ts';
import { closeSession, replaceUser, sessionStore } from '../../lib/session-store.ts';

export interface LiveContext {
  client: QueryClient;
  user: SessionUser;
}

const fetchTicket = async (context: LiveContext, id: number): Promise<void> => {
  try {
    putTicket(context.client, await call(ticketRoutes.get, { params: { id } }), viewerOf(context.user));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) dropTicket(context.client, id);
    else throw error;
  }
};

/** Rights changed or sessions were ended: the refresh cookie tells which. */
const renewRights = async (): Promise<void> => {
  try {
    await refreshSession(sessionStore.getState().token);
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403))
      closeSession('elsewhere');
    else throw error;
  }
};

/** What each live event does here: a patch of the cache for what changes all the time, a later fetch for the rest. */
export const EVENT_HANDLERS: { [N in EventName]: (context: LiveContext, data: EventData<N>) => void } = {
  ticket: (context, data) => {
    if (data.action === 'reference') fetchTicket(context, Number(data.id)).catch(notifyError);
    else applyTicketEvent(context.client, data, viewerOf(context.user));
  },
  appMessage: (context, data) => {
    if (data.action === 'create' && data.ticket !== null)
      putTicket(context.client, data.ticket, viewerOf(context.user));
    if (data.action === 'reference') invalidateSoon(messageRoutes.list);
    else applyMessageEvent(context.client, data);
  },
  contact: (_context, data) => applyContactEvent(data),
  user: () => {
    invalidateSoon(userRoutes.list);
    invalidateSoon(userRoutes.listBrief);
  },
  queue: () => invalidateSoon(queueRoutes.list),
  whatsapp: () => invalidateSoon(connectionRoutes.list),
  whatsappSession: () => {
    invalidateSoon(connectionRoutes.list);
    invalidateSoon(connectionRoutes.get);
  },
  settings: (context, data) => {
    if (data.action === 'reference') renewRights().catch(notifyError);
    else
      replaceUser({ ...context.user, company: { ...context.user.company, companieSettings: data.setting } });
    invalidateSoon(companyRoutes.settings);
  },
  auth: (context, data) => {
    if (data.user.id === context.user.id) renewRights().catch(notifyError);
  },
};
