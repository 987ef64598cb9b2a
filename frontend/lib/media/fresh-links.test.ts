import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { queryClient } from '../api/query.ts';
import { freshLink, newestLink } from './fresh-links.ts';

const MINUTE_MS = 60_000;
const NOW_MS = 1_800_000_000_000;
const linkTo = (file: string, expiresMs: number): string =>
  `/media/t/7/${file}?e=${expiresMs / 1000}&s=c2lnbg`;

// Loaded before the clock stands still, so that each test's moved clock is the only one that it waits for.
beforeAll(() => import('./renew-links.ts'));
beforeEach(() => vi.useFakeTimers({ now: NOW_MS }));
afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
});

/** Caches expired links to files, with the query that renews them. */
const list = (files: readonly string[], answer: () => Promise<string[]>) => {
  const queryKey = ['list', files];
  const queryFn = vi.fn(answer);
  queryClient.setQueryData(
    queryKey,
    files.map((file) => linkTo(file, NOW_MS - MINUTE_MS)),
  );
  queryClient.getQueryCache().find({ queryKey })?.setOptions({ queryKey, queryFn });
  return queryFn;
};
const asked = async (links: readonly string[], failed: string | null = null) => {
  let isAnswered = false;
  const all = Promise.all(links.map((link) => freshLink(link, failed))).finally(() => {
    isAnswered = true;
  });
  while (!isAnswered) await vi.advanceTimersByTimeAsync(1);
  return all;
};

it('pictures that ask for links at the same time get them by one request', async () => {
  const files = Array.from({ length: 40 }, (_, n) => `a${n}`);
  const fresh = files.map((file) => linkTo(file, NOW_MS + 10 * MINUTE_MS));
  const queryFn = list(files, async () => fresh);
  const old = files.map((file) => linkTo(file, NOW_MS - MINUTE_MS));
  expect(await asked(old)).toEqual(fresh);
  expect(await asked(old)).toEqual(fresh);
  expect(old.map(newestLink)).toEqual(fresh);
  expect(queryFn).toHaveBeenCalledTimes(1);
});

it('a file whose new link fails too is asked for again after five minutes, not before', async () => {
  const fresh = linkTo('b', NOW_MS + 20 * MINUTE_MS);
  const queryFn = list(['b'], async () => [fresh]);
  const old = linkTo('b', NOW_MS - MINUTE_MS);
  expect(await asked([old])).toEqual([fresh]);
  for (let minute = 0; minute < 4; minute++) {
    expect(await asked([old], fresh)).toEqual([null]);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
  }
  expect(queryFn).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await asked([old], fresh);
  expect(queryFn).toHaveBeenCalledTimes(2);
});

it('after a request that failed, links are asked for again a little later', async () => {
  const fresh = linkTo('c', NOW_MS + 20 * MINUTE_MS);
  const queryFn = list(['c'], async () => [fresh]);
  queryFn.mockRejectedValueOnce(new ApiError({ code: 'ERR_NETWORK', status: 0 }));
  const old = linkTo('c', NOW_MS - MINUTE_MS);
  expect(await asked([old])).toEqual([null]);
  expect(await asked([old])).toEqual([null]);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(await asked([old])).toEqual([fresh]);
  expect(queryFn).toHaveBeenCalledTimes(2);
});

it('an address that does not expire is used as it is, and not asked for when it fails', async () => {
  const address = 'blob:https://prosa.example/1';
  expect(await asked([address])).toEqual([address]);
  expect(await asked([address], address)).toEqual([null]);
});

it('a message without a link has no file to open', async () => {
  expect(await asked([''])).toEqual([null]);
});
