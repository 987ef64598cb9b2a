import { renameSync, writeFileSync } from 'node:fs';

/** Replaces a file of its owner's alone: whoever reads it after a kill finds the old text or the new one, never a part. */
export const writeWhole = (file: string, text: string): void => {
  const next = `${file}.next`;
  writeFileSync(next, text, { mode: 0o600 });
  renameSync(next, file);
};
