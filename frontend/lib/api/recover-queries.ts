import type { InfiniteData, InvalidateQueryFilters, Query, QueryClient } from '@tanstack/react-query';

/** Maximum of pages refetched of an infinite list, because they are fetched one after the other. */
const REFETCHED_PAGES = 10;

const isPaged = (data: unknown): data is InfiniteData<unknown, unknown> =>
  typeof data === 'object' &&
  data !== null &&
  'pages' in data &&
  Array.isArray(data.pages) &&
  'pageParams' in data;

/**
 * Marks queries stale. Awaits their running fetches first, because the response of a running fetch may be stale too.
 * @param refetchType `active` also refetches the visible queries
 */
const markStale = async (
  client: QueryClient,
  queries: readonly Query[],
  refetchType: 'active' | 'none',
): Promise<void> => {
  await Promise.allSettled(queries.map(({ promise }) => promise));
  await Promise.all(
    queries.map(({ queryKey }) => client.invalidateQueries({ queryKey, exact: true, refetchType })),
  );
};

/**
 * Marks queries stale and refetches the visible ones. A running first fetch is awaited before the refetch, because
 * marking it stale alone would not refetch it.
 */
export const invalidate = async (
  client: QueryClient,
  filters: InvalidateQueryFilters = {},
): Promise<void> => {
  const firstOnes = client
    .getQueryCache()
    .findAll(filters)
    .filter(({ state }) => state.data === undefined && state.fetchStatus !== 'idle');
  await Promise.all([client.invalidateQueries(filters), markStale(client, firstOnes, 'active')]);
};

/**
 * Refetches everything visible after the WebSocket connection was lost. Long lists are first cut to their first
 * pages; further pages load on scrolling.
 */
export const recoverQueries = async (client: QueryClient): Promise<void> => {
  for (const query of client.getQueryCache().getAll()) {
    const { data } = query.state;
    if (isPaged(data) && data.pages.length > REFETCHED_PAGES) {
      client.setQueryData(query.queryKey, {
        pages: data.pages.slice(0, REFETCHED_PAGES),
        pageParams: data.pageParams.slice(0, REFETCHED_PAGES),
      });
    }
  }
  await invalidate(client);
};

/**
 * Marks queries stale after the WebSocket connection opened for the first time, because the browser may have missed
 * earlier events. Skips queries without a response or a running fetch.
 * @param missed whether it missed any
 * @param rows ids of routes; their visible queries are refetched if `missed`
 * @param roomRows ids of routes; the response to joining a room decides whether their visible queries are refetched
 */
export const catchUpQueries = async (
  client: QueryClient,
  missed: Promise<boolean>,
  rows: ReadonlySet<string>,
  roomRows: ReadonlySet<string>,
): Promise<void> => {
  const readOf = (ids: ReadonlySet<string>): Query[] =>
    client
      .getQueryCache()
      .getAll()
      .filter(
        ({ queryKey, state }) =>
          ids.has(String(queryKey[0])) && (state.dataUpdatedAt > 0 || state.fetchStatus !== 'idle'),
      );
  const early = readOf(rows);
  const refetchEarly = async (): Promise<void> => {
    if (await missed) await markStale(client, early, 'active');
  };
  await Promise.all([refetchEarly(), markStale(client, readOf(roomRows), 'none')]);
};
