import type { FileCopy } from '../domain/turns/turn.ts';
import { keepObject } from '../platform/blob/blob.ts';

/** Copies a file of the bucket for a message. Each message has its own copy, which is deleted with it. */
export const copyFile = ({ from, to, mimeType, fileName }: FileCopy): Promise<void> =>
  keepObject(from, to, mimeType, fileName);
