import { type InfiniteData, InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { recoverQueries } from './recover-queries.ts';

describe('recovery after a lost connection', () => {
  it('fetches what is shown again, and of a long list only its first ten pages', async () => {
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
});
