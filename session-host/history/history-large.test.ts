import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BLOCK_MAX_MS, openPartBench, type PartBench, RSS_GROWTH_MAX_MB } from '../testing/history-run.ts';

const START = Date.UTC(2026, 0, 10, 12);
/** Longer, because each reading starts a process. */
const SLOW_MS = 60_000;

describe("a large part of a phone's history", () => {
  let bench: PartBench;
  beforeEach(async () => {
    bench = await openPartBench();
  });
  afterEach(() => bench.close());

  it(
    '20 MB of one chat are read without blocking the event loop for 100 ms, in bounded memory',
    async () => {
      const part = await bench.make({ megabytes: 20, chats: 1, at: START });
      const read = await part.read();
      expect(read).toMatchObject({ messages: read?.announced, lost: 0 });
      expect(read?.messages).toBeGreaterThan(60_000);
      expect(read?.blockMs).toBeLessThan(BLOCK_MAX_MS);
      expect(read?.rssGrowthMb).toBeLessThan(RSS_GROWTH_MAX_MB);
    },
    SLOW_MS,
  );

  it(
    'is read again after one crash, into the same pieces, and given up after two',
    async () => {
      const past = { megabytes: 2, chats: 3, at: START };
      const part = await bench.make(past);
      const whole = await part.read();
      expect(await part.read(3)).toBeUndefined();
      const again = await part.read();
      expect(again).toMatchObject({ steps: whole?.steps, contents: whole?.contents, lost: 0 });
      expect(await part.read(3)).toBeUndefined();
      expect(await part.read(3)).toBeUndefined();
      expect(await part.read()).toMatchObject({ pieces: 0, lost: 1 });
    },
    SLOW_MS,
  );
});
