import { campaignSettingRoutes } from '@prosa/shared/contracts/campaign-settings.ts';
import { invalidateSoon } from '../../lib/api/invalidate-soon.ts';
import type { LiveReducers } from '../../lib/live/live-reducers.ts';

const reducers: LiveReducers<'campaigns'> = {
  campaignSettings: () => invalidateSoon(campaignSettingRoutes.getSettings),
};

export default reducers;
