import { startStack } from '@prosa/infra/local/stack.ts';
import { expect, it } from 'vitest';
import { waitConnected } from '../support/customer.ts';
import { Ledger, NOTHING_WRONG } from '../support/stack-ledger.ts';

const BURSTS = Number(process.env.SOAK_BURSTS ?? 50);
const BURST = 100;
const CODES = ['503', '515', '428'] as const;

it('I6: fifty bursts of a hundred messages, half of them over the end of a stream, are stored and shown in their order', async () => {
  const stack = await startStack({ seed: 'demo' });
  try {
    await waitConnected(stack.url);
    for (let round = 0; round < BURSTS; round++) {
      const ledger = await Ledger.open(stack);
      const writer = { number: `55119${56_000_000 + round}` };
      for (let index = 0; index < BURST; index++) {
        await ledger.write(writer, `${round}-${index}`);
        if (round % 2 === 1 && index === BURST / 2) {
          await ledger.endStream(CODES[round % CODES.length] ?? '503');
        }
      }
      expect(await ledger.settle(), `burst ${round}`).toEqual(NOTHING_WRONG);
    }
    console.log(`${BURSTS} bursts of ${BURST}: none out of order, lost or doubled`);
  } finally {
    await stack.stop();
  }
});
