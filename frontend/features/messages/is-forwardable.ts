import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { PENDING_PREFIX } from './pending-store.ts';

const FILE_KINDS: ReadonlySet<string> = new Set(['image', 'video', 'audio', 'application', 'stickerMessage']);

/** Whether a message has content that can be forwarded. */
export const isForwardable = ({ id, isDeleted, isPrivate, mediaType, media, body }: MessageView): boolean =>
  !isDeleted &&
  !isPrivate &&
  mediaType !== 'unsupported' &&
  !id.startsWith(PENDING_PREFIX) &&
  (FILE_KINDS.has(mediaType) ? media?.state === 'stored' : body !== '');
