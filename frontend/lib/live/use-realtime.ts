import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createKeptRooms } from './kept-rooms.ts';
import type { RealtimeState } from './realtime.ts';
import { realtime } from './realtime-connection.ts';

export const useRealtimeState = (): RealtimeState => useStore(realtime.store, ({ state }) => state);

/**
 * Returns whether queries that can wait for the WebSocket connection may be fetched. A query that is fetched before
 * the connection opens is fetched twice if an event comes in between. If the connection fails or takes 3 s, the queries
 * are fetched anyway.
 */
export const useMayFetchLive = (): boolean => useStore(realtime.store, ({ hasTried }) => hasTried);

/** Attendants switch between a few conversations. Limited because the server sends events to each joined room. */
const KEPT_ROOMS = 5;
const chatRooms = createKeptRooms((id) => realtime.join({ action: 'joinChatBox', id }), KEPT_ROOMS);

/** Leaves the kept rooms of closed conversations. */
export const leaveKeptRooms = (): void => chatRooms.leaveAll();

/** Joins a ticket's conversation room while mounted; the last closed rooms stay joined. */
export const useChatRoom = (ticketUuid: string | null): void => {
  useEffect(() => (ticketUuid === null ? undefined : chatRooms.hold(ticketUuid)), [ticketUuid]);
};

/** Joins the room of the ticket lists while mounted. */
export const useTicketsRoom = (status: string): void => {
  useEffect(() => realtime.join({ action: 'joinTickets', id: status }), [status]);
};
