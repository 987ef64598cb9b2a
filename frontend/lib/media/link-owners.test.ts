import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { fetchLinks, linksIn } from './link-owners.ts';
import { fileOf, isExpired, laterOf } from './media-links.ts';

const OLD_S = 1_800_000_000;
const NEW_S = OLD_S + 3600;
const linkTo = (file: string, expiresS: number): string => `/media/t/7/${file}?e=${expiresS}&s=c2lnbg`;
const pathOf = (file: string): string => `/media/t/7/${file}`;
const rowsOf = (files: readonly string[], expiresS: number) =>
  files.map((file, id) => ({ id, contact: { name: file, urlPicture: linkTo(file, expiresS) } }));

const fileName = fc.stringMatching(/^[a-z0-9_-]{1,12}$/);

describe('links to files', () => {
  it('a link is expired at its time, whatever the file is called, and other addresses never are', () => {
    fc.assert(
      fc.property(fileName, fc.integer({ min: 1_000_000_000, max: 9_999_999_999 }), (file, expiresS) => {
        const link = linkTo(file, expiresS);
        expect(fileOf(link)).toBe(pathOf(file));
        expect(isExpired(link, expiresS * 1000)).toBe(true);
        expect(isExpired(link, (expiresS - 60) * 1000)).toBe(false);
        expect(laterOf(link, linkTo(file, expiresS - 1))).toBe(link);
      }),
    );
    for (const address of [
      '',
      'blob:https://a/b',
      'data:image/png;base64,AA',
      '/logo.svg',
      'https://a/media/t/1/x',
    ])
      expect([fileOf(address), isExpired(address, Number.MAX_SAFE_INTEGER)]).toEqual([undefined, false]);
  });

  it('of several links to a file in a response the latest is found', () => {
    const data = { a: [linkTo('x', OLD_S), { b: linkTo('x', NEW_S) }], c: linkTo('y', OLD_S), d: null };
    expect([...linksIn(data)]).toEqual([
      [pathOf('x'), linkTo('x', NEW_S)],
      [pathOf('y'), linkTo('y', OLD_S)],
    ]);
  });
});

describe('renewal of links from the queries that hold them', () => {
  it('forty pictures of a list are renewed by one request, and the cached list stays as it is', async () => {
    const files = Array.from({ length: 40 }, (_, n) => `p${n}`);
    const client = new QueryClient();
    const queryFn = vi.fn(async () => rowsOf(files, NEW_S));
    const cached = rowsOf(files, OLD_S);
    client.setQueryData(['tickets'], cached);
    const observer = new QueryObserver(client, { queryKey: ['tickets'], queryFn, staleTime: 'static' });
    const stop = observer.subscribe(() => undefined);
    const links = await fetchLinks(client, new Set(files.map(pathOf)));
    stop();
    expect(queryFn).toHaveBeenCalledTimes(1);
    expect([...links.values()]).toEqual(files.map((file) => linkTo(file, NEW_S)));
    expect(client.getQueryData(['tickets'])).toBe(cached);
  });

  it('any pictures of any lists are all renewed, each list or page asked once at most', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uniqueArray(fileName, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 8 }),
        fc.infiniteStream(fc.boolean()),
        async (lists, choices) => {
          const client = new QueryClient();
          const calls = lists.map((files, nth) => {
            const queryFn = vi.fn(async () => rowsOf(files, NEW_S));
            client.setQueryData([`list ${nth}`], rowsOf(files, OLD_S));
            client
              .getQueryCache()
              .find({ queryKey: [`list ${nth}`] })
              ?.setOptions({ queryKey: [`list ${nth}`], queryFn });
            return queryFn;
          });
          const wanted = new Set(
            lists
              .flat()
              .filter(() => choices.next().value === true)
              .map(pathOf),
          );
          const links = await fetchLinks(client, wanted);
          for (const file of wanted) expect(links.get(file)).toMatch(`?e=${NEW_S}&`);
          expect(Math.max(0, ...calls.map((call) => call.mock.calls.length))).toBeLessThanOrEqual(1);
          expect(calls.flatMap((call) => call.mock.calls).length).toBeLessThanOrEqual(wanted.size);
        },
      ),
    );
  });

  it('of a long list only the page with the picture is asked for, and the next one if new rows have moved it there', async () => {
    const client = new QueryClient();
    const pages = [
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
    ];
    // Since then a row has come at the top of the second page.
    const served: Record<string, readonly string[]> = { '': ['a', 'b'], c1: ['new', 'c'], c2: ['d', 'e'] };
    const queryFn = vi.fn(async ({ pageParam }: { pageParam: string | null }) => ({
      rows: rowsOf(served[pageParam ?? ''] ?? [], NEW_S),
      hasMore: true,
      cursor: pageParam === null ? 'c1' : 'c2',
    }));
    client.setQueryData(['list'], {
      pages: pages.map((files) => ({ rows: rowsOf(files, OLD_S), hasMore: true, cursor: '' })),
      pageParams: [null, 'c1', 'c2'],
    });
    const first: string | null = null;
    const stop = new InfiniteQueryObserver(client, {
      queryKey: ['list'],
      queryFn,
      initialPageParam: first,
      getNextPageParam: ({ cursor }) => cursor,
      staleTime: 'static',
    }).subscribe(() => undefined);
    const links = await fetchLinks(client, new Set(['c', 'd'].map(pathOf)));
    stop();
    expect([...links.keys()]).toEqual(expect.arrayContaining(['c', 'd'].map(pathOf)));
    expect(queryFn.mock.calls.map(([{ pageParam }]) => pageParam)).toEqual(['c1', 'c2']);
  });

  it('a picture that the server no longer shows to the user gets no link', async () => {
    const client = new QueryClient();
    client.setQueryData(['list'], rowsOf(['hidden', 'shown'], OLD_S));
    const stop = new QueryObserver(client, {
      queryKey: ['list'],
      queryFn: async () => rowsOf(['shown'], NEW_S),
      staleTime: 'static',
    }).subscribe(() => undefined);
    const links = await fetchLinks(client, new Set(['hidden', 'shown'].map(pathOf)));
    stop();
    expect([...links.keys()]).toEqual([pathOf('shown')]);
  });
});
