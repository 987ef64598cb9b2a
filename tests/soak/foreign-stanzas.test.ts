import { openBench } from '@prosa/session-host/testing/harness.ts';
import { sendOddTraffic } from '@prosa/session-host/testing/odd-traffic.ts';
import { expect, it } from 'vitest';
import { seededRandom } from '../support/seeded-random.ts';

const STANZAS = Number(process.env.SOAK_STANZAS ?? 20_000);
const SEED = Number(process.env.SOAK_SEED ?? 20_261_123);

it(`twenty thousand random stanzas and contents lose no other message, end no connection and make no empty bubble (seed ${SEED})`, async () => {
  const bench = await openBench();
  try {
    await bench.pair();
    const startedMs = performance.now();
    const { bubbles, stanzas, contents, ...wrong } = await sendOddTraffic(bench, STANZAS, seededRandom(SEED));
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    console.log(
      `${stanzas} stanzas and ${contents} contents in ${seconds} s; bubbles: ${JSON.stringify(bubbles)}`,
    );
    expect(wrong).toEqual({ silent: [], lost: [], slow: [], disconnected: 0, rejections: [] });
    expect(bench.inbox.sink.depth).toBe(0);
    await expect.poll(() => bench.host.health().walEntries).toBe(0);
  } finally {
    await bench.close();
  }
});
