import { type InternalChatView, internalChatRoutes } from '@prosa/shared/contracts/internal-chats.ts';
import { useEffect } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { queryClient } from '../../../lib/api/query.ts';
import { notifyError } from '../../../lib/screen/notify.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { putChat } from '../chat-cache.ts';
import { unreadOf } from '../put-chat.ts';
import { watchChat } from '../watched-chats.ts';

/** Delay before the call, so that one call marks several messages as read. */
const MARK_READ_AFTER_MS = 400;

/** Marks an open chat as read while its tab is visible. */
export const useMarkChatRead = (chat: InternalChatView): void => {
  const { id: userId } = useUser();
  const { id } = chat;
  const unread = unreadOf(chat, userId);
  useEffect(() => watchChat(id), [id]);
  useEffect(() => {
    if (unread === 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const mark = () => {
      clearTimeout(timer);
      if (document.visibilityState !== 'visible') return;
      timer = setTimeout(() => {
        call(internalChatRoutes.read, { params: { id }, body: {} })
          .then((read) => putChat(queryClient, read, userId))
          .catch(notifyError);
      }, MARK_READ_AFTER_MS);
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', mark);
    };
  }, [id, unread, userId]);
};
