import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { seededRandom } from '../support/seeded-random.ts';
import { KILLED, killUnderTraffic } from '../support/stack-kills.ts';
import { NOTHING_WRONG } from '../support/stack-ledger.ts';

const KILLS = Number(process.env.SOAK_KILLS ?? 200);

it('R34, R37: two hundred kills of session host, table, both or everything lose, duplicate, reorder and corrupt no customer message', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'prosa-kills-'));
  try {
    const killedOf = (round: number) => KILLED[round % KILLED.length] ?? 'everything';
    const report = await killUnderTraffic(dataDir, KILLS, seededRandom(20_261_123), killedOf);
    const sorted = report.backMs.toSorted((a, b) => a - b);
    const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
    const { lost, doubled, unreadable, reordered, stalePreviews } = report.ledger;
    console.log(
      `${KILLS} kills, ${report.written} messages: ${lost.length} lost, ${doubled.length} doubled; conversations: ${unreadable.length} unreadable, ${reordered.length} reordered, ${stalePreviews.length} with an old preview, ${report.greetings.length} greeted wrongly, of ${report.unsure} answers it is told that they may not have arrived; back after p50 ${at(0.5)}, p95 ${at(0.95)}, max ${at(1)} ms`,
    );
    expect(report.ledger).toEqual(NOTHING_WRONG);
    expect(report.greetings).toEqual([]);
  } finally {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  }
});
