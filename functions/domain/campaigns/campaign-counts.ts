import type { CampaignCounts } from '@prosa/shared/contracts/campaigns.ts';
import type { CampaignFigure } from '@prosa/shared/entities/campaign.ts';

/**
 * Returns the counts of a campaign as users see them.
 * @param figures sums over its receivers; undefined before anything became of one
 * @param planned how many receivers it has, with those who are not sent to
 */
export const campaignCounts = (
  figures: Readonly<Record<CampaignFigure, number>> | undefined,
  planned: number,
): CampaignCounts => {
  const skipped = figures?.skipped ?? 0;
  return {
    valid: Math.max(0, planned - skipped),
    skipped,
    confirmationRequested: figures?.asked ?? 0,
    confirmed: figures?.confirmed ?? 0,
    declined: figures?.declined ?? 0,
    sent: figures?.sent ?? 0,
    delivered: figures?.delivered ?? 0,
    read: figures?.read ?? 0,
    failed: figures?.failed ?? 0,
    answered: figures?.answered ?? 0,
    optedOut: figures?.optedOut ?? 0,
  };
};

/** Returns how many receivers have an outcome: they are not sent to any more. @param figures sums over the receivers */
export const settledReceivers = ({
  skipped,
  declined,
  sent,
  failed,
  unknown,
}: Readonly<Record<CampaignFigure, number>>): number => skipped + declined + sent + failed + unknown;
