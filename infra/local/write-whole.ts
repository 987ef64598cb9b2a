import { renameSync, writeFileSync } from 'node:fs';

/**
 * Replaces a file that only its owner may read. After a crash, the file contains either the old or the new text,
 * never a part.
 */
export const writeWhole = (file: string, text: string): void => {
  const next = `${file}.next`;
  writeFileSync(next, text, { mode: 0o600 });
  renameSync(next, file);
};
