import type { Campaign, CampaignFigures } from '@prosa/shared/entities/campaign.ts';
import { campaignCounts } from '../campaigns/campaign-counts.ts';
import { type CampaignFacts, presentCampaign } from '../presenters/present-campaign.ts';
import { deliver } from './audience.ts';
import type { Bookkeeping, Change, Delivery, EventContext } from './context.ts';

/** The facts of a campaign that was removed meanwhile. */
const NO_FACTS: CampaignFacts = { counts: campaignCounts(undefined, 0), contactList: null, tag: null };

/** Decides the events of a campaign that a user changed, or whose status changed. */
export const campaignEvents = (
  { before, after }: Change<Campaign & Bookkeeping>,
  context: EventContext,
): Delivery[] => {
  if (before?.version === after?.version) return [];
  const { companyId, campaigns } = context;
  const params = { companyId };
  if (after !== undefined) {
    const action = before === undefined ? 'create' : 'update';
    const record = presentCampaign(after, campaigns.get(after.id) ?? NO_FACTS, context);
    return [deliver(context, { name: 'campaign', params, data: { action, record } }, {})];
  }
  return before === undefined
    ? []
    : [deliver(context, { name: 'campaign', params, data: { action: 'delete', id: before.id } }, {})];
};

/**
 * Decides the event of a campaign's figures. They change about once a second, because the stream reader that counts
 * receivers collects them for a second.
 */
export const campaignFiguresEvents = (
  { after }: Change<CampaignFigures & Bookkeeping>,
  context: EventContext,
): Delivery[] => {
  // The campaign's own event tells that it was removed.
  if (after === undefined) return [];
  const { campaignId: id } = after;
  const counts = campaignCounts(after, context.planned.get(id) ?? 0);
  const data = { action: 'figures', id, counts } as const;
  return [deliver(context, { name: 'campaign', params: { companyId: context.companyId }, data }, {})];
};
