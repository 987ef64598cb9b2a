import { useEffect } from 'react';
import { useUser } from '../../features/auth/hooks/use-user.ts';
import { useNotifications } from '../../features/notifications/hooks/use-notifications.ts';
import { queryClient } from '../../lib/query.ts';
import { onFrame, realtime } from '../../lib/realtime-connection.ts';
import { sessionStore } from '../../lib/session-store.ts';
import { useNotificationRoom } from '../../lib/use-realtime.ts';
import { handleFrame } from './handle-frame.ts';

/** Keeps the live connection up while someone is signed in, and every frame on its way to the cache. */
export const useLive = (): void => {
  const { id } = useUser();
  useNotificationRoom();
  useNotifications();
  useEffect(() => {
    const stopListening = onFrame((event, data) => {
      const { user } = sessionStore.getState();
      if (user?.id === id) handleFrame({ client: queryClient, user }, event, data);
    });
    const wake = () => realtime.wake();
    globalThis.addEventListener('online', wake);
    realtime.start();
    return () => {
      stopListening();
      globalThis.removeEventListener('online', wake);
      realtime.stop();
    };
  }, [id]);
};
