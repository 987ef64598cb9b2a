import { expect, it } from 'vitest';
import { useTurnKills } from '../integration/support/turn-kills.ts';

const KILLS = Number(process.env.SOAK_KILLS ?? 200);
const killTurns = useTurnKills();

it(`R19: ${KILLS} kills in the middle of turns leave each answer sent once and tickets consistent with their logs`, async () => {
  expect(await killTurns(KILLS)).toBeGreaterThanOrEqual(KILLS);
});
