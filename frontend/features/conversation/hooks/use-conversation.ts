import { type MessageView, messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { call } from '../../../lib/api-client.ts';
import { notifyError } from '../../../lib/notify.ts';
import { LIVE, queryClient, routePages, routeQuery } from '../../../lib/query.ts';
import { useChatRoom } from '../../../lib/use-realtime.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { putTicket } from '../../tickets/apply-ticket-event.ts';
import { viewerOf } from '../../tickets/viewer-of.ts';
import { type ConversationItem, conversationItems } from '../conversation-items.ts';
import { pendingStore, pendingView } from '../pending-messages.ts';

/** Several messages at once are marked read by one call. */
const MARK_READ_AFTER_MS = 600;

/** The message that the unread line stands above: the oldest of the contact's last `unread` messages. */
const firstUnread = (messages: readonly MessageView[], unread: number): string | null => {
  const theirs = messages.filter(({ fromMe, isPrivate }) => !fromMe && !isPrivate);
  return unread > 0 ? (theirs.at(-unread)?.id ?? null) : null;
};

const historyOf = (uuid: string) => routePages(messageRoutes.list, { params: { ticketUuid: uuid } });

/** Old pages are for who scrolled to them: refetching walks every page that is kept. */
const keepNewestPage = (uuid: string): void => {
  queryClient.setQueryData(
    historyOf(uuid).queryKey,
    (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
  );
};

/** A ticket, its messages with those still on their way, and older pages on demand. */
export const useConversation = (uuid: string) => {
  const user = useUser();
  useChatRoom(uuid);
  const ticket = useQuery({
    ...routeQuery(ticketRoutes.getByUuid, { params: { uuid } }),
    staleTime: LIVE,
    meta: { silent: true },
  });
  const history = useInfiniteQuery({
    ...historyOf(uuid),
    staleTime: LIVE,
    meta: { silent: true },
  });
  useEffect(() => () => keepNewestPage(uuid), [uuid]);
  const pending = useStore(pendingStore, (state) => state.messages);

  const stored = useMemo(
    () => (history.data?.pages ?? []).toReversed().flatMap((page) => page.messages),
    [history.data],
  );
  const messages = useMemo(() => {
    const confirmed = new Set(stored.map(({ clientId }) => clientId));
    const waiting = pending.filter(
      (message) =>
        message.ticketUuid === uuid && message.userId === user.id && !confirmed.has(message.clientId),
    );
    return [...stored, ...waiting.map((message) => pendingView(message, user))];
  }, [stored, pending, uuid, user]);

  // Frozen when the conversation opens: it must not run away from what is being read.
  const [unreadLine, setUnreadLine] = useState<string | null | undefined>(undefined);
  const opening = history.data?.pages[0];
  if (unreadLine === undefined && opening !== undefined) {
    setUnreadLine(firstUnread(opening.messages, opening.ticket.unreadMessages));
  }

  const items = useMemo<ConversationItem[]>(
    () => conversationItems(messages, user.company.timeZone, unreadLine ?? null, history.hasNextPage),
    [messages, user.company.timeZone, unreadLine, history.hasNextPage],
  );

  const unread = ticket.data?.unreadMessages ?? 0;
  const marking = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (unread === 0 || !history.isSuccess) return;
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
  }, [unread, history.isSuccess, uuid, user]);

  return { ticket, history, messages, items };
};
