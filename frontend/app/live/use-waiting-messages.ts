import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useUser } from '../../features/auth/hooks/use-user.ts';
import { deliverWaiting } from '../../features/messages/pending-messages.ts';
import { pendingStore } from '../../features/messages/pending-store.ts';
import { useRealtimeState } from '../../lib/live/use-realtime.ts';

/** Retry interval. A returning network triggers an event; a server that was briefly unavailable does not. */
const RETRY_MS = 5000;

/**
 * Sends messages that wait because of a lost network or a reload: at start, when the network or WebSocket connection
 * returns, and at intervals.
 */
export const useWaitingMessages = (): void => {
  const { id } = useUser();
  const isLive = useRealtimeState() === 'open';
  const isWaiting = useStore(pendingStore, ({ messages }) => messages.some((message) => message.isWaiting));
  useEffect(() => {
    if (isLive) deliverWaiting(id);
  }, [isLive, id]);
  useEffect(() => {
    const deliver = () => deliverWaiting(id);
    globalThis.addEventListener('online', deliver);
    return () => globalThis.removeEventListener('online', deliver);
  }, [id]);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => deliverWaiting(id), RETRY_MS);
    return () => clearInterval(timer);
  }, [isWaiting, id]);
};
