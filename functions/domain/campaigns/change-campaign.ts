import type { CampaignInput } from '@prosa/shared/contracts/campaigns.ts';
import { type Campaign, campaignSchema } from '@prosa/shared/entities/campaign.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { isEditable } from './campaign-status.ts';

/** How old the chosen time may be: a form has whole minutes, and is sent a little later. */
const CHOSEN_LATE_MS = 60_000;

const filled = (texts: readonly string[]): string[] => texts.filter((text) => text !== '');

/**
 * Returns the list, the tag or the filter of a campaign: only one of them is kept. A filter wins over a tag, and a tag over
 * a list, as in the product's older versions.
 */
const audienceOf = ({ contactListId, tagListId, ticketFilter }: CampaignInput) => ({
  contactListId: tagListId === null && ticketFilter === '' ? contactListId : null,
  tagId: ticketFilter === '' ? tagListId : null,
  ticketFilter,
});

/** Returns the stored form of the user's choices. Without tickets, the choices about tickets have no meaning. */
const choicesOf = (input: CampaignInput) => ({
  name: input.name,
  messages: filled([input.message1, input.message2, input.message3, input.message4, input.message5]),
  confirmationMessages: filled([
    input.confirmationMessage1,
    input.confirmationMessage2,
    input.confirmationMessage3,
    input.confirmationMessage4,
    input.confirmationMessage5,
  ]),
  needsConfirmation: input.confirmation,
  scheduledAt: input.scheduledAt,
  ...audienceOf(input),
  connectionId: input.whatsappId,
  openTicket: input.openTicket,
  ticketStatus: input.openTicket ? input.statusTicket : 'closed',
  userId: input.openTicket ? input.userId : null,
  queueId: input.openTicket ? input.queueId : null,
});

/** @throws AppError ERR_VALIDATION */
const requireFuture = (scheduledAt: string | null, nowMs: number): void => {
  if (scheduledAt !== null && Date.parse(scheduledAt) < nowMs - CHOSEN_LATE_MS)
    throw new AppError('ERR_VALIDATION', {
      details: [{ path: 'body.scheduledAt', message: 'is in the past' }],
    });
};

/**
 * Returns a new campaign: scheduled if it has a time, otherwise inactive.
 * @throws AppError ERR_VALIDATION for a time in the past
 */
export const newCampaign = (
  own: Pick<Campaign, 'companyId' | 'id' | 'createdById'>,
  input: CampaignInput,
  nowMs: number,
): Campaign => {
  requireFuture(input.scheduledAt, nowMs);
  return campaignSchema.parse({
    ...own,
    ...choicesOf(input),
    status: input.scheduledAt === null ? 'inactive' : 'scheduled',
  });
};

/** @throws AppError ERR_CAMPAIGN_STATE if a campaign may not be changed now, by its stored status */
export const requireEditable = (campaign: Campaign, nowMs: number): void => {
  if (!isEditable(campaign, nowMs))
    throw new AppError('ERR_CAMPAIGN_STATE', { details: { status: campaign.status } });
};

/** Fields that decide who gets a campaign, and over which connection. */
const LIST_FIELDS = ['contactListId', 'tagId', 'ticketFilter'] as const;
const AUDIENCE_FIELDS = [...LIST_FIELDS, 'connectionId'] as const;

/** Returns the fields that a change may not touch any more, or never. */
const lockedFields = ({ startedAt, followUp }: Campaign): readonly (typeof AUDIENCE_FIELDS)[number][] => {
  if (startedAt !== null) return AUDIENCE_FIELDS;
  return followUp === null ? [] : LIST_FIELDS;
};

/**
 * Returns the status after saving. A cancelled campaign stays cancelled unless it gets another time, because clients
 * send the old time back with every change.
 */
const savedStatus = (before: Campaign, scheduledAt: string | null): Campaign['status'] => {
  if (before.status === 'cancelled' && scheduledAt === before.scheduledAt) return 'cancelled';
  if (scheduledAt !== null) return 'scheduled';
  return before.status === 'cancelled' ? 'cancelled' : 'inactive';
};

/**
 * Returns a campaign with saved changes, by its stored status, whatever the client believes.
 * @throws AppError ERR_CAMPAIGN_STATE if it may not be changed now, or if the change concerns whom a started campaign,
 * or the copy of one, is sent to; ERR_VALIDATION for another time that is in the past
 */
export const savedCampaign = (before: Campaign, input: CampaignInput, nowMs: number): Campaign => {
  requireEditable(before, nowMs);
  const choices = choicesOf(input);
  const fields = lockedFields(before).filter((field) => choices[field] !== before[field]);
  if (fields.length > 0)
    throw new AppError('ERR_CAMPAIGN_STATE', { details: { status: before.status, fields } });
  if (choices.scheduledAt !== before.scheduledAt) requireFuture(choices.scheduledAt, nowMs);
  return campaignSchema.parse({
    ...before,
    ...choices,
    status: savedStatus(before, choices.scheduledAt),
  });
};
