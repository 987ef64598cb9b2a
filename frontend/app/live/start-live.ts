import { announcementRoutes } from '@prosa/shared/contracts/announcements.ts';
import { helpRoutes } from '@prosa/shared/contracts/helps.ts';
import { internalChatRoutes } from '@prosa/shared/contracts/internal-chats.ts';
import type { kanbanRoutes } from '@prosa/shared/contracts/kanban.ts';
import { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { settleJoin } from '../../features/messages/conversation-query.ts';
import { queryClient } from '../../lib/api/query.ts';
import { hearEvents } from '../../lib/live/hear-events.ts';
import { contained, onOpened, realtime } from '../../lib/live/realtime-connection.ts';
import { leaveKeptRooms } from '../../lib/live/use-realtime.ts';
import { sessionStore } from '../../lib/session/session-store.ts';
import { createEventApplier } from './apply-events.ts';
import { createReplay } from './replay-events.ts';

/** By its id, because a first visit does not load the contract of the board. */
const BOARD_TICKETS: typeof kanbanRoutes.tickets.id = 'kanban.tickets';

/** Events change the cached responses of these routes. They only mark the responses of other routes stale. */
const PATCHED: ReadonlySet<string> = new Set([
  ticketRoutes.list.id,
  ticketRoutes.get.id,
  ticketRoutes.getByUuid.id,
  ticketRoutes.usersMoments.id,
  BOARD_TICKETS,
  messageRoutes.list.id,
  announcementRoutes.list.id,
  helpRoutes.listAll.id,
  internalChatRoutes.list.id,
  internalChatRoutes.messages.id,
]);

/**
 * Keeps the WebSocket connection open and applies every event to the cache for as long as this user is signed in.
 * Returns a function that stops it.
 */
export const startLive = (userId: number): (() => void) => {
  const mine = () => {
    const { user } = sessionStore.getState();
    return user?.id === userId ? user : null;
  };
  const applier = createEventApplier({
    context: () => {
      const user = mine();
      return user === null ? null : { client: queryClient, user };
    },
    contained,
  });
  const replay = createReplay(queryClient, PATCHED, applier.apply);
  const stopForgetting = onOpened(() => {
    applier.forget();
    replay.forget();
  });
  const stopListening = hearEvents(
    (event) => {
      if (mine() !== null) replay.hear(event);
    },
    (answer) =>
      void settleJoin(queryClient, answer, (id) => realtime.joinAgain({ action: 'joinChatBox', id })),
  );
  realtime.start();
  return () => {
    stopListening();
    stopForgetting();
    replay.stop();
    leaveKeptRooms();
    realtime.stop();
  };
};
