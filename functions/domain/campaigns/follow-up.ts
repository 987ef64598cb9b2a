import type { Campaign } from '@prosa/shared/entities/campaign.ts';
import { AppError } from '@prosa/shared/errors.ts';

type FollowUp = NonNullable<Campaign['followUp']>;

/**
 * Returns an inactive copy of a campaign for some of its receivers. Its file is a copy, because each campaign deletes
 * its own.
 * @throws AppError ERR_CAMPAIGN_STATE unless the campaign is finished or cancelled
 */
export const followUpOf = (
  source: Campaign,
  own: Pick<Campaign, 'id' | 'name' | 'createdById' | 'media'>,
  who: FollowUp['who'],
): Campaign => {
  if (source.status !== 'finished' && source.status !== 'cancelled')
    throw new AppError('ERR_CAMPAIGN_STATE', { details: { status: source.status } });
  return {
    companyId: source.companyId,
    messages: source.messages,
    confirmationMessages: source.confirmationMessages,
    needsConfirmation: source.needsConfirmation,
    contactListId: source.contactListId,
    tagId: source.tagId,
    ticketFilter: source.ticketFilter,
    connectionId: source.connectionId,
    openTicket: source.openTicket,
    ticketStatus: source.ticketStatus,
    userId: source.userId,
    queueId: source.queueId,
    ...own,
    status: 'inactive',
    pauseReason: null,
    scheduledAt: null,
    startedAt: null,
    completedAt: null,
    run: 0,
    followUp: { campaignId: source.id, who },
  };
};
