import {
  CAMPAIGN_FIGURES,
  type CampaignStatus,
  campaignAnswersSchema,
  campaignContactSchema,
  campaignFiguresSchema,
  campaignNumberSchema,
  campaignProgressSchema,
  campaignQualitySchema,
  campaignReceiverSchema,
  campaignSchema,
  campaignShareSchema,
  plannedReceiversSchema,
  QUALITY_FIGURES,
  suppressionSchema,
} from '@prosa/shared/entities/campaign.ts';
import { afterInstant, DAY_S, defineEntity } from '../define-entity.ts';
import { keys } from '../keys.ts';

/** How long after a message its answer belongs to a campaign, and opting out is understood. */
export const ANSWERS_WITHIN_S = 30 * DAY_S;

/** Position of a status in the list of campaigns. */
const RANKS: Readonly<Record<CampaignStatus, number>> = {
  running: 1,
  paused: 2,
  scheduled: 3,
  inactive: 4,
  cancelled: 5,
  finished: 6,
};

export const Campaign = defineEntity({
  name: 'campaign',
  schema: campaignSchema,
  scope: 'tenant',
  key: keys.campaign,
  indexes: { g1: ({ id, status }) => keys.campaignByStatus({ id, rank: RANKS[status] }) },
});
export const CampaignProgress = defineEntity({
  name: 'campaignProgress',
  schema: campaignProgressSchema,
  scope: 'tenant',
  key: keys.campaignProgress,
});
export const CampaignFigures = defineEntity({
  name: 'campaignFigures',
  schema: campaignFiguresSchema,
  scope: 'tenant',
  attributes: ['campaignId', ...CAMPAIGN_FIGURES],
  key: keys.campaignFigures,
});
export const CampaignReceiver = defineEntity({
  name: 'campaignReceiver',
  schema: campaignReceiverSchema,
  scope: 'tenant',
  key: keys.campaignReceiver,
  indexes: {
    // Without those who wait, because most of them have no row of their own, and without those who are being sent to,
    // because every message would pay for an entry that lasts for seconds.
    g1: (item) =>
      item.state === 'waiting' || item.state === 'sending' ? undefined : keys.campaignReceiverByState(item),
  },
});
/** Changed by the plan alone, in transactions that check the campaign's progress. */
export const PlannedReceivers = defineEntity({
  name: 'plannedReceivers',
  schema: plannedReceiversSchema,
  scope: 'tenant',
  key: keys.plannedReceivers,
});
export const CampaignContact = defineEntity({
  name: 'campaignContact',
  schema: campaignContactSchema,
  scope: 'tenant',
  key: keys.campaignContact,
});
/** Written by the stream alone, with the sums. */
export const CampaignShare = defineEntity({
  name: 'campaignShare',
  schema: campaignShareSchema,
  scope: 'tenant',
  key: keys.campaignShare,
});
export const CampaignNumber = defineEntity({
  name: 'campaignNumber',
  schema: campaignNumberSchema,
  scope: 'tenant',
  key: keys.campaignNumber,
  expiresAt: ({ at }) => afterInstant(at, ANSWERS_WITHIN_S),
});
export const CampaignQuality = defineEntity({
  name: 'campaignQuality',
  schema: campaignQualitySchema,
  scope: 'tenant',
  attributes: ['connectionId', 'day', ...QUALITY_FIGURES],
  key: keys.campaignQuality,
});
export const Suppression = defineEntity({
  name: 'suppression',
  schema: suppressionSchema,
  scope: 'tenant',
  key: keys.suppression,
});
/** Read with the directory, which whoever stores a message has read already. */
export const CampaignAnswers = defineEntity({
  name: 'campaignAnswers',
  schema: campaignAnswersSchema,
  scope: 'tenant',
  key: keys.campaignAnswers,
});
