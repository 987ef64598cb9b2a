import { providerQueue } from '@prosa/shared/resource-names.ts';
import { defineChannel } from '../channel.ts';

const MB = 1_000_000;
const HOUR_MS = 60 * 60 * 1000;
/** Limits of every message with buttons or choices. */
const HEADER_CHARS = 60;
const BUTTON_LIMITS = { titleChars: 20, headerChars: HEADER_CHARS, textChars: 1024 } as const;

/**
 * WhatsApp's Cloud API. Limits as Meta documents them for media, interactive messages and the customer service window.
 */
export const whatsappApi = defineChannel({
  name: 'whatsappapi',
  queueOf: (_connectionId, lane) => providerQueue(lane),
  ids: { of: 'provider' },
  capabilities: {
    writesFirst: false,
    // After this window only templates are allowed. According to some readings of Meta's page, the 72 hours after an
    // advertisement are only free of charge, and do not extend the 24 hours. The message is sent, because Meta would
    // refuse it with 131047 if they are right.
    replyWindow: { afterWordMs: 24 * HOUR_MS, afterFreeEntryMs: 72 * HOUR_MS, taggedMs: null },
    quotes: true,
    readReceipts: true,
    typing: true,
    voiceNotes: true,
    disclosesBots: false,
    contactCards: true,
    location: true,
    poll: false,
    list: {
      rows: 10,
      titleChars: 24,
      descriptionChars: 72,
      buttonChars: 20,
      headerChars: HEADER_CHARS,
      textChars: 4096,
    },
    buttons: {
      reply: { count: 3, ...BUTTON_LIMITS },
      url: { count: 1, ...BUTTON_LIMITS },
      // Only templates have these two buttons.
      copy: null,
      call: null,
    },
    // Payment orders require a Brazilian business with its own payment provider.
    pix: false,
    template: true,
    editWindowMs: null,
    marksUnread: false,
    profiles: [],
    checksNumbers: false,
    delete: false,
    templates: true,
    textChars: 4096,
    textBytes: null,
    buttonPictures: true,
    captionChars: 1024,
    fileBytes: { image: 5 * MB, video: 16 * MB, audio: 16 * MB, document: 100 * MB },
  },
});
