import type { Capabilities } from '../channel.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Capabilities of Messenger and Instagram: texts, files and quick replies, within a day of the contact's last message.
 */
export const MESSENGER_PLATFORM = {
  writesFirst: false,
  // Seven days after an advertisement, and for messages of humans with the tag HUMAN_AGENT, which Meta grants an app
  // on request.
  replyWindow: { afterWordMs: DAY_MS, afterFreeEntryMs: 7 * DAY_MS, taggedMs: 7 * DAY_MS },
  quotes: true,
  readReceipts: true,
  typing: true,
  voiceNotes: false,
  disclosesBots: true,
  contactCards: false,
  location: false,
  poll: false,
  list: null,
  buttons: {
    // Quick replies, which are only allowed below a text.
    reply: { count: 13, titleChars: 20, headerChars: 0, textChars: 1999 },
    url: null,
    copy: null,
    call: null,
  },
  pix: false,
  template: false,
  editWindowMs: null,
  marksUnread: false,
  profiles: ['psid', 'igsid'],
  checksNumbers: false,
  delete: false,
  templates: false,
  buttonPictures: false,
  // Files carry no caption; it is sent as a text after the file.
  captionChars: 0,
} as const satisfies Partial<Capabilities>;
