import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import type { MediaType } from '@prosa/shared/entities/message.ts';

/** Kinds that are named by a word where the content itself has no room. */
export const SUMMARY_KINDS = [
  'image',
  'video',
  'audio',
  'document',
  'sticker',
  'location',
  'contact',
  'call',
  'waiting',
  'viewOnce',
  'poll',
  'event',
  'ad',
  'other',
] as const;
export type SummaryKind = (typeof SUMMARY_KINDS)[number];

const KIND_OF: Partial<Record<MediaType, SummaryKind>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  application: 'document',
  stickerMessage: 'sticker',
  locationMessage: 'location',
  contactMessage: 'contact',
  call_log: 'call',
  ciphertext: 'waiting',
  viewOnceMessage: 'viewOnce',
  pollCreationMessageV3: 'poll',
  eventMessage: 'event',
  adMetaPreview: 'ad',
  unsupported: 'other',
};
const BODY_IS_TEXT: ReadonlySet<SummaryKind> = new Set(['image', 'video', 'document', 'ad']);
/** Kinds whose first line of text is their subject. */
const FIRST_LINE_TELLS: ReadonlySet<SummaryKind> = new Set(['poll', 'event']);

/** Returns a one-line summary of a message: its text, or its kind. */
export const summaryOf = (
  message: { body: string; mediaType: MediaType },
  word: (kind: SummaryKind) => string,
): string => {
  const kind = KIND_OF[message.mediaType];
  if (kind === undefined) return message.body;
  const [firstLine = ''] = message.body.split('\n', 1);
  const text = BODY_IS_TEXT.has(kind) ? message.body : FIRST_LINE_TELLS.has(kind) ? firstLine : '';
  return text === '' ? word(kind) : `${word(kind)}: ${text}`;
};

/** Returns the fields of a message that a reply quotes. */
export const quoteOf = (
  message: MessageView,
  contactName: string,
): NonNullable<MessageView['quotedMsg']> => ({
  id: message.id,
  body: message.body,
  fromMe: message.fromMe,
  mediaType: message.mediaType,
  mediaUrl: message.mediaUrl,
  contact: { name: message.contact?.name ?? contactName },
});
