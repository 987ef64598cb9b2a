import { campaignSettingRoutes } from '@prosa/shared/contracts/campaign-settings.ts';
import { campaignRoutes } from '@prosa/shared/contracts/campaigns.ts';
import { httpFunction } from '../../platform/lambda/declare-function.ts';

/** Routes of this function. */
export const routes = { ...campaignRoutes, ...campaignSettingRoutes };

export default httpFunction(routes, {
  bundleKb: 1100,
  grants: { bucket: 'write', secrets: ['signing', 'media'] },
  errorImpact:
    'Administrators cannot prepare, start or stop campaigns, or change their settings. Running ones continue.',
});
