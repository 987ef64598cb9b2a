import { describe, expect, it } from 'vitest';
import { reconnectDelay } from './reconnect-delay.ts';

describe('reconnect delay', () => {
  it('is at first one second plus up to five more', () => {
    expect([0, 0.5, 1].map((random) => reconnectDelay(0, random))).toEqual([1000, 3500, 6000]);
  });

  it('the delay then doubles up to 30 seconds, spread over the upper half', () => {
    const failures = [1, 2, 3, 50];
    expect(failures.map((count) => reconnectDelay(count, 0))).toEqual([5000, 10_000, 15_000, 15_000]);
    expect(failures.map((count) => reconnectDelay(count, 1))).toEqual([10_000, 20_000, 30_000, 30_000]);
  });
});
