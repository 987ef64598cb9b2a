import type { ResponseOf } from '@prosa/shared/contracts/route.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CallInput } from './api-client.ts';
import { type PagedRow, routePages } from './query.ts';

interface Options {
  /** Stale time, for lists that no event keeps up to date. */
  staleTime?: number;
  /** Milliseconds between refetches, for lists that change without an event. */
  refetchInterval?: number;
}

/**
 * Returns the rows of a paged list in a table's format: loading, failed with a retry, or loaded with a function for
 * more. A search may fetch several pages before its first match; until then the list is loading.
 */
export const usePagedRows = <R extends PagedRow, T>(
  row: R,
  input: CallInput<R>,
  rowsOf: (page: ResponseOf<R>) => readonly T[],
  options: Options = {},
) => {
  const list = useInfiniteQuery({ ...routePages(row, input), ...options, meta: { silent: true } });
  const rows = list.data?.pages.flatMap(rowsOf);
  const isLooking = rows?.length === 0 && list.hasNextPage;
  const goesOn = isLooking && !list.isFetchingNextPage && !list.isError;
  const { fetchNextPage } = list;
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, fetchNextPage]);
  return {
    rows: isLooking ? undefined : rows,
    isLoading: list.isPending || isLooking,
    error: list.error,
    onRetry: () => void list.refetch(),
    hasMore: list.hasNextPage,
    onLoadMore: () => void list.fetchNextPage(),
  };
};
