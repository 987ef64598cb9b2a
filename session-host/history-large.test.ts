import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RunningFake, startFakeWhatsapp } from './fake-whatsapp/start.ts';
import { makeLargePart } from './testing/history-run.ts';

const START = Date.UTC(2026, 0, 10, 12);
/** No lease is lost and no socket waits noticeably. */
const BLOCK_MAX_MS = 100;
const RSS_GROWTH_MAX_MB = 80;
/** A process starts for each reading. */
const SLOW_MS = 60_000;

describe('a large part of a past', () => {
  let dataDir: string;
  let fake: RunningFake;
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'prosa-large-'));
    fake = await startFakeWhatsapp(join(dataDir, 'network'));
  });
  afterEach(async () => {
    await fake.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it(
    'of 25 MB in one chat is read without blocking the event loop for 100 ms, in bounded memory',
    async () => {
      const part = await makeLargePart(fake, dataDir, { megabytes: 25, chats: 1, at: START });
      const read = await part.read();
      console.log(read);
      expect(read?.blockMs).toBeLessThan(BLOCK_MAX_MS);
      expect(read?.rssGrowthMb).toBeLessThan(RSS_GROWTH_MAX_MB);
    },
    SLOW_MS,
  );
});
