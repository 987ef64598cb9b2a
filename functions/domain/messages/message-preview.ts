import type { Message } from '@prosa/shared/entities/message.ts';
import { PREVIEW_MARKS } from '@prosa/shared/messaging/preview-marks.ts';

/** Lists show 40 characters; a little more keeps a wide list useful without making tickets heavy. */
export const PREVIEW_CHARS = 80;

const MARKS: Partial<Record<Message['mediaType'], string>> = PREVIEW_MARKS;

const textOf = (message: Pick<Message, 'mediaType' | 'body' | 'media' | 'dataJson'>): string => {
  switch (message.mediaType) {
    case 'contactMessage':
    case 'locationMessage':
      return typeof message.dataJson?.name === 'string' ? message.dataJson.name : '';
    case 'application':
      return message.body === '' ? (message.media?.fileName ?? '') : message.body;
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

/** What a list shows of a conversation's newest message. */
export const messagePreview = (
  message: Pick<Message, 'mediaType' | 'body' | 'media' | 'dataJson' | 'isDeleted'>,
): string => {
  if (message.isDeleted) return PREVIEW_MARKS.deleted;
  const mark = MARKS[message.mediaType];
  return shorten(
    [mark, textOf(message)].filter((part) => part !== undefined && part !== '').join(' '),
    PREVIEW_CHARS,
  );
};
