import { defineChannel } from '../channel.ts';

const FILE_BYTES = 25_000_000;
const DAY_MS = 86_400_000;

/** Messenger, with the limits of its Send API. */
export const facebook = defineChannel({
  name: 'facebook',
  reachedBy: 'psid',
  hasSessions: false,
  queueOf: null,
  ids: { of: 'provider' },
  capabilities: {
    writesFirst: false,
    groups: false,
    quotes: true,
    readReceipts: true,
    voiceNotes: false,
    contactCards: false,
    location: false,
    poll: false,
    list: null,
    // Quick replies.
    buttons: { count: 13, titleChars: 20 },
    templates: false,
    editWindowMs: null,
    delete: false,
    textChars: 2000,
    // Files carry no caption: it follows as a text.
    captionChars: 0,
    fileBytes: { image: FILE_BYTES, video: FILE_BYTES, audio: FILE_BYTES, document: FILE_BYTES },
    replyWindowMs: DAY_MS,
  },
});
