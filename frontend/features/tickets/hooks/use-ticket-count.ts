import { useQuery } from '@tanstack/react-query';
import { useMayFetchLive } from '../../../lib/live/use-realtime.ts';
import { type TicketCountQuery, ticketCountOptions } from '../ticket-list-query.ts';

/**
 * Returns the number of tickets of a list: exact up to 99, kept up to date by live events; 0 until it is fetched. It
 * is fetched when the WebSocket connection is open, so that it is fetched only once.
 */
export const useTicketCount = (query: TicketCountQuery): { count: number; more: boolean } => {
  const { count = 0, more = false } =
    useQuery({ ...ticketCountOptions(query), enabled: useMayFetchLive() }).data ?? {};
  return { count, more };
};
