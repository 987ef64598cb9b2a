import { PREVIEW_MARKS, type PreviewMark } from '@prosa/shared/messaging/preview-marks.ts';

/** WhatsApp's formatting marks around words: bold, italic, strikethrough, monospace. */
const MARKS = /(^|[\s\p{P}])([*_~]|```|`)(\S(?:[^\n]*?\S)?)\2(?=$|[\s\p{P}])/gu;

/** More than any place shows. A limit is needed because finding pairs of marks takes quadratic time (S-34). */
const PREVIEW_MAX_CHARS = 1000;

/**
 * Returns a message on one line for lists: without line breaks and formatting marks, and only the beginning of a long
 * text.
 */
export const previewText = (message: string): string =>
  message.slice(0, PREVIEW_MAX_CHARS).replace(MARKS, '$1$3').replace(/\s+/g, ' ').trim();

const isMark = (key: string): key is PreviewMark => Object.hasOwn(PREVIEW_MARKS, key);
const KINDS = Object.keys(PREVIEW_MARKS).filter(isMark);

/** Returns a ticket's newest message on one line for lists, with a word for content other than text. */
export const lastMessageText = (lastMessage: string, word: (kind: PreviewMark) => string): string => {
  const text = previewText(lastMessage);
  const kind = KINDS.find((key) => text === PREVIEW_MARKS[key] || text.startsWith(`${PREVIEW_MARKS[key]} `));
  if (kind === undefined) return text;
  const mark = PREVIEW_MARKS[kind];
  const rest = text.slice(mark.length).trim();
  return rest === '' ? `${mark} ${word(kind)}` : `${mark} ${word(kind)}: ${rest}`;
};
