import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

export const REPOSITORY = join(import.meta.dirname, '..', '..');

/** Committed, so that a fresh clone has a good order, too. Written by `npm test -- --keep-times`. */
const FILE = join(import.meta.dirname, 'file-times.json');
/** Faster files are not stored. They run last, like files without a stored time. */
const WORTH_A_PLACE_S = 2;

const timesSchema = z.record(z.string(), z.number());

/** Returns the stored seconds of slow test files by their paths. */
export const readFileTimes = (): Record<string, number> =>
  timesSchema.parse(JSON.parse(readFileSync(FILE, 'utf8')));

/** Stores the seconds of a run's files, and removes entries of files that no longer exist. */
export const keepFileTimes = (files: readonly { file: string; seconds: number }[]): void => {
  const times = {
    ...readFileTimes(),
    ...Object.fromEntries(files.map(({ file, seconds }) => [file, Math.round(seconds)])),
  };
  const kept = Object.entries(times)
    .filter(([file, seconds]) => seconds >= WORTH_A_PLACE_S && existsSync(join(REPOSITORY, file)))
    .toSorted(([a], [b]) => a.localeCompare(b));
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(kept), undefined, 2)}\n`);
};
