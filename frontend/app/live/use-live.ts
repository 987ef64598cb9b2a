import { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { useEffect } from 'react';
import { useUser } from '../../features/auth/hooks/use-user.ts';
import { useNotifications } from '../../features/notifications/hooks/use-notifications.ts';
import { queryClient } from '../../lib/query.ts';
import { contained, onFrame, realtime } from '../../lib/realtime-connection.ts';
import { sessionStore } from '../../lib/session-store.ts';
import { handleFrame } from './handle-frame.ts';
import { createReplay } from './replay-events.ts';

/** What events patch; everything else they only mark stale. */
const PATCHED: ReadonlySet<string> = new Set([
  ticketRoutes.list.id,
  ticketRoutes.get.id,
  ticketRoutes.getByUuid.id,
  messageRoutes.list.id,
]);

interface Frame {
  event: string;
  data: unknown;
}

/** Keeps the live connection up while someone is signed in, and every frame on its way to the cache. */
export const useLive = (): void => {
  const { id } = useUser();
  useNotifications();
  useEffect(() => {
    const replay = createReplay(queryClient, PATCHED, ({ event, data }: Frame) => {
      const { user } = sessionStore.getState();
      if (user?.id === id) contained(() => handleFrame({ client: queryClient, user }, event, data));
    });
    const stopListening = onFrame((event, data) => replay.hear({ event, data }));
    const wake = () => realtime.wake();
    globalThis.addEventListener('online', wake);
    realtime.start();
    return () => {
      stopListening();
      replay.stop();
      globalThis.removeEventListener('online', wake);
      realtime.stop();
    };
  }, [id]);
};
