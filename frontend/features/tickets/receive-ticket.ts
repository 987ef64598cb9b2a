import { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { type TicketView, ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { canSeeTicket } from '@prosa/shared/rules/ticket-visibility.ts';
import type { Query, QueryClient } from '@tanstack/react-query';
import { invalidateSoon } from '../../lib/api/invalidate-soon.ts';
import type { LiveContext } from '../../lib/live/live-reducers.ts';
import { realtime } from '../../lib/live/realtime-connection.ts';
import { dropTicket, putTicket } from './put-ticket.ts';
import { putWatched } from './put-watched.ts';
import { recountFor } from './ticket-counts.ts';
import { factsOf, viewerOf } from './viewer-of.ts';

/** Rows that show one ticket, by the name of its uuid in their address. */
const OPEN_ROWS: ReadonlyMap<unknown, string> = new Map([
  [ticketRoutes.getByUuid.id, 'uuid'],
  [messageRoutes.list.id, 'ticketUuid'],
]);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
/** What stands at a path of something whose shape is not known; undefined where there is none. */
export const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce((found, key) => (isObject(found) ? Reflect.get(found, key) : undefined), value);

/**
 * A conversation that was refused before is joined and fetched again, now that its ticket is in sight: its events passed
 * unheard.
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

/** Of a contact's closed tickets lists show the last: which that is, only the server can tell. */
const isClosedList = (input: unknown): boolean => at(input, 'query', 'status') === 'closed';

/** The ticket that an answer is about: its own, or that of a page of its messages. */
const ticketIdOf = ({ data }: Query['state']): unknown =>
  at(data, 'id') ?? at(data, 'pages', '0', 'ticket', 'id');

/** The open conversation of a ticket out of sight is fetched again: the server says what is left of it. */
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
 * Brings a ticket as it is now into everything that shows it, whichever event it came with. One that the person only
 * watches on the attendance panel is nowhere else.
 */
export const receiveTicket = (context: LiveContext, ticket: TicketView): void => {
  const { client, user } = context;
  const viewer = viewerOf(user);
  recountFor(context, ticket);
  putWatched(client, ticket, viewer);
  if (!canSeeTicket(factsOf(ticket), viewer)) {
    dropTicket(client, ticket.id);
    // Once: what was refused stays refused.
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
