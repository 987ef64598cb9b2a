import { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { type TicketView, ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { canSeeTicket } from '@prosa/shared/rules/ticket-visibility.ts';
import type { Query, QueryClient } from '@tanstack/react-query';
import { invalidateSoon } from '../../lib/api/invalidate-soon.ts';
import type { LiveContext } from '../../lib/live/live-reducers.ts';
import { realtime } from '../../lib/live/realtime-connection.ts';
import { hearVersion, isOutdated } from './newest-versions.ts';
import { dropTicket, putTicket } from './put-ticket.ts';
import { putWatched } from './put-watched.ts';
import { recountFor } from './ticket-counts.ts';
import { tellListeners } from './ticket-listeners.ts';
import { factsOf, viewerOf } from './viewer-of.ts';

/** Routes of a single ticket, with the name of their uuid parameter. */
const OPEN_ROWS: ReadonlyMap<unknown, string> = new Map([
  [ticketRoutes.getByUuid.id, 'uuid'],
  [messageRoutes.list.id, 'ticketUuid'],
]);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
/** Returns the value at a path of an unknown object; undefined when there is none. */
export const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce((found, key) => (isObject(found) ? Reflect.get(found, key) : undefined), value);

/**
 * Joins and refetches a conversation that was refused before, because its ticket has become visible and its events
 * were missed.
 */
const regainTicket = (client: QueryClient, uuid: string): void => {
  const predicate = ({ queryKey: [row, input], state }: Query): boolean => {
    const name = OPEN_ROWS.get(row);
    return name !== undefined && state.status === 'error' && at(input, 'params', name) === uuid;
  };
  if (client.getQueryCache().findAll({ predicate }).length === 0) return;
  realtime.joinAgain({ action: 'joinChatBox', id: uuid });
  void client.invalidateQueries({ predicate });
};

/**
 * Whether a list contains closed tickets. Such lists show only a contact's last closed ticket, which only the server
 * knows.
 */
const isClosedList = (input: unknown): boolean => at(input, 'query', 'status') === 'closed';

/** Returns the ticket id of a response: its own id, or that of a message page's ticket. */
const ticketIdOf = ({ data }: Query['state']): unknown =>
  at(data, 'id') ?? at(data, 'pages', '0', 'ticket', 'id');

/**
 * Refetches the open conversation of a ticket that is no longer visible, because the server knows which part is still
 * readable.
 */
export const refetchOpen = (
  client: QueryClient,
  id: number,
  which: (state: Query['state']) => boolean = () => true,
): void => {
  void client.invalidateQueries({
    predicate: ({ queryKey, state }) =>
      OPEN_ROWS.has(queryKey[0]) && ticketIdOf(state) === id && which(state),
  });
};

/**
 * Updates a ticket everywhere in the cache, from any event, unless a newer event came before. A ticket that the user only watches is updated on the
 * attendance panel and nowhere else.
 */
export const receiveTicket = (context: LiveContext, ticket: TicketView): void => {
  if (isOutdated(ticket)) return;
  hearVersion(ticket.companyId, ticket.id, ticket.version);
  const { client, user } = context;
  const viewer = viewerOf(user);
  recountFor(context, ticket);
  putWatched(client, ticket, viewer);
  tellListeners((listener) => listener.changed(context, ticket));
  if (!canSeeTicket(factsOf(ticket), viewer)) {
    dropTicket(client, ticket.id);
    // Only once, because a refused conversation stays refused.
    refetchOpen(client, ticket.id, ({ status }) => status === 'success');
    return;
  }
  regainTicket(client, ticket.uuid);
  invalidateSoon(
    ticketRoutes.ofContact,
    (input) => Number(at(input, 'params', 'contactId')) === ticket.contact.id,
  );
  if (ticket.status === 'closed') invalidateSoon(ticketRoutes.list, isClosedList);
  putTicket(client, ticket, viewer);
};
