import { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import type { Query } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import type { LiveContext, LiveReducers } from '../../lib/live-reducers.ts';
import { notifyError } from '../../lib/notify.ts';
import { dropTicket, markTicketRead } from './put-ticket.ts';
import { at, OPEN_ROWS, receiveTicket } from './receive-ticket.ts';
import { recountRead, recountWithout } from './ticket-counts.ts';
import { viewerOf } from './viewer-of.ts';

/** The ticket that an answer is about: its own, or that of a page of its messages. */
const ticketIdOf = ({ data }: Query['state']): unknown =>
  at(data, 'id') ?? at(data, 'pages', '0', 'ticket', 'id');

/** The open conversation of a ticket out of sight is fetched again: the server says what is left of it. */
const loseTicket = (context: LiveContext, id: number): void => {
  const { client } = context;
  dropTicket(client, id);
  recountWithout(context, id);
  void client.invalidateQueries({
    predicate: ({ queryKey, state }) => OPEN_ROWS.has(queryKey[0]) && ticketIdOf(state) === id,
  });
};

const fetchTicket = async (context: LiveContext, id: number): Promise<void> => {
  try {
    receiveTicket(context, await call(ticketRoutes.get, { params: { id } }));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) loseTicket(context, id);
    else throw error;
  }
};

export const ticketReducers: LiveReducers<'tickets'> = {
  ticket: (context, { data }) => {
    switch (data.action) {
      case 'create':
      case 'update':
        receiveTicket(context, data.ticket);
        return;
      case 'updateUnread':
        recountRead(context, data.ticketId, data.version);
        markTicketRead(context.client, data.ticketId, data.version, viewerOf(context.user));
        return;
      case 'delete':
        loseTicket(context, data.ticketId);
        return;
      case 'reference':
        fetchTicket(context, Number(data.id)).catch(notifyError);
    }
  },
};
