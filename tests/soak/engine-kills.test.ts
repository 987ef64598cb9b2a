import { expect, it } from 'vitest';
import { useEngineKills } from '../integration/support/engine-kills.ts';

const KILLS = Number(process.env.SOAK_KILLS ?? 200);
const killEngine = useEngineKills();

it(`R19: ${KILLS} kills of the database engine in the middle of transactions leave no partial transaction, and the queue delivers every message`, async () => {
  // The number of retries that the kills caused.
  expect(await killEngine(KILLS)).toBeGreaterThan(KILLS / 2);
});
