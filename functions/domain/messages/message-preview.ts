import type { Message } from '@prosa/shared/entities/message.ts';
import { PREVIEW_MARKS } from '@prosa/shared/messaging/preview-marks.ts';
import { hideNumbersOf, numbersOfWriter } from '@prosa/shared/rules/hide-numbers.ts';

/** Maximum characters of a preview. Lists show 40; a few more suit a wide list without making tickets large. */
export const PREVIEW_CHARS = 80;

const MARKS: Partial<Record<Message['mediaType'], string>> = PREVIEW_MARKS;

const textOf = (message: Pick<Message, 'mediaType' | 'body' | 'media' | 'dataJson'>): string => {
  switch (message.mediaType) {
    case 'contactMessage':
    case 'locationMessage':
    case 'eventMessage':
      return typeof message.dataJson?.name === 'string' ? message.dataJson.name : '';
    case 'application':
      return message.body === '' ? (message.media?.fileName ?? '') : message.body;
    case 'pollCreationMessageV3':
      return typeof message.dataJson?.question === 'string' ? message.dataJson.question : '';
    case 'stickerMessage':
      return '';
    default:
      return message.body;
  }
};

/** Returns the first characters of a text, cut between characters and without line breaks. */
export const shorten = (text: string, characters: number): string => {
  const line = text
    .slice(0, characters * 4)
    .replace(/\s+/g, ' ')
    .trim();
  const points = [...line];
  return points.length <= characters ? line : `${points.slice(0, characters - 1).join('')}…`;
};

/** The fields that a message's preview is computed from. */
type Previewed = Pick<Message, 'mediaType' | 'body' | 'media' | 'dataJson' | 'isDeleted'> &
  Partial<Pick<Message, 'participant'>>;

/**
 * Returns the preview of a conversation's newest message for lists. A list does not contain the writer of a group
 * message, so the writer's number is masked here for everybody.
 */
export const messagePreview = (message: Previewed): string => {
  if (message.isDeleted) return PREVIEW_MARKS.deleted;
  const { participant } = message;
  const mark = MARKS[message.mediaType];
  const preview = shorten(
    [mark, textOf(message)].filter((part) => part !== undefined && part !== '').join(' '),
    PREVIEW_CHARS,
  );
  return participant == null ? preview : hideNumbersOf(numbersOfWriter(participant)).text(preview);
};
