import { expect, it } from 'vitest';
import { useCampaignKills } from './support/campaign-kills.ts';

const kills = useCampaignKills();

it('R33: 20 kills in the dispatch of a campaign without tickets leave everyone with one message', async () => {
  expect(await kills.ofDispatch(20, {})).toBeGreaterThanOrEqual(20);
});

it('R33: 20 kills in the dispatch of a campaign with tickets leave everyone with one message and one ticket', async () => {
  const fields = { openTicket: true, ticketStatus: 'pending' };
  expect(await kills.ofDispatch(20, fields)).toBeGreaterThanOrEqual(20);
});

it('R33: 20 kills in the plans of campaigns leave everyone planned once', async () => {
  expect(await kills.ofPlans(20)).toBeGreaterThanOrEqual(20);
});
