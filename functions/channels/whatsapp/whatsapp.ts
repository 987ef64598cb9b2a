import { SESSION_SHARDS, sessionQueue } from '@prosa/shared/resource-names.ts';
import { EDIT_WINDOW_MS } from '@prosa/shared/rules/edit-window.ts';
import { defineChannel } from '../channel.ts';
import { makeChangeId, makeOwnMessageId, readOwnMessageId } from './own-message-id.ts';

/** As much as an upload may be. */
const FILE_BYTES = 100 * 1024 * 1024;

/** WhatsApp Web: the session host carries its commands out. */
export const whatsapp = defineChannel({
  name: 'whatsapp',
  reachedBy: 'phone',
  hasSessions: true,
  queueOf: (connectionId) => sessionQueue(connectionId % SESSION_SHARDS),
  ids: { of: 'ours', make: makeOwnMessageId, read: readOwnMessageId, makeForChange: makeChangeId },
  capabilities: {
    writesFirst: true,
    quotes: true,
    readReceipts: true,
    voiceNotes: true,
    contactCards: true,
    location: true,
    poll: true,
    // Menus and buttons are dropped or shown by some apps only, while the send succeeds: they go as text.
    list: null,
    buttons: null,
    templates: false,
    editWindowMs: EDIT_WINDOW_MS,
    marksUnread: true,
    checksNumbers: true,
    delete: true,
    textChars: 65_536,
    captionChars: 65_536,
    fileBytes: { image: FILE_BYTES, video: FILE_BYTES, audio: FILE_BYTES, document: FILE_BYTES },
  },
});
