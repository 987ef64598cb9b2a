import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchCode } from './fetch-code.ts';

const network: { onLine: boolean; serviceWorker: { controller: object | null } } = {
  onLine: true,
  serviceWorker: { controller: null },
};
let returned = (): void => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  network.onLine = true;
  network.serviceWorker.controller = null;
  vi.stubGlobal('navigator', network);
  vi.stubGlobal('addEventListener', (_name: string, listener: () => void) => {
    returned = listener;
  });
  return () => vi.useRealTimers();
});
afterEach(() => vi.unstubAllGlobals());

const failing = (times: number) => {
  const load = vi.fn(() => Promise.resolve('code'));
  for (let time = 0; time < times; time++) load.mockRejectedValueOnce(new Error('not fetched'));
  return load;
};

it('fetchCode loads a file again that failed to load', async () => {
  const load = failing(4);
  const loaded = fetchCode(load);
  await vi.advanceTimersByTimeAsync(7_500);
  expect(await loaded).toBe('code');
  expect(load).toHaveBeenCalledTimes(5);
});

it('fetchCode throws after five attempts while there is a network', async () => {
  const load = failing(5);
  const outcome = expect(fetchCode(load)).rejects.toThrow('not fetched');
  await vi.advanceTimersByTimeAsync(7_500);
  await outcome;
  expect(load).toHaveBeenCalledTimes(5);
});

it('fetchCode does not begin to load before the network returns', async () => {
  const load = failing(0);
  network.onLine = false;
  const loaded = fetchCode(load);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).not.toHaveBeenCalled();
  network.onLine = true;
  returned();
  expect(await loaded).toBe('code');
});

it('fetchCode loads a file that the service worker keeps without a network', async () => {
  network.onLine = false;
  network.serviceWorker.controller = {};
  expect(await fetchCode(failing(0))).toBe('code');
});
