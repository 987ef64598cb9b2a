import { useQuery } from '@tanstack/react-query';
import { useMayFetchLive } from '../../../lib/live/use-realtime.ts';
import { type TicketCountQuery, ticketCountOptions } from '../ticket-list-query.ts';

/**
 * Counts the tickets of a list: exact up to 99, kept up to date by live events. 0 until the count is known, which at
 * the start takes until the WebSocket connection is open.
 */
export const useTicketCount = (query: TicketCountQuery): { count: number; more: boolean } => {
  const { count = 0, more = false } =
    useQuery({ ...ticketCountOptions(query), enabled: useMayFetchLive() }).data ?? {};
  return { count, more };
};
