import { startStack } from '@prosa/infra/local/stack.ts';
import { expect, it } from 'vitest';
import { groupWriters, writeBurst } from '../support/bursts.ts';
import { waitConnected } from '../support/customer.ts';
import { Ledger, NOTHING_WRONG } from '../support/stack-ledger.ts';

const BURSTS = Number(process.env.SOAK_BURSTS ?? 50);
const BURST = 100;
const MEMBERS = 5;
const KINDS = ['phone', 'group', 'reconnection'] as const;
const CODES = ['503', '515', '428'] as const;

it('I6: fifty bursts of a hundred messages, of a phone, of a group and over the end of a stream in turn, are stored and shown in their order', async () => {
  const stack = await startStack({ seed: 'demo' });
  const tookMs = { phone: [] as number[], group: [] as number[], reconnection: [] as number[] };
  const wrong: unknown[] = [];
  try {
    await waitConnected(stack.url);
    for (let round = 0; round < BURSTS; round++) {
      const kind = KINDS[round % KINDS.length] ?? 'phone';
      const numbers = Array.from({ length: MEMBERS }, (_none, at) => `55119${56_000_000 + round * 10 + at}`);
      const phone = [{ number: numbers[0] ?? '' }];
      const writers = kind === 'group' ? groupWriters(`1203630000${10_000 + round}`, numbers) : phone;
      const ledger = await Ledger.open(stack);
      const startedMs = performance.now();
      await writeBurst(ledger, writers, 0, BURST / 2);
      if (kind === 'reconnection')
        await ledger.endStream(CODES[Math.floor(round / KINDS.length) % CODES.length] ?? '503');
      await writeBurst(ledger, writers, BURST / 2, BURST);
      const found = await ledger.settle();
      tookMs[kind].push(performance.now() - startedMs);
      if (Object.values(found).some((list) => list.length > 0)) wrong.push({ round, kind, found });
    }
  } finally {
    await stack.stop();
  }
  for (const [kind, times] of Object.entries(tookMs)) {
    const seconds = times.map((time) => Math.round(time / 100) / 10);
    console.log(`${kind}: ${times.length} bursts of ${BURST}, written and shown in ${seconds.join(', ')} s`);
  }
  console.log(`${wrong.length} of ${BURSTS} bursts out of order, with losses, or doubled`);
  expect(wrong).toEqual([]);
});
