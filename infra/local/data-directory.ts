import { existsSync, mkdirSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { cp, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { ENTITIES } from '../entities.ts';
import { anotherDirectory, StartProblem } from './start-problem.ts';
import { writeWhole } from './write-whole.ts';

/** Required free disk space: enough for a start with demo data and a day of use. */
const ROOM_BYTES = 64 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;

const isDirectory = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Creates a directory and its parents, one after the other. Does not use `recursive`, because it never returns where
 * the kernel refuses to create a directory.
 */
const make = (directory: string): void => {
  if (isDirectory(directory)) return;
  if (dirname(directory) !== directory) make(dirname(directory));
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    if (!isDirectory(directory)) throw error;
  }
};

/**
 * Creates the data directory if it is missing, and checks the free disk space.
 * @throws StartProblem if the path is not a directory, cannot be created, or its disk is full
 */
export const makeDataDirectory = (
  directory: string,
  freeBytes: (directory: string) => number = (path) => {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  },
): void => {
  if (existsSync(directory) && !isDirectory(directory))
    throw new StartProblem(
      `${directory} is to hold the data, but it is a file.`,
      `Move that file away, or ${anotherDirectory}`,
    );
  try {
    make(directory);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartProblem(
      `${directory} is to hold the data, but it cannot be made (${reason}).`,
      `Make it yourself, or ${anotherDirectory}`,
      { cause },
    );
  }
  const free = freeBytes(directory);
  if (free < ROOM_BYTES)
    throw new StartProblem(
      `The disk that holds ${directory} is full: ${Math.floor(free / MEGABYTE)} MB are free, and a start needs ${ROOM_BYTES / MEGABYTE}.`,
      `Make room on it, or ${anotherDirectory}`,
    );
};

/** Schema version of each entity that the last start could read. */
const versionsSchema = z.record(z.string(), z.int().positive());
type Versions = z.infer<typeof versionsSchema>;

/** Schema versions of this program. */
const OWN: Versions = Object.fromEntries(ENTITIES.map(({ name, schemaVersion }) => [name, schemaVersion]));

export type Age = 'same' | 'older' | 'newer';

/** Returns whether data are older or newer than the program. Data that lack an entity are older. */
export const ageOf = (data: Versions, own: Versions = OWN): Age => {
  const names = Object.keys(data);
  if (names.some((name) => (data[name] ?? 0) > (own[name] ?? 0))) return 'newer';
  return Object.keys(own).some((name) => data[name] !== own[name]) ? 'older' : 'same';
};

/** The first release stored no versions: its tickets have version 2, and all other rows version 1. */
const FIRST_RELEASE: Versions = { ...Object.fromEntries(ENTITIES.map(({ name }) => [name, 1])), ticket: 2 };

const COPY = 'before-upgrade';
/**
 * Entries that an upgrade does not change. Files in the bucket never change their names. The lock belongs to the
 * running program.
 */
const NOT_COPIED = /^(bucket|lock(\..*)?|.*\.pid|before-upgrade.*)$/;

const copyEntries = async (from: string, to: string): Promise<void> => {
  for (const name of await readdir(from))
    if (!NOT_COPIED.test(name)) await cp(join(from, name), join(to, name), { recursive: true });
};

/** Records the current versions and removes the copy. Call it when the program is up. */
export type Settle = () => Promise<void>;

/**
 * Prepares the upgrade of a data directory of an earlier release. Keeps a copy of the directory; if this start fails,
 * the next start restores the copy. Rows are upgraded when they are read. The caller must hold the lock of the
 * directory.
 * @throws StartProblem for data of a later release
 */
export const prepareUpgrade = async (directory: string, say: (text: string) => void): Promise<Settle> => {
  const file = join(directory, 'versions.json');
  const copy = join(directory, COPY);
  const hasTable = existsSync(join(directory, 'table.db'));
  const settle: Settle = async () => {
    writeWhole(file, JSON.stringify(OWN));
    await rm(copy, { recursive: true, force: true });
  };
  const versions = existsSync(file)
    ? versionsSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    : hasTable
      ? FIRST_RELEASE
      : OWN;
  const age = ageOf(versions);
  if (age === 'newer')
    throw new StartProblem(
      `The data in ${directory} are of a later version of Prosa than this one.`,
      `Update Prosa, or ${anotherDirectory}`,
    );
  if (age === 'same' || !hasTable) return settle;
  if (existsSync(copy)) {
    say('The last start did not finish upgrading the data; it begins again with the copy.');
    for (const name of await readdir(directory))
      if (!NOT_COPIED.test(name)) await rm(join(directory, name), { recursive: true });
    await copyEntries(copy, directory);
    return settle;
  }
  say('Upgrading the data of an earlier version; a copy is kept until it is done.');
  // Renamed when complete, so that an interrupted copy is never restored.
  const part = `${copy}.part`;
  await rm(part, { recursive: true, force: true });
  mkdirSync(part, { mode: 0o700 });
  await copyEntries(directory, part);
  await rename(part, copy);
  return settle;
};

/** Returns the problem of data that this program cannot read. */
export const tooOld = (directory: string, cause?: unknown): StartProblem =>
  new StartProblem(
    `The data in ${directory} were made by a version of Prosa that this one cannot read, or they are damaged.`,
    `Move that folder away to begin anew, or ${anotherDirectory}`,
    { cause },
  );
