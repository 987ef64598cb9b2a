import { useEffect } from 'react';
import { useUser } from '../../features/auth/hooks/use-user.ts';
import { deliverWaiting } from '../../features/messages/pending-messages.ts';
import { useRealtimeState } from '../../lib/use-realtime.ts';

/** Sends what a lost network or a reload kept back: at start, and when the network or the live channel returns. */
export const useWaitingMessages = (): void => {
  const { id } = useUser();
  const isLive = useRealtimeState() === 'open';
  useEffect(() => {
    if (isLive) deliverWaiting(id);
  }, [isLive, id]);
  useEffect(() => {
    const deliver = () => deliverWaiting(id);
    globalThis.addEventListener('online', deliver);
    return () => globalThis.removeEventListener('online', deliver);
  }, [id]);
};
