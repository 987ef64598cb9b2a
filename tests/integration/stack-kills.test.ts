import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { seededRandom } from '../support/seeded-random.ts';
import { KILLED, killUnderTraffic } from '../support/stack-kills.ts';
import { NOTHING_WRONG } from '../support/stack-ledger.ts';

it('R34, R37: killing session host, table, both or everything loses, duplicates, reorders and corrupts no customer message', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'prosa-kills-'));
  try {
    const killedOf = (round: number) => KILLED[round % KILLED.length] ?? 'everything';
    const report = await killUnderTraffic(dataDir, KILLED.length, seededRandom(20_261_123), killedOf);
    expect(report.ledger).toEqual(NOTHING_WRONG);
    expect(report.greetings).toEqual([]);
    expect(report.written).toBeGreaterThan(KILLED.length);
  } finally {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  }
});
