import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import { fileOf, laterOf } from './media-links.ts';

/** Maximum of requests that renew the links of one batch: pages of lists, and single rows. */
const REQUESTS_MAX = 12;
/** A page, and the page after it. */
const PAGES_OF_PART = 2;

/** Returns the latest link to each file, by the file's path, in the data of a response. */
export const linksIn = (data: unknown, found = new Map<string, string>()): Map<string, string> => {
  if (typeof data === 'string') {
    const file = data.startsWith('/media/') ? fileOf(data) : undefined;
    if (file !== undefined) found.set(file, laterOf(data, found.get(file)));
  } else if (typeof data === 'object' && data !== null) {
    for (const part of Object.values(data)) linksIn(part, found);
  }
  return found;
};

const isPaged = (data: unknown): data is InfiniteData<unknown, unknown> =>
  typeof data === 'object' &&
  data !== null &&
  'pages' in data &&
  Array.isArray(data.pages) &&
  'pageParams' in data &&
  Array.isArray(data.pageParams);

/** Sends a query's request, or that of one of its pages, and leaves the cached data as it is. */
const ask = async (client: QueryClient, query: Query, page: { pageParam?: unknown }): Promise<unknown> => {
  const { queryFn } = query.options;
  if (typeof queryFn !== 'function') return undefined;
  return queryFn({
    client,
    queryKey: query.queryKey,
    meta: query.meta,
    signal: new AbortController().signal,
    ...page,
    direction: 'forward',
  });
};

/** A query's cached response, or a page of it, with the files that it has links to. */
interface Part {
  query: Query;
  page: { pageParam?: unknown };
  files: ReadonlySet<string>;
}

const partsOf = (query: Query): Part[] => {
  const { data } = query.state;
  const parts = isPaged(data)
    ? data.pages.map((held, index) => ({ held, page: { pageParam: data.pageParams[index] } }))
    : [{ held: data, page: {} }];
  return parts.map(({ held, page }) => ({ query, page, files: new Set(linksIn(held).keys()) }));
};

/** Returns the page parameter of the page after a response, undefined after the last page. */
const nextOf = (response: unknown): string | undefined =>
  typeof response === 'object' &&
  response !== null &&
  'hasMore' in response &&
  response.hasMore === true &&
  'cursor' in response &&
  typeof response.cursor === 'string'
    ? response.cursor
    : undefined;

/**
 * Fetches new links to files from the queries that hold the old links, with few requests: of all responses and pages,
 * the one with most of the wanted files first, and visible ones before others. So the server decides again what the user may
 * see. The cached data stay as they are: live events keep them up to date, and a refetch would move the rows of lists.
 * @param wanted paths of files
 * @returns the newest link of each file that the responses contain
 * @throws ApiError if a request fails and no other one brought a link
 */
export const fetchLinks = async (
  client: QueryClient,
  wanted: ReadonlySet<string>,
): Promise<Map<string, string>> => {
  const found = new Map<string, string>();
  const parts = client.getQueryCache().getAll().flatMap(partsOf);
  const missing = ({ files }: Part): number =>
    [...wanted].filter((file) => files.has(file) && !found.has(file)).length;
  let failure: unknown;
  let requests = 0;
  /** Fetches a page, and the one after it if new rows have moved wanted files there. */
  const renew = async (part: Part): Promise<void> => {
    let page: Part['page'] | undefined = part.page;
    for (let turn = 0; turn < PAGES_OF_PART && page !== undefined && missing(part) > 0; turn++) {
      requests++;
      const response = await ask(client, part.query, page);
      for (const [file, link] of linksIn(response)) found.set(file, link);
      const next: string | undefined = 'pageParam' in page ? nextOf(response) : undefined;
      page = next === undefined ? undefined : { pageParam: next };
    }
  };
  while (requests < REQUESTS_MAX) {
    const [best] = parts
      .map((part) => ({ part, count: missing(part), isShown: part.query.isActive() }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => Number(b.isShown) - Number(a.isShown) || b.count - a.count);
    if (best === undefined) break;
    parts.splice(parts.indexOf(best.part), 1);
    try {
      await renew(best.part);
    } catch (error) {
      failure = error;
    }
  }
  if (found.size === 0 && failure !== undefined) throw failure;
  return found;
};
