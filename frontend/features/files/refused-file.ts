import { UPLOAD_MAX_BYTES } from '@prosa/shared/rules/file-limits.ts';
import { isRefusedType } from '@prosa/shared/rules/refused-type.ts';
import { isReadable } from './upload-file.ts';

/** Reasons why a file cannot be sent, as far as the client can tell. The server also checks the bytes. */
export type FileRefusal = 'empty' | 'tooLarge' | 'type' | 'unreadable';

/** Returns why a file cannot be sent; null when it can. */
export const refusalOf = async (file: File, maxBytes = UPLOAD_MAX_BYTES): Promise<FileRefusal | null> => {
  if (!(await isReadable(file))) return 'unreadable';
  if (file.size === 0) return 'empty';
  if (isRefusedType(file.type, file.name)) return 'type';
  return file.size > maxBytes ? 'tooLarge' : null;
};
