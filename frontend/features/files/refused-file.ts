import { UPLOAD_MAX_BYTES } from '@prosa/shared/rules/file-limits.ts';
import { isRefusedType } from '@prosa/shared/rules/refused-type.ts';
import { isReadable } from './upload-file.ts';

/** Why a file cannot be sent, as far as it can be told before it is: its server judges the bytes, too. */
export type FileRefusal = 'empty' | 'tooLarge' | 'type' | 'unreadable';

/** Why a file cannot be sent; null where it can. */
export const refusalOf = async (file: File): Promise<FileRefusal | null> => {
  if (!(await isReadable(file))) return 'unreadable';
  if (file.size === 0) return 'empty';
  if (isRefusedType(file.type, file.name)) return 'type';
  return file.size > UPLOAD_MAX_BYTES ? 'tooLarge' : null;
};
