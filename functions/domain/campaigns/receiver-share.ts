import {
  CAMPAIGN_FIGURES,
  type CampaignFigure,
  type CampaignReceiver,
  type CampaignShare,
  QUALITY_FIGURES,
  type QualityFigure,
} from '@prosa/shared/entities/campaign.ts';
import { localDay } from '@prosa/shared/rules/zone-format.ts';
import { parseMessageId, receiverOfMessage } from '../message-id.ts';

const CAMPAIGN_RULES: Readonly<Record<CampaignFigure, (receiver: CampaignReceiver) => boolean>> = {
  skipped: ({ state }) => state === 'skipped',
  asked: ({ askedAt }) => askedAt !== null,
  confirmed: ({ confirmedAt }) => confirmedAt !== null,
  declined: ({ state }) => state === 'declined',
  sent: ({ state }) => state === 'sent',
  delivered: ({ deliveredAt }) => deliveredAt !== null,
  read: ({ readAt }) => readAt !== null,
  failed: ({ state }) => state === 'failed',
  unknown: ({ state }) => state === 'unknown',
  answered: ({ answeredAt }) => answeredAt !== null,
  optedOut: ({ optedOutAt }) => optedOutAt !== null,
};

const isHandedOver = ({ askedAt, sentAt }: CampaignReceiver): boolean => askedAt !== null || sentAt !== null;

const QUALITY_RULES: Readonly<Record<QualityFigure, (receiver: CampaignReceiver) => boolean>> = {
  sent: isHandedOver,
  delivered: CAMPAIGN_RULES.delivered,
  read: CAMPAIGN_RULES.read,
  answered: CAMPAIGN_RULES.answered,
  rejected: (receiver) =>
    receiver.optedOutAt !== null || (isHandedOver(receiver) && receiver.state === 'failed'),
};

/** Whether a receiver is counted as anything. One that was only planned is not, so a plan costs no counting. */
export const isCounted = (receiver: CampaignReceiver): boolean =>
  receiver.state !== 'waiting' || receiver.messageId !== '';

/** Whether two states of a receiver are counted in the same way. */
export const isSameShare = (before: CampaignReceiver, after: CampaignReceiver): boolean =>
  CAMPAIGN_FIGURES.every((figure) => CAMPAIGN_RULES[figure](before) === CAMPAIGN_RULES[figure](after)) &&
  QUALITY_FIGURES.every((figure) => QUALITY_RULES[figure](before) === QUALITY_RULES[figure](after));

/**
 * Returns what a receiver adds to the sums of its campaign and of its connection's day.
 * @param held what was counted before: its day stays, even if a message is sent again on a later day
 */
export const receiverShare = (
  receiver: CampaignReceiver & { version: number },
  held: CampaignShare | undefined,
  timeZone: string,
): CampaignShare => {
  const { companyId, campaignId, position, version, askedAt, sentAt } = receiver;
  const at = askedAt ?? sentAt;
  const day = at === null ? '' : localDay(timeZone, Date.parse(at));
  const isCountedBefore = held !== undefined && held.day !== '';
  return {
    companyId,
    campaignId,
    position,
    seen: version,
    figures: CAMPAIGN_FIGURES.filter((figure) => CAMPAIGN_RULES[figure](receiver)),
    day: isCountedBefore ? held.day : day,
    quality:
      day === '' && !isCountedBefore
        ? []
        : QUALITY_FIGURES.filter((figure) => QUALITY_RULES[figure](receiver)),
  };
};

/**
 * Whether the receiver's message counts towards the caps of sends (S-69) here: it is stored nowhere, so no message is
 * counted for it.
 */
export const isSentUnkept = (receiver: CampaignReceiver): boolean =>
  isHandedOver(receiver) && receiverOfMessage(parseMessageId(receiver.messageId)) !== undefined;

/** By how much counters rise or fall. Counters that stay are absent. */
export type Steps<F extends string> = ReadonlyMap<F, number>;

/** Returns the change of counters when a share replaces another. */
export const stepsBetween = <F extends string>(before: readonly F[], after: readonly F[]): Steps<F> =>
  new Map([
    ...before.filter((figure) => !after.includes(figure)).map((figure) => [figure, -1] as const),
    ...after.filter((figure) => !before.includes(figure)).map((figure) => [figure, 1] as const),
  ]);
