import { campaignSettingRoutes } from '@prosa/shared/contracts/campaign-settings.ts';
import { routeQuery } from '../../lib/api/query.ts';

/** Query of the settings of the company's campaigns, as rows. */
export const campaignSettings = routeQuery(campaignSettingRoutes.getSettings, {});
