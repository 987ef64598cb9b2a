import { openBench } from '@prosa/session-host/testing/harness.ts';
import { endStreams } from '@prosa/session-host/testing/stream-ends.ts';
import { expect, it } from 'vitest';
import { seededRandom } from '../support/seeded-random.ts';

const ENDS = Number(process.env.SOAK_ENDS ?? 1000);

it('R34, R38: a thousand dropped streams under traffic lose, corrupt and reorder no message', async () => {
  const bench = await openBench();
  try {
    await bench.pair();
    const ledger = await endStreams(bench, ENDS, seededRandom(20_261_123));
    console.log(
      `${ENDS} stream ends, ${ledger.written} messages: ${ledger.lost.length} lost, ${ledger.unreadable.length} unreadable, ${ledger.reordered.length} conversations reordered`,
    );
    expect(ledger).toEqual({ written: ENDS * 8, lost: [], unreadable: [], reordered: [] });
  } finally {
    await bench.close();
  }
});
