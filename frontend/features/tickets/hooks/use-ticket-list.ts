import type { FoundMessage, TicketView } from '@prosa/shared/contracts/tickets.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useDebounced } from '../../../lib/screen/use-debounced.ts';
import { useSession } from '../../auth/hooks/use-session.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { countFilters, type ListTab, listStore } from '../list-store.ts';
import { tabQuery } from '../tab-query.ts';
import { ticketListOptions } from '../ticket-list-query.ts';

export interface TicketList {
  tickets: TicketView[] | undefined;
  /** Of a search in messages: what was found of a ticket. */
  found: ReadonlyMap<number, FoundMessage>;
  /** What was searched for. */
  search: string;
  error: unknown;
  /** What is asked for, as a key: another view has another order. */
  view: string;
  /** A search that nothing has been asked of yet. */
  idle: boolean;
  /** Pages fetched so far. */
  pages: number;
  hasMore: boolean;
  loadingMore: boolean;
  loadMore: () => void;
  retry: () => void;
}

/** A tab's tickets as the server and the live channel have them. */
export const useTicketList = (tab: ListTab): TicketList => {
  const user = useUser();
  const { can } = useSession();
  const settings = useStore(listStore);
  const search = useDebounced(settings.search.trim().toLowerCase());
  const idle = tab === 'search' && search === '' && countFilters(settings.filters, tab) === 0;
  const query = tabQuery(tab, settings, search, {
    showAll: can('tickets-manager:showall'),
    admin: user.profile === 'admin' || user.super,
  });
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...ticketListOptions(query),
    enabled: !idle,
  });
  const found = useMemo(
    () =>
      new Map(data?.pages.flatMap((page) => page.found ?? []).map((message) => [message.ticketId, message])),
    [data],
  );
  const tickets = useMemo(() => data?.pages.flatMap((page) => page.tickets), [data]);
  return {
    tickets: idle ? [] : tickets,
    found,
    search,
    error: data === undefined ? error : null,
    view: JSON.stringify(query),
    idle,
    pages: data?.pages.length ?? 0,
    hasMore: hasNextPage,
    loadingMore: isFetchingNextPage,
    loadMore: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
    },
    retry: () => void refetch(),
  };
};
