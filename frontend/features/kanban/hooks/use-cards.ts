import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { mergePages } from '../../tickets/merge-pages.ts';
import { cardOptions, type LaneQuery } from '../board-queries.ts';

/**
 * Returns the loaded tickets of a column, kept up to date by live events.
 * @param enabled whether the column is in view; its tickets are fetched then
 */
export const useCards = (query: LaneQuery, laneId: number, enabled: boolean) => {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...cardOptions(query, laneId),
    enabled,
    meta: { silent: true },
  });
  return {
    cards: useMemo(() => data && mergePages(data.pages).tickets, [data]),
    error: data === undefined ? error : null,
    pages: data?.pages.length ?? 0,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
    },
    retry: () => void refetch(),
  };
};
