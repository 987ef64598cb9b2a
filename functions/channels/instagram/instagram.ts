import { defineChannel } from '../channel.ts';
import { MESSENGER_PLATFORM } from '../messenger-platform.ts';

const MB = 1_000_000;

/** Instagram's direct messages, with the limits of its API. */
export const instagram = defineChannel({
  name: 'instagram',
  reachedBy: 'igsid',
  queueOf: null,
  ids: { of: 'provider' },
  capabilities: {
    ...MESSENGER_PLATFORM,
    textChars: 1000,
    fileBytes: { image: 8 * MB, video: 25 * MB, audio: 25 * MB, document: 25 * MB },
  },
});
