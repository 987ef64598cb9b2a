import type { Message } from '@prosa/shared/entities/message.ts';
import type { MessageFileType } from '../media/judge-file.ts';
import type { FileCopy } from '../turns/turn.ts';
import type { EngineWorld } from './world.ts';

/** A stored file that automatic messages carry. */
interface StoredFile {
  key: string;
  fileName: string;
  mimeType: string;
  /** Bytes. */
  size: number;
  /** A voice message. */
  voice?: boolean | undefined;
}

/** A file of one message, and the copy that the message needs. */
export interface AttachedFile {
  file: Pick<Message, 'mediaType' | 'media'>;
  copies: readonly FileCopy[];
}

/**
 * Returns a stored file as the file of a message, as a copy that belongs to this message alone; undefined if it is
 * too large for the channel.
 */
export const attachedFile = (
  { key: from, mimeType, fileName, size, voice = false }: StoredFile,
  mediaType: MessageFileType,
  { channel, newFileKey }: EngineWorld,
): AttachedFile | undefined => {
  if (size > channel.capabilities.fileBytes[mediaType === 'application' ? 'document' : mediaType])
    return undefined;
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
        voice,
        durationS: null,
        reason: '',
      },
    },
    copies: [{ from, to, mimeType, fileName }],
  };
};
