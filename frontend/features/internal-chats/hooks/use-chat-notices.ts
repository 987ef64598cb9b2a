import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { hearEvents } from '../../../lib/live/hear-events.ts';
import { notifyError } from '../../../lib/screen/notify.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { playNotification } from '../../../lib/screen/sound.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { showNotice } from '../../notifications/browser-notice.ts';
import { isWatched } from '../watched-chats.ts';

/** Announces colleagues' messages in internal chats by sound, and by a browser notification in a hidden tab. */
export const useChatNotices = (): void => {
  const { t } = useTranslation('notifications');
  const { id: userId } = useUser();
  const navigate = useNavigate();
  const now = useRef({ t, navigate });
  useEffect(() => {
    now.current = { t, navigate };
  });
  useEffect(
    () =>
      hearEvents((event) => {
        if (event.name !== 'chatMessage') return;
        const { chatId, senderId, sender, message } = event.data.newMessage;
        const isVisible = document.visibilityState === 'visible' && document.hasFocus();
        if (senderId === userId || (isVisible && isWatched(chatId))) return;
        playNotification().catch(notifyError);
        if (isVisible) return;
        const { t: text, navigate: go } = now.current;
        showNotice(
          {
            title: text('newMessage', { name: sender.name }),
            body: message === '' ? text('media') : message,
            tag: `chat-${chatId}`,
            icon: '',
          },
          () => void go(paths.chats),
        );
      }),
    [userId],
  );
};
