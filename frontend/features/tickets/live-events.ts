import { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import type { Query, QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { invalidateSoon } from '../../lib/invalidate-soon.ts';
import type { LiveContext, LiveReducers } from '../../lib/live-reducers.ts';
import { notifyError } from '../../lib/notify.ts';
import { applyTicketEvent, dropTicket, putTicket } from './apply-ticket-event.ts';
import { viewerOf } from './viewer-of.ts';

/** Rows that show one ticket, by the name of its uuid in their address. */
const OPEN_ROWS: ReadonlyMap<unknown, string> = new Map([
  [ticketRoutes.getByUuid.id, 'uuid'],
  [messageRoutes.list.id, 'ticketUuid'],
]);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce((found, key) => (isObject(found) ? Reflect.get(found, key) : undefined), value);

/** The ticket that an answer is about: its own, or that of a page of its messages. */
const ticketIdOf = ({ data }: Query['state']): unknown =>
  at(data, 'id') ?? at(data, 'pages', '0', 'ticket', 'id');

/** The open conversation of a ticket out of sight is fetched again: the server says what is left of it. */
const loseTicket = (client: QueryClient, id: number): void => {
  dropTicket(client, id);
  void client.invalidateQueries({
    predicate: ({ queryKey, state }) => OPEN_ROWS.has(queryKey[0]) && ticketIdOf(state) === id,
  });
};

/** So is one that was refused before, now that its ticket is in sight: its events passed unheard. */
const regainTicket = (client: QueryClient, uuid: string): void =>
  void client.invalidateQueries({
    predicate: ({ queryKey: [row, input], state }) => {
      const name = OPEN_ROWS.get(row);
      return name !== undefined && state.status === 'error' && at(input, 'params', name) === uuid;
    },
  });

/** Of a contact's closed tickets lists show the last: which that is, only the server can tell. */
const isClosedList = (input: unknown): boolean => at(input, 'query', 'status') === 'closed';

const fetchTicket = async ({ client, user }: LiveContext, id: number): Promise<void> => {
  try {
    putTicket(client, await call(ticketRoutes.get, { params: { id } }), viewerOf(user));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) loseTicket(client, id);
    else throw error;
  }
};

export const ticketReducers: LiveReducers<'tickets'> = {
  ticket: (context, { data }) => {
    const { client, user } = context;
    if (data.action === 'reference') fetchTicket(context, Number(data.id)).catch(notifyError);
    else if (data.action === 'delete') loseTicket(client, data.ticketId);
    else {
      if ('ticket' in data) {
        regainTicket(client, data.ticket.uuid);
        if (data.ticket.status === 'closed') invalidateSoon(ticketRoutes.list, isClosedList);
      }
      applyTicketEvent(client, data, viewerOf(user));
    }
  },
};
