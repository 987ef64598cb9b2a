import { campaignSettingRoutes } from '@prosa/shared/contracts/campaign-settings.ts';
import { httpFunction } from '../../platform/lambda/declare-function.ts';

/** Routes of this function. */
export const routes = campaignSettingRoutes;

export default httpFunction(routes, {
  bundleKb: 700,
  grants: { secrets: ['signing'] },
  errorImpact: 'Administrators cannot read or change the settings of campaigns.',
});
