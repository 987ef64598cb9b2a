import { UPLOAD_MAX_BYTES } from './file-limits.ts';
import { shownKindOf } from './shown-file-kind.ts';

/**
 * Maximum number of options of a list, and of files that one turn sends: each file is two of the hundred rows of a
 * transaction.
 */
export const FILE_LIST_OPTIONS_MAX = 20;
/** Maximum number of files in one form; larger lists take several. */
export const FILES_PER_FORM = 10;

const MB = 1024 * 1024;
/** The specification's limits (S-41), in bytes. */
const MAX_BYTES = { image: 2 * MB, audio: 5 * MB, video: 20 * MB } as const;
const VIDEO_TYPE = 'video/mp4';

/** Returns the largest size of a list's file of a type, in bytes: the specification names none for documents. */
export const fileListMaxBytes = (mimeType: string): number => {
  const kind = shownKindOf(mimeType);
  return kind === undefined ? UPLOAD_MAX_BYTES : MAX_BYTES[kind];
};

/** Whether a list takes files of a type: of videos only MP4 (S-41). */
export const isFileListType = (mimeType: string): boolean =>
  !mimeType.startsWith('video/') || mimeType === VIDEO_TYPE;
