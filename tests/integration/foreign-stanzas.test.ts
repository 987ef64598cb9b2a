import { type Bench, openBench } from '@prosa/session-host/testing/harness.ts';
import { sendOddTraffic } from '@prosa/session-host/testing/odd-traffic.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { seededRandom } from '../support/seeded-random.ts';

const SEED = 20_261_123;
let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
  await bench.pair();
});
afterEach(() => bench.close());

it('three hundred random stanzas and contents lose no other message, end no connection and make no empty bubble', async () => {
  const { bubbles, ...ledger } = await sendOddTraffic(bench, 300, seededRandom(SEED));
  expect(ledger).toEqual({
    stanzas: 150,
    contents: 150,
    silent: [],
    lost: [],
    slow: [],
    disconnected: 0,
    rejections: [],
  });
  expect(Object.keys(bubbles)).toContain('unsupported');
  await expect.poll(() => bench.host.health().walEntries).toBe(0);
});
