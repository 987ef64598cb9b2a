import type { ResponseOf, RouteShape } from '@prosa/shared/contracts/route.ts';
import {
  infiniteQueryOptions,
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { notifyError } from '../screen/notify.ts';
import { type CallInput, call } from './api-client.ts';
import { ApiError } from './api-error.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { silent?: boolean };
    mutationMeta: { silent?: boolean };
  }
}

const RETRIES = 2;
const ADMIN_STALE_MS = 60_000;
/** Time for which unused data is kept, so that what a user has seen opens without a network, too. */
const KEPT_MS = 30 * 60_000;

/** Whether an error is temporary and worth a retry. */
const isTransient = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

/** Shows an error, except for an ended sign-in session, which has a separate screen. */
const report = (error: unknown, meta: { silent?: boolean } | undefined): void => {
  if (meta?.silent === true) return;
  if (error instanceof ApiError && error.status === 401) return;
  notifyError(error);
};

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => report(error, query.meta) }),
  mutationCache: new MutationCache({
    onError: (error, _input, _result, mutation) => report(error, mutation.meta),
  }),
  defaultOptions: {
    queries: {
      staleTime: ADMIN_STALE_MS,
      gcTime: KEPT_MS,
      retry: (count, error) => count < RETRIES && isTransient(error),
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false },
  },
});

/** Stale time of queries that live events keep up to date. */
export const LIVE = Number.POSITIVE_INFINITY;

type Key = readonly [string, unknown];
const keyOf = (row: RouteShape, input: object): Key => {
  const { signal: _signal, ...parts }: { signal?: unknown } = input;
  return [row.id, parts];
};

/** Returns the key prefix of all queries of a route, for any input. */
export const routeKey = (row: RouteShape): readonly [string] => [row.id];

/** Returns query options of a route: `useQuery(routeQuery(ticketRoutes.get, { params: { id } }))`. */
export const routeQuery = <R extends RouteShape>(row: R, input: CallInput<R>) =>
  queryOptions<ResponseOf<R>, Error, ResponseOf<R>, Key>({
    queryKey: keyOf(row, input),
    queryFn: ({ signal }) => call(row, { ...input, signal }),
  });

interface Page {
  hasMore: boolean;
  cursor: string | null;
}
/** A route whose responses are pages. */
export type PagedRow = RouteShape & { readonly response: { readonly _zod: { output: Page } } };

/** Returns query options of a paged route: each page is fetched with the cursor of the previous page. */
export const routePages = <R extends PagedRow>(
  row: R,
  input: CallInput<R>,
  options: { maxPages?: number } = {},
) =>
  infiniteQueryOptions({
    queryKey: keyOf(row, input),
    queryFn: ({ signal, pageParam }) =>
      call(row, {
        ...input,
        query: { ...input.query, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: nextPage(null),
    getNextPageParam: (page: Page) => (page.hasMore ? page.cursor : null),
    ...options,
  });

const nextPage = (cursor: string | null): string | null => cursor;
