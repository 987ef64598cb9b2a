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

it('I6: fifty bursts of a hundred messages, of a phone, a group and across a dropped stream in turn, are stored and shown in order', async () => {
  const stack = await startStack({ seed: 'demo' });
  const bursts: { kind: string; seconds: number }[] = [];
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
      bursts.push({ kind, seconds: Math.round((performance.now() - startedMs) / 100) / 10 });
      expect.soft(found, `burst ${round}, of a ${kind}`).toEqual(NOTHING_WRONG);
    }
  } finally {
    await stack.stop();
  }
  for (const kind of KINDS) {
    const seconds = bursts.filter((burst) => burst.kind === kind).map((burst) => burst.seconds);
    console.log(
      `${kind}: ${seconds.length} bursts of ${BURST}, written and shown in ${seconds.join(', ')} s`,
    );
  }
});
