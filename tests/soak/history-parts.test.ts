import {
  BLOCK_MAX_MS,
  openPartBench,
  type PartBench,
  RSS_GROWTH_MAX_MB,
} from '@prosa/session-host/testing/history-run.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const START = Date.UTC(2026, 0, 10, 12);
/** Sizes that phones send, and a larger one; of one chat and of many. */
const PARTS = [
  { megabytes: 49, chats: 1 },
  { megabytes: 98, chats: 40 },
  { megabytes: 147, chats: 1 },
  { megabytes: 400, chats: 5 },
];

describe('large parts of a history import', () => {
  let bench: PartBench;
  beforeEach(async () => {
    bench = await openPartBench();
  });
  afterEach(() => bench.close());

  it.each(PARTS)(
    'a part of $megabytes MB in $chats chats is read in bounded memory and without blocking',
    async (size) => {
      const part = await bench.make({ ...size, at: START });
      const read = await part.read();
      console.log(JSON.stringify({ ...size, ...read }));
      expect(read).toMatchObject({ messages: read?.announced, lost: 0 });
      expect(read?.blockMs).toBeLessThan(BLOCK_MAX_MS);
      expect(read?.rssGrowthMb).toBeLessThan(RSS_GROWTH_MAX_MB);
    },
  );

  it.each([98, 147])(
    'a part of %i MB makes the same pieces after one kill, and is lost after two',
    async (megabytes) => {
      const part = await bench.make({ megabytes, chats: 7, at: START });
      const whole = await part.read();
      const middle = Math.floor((whole?.pieces ?? 0) / 2);
      expect(await part.read(middle)).toBeUndefined();
      const again = await part.read();
      expect(again).toMatchObject({ steps: whole?.steps, contents: whole?.contents, lost: 0 });
      expect(await part.read(middle)).toBeUndefined();
      expect(await part.read(1)).toBeUndefined();
      expect(await part.read()).toMatchObject({ pieces: 0, lost: 1 });
    },
  );
});
