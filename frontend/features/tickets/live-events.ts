import { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import type { LiveContext, LiveReducers } from '../../lib/live-reducers.ts';
import { notifyError } from '../../lib/notify.ts';
import { applyTicketEvent, dropTicket, putTicket } from './apply-ticket-event.ts';
import { viewerOf } from './viewer-of.ts';

const fetchTicket = async ({ client, user }: LiveContext, id: number): Promise<void> => {
  try {
    putTicket(client, await call(ticketRoutes.get, { params: { id } }), viewerOf(user));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) dropTicket(client, id);
    else throw error;
  }
};

export const ticketReducers: LiveReducers<'tickets'> = {
  ticket: (context, { data }) => {
    if (data.action === 'reference') fetchTicket(context, Number(data.id)).catch(notifyError);
    else applyTicketEvent(context.client, data, viewerOf(context.user));
  },
};
