import { renameSync, writeFileSync } from 'node:fs';

/** Writes a file for its owner alone. A kill at any moment leaves the former text or this one, never a part. */
export const writeWhole = (file: string, text: string): void => {
  const next = `${file}.next`;
  writeFileSync(next, text, { mode: 0o600 });
  renameSync(next, file);
};
