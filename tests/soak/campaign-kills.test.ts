import { expect, it } from 'vitest';
import { useCampaignKills } from '../integration/support/campaign-kills.ts';

const KILLS = Number(process.env.SOAK_KILLS ?? 200);
const kills = useCampaignKills();

it(`R33: ${KILLS} kills in the dispatch of a campaign leave everyone with one message`, async () => {
  expect(await kills.ofDispatch(KILLS, {})).toBeGreaterThanOrEqual(KILLS);
});
