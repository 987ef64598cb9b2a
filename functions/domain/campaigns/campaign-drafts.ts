import type { Campaign } from '@prosa/shared/entities/campaign.ts';
import { fillCampaignText, type NamedReceiver } from '@prosa/shared/rules/campaign-text.ts';
import { shownKindOf } from '@prosa/shared/rules/shown-file-kind.ts';
import type { Draft } from '../turns/message-turns.ts';
import type { CampaignPart } from './receiver-steps.ts';

/**
 * Returns the messages in which a receiver gets a text of a campaign. The campaign's file comes with the message, not
 * with the question for consent: the text is its caption, or comes before a sound, which has no caption.
 * @param variables the company's own placeholders, by key
 * @param fileKey of the file, or of the copy of it that belongs to this message
 */
export const campaignDrafts = (
  { messages, confirmationMessages, media }: Pick<Campaign, 'messages' | 'confirmationMessages' | 'media'>,
  receiver: NamedReceiver,
  { part, variant }: { part: CampaignPart; variant: number },
  variables: ReadonlyMap<string, string>,
  fileKey: string,
): Draft[] => {
  const text = (part === 'question' ? confirmationMessages : messages)[variant] ?? '';
  const said = { userId: null, saidBy: 'campaign' };
  const body = fillCampaignText(text, receiver, variables);
  if (media === null || part === 'question') return [{ ...said, body }];
  const mediaType = shownKindOf(media.mimeType) ?? ('application' as const);
  const { mimeType, fileName, size } = media;
  const file = {
    mediaType,
    media: {
      state: 'stored' as const,
      key: fileKey,
      mimeType,
      fileName,
      size,
      voice: false,
      durationS: null,
      reason: '',
    },
  };
  return mediaType === 'audio'
    ? [
        { ...said, body },
        { ...said, body: '', ...file },
      ]
    : [{ ...said, body, ...file }];
};
