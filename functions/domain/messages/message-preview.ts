import type { Message } from '@prosa/shared/entities/message.ts';
import { PREVIEW_MARKS } from '@prosa/shared/messaging/preview-marks.ts';
import { hideNumbersOf, numbersOfWriter } from '@prosa/shared/rules/hide-numbers.ts';

/** Lists show 40 characters; a little more keeps a wide list useful without making tickets heavy. */
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

/** The first characters of a text, cut between characters and without line breaks. */
export const shorten = (text: string, characters: number): string => {
  const line = text
    .slice(0, characters * 4)
    .replace(/\s+/g, ' ')
    .trim();
  const points = [...line];
  return points.length <= characters ? line : `${points.slice(0, characters - 1).join('')}…`;
};

/** What a message's preview is made of. */
type Previewed = Pick<Message, 'mediaType' | 'body' | 'media' | 'dataJson' | 'isDeleted'> &
  Partial<Pick<Message, 'participant'>>;

/**
 * What a list shows of a conversation's newest message. A list does not know who wrote in a group: the writer's own number
 * is hidden here, from everybody.
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
