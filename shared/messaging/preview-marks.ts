/** Symbols at the start of a preview for messages that are more than text. Symbols need no translation. */
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
