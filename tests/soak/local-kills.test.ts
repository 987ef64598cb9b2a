import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { killAndStart, VICTIMS } from '../support/local-kills.ts';
import { seededRandom } from '../support/seeded-random.ts';

const KILLS = Number(process.env.SOAK_KILLS ?? 50);

it('fifty kills of the local program and its parts are followed by fifty successful starts', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'prosa-kills-'));
  const random = seededRandom(20_261_123);
  try {
    const victimOf = (round: number) => VICTIMS[round % VICTIMS.length] ?? 'program';
    const { starts, failed, readyMs } = await killAndStart(dataDir, KILLS, random, victimOf);
    const sorted = readyMs.toSorted((a, b) => a - b);
    const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
    console.log(
      `${KILLS} kills, ${starts} starts, ${failed.length} failed; ready after p50 ${at(0.5)}, p95 ${at(0.95)}, max ${at(1)} ms`,
    );
    expect(failed).toEqual([]);
  } finally {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  }
});
