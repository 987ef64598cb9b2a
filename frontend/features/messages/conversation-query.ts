import { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';
import { LIVE, routeKey, routePages, routeQuery } from '../../lib/api/query.ts';
import type { JoinAnswer } from '../../lib/live/read-event.ts';
import { at } from '../tickets/receive-ticket.ts';
import type { MessagePage, MessagePages } from './apply-message-event.ts';

/** Query options of the open conversation's ticket. */
export const openTicketOptions = (uuid: string) => ({
  ...routeQuery(ticketRoutes.getByUuid, { params: { uuid } }),
  staleTime: LIVE,
  // The pane shows the error.
  meta: { silent: true },
});

/**
 * Query options of the conversation's messages. The first page goes back to the first unread message. The query does
 * not mark messages as read, so that the first response still contains the unread count. A separate call marks them as
 * read when they are visible.
 */
export const historyOptions = (uuid: string) => ({
  ...routePages(messageRoutes.list, {
    params: { ticketUuid: uuid },
    query: { markRead: false, untilUnread: true },
  }),
  staleTime: LIVE,
  meta: { silent: true },
});

/**
 * Returns the unread count when a cached conversation is opened again; null when the first response provides it. The
 * first response may be cached before the conversation is rendered, and before the response with the ticket.
 */
export const unreadOnReturn = (client: QueryClient, uuid: string): number | null =>
  client.getQueryData(historyOptions(uuid).queryKey) === undefined
    ? null
    : (client.getQueryData(openTicketOptions(uuid).queryKey)?.unreadMessages ?? null);

/**
 * Returns whether a page missed no event up to this version of its ticket. Changes of the ticket's own messages arrive
 * without the room, and new messages go to the ticket while it is open.
 */
const heardAllUntil = ({ ticket, messages }: MessagePage, version: number): boolean =>
  ticket.version >= version &&
  ticket.status !== 'closed' &&
  messages.every(({ ticketId }) => ticketId === ticket.id);

/** Refetches the ticket of a conversation if the ticket has changed since it was fetched. */
const settleTicket = async (client: QueryClient, uuid: string, version: number): Promise<void> => {
  const { queryKey } = openTicketOptions(uuid);
  await Promise.allSettled([client.getQueryCache().find({ queryKey, exact: true })?.promise]);
  const ticket = client.getQueryData(queryKey);
  if (ticket !== undefined && ticket.version < version)
    await client.invalidateQueries({ queryKey, exact: true });
};

/**
 * Refetches the messages of a conversation if they were fetched before the WebSocket connection opened, belong to other
 * tickets, or may be incomplete: the response may be older than changes that only the room announces. If joining was
 * refused, the ticket was not visible; if its messages can be read nevertheless, joins the room again.
 */
const settleMessages = async (
  client: QueryClient,
  { uuid, version }: JoinAnswer,
  joinAgain: (uuid: string) => void,
): Promise<void> => {
  const queries = client.getQueryCache().findAll({
    queryKey: routeKey(messageRoutes.list),
    predicate: ({ queryKey: [, input] }) => at(input, 'params', 'ticketUuid') === uuid,
  });
  await Promise.allSettled(queries.map(({ promise }) => promise));
  for (const { queryKey, state } of queries) {
    if (version === null) {
      if (state.status !== 'success') continue;
      await client.refetchQueries({ queryKey, exact: true });
      if (client.getQueryState(queryKey)?.status === 'success') joinAgain(uuid);
    } else {
      const pages = client.getQueryData<MessagePages>(queryKey)?.pages ?? [];
      if (state.isInvalidated || !pages.every((page) => heardAllUntil(page, version)))
        await client.invalidateQueries({ queryKey, exact: true });
    }
  }
};

/** Refetches what is outdated in an open conversation, after the response to joining its room. */
export const settleJoin = async (
  client: QueryClient,
  answer: JoinAnswer,
  joinAgain: (uuid: string) => void,
): Promise<void> => {
  const { uuid, version } = answer;
  await Promise.all([
    settleMessages(client, answer, joinAgain),
    version === null ? undefined : settleTicket(client, uuid, version),
  ]);
};

const NEWER = 'newer:';
const firstPlace = (): string | null => null;
const aroundKey = (uuid: string, messageId: string): readonly [string, unknown] => [
  messageRoutes.list.id,
  { params: { ticketUuid: uuid }, query: { markRead: false, around: messageId } },
];

/**
 * Query options of the messages around a found message, in both directions. Pages have the same form as in {@link
 * historyOptions}; newer messages are missing until they are fetched.
 */
export const aroundOptions = (uuid: string, messageId: string) => ({
  ...infiniteQueryOptions({
    queryKey: aroundKey(uuid, messageId),
    queryFn: ({ signal, pageParam }) =>
      call(messageRoutes.list, {
        params: { ticketUuid: uuid },
        query: {
          markRead: false,
          ...(pageParam === null
            ? { around: messageId }
            : pageParam.startsWith(NEWER)
              ? { newerThan: pageParam.slice(NEWER.length) }
              : { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: firstPlace(),
    getNextPageParam: ({ hasMore, cursor }: MessagePage) => (hasMore ? cursor : null),
    getPreviousPageParam: ({ hasNewer, messages }: MessagePage) => {
      const last = messages.at(-1);
      return hasNewer && last !== undefined ? `${NEWER}${last.id}` : null;
    },
  }),
  staleTime: LIVE,
  meta: { silent: true },
});
