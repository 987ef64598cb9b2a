import { type Bench, openBench } from '@prosa/session-host/testing/harness.ts';
import { endStreams } from '@prosa/session-host/testing/stream-ends.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { seededRandom } from '../support/seeded-random.ts';

const SEED = 20_261_123;
let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
  await bench.pair();
});
afterEach(() => bench.close());

it('R34, R38: thirty dropped streams under traffic lose, corrupt and reorder no message', async () => {
  const ledger = await endStreams(bench, 30, seededRandom(SEED));
  expect(ledger).toEqual({ written: 240, lost: [], unreadable: [], reordered: [] });
});
