import type { CampaignSettings } from '@prosa/shared/entities/campaign-settings.ts';
import { presentCampaignSettings } from '../campaigns/campaign-settings.ts';
import { deliver } from './audience.ts';
import type { Bookkeeping, Change, Delivery, EventContext } from './context.ts';

/** Decides the events of changed settings of campaigns, for administrators. */
export const campaignSettingsEvents = (
  { before, after }: Change<CampaignSettings & Bookkeeping>,
  context: EventContext,
): Delivery[] => {
  if (after === undefined || before?.version === after.version) return [];
  const params = { companyId: context.companyId };
  const record = presentCampaignSettings(after);
  return [deliver(context, { name: 'campaignSettings', params, data: { action: 'update', record } }, {})];
};
