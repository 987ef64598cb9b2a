import type { FoundMessage, TicketView } from '@prosa/shared/contracts/tickets.ts';
import { isAdmin } from '@prosa/shared/permissions.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useDebounced } from '../../../lib/screen/use-debounced.ts';
import { useSession } from '../../auth/hooks/use-session.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { countFilters, type ListTab, listStore } from '../list-store.ts';
import { mergePages } from '../merge-pages.ts';
import { tabQuery } from '../tab-query.ts';
import { ticketListOptions } from '../ticket-list-query.ts';

export interface TicketList {
  tickets: TicketView[] | undefined;
  /** The found messages of each ticket, newest first, when the search includes messages. */
  found: ReadonlyMap<number, readonly FoundMessage[]>;
  /** The search text; empty in the other views. */
  search: string;
  error: unknown;
  /** Key of the current query; a different view has a different order. */
  view: string;
  /** Whether a search is still without a query. */
  idle: boolean;
  /** Number of pages fetched so far. */
  pages: number;
  hasMore: boolean;
  loadingMore: boolean;
  loadMore: () => void;
  retry: () => void;
}

const NOTHING_FOUND: TicketList['found'] = new Map();

/** Returns a tab's tickets, fetched from the server and kept up to date by live events. */
export const useTicketList = (tab: ListTab): TicketList => {
  const user = useUser();
  const { can } = useSession();
  const settings = useStore(listStore);
  const search = useDebounced(settings.search.trim().toLowerCase());
  const idle = tab === 'search' && search === '' && countFilters(settings.filters, tab) === 0;
  const query = tabQuery(tab, settings, search, {
    showAll: can('tickets-manager:showall'),
    admin: isAdmin(user),
  });
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...ticketListOptions(query),
    enabled: !idle,
  });
  const merged = useMemo(() => data && mergePages(data.pages), [data]);
  return {
    tickets: idle ? [] : merged?.tickets,
    found: merged?.found ?? NOTHING_FOUND,
    search: tab === 'search' ? search : '',
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
