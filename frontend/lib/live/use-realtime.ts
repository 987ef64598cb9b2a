import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { RealtimeState } from './realtime.ts';
import { realtime } from './realtime-connection.ts';

export const useRealtimeState = (): RealtimeState => useStore(realtime.store, ({ state }) => state);

/** Holds the conversation's room of a ticket while mounted. */
export const useChatRoom = (ticketUuid: string | null): void => {
  useEffect(
    () => (ticketUuid === null ? undefined : realtime.join({ action: 'joinChatBox', id: ticketUuid })),
    [ticketUuid],
  );
};

/** Holds the room of the ticket lists while mounted. */
export const useTicketsRoom = (status: string): void => {
  useEffect(() => realtime.join({ action: 'joinTickets', id: status }), [status]);
};
