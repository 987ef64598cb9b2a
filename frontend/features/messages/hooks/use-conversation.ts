import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { queryClient } from '../../../lib/api/query.ts';
import { useChatRoom } from '../../../lib/live/use-realtime.ts';
import { sessionStore } from '../../../lib/session/session-store.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { listedTicket } from '../../tickets/put-ticket.ts';
import { type ConversationItem, conversationItems } from '../conversation-items.ts';
import { aroundOptions, historyOptions, openTicketOptions, unreadOnReturn } from '../conversation-query.ts';
import { pendingStore } from '../pending-store.ts';
import { withPending } from '../pending-view.ts';
import { unreadLine } from '../unread-line.ts';

const pagesOptions = (uuid: string, found: string | null) =>
  found === null ? historyOptions(uuid) : aroundOptions(uuid, found);

/**
 * Requests what {@link useOpenTicket} and {@link useConversation} show, unless it is cached. Does nothing while no one
 * is signed in, as when a page loads.
 */
export const fetchConversation = (uuid: string, found: string | null): void => {
  if (sessionStore.getState().status !== 'signed-in') return;
  void queryClient.prefetchInfiniteQuery(pagesOptions(uuid, found));
  void queryClient.prefetchQuery(openTicketOptions(uuid));
};

/** Queries the ticket of the open conversation and joins the conversation's room. */
export const useOpenTicket = (uuid: string) => {
  useChatRoom(uuid);
  return useQuery({
    ...openTicketOptions(uuid),
    // Shows the ticket of the list immediately, until the response arrives.
    placeholderData: () => listedTicket(queryClient, uuid),
  });
};

/** Drops older pages from the cache, because a refetch walks every cached page. */
const keepNewestPage = (uuid: string): void => {
  queryClient.setQueryData(
    historyOptions(uuid).queryKey,
    (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
  );
};

/**
 * Returns the messages of a conversation, including pending messages. Loads older pages on demand. The calling
 * component must be remounted for each conversation and each found message.
 * @param found id of the message at which the conversation opens, with newer pages on demand; null opens it at the end
 */
export const useConversation = (uuid: string, found: string | null) => {
  const user = useUser();
  const history = useInfiniteQuery(pagesOptions(uuid, found));
  useEffect(
    () => () => {
      keepNewestPage(uuid);
      if (found !== null) queryClient.removeQueries({ queryKey: aroundOptions(uuid, found).queryKey });
    },
    [uuid, found],
  );
  const pending = useStore(pendingStore, (state) => state.messages);

  const stored = useMemo(
    () => (history.data?.pages ?? []).toReversed().flatMap((page) => page.messages),
    [history.data],
  );
  const own = useMemo(
    () => pending.filter((message) => message.ticketUuid === uuid && message.userId === user.id),
    [pending, uuid, user],
  );
  const messages = useMemo(() => withPending(stored, own, user), [stored, own, user]);

  // Fixed when the conversation opens, because the line must not move while the user reads.
  const [atOpening, setAtOpening] = useState<{ unread: number; newest: string } | null>(null);
  const [onReturn] = useState(() => unreadOnReturn(queryClient, uuid));
  const opening = history.data?.pages[0];
  if (atOpening === null && opening !== undefined) {
    setAtOpening({
      unread: onReturn ?? opening.ticket.unreadMessages,
      newest: opening.messages.at(-1)?.sortKey ?? '',
    });
  }
  const hasNewer = history.hasPreviousPage;
  const { hasNextPage } = history;
  const line = useMemo(
    () =>
      unreadLine(stored, found === null ? (atOpening?.unread ?? 0) : 0, atOpening?.newest ?? '', hasNextPage),
    [stored, atOpening, hasNextPage, found],
  );

  const items = useMemo<ConversationItem[]>(
    () => conversationItems(messages, user.company.timeZone, line.firstUnreadId, hasNextPage),
    [messages, user.company.timeZone, line.firstUnreadId, hasNextPage],
  );

  return {
    history,
    items,
    unreadAbove: line.above,
    hasNewer,
    /** Id of the newest stored message; null if there is none, or while newer messages are not loaded. */
    newestId: hasNewer ? null : (stored.at(-1)?.id ?? null),
    /** Number of own messages that are being sent. */
    underWay: own.length,
  };
};
