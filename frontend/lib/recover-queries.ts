import type { InfiniteData, QueryClient } from '@tanstack/react-query';

/** Fetching an endless list again walks its pages one after the other: this many are worth it. */
const REFETCHED_PAGES = 10;

const isPaged = (data: unknown): data is InfiniteData<unknown, unknown> =>
  typeof data === 'object' &&
  data !== null &&
  'pages' in data &&
  Array.isArray(data.pages) &&
  'pageParams' in data;

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
  await client.invalidateQueries();
};

/**
 * Fetches the live parts of the screen again after the live channel opened for the first time: what was read before
 * may have changed unheard. Answers on their way are waited for, since they may be of before, too.
 */
export const catchUpQueries = async (client: QueryClient, rows: ReadonlySet<string>): Promise<void> => {
  const live = client
    .getQueryCache()
    .getAll()
    .filter(
      ({ queryKey, state }) =>
        rows.has(String(queryKey[0])) && (state.dataUpdatedAt > 0 || state.fetchStatus !== 'idle'),
    );
  await Promise.allSettled(live.map(({ promise }) => promise));
  await Promise.all(live.map(({ queryKey }) => client.invalidateQueries({ queryKey, exact: true })));
};
