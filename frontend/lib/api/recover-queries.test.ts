import { type InfiniteData, InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { catchUpQueries, recoverQueries } from './recover-queries.ts';

describe('recovery after a lost WebSocket connection', () => {
  it('refetches visible queries, and of a long list only its first ten pages', async () => {
    const client = new QueryClient();
    const fetchPage = vi.fn(async ({ pageParam }: { pageParam: number }) => pageParam);
    const pages = Array.from({ length: 25 }, (_, page) => page);
    client.setQueryData(['list'], { pages, pageParams: pages });
    const observer = new InfiniteQueryObserver(client, {
      queryKey: ['list'],
      queryFn: fetchPage,
      initialPageParam: 0,
      getNextPageParam: (last: number) => last + 1,
      staleTime: Number.POSITIVE_INFINITY,
    });
    const stop = observer.subscribe(() => undefined);
    await recoverQueries(client);
    stop();
    expect(fetchPage.mock.calls.map(([{ pageParam }]) => pageParam)).toEqual(pages.slice(0, 10));
    expect(client.getQueryData<InfiniteData<number>>(['list'])?.pages).toHaveLength(10);
  });

  it('refetches a query whose first fetch is running, because its response may be stale', async () => {
    const client = new QueryClient();
    const answers: PromiseWithResolvers<string>[] = [];
    const stop = new QueryObserver(client, {
      queryKey: ['conversation'],
      queryFn: () => {
        const answer = Promise.withResolvers<string>();
        answers.push(answer);
        return answer.promise;
      },
      staleTime: Number.POSITIVE_INFINITY,
    }).subscribe(() => undefined);
    const done = recoverQueries(client);
    answers[0]?.resolve('old');
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    answers[1]?.resolve('new');
    await done;
    stop();
    expect(client.getQueryData(['conversation'])).toBe('new');
  });
});

describe('catching up when the WebSocket connection first opens', () => {
  it('after missed events, refetches live queries, also after a running fetch, only marks queries of rooms stale, and changes no other query', async () => {
    const client = new QueryClient();
    const answers: PromiseWithResolvers<string>[] = [];
    const observe = (queryKey: string[], queryFn: () => Promise<string>) =>
      new QueryObserver(client, { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY }).subscribe(
        () => undefined,
      );
    const other = vi.fn(async () => 'settings');
    const room = vi.fn(async () => 'conversation');
    const stops = [
      observe(['tickets.list'], () => {
        const answer = Promise.withResolvers<string>();
        answers.push(answer);
        return answer.promise;
      }),
      observe(['companies.settings'], other),
      observe(['messages.list'], room),
    ];
    const done = catchUpQueries(
      client,
      Promise.resolve(true),
      new Set(['tickets.list']),
      new Set(['messages.list']),
    );
    answers[0]?.resolve('old');
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    answers[1]?.resolve('new');
    await done;
    for (const stop of stops) stop();
    expect(client.getQueryData(['tickets.list'])).toBe('new');
    for (const fetched of [other, room]) expect(fetched).toHaveBeenCalledTimes(1);
    const isStale = (row: string) => client.getQueryState([row])?.isInvalidated;
    expect([isStale('companies.settings'), isStale('messages.list')]).toEqual([false, true]);
  });

  it('refetches no live query that was fetched later, and none if nothing was missed', async () => {
    const client = new QueryClient();
    const fetched: string[] = [];
    const observe = (queryKey: string[]) =>
      new QueryObserver(client, {
        queryKey,
        queryFn: async () => fetched.push(queryKey.join(' ')),
        staleTime: Number.POSITIVE_INFINITY,
      }).subscribe(() => undefined);
    const rows = new Set(['tickets.list', 'tickets.count']);
    const stops = [observe(['tickets.list'])];
    await catchUpQueries(client, Promise.resolve(false), rows, new Set());
    expect(fetched).toEqual(['tickets.list']);
    const missed = Promise.withResolvers<boolean>();
    const done = catchUpQueries(client, missed.promise, rows, new Set());
    stops.push(observe(['tickets.count']));
    missed.resolve(true);
    await done;
    for (const stop of stops) stop();
    expect(fetched).toEqual(['tickets.list', 'tickets.count', 'tickets.list']);
  });
});
