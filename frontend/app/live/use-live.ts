import { useEffect } from 'react';
import { useUser } from '../../features/auth/hooks/use-user.ts';
import { useNotifications } from '../../features/notifications/hooks/use-notifications.ts';
import { realtime } from '../../lib/live/realtime-connection.ts';
import { startLive } from './start-live.ts';

/** The live connection while someone is signed in; a network that returns and a tab that is looked at wake it. */
export const useLive = (): void => {
  const { id } = useUser();
  useNotifications();
  useEffect(() => startLive(id), [id]);
  useEffect(() => {
    const wake = () => realtime.wake();
    const look = () => document.visibilityState === 'visible' && wake();
    globalThis.addEventListener('online', wake);
    document.addEventListener('visibilitychange', look);
    return () => {
      globalThis.removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
};
