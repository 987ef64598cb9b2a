import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ticketListOptions } from '../../tickets/ticket-list-query.ts';

/** Conversations with something unread, newest first; kept fresh by the live channel. */
export const useUnreadTickets = (): TicketView[] => {
  const { data } = useInfiniteQuery({
    ...ticketListOptions({ withUnreadMessages: true }),
    meta: { silent: true },
  });
  return useMemo(() => data?.pages.flatMap((page) => page.tickets) ?? [], [data]);
};
