import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTicketCount } from '../../tickets/hooks/use-ticket-count.ts';
import { ticketListOptions } from '../../tickets/ticket-list-query.ts';

/** Returns the number of conversations with unread messages: exact up to 99; kept up to date by live events. */
export const useUnreadCount = (): number => useTicketCount({ withUnreadMessages: true }).count;

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
