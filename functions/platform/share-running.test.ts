import { describe, expect, it } from 'vitest';
import { createSharing } from './share-running.ts';

const KEYS = ['1 a', '1 b', '2 a'];

describe('simultaneous equal work', () => {
  it.each([1, 2, 10, 50])('runs once for each key, for %i callers of each', async (callers) => {
    const share = createSharing<string>();
    const started: string[] = [];
    const calls = KEYS.flatMap((key) =>
      Array.from({ length: callers }, () =>
        share(key, async () => {
          started.push(key);
          await Promise.resolve();
          return `result of ${key}`;
        }),
      ),
    );
    expect(await Promise.all(calls)).toEqual(
      KEYS.flatMap((key) => Array.from({ length: callers }, () => `result of ${key}`)),
    );
    expect(started).toEqual(KEYS);
  });

  it('fails for all callers, and the next call runs again', async () => {
    const share = createSharing<number>();
    const failing = () => share('1 a', () => Promise.reject(new Error('throttled')));
    const settled = await Promise.allSettled([failing(), failing()]);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await share('1 a', async () => 7)).toBe(7);
  });

  it('is not kept after its end', async () => {
    const share = createSharing<number>();
    let runs = 0;
    const next = () => share('1 a', async () => ++runs);
    expect([await next(), await next()]).toEqual([1, 2]);
  });
});
