import { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { LIVE, routePages, routeQuery } from '../../lib/query.ts';
import type { JoinAnswer } from '../../lib/read-event.ts';
import type { MessagePage } from './apply-message-event.ts';

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

/** Every change of its own messages is heard without the room, as long as new ones come to this ticket. */
const hearsAllByItself = ({ ticket, messages }: MessagePage): boolean =>
  ticket.status !== 'closed' && messages.every(({ ticketId }) => ticketId === ticket.id);

/**
 * Brings an open conversation up to the answer to joining it. Joined: it is fetched again where it shows messages of other
 * tickets, since what was read, or is still being read, may lack changes of theirs that were told before. Refused: its
 * ticket was out of sight; if it is read again all the same, it has come back meanwhile, and is joined again.
 */
export const settleJoin = async (
  client: QueryClient,
  { uuid, isJoined }: JoinAnswer,
  joinAgain: (uuid: string) => void,
): Promise<void> => {
  const { queryKey } = historyOptions(uuid);
  const query = client.getQueryCache().find({ queryKey, exact: true });
  if (query === undefined) return;
  await Promise.allSettled([query.promise]);
  if (isJoined) {
    const pages = client.getQueryData(queryKey)?.pages ?? [];
    if (!pages.every(hearsAllByItself)) await client.invalidateQueries({ queryKey, exact: true });
  } else if (query.state.status === 'success') {
    await client.refetchQueries({ queryKey, exact: true });
    if (client.getQueryState(queryKey)?.status === 'success') joinAgain(uuid);
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
