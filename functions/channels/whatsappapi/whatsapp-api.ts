import { defineChannel } from '../channel.ts';

const MB = 1_000_000;

/** WhatsApp's Cloud API. Limits as Meta documents them for media, interactive messages and the customer service window. */
export const whatsappApi = defineChannel({
  name: 'whatsappapi',
  reachedBy: 'phone',
  hasSessions: false,
  queueOf: null,
  ids: { of: 'provider' },
  capabilities: {
    writesFirst: false,
    quotes: true,
    readReceipts: true,
    voiceNotes: true,
    contactCards: true,
    location: true,
    poll: false,
    list: { rows: 10, titleChars: 24 },
    buttons: { count: 3, titleChars: 20 },
    templates: true,
    editWindowMs: null,
    marksUnread: false,
    checksNumbers: false,
    delete: false,
    textChars: 4096,
    captionChars: 1024,
    fileBytes: { image: 5 * MB, video: 16 * MB, audio: 16 * MB, document: 100 * MB },
  },
});
