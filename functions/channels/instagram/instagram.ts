import { providerQueue } from '@prosa/shared/resource-names.ts';
import { defineChannel } from '../channel.ts';
import { MESSENGER_PLATFORM } from '../meta/messenger-platform.ts';

const MB = 1_000_000;
const TEXT_BYTES = 1000;
const { buttons } = MESSENGER_PLATFORM;

/** Instagram's direct messages, with the limits of its API. */
export const instagram = defineChannel({
  name: 'instagram',
  queueOf: (_connectionId, lane) => providerQueue(lane),
  ids: { of: 'provider' },
  capabilities: {
    ...MESSENGER_PLATFORM,
    // Meta counts bytes, not characters. A character (UTF-16 unit) has three at most.
    textChars: TEXT_BYTES,
    textBytes: TEXT_BYTES,
    buttons: { ...buttons, reply: { ...buttons.reply, textChars: Math.floor(TEXT_BYTES / 3) } },
    fileBytes: { image: 8 * MB, video: 25 * MB, audio: 25 * MB, document: 25 * MB },
  },
});
