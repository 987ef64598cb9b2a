import { describe, expect, it } from 'vitest';
import { shardOf } from './ids.ts';

describe('shardOf', () => {
  it('spreads texts that differ only by a number evenly', () => {
    const counts = new Array<number>(32).fill(0);
    for (let number = 0; number < 32_000; number++) {
      const shard = shardOf(`1#send-check#${number}`, counts.length);
      counts[shard] = (counts[shard] ?? 0) + 1;
    }
    expect(Math.min(...counts)).toBeGreaterThan(850);
    expect(Math.max(...counts)).toBeLessThan(1150);
  });

  it('never changes the shard of a text, because stored rows depend on it', () => {
    expect(['a', 'b', '1#send-check#7'].map((text) => shardOf(text, 32))).toEqual([18, 22, 19]);
  });
});
