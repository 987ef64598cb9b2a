import { providerQueue } from '@prosa/shared/resource-names.ts';
import { defineChannel } from '../channel.ts';
import { MESSENGER_PLATFORM } from '../meta/messenger-platform.ts';

const FILE_BYTES = 25_000_000;

/** Messenger, with the limits of its Send API. */
export const facebook = defineChannel({
  name: 'facebook',
  queueOf: (_connectionId, lane) => providerQueue(lane),
  ids: { of: 'provider' },
  capabilities: {
    ...MESSENGER_PLATFORM,
    textChars: 1999,
    textBytes: null,
    fileBytes: { image: FILE_BYTES, video: FILE_BYTES, audio: FILE_BYTES, document: FILE_BYTES },
  },
});
