import { useEffect } from 'react';
import { useUser } from '../../features/auth/hooks/use-user.ts';
import { useChatNotices } from '../../features/internal-chats/hooks/use-chat-notices.ts';
import { useNotifications } from '../../features/notifications/hooks/use-notifications.ts';
import { realtime } from '../../lib/live/realtime-connection.ts';
import { startLive } from './start-live.ts';

/**
 * Keeps the WebSocket connection open while a user is signed in; drops it when the network is lost, and reconnects at
 * once when the network returns or the tab becomes visible.
 */
export const useLive = (): void => {
  const { id } = useUser();
  useNotifications();
  useChatNotices();
  useEffect(() => startLive(id), [id]);
  useEffect(() => {
    const wake = () => realtime.wake();
    const look = () => document.visibilityState === 'visible' && wake();
    globalThis.addEventListener('offline', realtime.lose);
    globalThis.addEventListener('online', wake);
    document.addEventListener('visibilitychange', look);
    return () => {
      globalThis.removeEventListener('offline', realtime.lose);
      globalThis.removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
};
