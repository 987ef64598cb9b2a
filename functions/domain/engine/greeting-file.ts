import { type AttachedFile, attachedFile } from './attached-file.ts';
import type { EngineWorld } from './world.ts';

/**
 * Returns the picture or video of the connection's greeting, as a copy that belongs to this message alone; undefined
 * if there is none, or if it is too large for the channel.
 */
export const greetingFile = (world: EngineWorld): AttachedFile | undefined => {
  const { greetingMediaAttachment: attached } = world.connection;
  if (attached === null) return undefined;
  return attachedFile(attached, attached.mimeType.startsWith('video/') ? 'video' : 'image', world);
};
