/** What a list's preview begins with where the newest message is more than text: a mark, since it is read in four languages. */
export const PREVIEW_MARKS = {
  image: '📷',
  video: '🎥',
  audio: '🎤',
  application: '📄',
  stickerMessage: '🖼️',
  locationMessage: '📍',
  contactMessage: '👤',
  call_log: '📞',
  pollCreationMessageV3: '📊',
  eventMessage: '📅',
  adMetaPreview: '📣',
  ciphertext: '⏳',
  viewOnceMessage: '👁️',
  deleted: '🚫',
} as const;
export type PreviewMark = keyof typeof PREVIEW_MARKS;
