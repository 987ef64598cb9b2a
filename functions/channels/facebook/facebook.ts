import { defineChannel } from '../channel.ts';
import { MESSENGER_PLATFORM } from '../messenger-platform.ts';

const FILE_BYTES = 25_000_000;

/** Messenger, with the limits of its Send API. */
export const facebook = defineChannel({
  name: 'facebook',
  reachedBy: 'psid',
  queueOf: null,
  ids: { of: 'provider' },
  capabilities: {
    ...MESSENGER_PLATFORM,
    textChars: 2000,
    fileBytes: { image: FILE_BYTES, video: FILE_BYTES, audio: FILE_BYTES, document: FILE_BYTES },
  },
});
