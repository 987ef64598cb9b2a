import { internalChatRoutes } from '@prosa/shared/contracts/internal-chats.ts';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../lib/api/api-client.ts';
import { hearEvents } from '../../../lib/live/hear-events.ts';
import { afterAbsence } from '../../../lib/live/realtime-connection.ts';
import { notifyError } from '../../../lib/screen/notify.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { playNotification } from '../../../lib/screen/sound.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { showNotice } from '../../notifications/browser-notice.ts';
import { MISSED_NOTICES } from '../../notifications/missed-messages.ts';
import { chatName } from '../chat-name.ts';
import { missedChats } from '../missed-chats.ts';
import { isWatched } from '../watched-chats.ts';

/**
 * Announces colleagues' messages in internal chats by sound, and by a browser notification in a hidden tab. Those that
 * came while the WebSocket connection was lost are announced together when it returns.
 */
export const useChatNotices = (): void => {
  const { t } = useTranslation('notifications');
  const { id: userId, company } = useUser();
  const navigate = useNavigate();
  const now = useRef({ t, navigate });
  useEffect(() => {
    now.current = { t, navigate };
  });
  const isOffered = company.plan.useInternalChat;
  useEffect(() => {
    /** The number of the newest message that an event brought, by chat. */
    const known = new Map<number, number>();
    const isVisible = () => document.visibilityState === 'visible' && document.hasFocus();
    const ring = () => void playNotification().catch(notifyError);
    const notice = (chatId: number, name: string, message: string) => {
      const { t: text, navigate: go } = now.current;
      showNotice(
        {
          title: text('newMessage', { name }),
          body: message === '' ? text('media') : message,
          tag: `chat-${chatId}`,
          icon: '',
        },
        () => void go(paths.chats),
      );
    };
    const stopHearing = hearEvents((event) => {
      if (event.name !== 'chatMessage') return;
      const { chatId, senderId, sender, message, id } = event.data.newMessage;
      known.set(chatId, Math.max(id, known.get(chatId) ?? 0));
      if (senderId === userId || (isVisible() && isWatched(chatId))) return;
      ring();
      if (!isVisible()) notice(chatId, sender.name, message);
    });
    const stopLooking = afterAbsence(async (sinceMs) => {
      if (!isOffered) return () => undefined;
      const { records } = await call(internalChatRoutes.list, { query: {} });
      return () => {
        const missed = missedChats(records, known, sinceMs, userId).filter(
          ({ id }) => !(isVisible() && isWatched(id)),
        );
        for (const { id, messages } of records) known.set(id, messages);
        if (missed.length === 0) return;
        ring();
        if (isVisible()) return;
        for (const chat of missed.slice(0, MISSED_NOTICES).toReversed())
          notice(chat.id, chatName(chat, userId), chat.lastMessage);
      };
    });
    return () => {
      stopHearing();
      stopLooking();
    };
  }, [userId, isOffered]);
};
