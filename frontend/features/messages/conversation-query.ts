import { type MessageView, messageRoutes } from '@prosa/shared/contracts/messages.ts';
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

type Joined = NonNullable<JoinAnswer['joined']>;

/**
 * Returns whether a page missed no event up to this version of its ticket. Changes of the ticket's own messages arrive
 * without the room, and new messages go to the ticket while it is open.
 */
const heardAllUntil = ({ ticket, messages }: MessagePage, version: number): boolean =>
  ticket.version >= version &&
  ticket.status !== 'closed' &&
  messages.every(({ ticketId }) => ticketId === ticket.id);

/**
 * Returns whether pages contain what there was to read after joining. Messages before the newest ones are not part of
 * the answer: they are up to date if their changes arrived without the room.
 * @param wasLive whether the pages were fetched while the WebSocket connection was open
 */
const isUpToDate = ({ pages }: MessagePages, joined: Joined, wasLive: boolean): boolean => {
  const heardAll = (page: MessagePage): boolean => wasLive && heardAllUntil(page, joined.version);
  // Around a found message, the newest ones are not loaded.
  if (pages[0]?.hasNewer === true) return pages.every(heardAll);
  const cached = new Map(pages.flatMap(({ messages }) => messages.map((message) => [message.id, message])));
  const answered = new Map(joined.messages);
  if (!joined.messages.every(([id, version]) => (cached.get(id)?.version ?? -1) >= version)) return false;
  const oldest = cached.get(joined.messages[0]?.[0] ?? '')?.sortKey ?? '';
  const isBefore = ({ sortKey }: MessageView): boolean => sortKey < oldest;
  // A message that the answer does not contain was deleted, or has come since.
  if (![...cached.values()].every((message) => isBefore(message) || answered.has(message.id))) return false;
  return pages.every((page) => !page.messages.some(isBefore) || heardAll(page));
};

/** Refetches the ticket of a conversation if the ticket has changed since it was fetched. */
const settleTicket = async (client: QueryClient, uuid: string, version: number): Promise<void> => {
  const { queryKey } = openTicketOptions(uuid);
  await Promise.allSettled([client.getQueryCache().find({ queryKey, exact: true })?.promise]);
  const ticket = client.getQueryData(queryKey);
  if (ticket !== undefined && ticket.version < version)
    await client.invalidateQueries({ queryKey, exact: true });
};

/**
 * Refetches the messages of a conversation if the response may be older than the joining. If joining was refused, the
 * ticket was not visible; if its messages can be read nevertheless, joins the room again.
 */
const settleMessages = async (
  client: QueryClient,
  { uuid, joined }: JoinAnswer,
  joinAgain: (uuid: string) => void,
): Promise<void> => {
  const queries = client.getQueryCache().findAll({
    queryKey: routeKey(messageRoutes.list),
    predicate: ({ queryKey: [, input] }) => at(input, 'params', 'ticketUuid') === uuid,
  });
  await Promise.allSettled(queries.map(({ promise }) => promise));
  for (const query of queries) {
    const { queryKey, state } = query;
    if (joined === null) {
      if (state.status !== 'success') continue;
      await client.refetchQueries({ queryKey, exact: true });
      if (client.getQueryState(queryKey)?.status === 'success') joinAgain(uuid);
      continue;
    }
    const data = client.getQueryData<MessagePages>(queryKey);
    if (data === undefined ? state.isInvalidated : !isUpToDate(data, joined, !state.isInvalidated))
      await client.invalidateQueries({ queryKey, exact: true });
    // Setting the data ends the mark that it was fetched before the WebSocket connection opened. Messages that are not
    // visible keep the mark, because it may have another cause.
    else if (state.isInvalidated && query.isActive()) client.setQueryData(queryKey, data);
  }
};

/** Refetches what is outdated in an open conversation, after the response to joining its room. */
export const settleJoin = async (
  client: QueryClient,
  answer: JoinAnswer,
  joinAgain: (uuid: string) => void,
): Promise<void> => {
  const { uuid, joined } = answer;
  await Promise.all([
    settleMessages(client, answer, joinAgain),
    joined === null ? undefined : settleTicket(client, uuid, joined.version),
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
