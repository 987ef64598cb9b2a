import { expect, it } from 'vitest';
import { useCampaignKills } from '../integration/support/campaign-kills.ts';

const KILLS = Number(process.env.SOAK_KILLS ?? 200);
const killCampaign = useCampaignKills();

it(`R33: ${KILLS} kills in the dispatch of a campaign leave everyone with one message`, async () => {
  expect(await killCampaign(KILLS, {})).toBeGreaterThanOrEqual(KILLS);
});
