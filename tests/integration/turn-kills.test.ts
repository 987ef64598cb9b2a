import { expect, it } from 'vitest';
import { useTurnKills } from './support/turn-kills.ts';

const killTurns = useTurnKills();

it('R19: 20 kills in the middle of turns leave each answer sent once and tickets consistent with their logs', async () => {
  expect(await killTurns(20)).toBeGreaterThanOrEqual(20);
});
