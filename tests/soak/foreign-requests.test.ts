import { startStack } from '@prosa/infra/local/stack.ts';
import { expect, it } from 'vitest';
import { sendForeignRequests } from '../integration/support/foreign-requests.ts';
import { makeTenant } from '../integration/support/tenant.ts';
import { seededRandom } from '../support/seeded-random.ts';

const REQUESTS = Number(process.env.SOAK_REQUESTS ?? 20_000);
const SEED = Number(process.env.SOAK_SEED ?? 20_261_123);
/**
 * After this many requests the requesting company is replaced by a new one, because its rows are changed or removed
 * by then.
 */
const ROUND = 1000;

it(`S-17, S-21: twenty thousand requests for rows that their callers must not reach change and reveal nothing (seed ${SEED})`, async () => {
  const stack = await startStack({ seed: 'none', whatsapp: 'none' });
  const random = seededRandom(SEED);
  const statuses: Record<number, number> = {};
  try {
    const victim = await makeTenant(stack, 'CANARY-VICTIM', 5000);
    for (let round = 0; round < REQUESTS / ROUND; round++) {
      const other = await makeTenant(stack, `MIRROR-${round}`, 10_000 + round);
      const apiToken = await other.company.addApiToken(other.ids.connection);
      const who = { victim, other, apiToken };
      const ledger = await sendForeignRequests(stack.endpoints.table, stack.url, who, ROUND, random);
      for (const [status, count] of Object.entries(ledger.statuses))
        statuses[Number(status)] = (statuses[Number(status)] ?? 0) + count;
      expect.soft(ledger, `round ${round}`).toMatchObject({ told: [], failed: [], changed: [] });
    }
  } finally {
    await stack.stop();
  }
  console.log(`${REQUESTS} requests, answered with ${JSON.stringify(statuses)}`);
});
