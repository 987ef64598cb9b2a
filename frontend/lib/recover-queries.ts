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
