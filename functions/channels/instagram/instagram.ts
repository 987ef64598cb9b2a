import { defineChannel } from '../channel.ts';

const MB = 1_000_000;
const DAY_MS = 86_400_000;

/** Instagram's direct messages, with the limits of its API. */
export const instagram = defineChannel({
  name: 'instagram',
  reachedBy: 'igsid',
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
    buttons: { count: 13, titleChars: 20 },
    templates: false,
    editWindowMs: null,
    delete: false,
    textChars: 1000,
    captionChars: 0,
    fileBytes: { image: 8 * MB, video: 25 * MB, audio: 25 * MB, document: 25 * MB },
    replyWindowMs: DAY_MS,
  },
});
