import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import type { MediaType } from '@prosa/shared/entities/message.ts';

/** Kinds that need a word where there is no room for the thing itself. */
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
  unsupported: 'other',
};
const BODY_IS_TEXT: ReadonlySet<SummaryKind> = new Set(['image', 'video', 'document']);

/** A message in one line: its text, or what it is. */
export const summaryOf = (
  message: { body: string; mediaType: MediaType },
  word: (kind: SummaryKind) => string,
): string => {
  const kind = KIND_OF[message.mediaType];
  if (kind === undefined) return message.body;
  return BODY_IS_TEXT.has(kind) && message.body !== '' ? `${word(kind)}: ${message.body}` : word(kind);
};

/** What an answer shows of the message it answers. */
export const quoteOf = (
  message: MessageView,
  contactName: string,
): NonNullable<MessageView['quotedMsg']> => ({
  id: message.id,
  body: message.body,
  fromMe: message.fromMe,
  mediaType: message.mediaType,
  contact: { name: message.contact?.name ?? contactName },
});
