import { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { call } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { invalidateSoon } from '../../lib/api/invalidate-soon.ts';
import type { LiveContext, LiveReducers } from '../../lib/live/live-reducers.ts';
import { notifyError } from '../../lib/screen/notify.ts';
import { hearVersion, newestVersion } from './newest-versions.ts';
import { dropTicket, markTicketRead } from './put-ticket.ts';
import { dropWatched, markWatchedRead } from './put-watched.ts';
import { receiveTicket, refetchOpen } from './receive-ticket.ts';
import { recountRead, recountWithout } from './ticket-counts.ts';
import { tellListeners } from './ticket-listeners.ts';
import { viewerOf } from './viewer-of.ts';

const loseTicket = (context: LiveContext, id: number): void => {
  dropTicket(context.client, id);
  recountWithout(context, id);
  tellListeners((listener) => listener.gone(context, id));
  refetchOpen(context.client, id);
};

/**
 * Fetches a ticket that was too large for its event. If the server refuses it, and another event of the ticket arrived
 * during the request, the ticket is fetched again, because the refusal may be outdated.
 */
const fetchTicket = async (context: LiveContext, id: number): Promise<void> => {
  const { companyId } = context.user;
  const heard = newestVersion(companyId, id);
  try {
    receiveTicket(context, await call(ticketRoutes.get, { params: { id } }));
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
    if (newestVersion(companyId, id) === heard) loseTicket(context, id);
    else await fetchTicket(context, id);
  }
};

const reducers: LiveReducers<'tickets'> = {
  ticket: (context, { data }) => {
    switch (data.action) {
      case 'create':
      case 'update':
        receiveTicket(context, data.ticket);
        return;
      case 'updateUnread':
        hearVersion(context.user.companyId, data.ticketId, data.version);
        recountRead(context, data.ticketId, data.version);
        markTicketRead(context.client, data.ticketId, data.version, viewerOf(context.user));
        tellListeners((listener) => listener.read(context, data.ticketId, data.version));
        markWatchedRead(context.client, data.ticketId, data.version, viewerOf(context.user));
        return;
      case 'delete':
        hearVersion(context.user.companyId, data.ticketId, data.version);
        loseTicket(context, data.ticketId);
        dropWatched(context.client, data.ticketId);
        return;
      case 'reference':
        fetchTicket(context, Number(data.id)).catch(notifyError);
        // Tickets that the user only watches on the panel are not fetched one by one.
        invalidateSoon(ticketRoutes.usersMoments);
    }
  },
};

export default reducers;
