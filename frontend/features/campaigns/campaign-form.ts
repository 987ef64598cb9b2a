import { CAMPAIGN_NAME_MAX, type CampaignView, campaignRoutes } from '@prosa/shared/contracts/campaigns.ts';
import type { ConnectionView } from '@prosa/shared/contracts/connections.ts';
import { CHANNEL_CONNECTIONS } from '@prosa/shared/rules/channel-connections.ts';
import type { TFunction } from 'i18next';
import * as z from 'zod';
import { truncate } from '../../lib/texts/format.ts';
import type { MediaChange } from '../files/components/form-file.tsx';

/** The fields of a campaign's texts, in their order. */
export const MESSAGES = ['message1', 'message2', 'message3', 'message4', 'message5'] as const;
export const QUESTIONS = [
  'confirmationMessage1',
  'confirmationMessage2',
  'confirmationMessage3',
  'confirmationMessage4',
  'confirmationMessage5',
] as const;

/** How old a chosen time may be: the field has whole minutes. */
const CHOSEN_LATE_MS = 60_000;

/**
 * Returns the schema of the dialog's fields.
 * @param savedAt the time that the campaign has already, which may be in the past
 */
export const campaignFormSchema = (t: TFunction<'campaigns'>, savedAt: string | null) =>
  campaignRoutes.create.body
    .safeExtend({ media: z.custom<MediaChange>() })
    .superRefine(({ scheduledAt }, { addIssue }) => {
      if (scheduledAt === null || scheduledAt === savedAt) return;
      if (Date.parse(scheduledAt) < Date.now() - CHOSEN_LATE_MS)
        addIssue({ code: 'custom', path: ['scheduledAt'], message: t('field.past') });
    });
export type CampaignFields = z.input<ReturnType<typeof campaignFormSchema>>;

const NEW_CAMPAIGN = {
  name: '',
  message1: '',
  message2: '',
  message3: '',
  message4: '',
  message5: '',
  confirmationMessage1: '',
  confirmationMessage2: '',
  confirmationMessage3: '',
  confirmationMessage4: '',
  confirmationMessage5: '',
  confirmation: false,
  scheduledAt: null,
  contactListId: null,
  tagListId: null,
  ticketFilter: '',
  openTicket: 'disabled',
  statusTicket: 'closed',
  userId: null,
  queueId: null,
} as const;

type Line = Pick<ConnectionView, 'id' | 'channel' | 'isDefault'>;

/** Whether people are reached over a connection by their phone number. */
export const reachesPhones = ({ channel }: Pick<Line, 'channel'>): boolean =>
  CHANNEL_CONNECTIONS[channel].reachedBy === 'phone';

/** Returns the initial values of a new campaign: over the company's default connection, or the only one. */
export const newFields = (connections: readonly Line[]) => {
  const lines = connections.filter(reachesPhones);
  const line = lines.find(({ isDefault }) => isDefault) ?? (lines.length === 1 ? lines[0] : undefined);
  return { ...NEW_CAMPAIGN, ...(line === undefined ? {} : { whatsappId: line.id }) };
};

/**
 * Returns the initial values for a copy of a campaign: without its time, and without a list or tag that was deleted.
 * @param nameOf returns the name of a copy; it is cut if it is too long
 */
export const copiedFields = (campaign: CampaignView, nameOf: (name: string) => string) => ({
  ...campaign,
  name: truncate(nameOf(campaign.name), CAMPAIGN_NAME_MAX),
  scheduledAt: null,
  contactListId: campaign.contactList?.id ?? null,
  tagListId: campaign.tagList?.id ?? null,
});

/** Fields that stay as they are, because they decide who gets a campaign. */
type Fixed = 'contactListId' | 'tagListId' | 'ticketFilter' | 'whatsappId';
const LIST_FIELDS = ['contactListId', 'tagListId', 'ticketFilter'] as const;

/** Returns the fields that can no longer be changed: after the first start, and for repetitions of a campaign. */
export const fixedFields = (
  campaign: Pick<CampaignView, 'startedAt' | 'followUp'> | null,
): readonly Fixed[] => {
  if (campaign === null) return [];
  if (campaign.startedAt !== null) return [...LIST_FIELDS, 'whatsappId'];
  return campaign.followUp === null ? [] : LIST_FIELDS;
};
