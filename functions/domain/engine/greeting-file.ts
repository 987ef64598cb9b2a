import type { Message } from '@prosa/shared/entities/message.ts';
import type { FileCopy } from '../turns/turn.ts';
import type { EngineWorld } from './world.ts';

/**
 * Returns the picture or video of the connection's greeting, as a copy that belongs to this message alone; undefined
 * if there is none, or if it is too large for the channel.
 */
export const greetingFile = ({
  connection,
  channel,
  newFileKey,
}: EngineWorld): { file: Pick<Message, 'mediaType' | 'media'>; copies: readonly FileCopy[] } | undefined => {
  const { greetingMediaAttachment: attached } = connection;
  if (attached === null) return undefined;
  const { key: from, mimeType, fileName, size } = attached;
  const mediaType = mimeType.startsWith('video/') ? 'video' : 'image';
  if (size > channel.capabilities.fileBytes[mediaType]) return undefined;
  const to = newFileKey();
  return {
    file: {
      mediaType,
      media: {
        state: 'stored',
        key: to,
        mimeType,
        fileName,
        size,
        voice: false,
        durationS: null,
        reason: '',
      },
    },
    copies: [{ from, to, mimeType, fileName }],
  };
};
