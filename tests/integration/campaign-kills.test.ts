import { expect, it } from 'vitest';
import { useCampaignKills } from './support/campaign-kills.ts';

const killCampaign = useCampaignKills();

it('R33: 20 kills in the dispatch of a campaign without tickets leave everyone with one message', async () => {
  expect(await killCampaign(20, {})).toBeGreaterThanOrEqual(20);
});

it('R33: 20 kills in the dispatch of a campaign with tickets leave everyone with one message and one ticket', async () => {
  const fields = { openTicket: true, ticketStatus: 'pending' };
  expect(await killCampaign(20, fields)).toBeGreaterThanOrEqual(20);
});
