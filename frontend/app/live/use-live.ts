import { useEffect } from 'react';
import { useUser } from '../../features/auth/hooks/use-user.ts';
import { useNotifications } from '../../features/notifications/hooks/use-notifications.ts';
import { realtime } from '../../lib/realtime-connection.ts';
import { startLive } from './start-live.ts';

/** The live connection while someone is signed in; a network that returns wakes it. */
export const useLive = (): void => {
  const { id } = useUser();
  useNotifications();
  useEffect(() => startLive(id), [id]);
  useEffect(() => {
    const wake = () => realtime.wake();
    globalThis.addEventListener('online', wake);
    return () => globalThis.removeEventListener('online', wake);
  }, []);
};
