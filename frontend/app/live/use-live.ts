import { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { useEffect } from 'react';
import { useUser } from '../../features/auth/hooks/use-user.ts';
import { useNotifications } from '../../features/notifications/hooks/use-notifications.ts';
import { queryClient } from '../../lib/query.ts';
import { readEvent } from '../../lib/read-event.ts';
import { contained, realtime } from '../../lib/realtime-connection.ts';
import { sessionStore } from '../../lib/session-store.ts';
import { createEventApplier } from './apply-events.ts';
import { createReplay } from './replay-events.ts';

/** What events patch; everything else they only mark stale. */
const PATCHED: ReadonlySet<string> = new Set([
  ticketRoutes.list.id,
  ticketRoutes.get.id,
  ticketRoutes.getByUuid.id,
  messageRoutes.list.id,
]);

/** Keeps the live connection up while someone is signed in, and every event on its way to the cache. */
export const useLive = (): void => {
  const { id } = useUser();
  useNotifications();
  useEffect(() => {
    const mine = () => {
      const { user } = sessionStore.getState();
      return user?.id === id ? user : null;
    };
    const apply = createEventApplier({
      context: () => {
        const user = mine();
        return user === null ? null : { client: queryClient, user };
      },
      contained,
    });
    const replay = createReplay(queryClient, PATCHED, apply);
    const stopListening = realtime.listen((name, data) => {
      const event = readEvent(mine()?.companyId ?? 0, name, data);
      if (event !== undefined) replay.hear(event);
    });
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
