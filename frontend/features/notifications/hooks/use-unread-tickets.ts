import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ticketCountOptions, ticketListOptions } from '../../tickets/ticket-list-query.ts';

/** Returns the number of conversations with unread messages: exact up to 99; kept up to date by live events. */
export const useUnreadCount = (): number =>
  useQuery(ticketCountOptions({ withUnreadMessages: true })).data?.count ?? 0;

/** Returns the conversations with unread messages, newest first; kept up to date by live events. */
export const useUnreadTickets = () => {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...ticketListOptions({ withUnreadMessages: true }),
    meta: { silent: true },
  });
  const tickets = useMemo(
    (): TicketView[] | undefined => data?.pages.flatMap((page) => page.tickets),
    [data],
  );
  return {
    tickets,
    error: data === undefined ? error : null,
    retry: () => void refetch(),
    loadMore: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
    },
  };
};
