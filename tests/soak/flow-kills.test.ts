import { expect, it } from 'vitest';
import { useFlowKills } from '../integration/support/flow-kills.ts';

const KILLS = Number(process.env.SOAK_KILLS ?? 200);
const killFlow = useFlowKills();

it(`R19, R33: ${KILLS} kills in the middle of steps leave every question, answer and pause of a flow with one effect`, async () => {
  expect(await killFlow(KILLS)).toBeGreaterThanOrEqual(KILLS);
});
