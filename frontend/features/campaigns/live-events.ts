import { campaignSettingRoutes } from '@prosa/shared/contracts/campaign-settings.ts';
import { campaignRoutes } from '@prosa/shared/contracts/campaigns.ts';
import { invalidateSoon } from '../../lib/api/invalidate-soon.ts';
import type { LiveReducers } from '../../lib/live/live-reducers.ts';
import { isOfCampaign } from './campaign-queries.ts';
import { putCounts } from './put-counts.ts';

const reducers: LiveReducers<'campaigns'> = {
  campaignSettings: () => invalidateSoon(campaignSettingRoutes.getSettings),
  campaign: (_context, { data }) => {
    // Counts change about once a second while a campaign runs, so they are not fetched.
    if (data.action === 'figures') {
      putCounts(data.id, data.counts);
      return;
    }
    invalidateSoon(campaignRoutes.list);
    invalidateSoon(campaignRoutes.get, isOfCampaign(Number('record' in data ? data.record.id : data.id)));
  },
};

export default reducers;
