import { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { call } from '../../../lib/api/api-client.ts';
import { queryClient } from '../../../lib/api/query.ts';
import { useChatRoom } from '../../../lib/live/use-realtime.ts';
import { notifyError } from '../../../lib/screen/notify.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { listedTicket, putTicket } from '../../tickets/put-ticket.ts';
import { isHandedTo, viewerOf } from '../../tickets/viewer-of.ts';
import { type ConversationItem, conversationItems } from '../conversation-items.ts';
import { aroundOptions, historyOptions, openTicketOptions } from '../conversation-query.ts';
import { pendingStore } from '../pending-store.ts';
import { withPending } from '../pending-view.ts';
import { unreadLine } from '../unread-line.ts';

/** Several messages at once are marked read by one call. */
const MARK_READ_AFTER_MS = 600;
/** As many pages are looked through for the first unread message before a conversation is shown. */
const OPENING_PAGES = 5;

/** How much was unread when a conversation kept here is opened again; null where the first answer tells. */
const unreadOnReturn = (uuid: string): number | null =>
  queryClient.getQueryData(historyOptions(uuid).queryKey) === undefined
    ? null
    : (queryClient.getQueryData(openTicketOptions(uuid).queryKey)?.unreadMessages ?? 0);

/** Old pages are for who scrolled to them: refetching walks every page that is kept. */
const keepNewestPage = (uuid: string): void => {
  queryClient.setQueryData(
    historyOptions(uuid).queryKey,
    (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
  );
};

/**
 * A ticket, its messages with those still on their way, and older pages on demand.
 * @param found a message that it opens at, with newer pages on demand; null opens it at its end
 */
export const useConversation = (uuid: string, found: string | null) => {
  const user = useUser();
  useChatRoom(uuid);
  const ticket = useQuery({
    ...openTicketOptions(uuid),
    // What its row shows is there at once.
    placeholderData: () => listedTicket(queryClient, uuid),
    meta: { silent: true },
  });
  const history = useInfiniteQuery({
    ...(found === null ? historyOptions(uuid) : aroundOptions(uuid, found)),
    meta: { silent: true },
  });
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

  // Frozen when the conversation opens: it must not run away from what is being read.
  const [atOpening, setAtOpening] = useState<{ unread: number; newest: string } | null>(null);
  const [onReturn] = useState(() => unreadOnReturn(uuid));
  const opening = history.data?.pages[0];
  if (atOpening === null && opening !== undefined) {
    setAtOpening({
      unread: onReturn ?? opening.ticket.unreadMessages,
      newest: opening.messages.at(-1)?.sortKey ?? '',
    });
  }
  const hasNewer = history.hasPreviousPage;
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = history;
  const line = useMemo(
    () =>
      unreadLine(stored, found === null ? (atOpening?.unread ?? 0) : 0, atOpening?.newest ?? '', hasNextPage),
    [stored, atOpening, hasNextPage, found],
  );
  // The conversation opens at its unread line, unless that lies too far back.
  const [settled, setSettled] = useState(false);
  const pages = history.data?.pages.length ?? 0;
  const seeking = !settled && line.above > 0 && pages < OPENING_PAGES && !isFetchNextPageError;
  if (atOpening !== null && !settled && !seeking) setSettled(true);
  useEffect(() => {
    if (seeking && !isFetchingNextPage) fetchNextPage().catch(notifyError);
  }, [seeking, isFetchingNextPage, fetchNextPage]);

  const items = useMemo<ConversationItem[]>(
    () => conversationItems(messages, user.company.timeZone, line.firstUnreadId, hasNextPage),
    [messages, user.company.timeZone, line.firstUnreadId, hasNextPage],
  );

  // A transfer is opened as messages are read.
  const handed = ticket.data !== undefined && isHandedTo(user, ticket.data) ? 1 : 0;
  const unread = (ticket.data?.unreadMessages ?? 0) + handed;
  const marking = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (unread === 0 || !history.isSuccess || hasNewer) return;
    const mark = () => {
      if (document.visibilityState !== 'visible') return;
      clearTimeout(marking.current);
      marking.current = setTimeout(() => {
        call(messageRoutes.list, { params: { ticketUuid: uuid } })
          .then((page) => putTicket(queryClient, page.ticket, viewerOf(user)))
          .catch(notifyError);
      }, MARK_READ_AFTER_MS);
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => {
      clearTimeout(marking.current);
      document.removeEventListener('visibilitychange', mark);
    };
  }, [unread, history.isSuccess, hasNewer, uuid, user]);

  return {
    ticket,
    history,
    items,
    isOpening: history.isSuccess && !settled,
    unreadAbove: line.above,
    hasNewer,
    /** How many own messages are on their way. */
    underWay: own.length,
  };
};
