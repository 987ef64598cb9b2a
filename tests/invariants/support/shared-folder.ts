import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Environment variable with the folder of what the test files of a run share. */
const FOLDER = 'PROSA_INVARIANTS';

/** Creates the folder before the first test file, and removes it after the last. */
export default (): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), 'prosa-invariants-'));
  process.env[FOLDER] = folder;
  return () => rmSync(folder, { recursive: true });
};

/** Returns the path of a file that the test files of this run share. */
export const sharedFile = (name: string): string => {
  const folder = process.env[FOLDER];
  if (folder === undefined) throw new Error(`${FOLDER} is not set: a test of another kind asks for it`);
  return join(folder, name);
};
