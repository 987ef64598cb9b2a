import { campaignPlanSchema } from '@prosa/shared/messaging/campaign-message.ts';
import { actAs, systemPrincipal } from '../../platform/auth/principal.ts';
import { systemClock } from '../../platform/clock.ts';
import { systemIds } from '../../platform/ids.ts';
import { queueHandler } from '../../platform/lambda/queue-handler.ts';
import { openTable } from '../../platform/table/table.ts';
import { planCampaign } from './plan-campaign.ts';

/**
 * Worker of the queue `campaign-plans`: plans the receivers of campaigns. Completed work is not repeated, so a repeated
 * message changes nothing.
 */
export const handler = queueHandler(
  campaignPlanSchema,
  (plan) => {
    const system = systemPrincipal('campaign-plans', plan.companyId);
    return actAs(system, () =>
      planCampaign({ table: openTable(system.companyId), system, ids: systemIds, clock: systemClock }, plan),
    );
  },
  'campaign-plans',
);
