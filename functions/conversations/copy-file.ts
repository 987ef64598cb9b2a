import type { FileCopy } from '../domain/turns/turn.ts';
import { keepObject } from '../platform/blob/blob.ts';

/** Copies a file of the bucket that a message is to carry: each message has its own, to be deleted with it. */
export const copyFile = ({ from, to, mimeType, fileName }: FileCopy): Promise<void> =>
  keepObject(from, to, mimeType, fileName);
