import { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';
import { LIVE, routeKey, routePages, routeQuery } from '../../lib/api/query.ts';
import type { JoinAnswer } from '../../lib/live/read-event.ts';
import { at } from '../tickets/receive-ticket.ts';
import type { MessagePage, MessagePages } from './apply-message-event.ts';

/** Options of the ticket whose conversation is open. */
export const openTicketOptions = (uuid: string) => ({
  ...routeQuery(ticketRoutes.getByUuid, { params: { uuid } }),
  staleTime: LIVE,
});

/** Options of its messages. Reading is told apart, once it is seen: the first answer still says how much was unread. */
export const historyOptions = (uuid: string) => ({
  ...routePages(messageRoutes.list, { params: { ticketUuid: uuid }, query: { markRead: false } }),
  staleTime: LIVE,
});

/**
 * Whether nothing passed this page by until its ticket had this version. Every change of the ticket's own messages is heard
 * without the room, and as long as the ticket goes on, new ones come to it.
 */
const heardAllUntil = ({ ticket, messages }: MessagePage, version: number): boolean =>
  ticket.version >= version &&
  ticket.status !== 'closed' &&
  messages.every(({ ticketId }) => ticketId === ticket.id);

/**
 * Brings an open conversation up to the answer to joining it. Joined: it is fetched again where it shows messages of other
 * tickets, or may lack some: what was read, or is still being read, may be of before changes of theirs that only the room
 * tells of. Refused: its ticket was out of sight; if it is read again all the same, it has come back meanwhile, and is
 * joined again.
 */
export const settleJoin = async (
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
      if (!pages.every((page) => heardAllUntil(page, version)))
        await client.invalidateQueries({ queryKey, exact: true });
    }
  }
};

const NEWER = 'newer:';
const firstPlace = (): string | null => null;
const aroundKey = (uuid: string, messageId: string): readonly [string, unknown] => [
  messageRoutes.list.id,
  { params: { ticketUuid: uuid }, query: { markRead: false, around: messageId } },
];

/**
 * Options of its messages around one that was found, in both directions. Pages are held as those of
 * {@link historyOptions}; what is newer than they are is not among them until it is fetched.
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
});
