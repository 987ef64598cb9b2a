import { SESSION_SHARDS, sessionQueue } from '@prosa/shared/resource-names.ts';
import { EDIT_WINDOW_MS } from '@prosa/shared/rules/edit-window.ts';
import { defineChannel } from '../channel.ts';
import { makeChangeId, makeOwnMessageId, readOwnMessageId } from './own-message-id.ts';

/** The maximum size of an upload. */
const FILE_BYTES = 100 * 1024 * 1024;

/** WhatsApp Web; the session host carries out its commands. */
export const whatsapp = defineChannel({
  name: 'whatsapp',
  queueOf: (connectionId, lane) => sessionQueue(connectionId % SESSION_SHARDS, lane),
  ids: { of: 'ours', make: makeOwnMessageId, read: readOwnMessageId, makeForChange: makeChangeId },
  capabilities: {
    writesFirst: true,
    replyWindow: null,
    quotes: true,
    readReceipts: true,
    typing: true,
    voiceNotes: true,
    disclosesBots: false,
    contactCards: true,
    location: true,
    poll: true,
    /*
     * Menus, buttons and payments are sent as text. An account that is not an official sender can build them, and the
     * send succeeds; but WhatsApp drops them or refuses them depending on the account (451, 473, 479). Of the rest,
     * its apps differ in what they show: no menus on the Web and iOS, nothing beside a picture on iPhones (Baileys
     * issues 56, 2239, 2242; whatsmeow pull request 1235; as reported until August 2026).
     */
    list: null,
    buttons: { reply: null, url: null, copy: null, call: null },
    pix: false,
    template: false,
    editWindowMs: EDIT_WINDOW_MS,
    marksUnread: true,
    // Names come with messages, so only the picture is asked for.
    profiles: ['phone', 'lid', 'group'],
    checksNumbers: true,
    delete: true,
    templates: false,
    textChars: 65_536,
    textBytes: null,
    buttonPictures: false,
    captionChars: 65_536,
    fileBytes: { image: FILE_BYTES, video: FILE_BYTES, audio: FILE_BYTES, document: FILE_BYTES },
  },
});
