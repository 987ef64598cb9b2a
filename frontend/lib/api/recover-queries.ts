import type { InfiniteData, InvalidateQueryFilters, Query, QueryClient } from '@tanstack/react-query';

/** Fetching an endless list again walks its pages one after the other: this many are worth it. */
const REFETCHED_PAGES = 10;

const isPaged = (data: unknown): data is InfiniteData<unknown, unknown> =>
  typeof data === 'object' &&
  data !== null &&
  'pages' in data &&
  Array.isArray(data.pages) &&
  'pageParams' in data;

/** Fetches again what was read, or is still being read, before now: an answer on its way may be of before, too. */
const fetchAgain = async (client: QueryClient, queries: readonly Query[]): Promise<void> => {
  await Promise.allSettled(queries.map(({ promise }) => promise));
  await Promise.all(queries.map(({ queryKey }) => client.invalidateQueries({ queryKey, exact: true })));
};

/**
 * Marks answers stale, and fetches those on the screen again. A first answer that is on its way is waited for: marking it
 * stale would not fetch it again.
 */
export const invalidate = async (
  client: QueryClient,
  filters: InvalidateQueryFilters = {},
): Promise<void> => {
  const firstOnes = client
    .getQueryCache()
    .findAll(filters)
    .filter(({ state }) => state.data === undefined && state.fetchStatus !== 'idle');
  await Promise.all([client.invalidateQueries(filters), fetchAgain(client, firstOnes)]);
};

/**
 * Fetches everything on the screen again after the live channel was away. Long lists are cut to their first pages
 * before: what follows loads as it is scrolled to.
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
 * Fetches the live parts of the screen again after the live channel opened for the first time: what was read before
 * may have changed unheard.
 */
export const catchUpQueries = (client: QueryClient, rows: ReadonlySet<string>): Promise<void> =>
  fetchAgain(
    client,
    client
      .getQueryCache()
      .getAll()
      .filter(
        ({ queryKey, state }) =>
          rows.has(String(queryKey[0])) && (state.dataUpdatedAt > 0 || state.fetchStatus !== 'idle'),
      ),
  );
