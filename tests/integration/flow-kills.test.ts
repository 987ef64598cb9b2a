import { expect, it } from 'vitest';
import { useFlowKills } from './support/flow-kills.ts';

const KILLS = 20;
const killFlow = useFlowKills();

it('R19, R33: 20 kills in the middle of steps leave every question, answer and pause of a flow with one effect', async () => {
  expect(await killFlow(KILLS)).toBeGreaterThanOrEqual(KILLS);
});
