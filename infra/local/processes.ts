import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { processIdentity } from '@prosa/functions/platform/process-identity.ts';
import { writeWhole } from './write-whole.ts';

const LOOK_MS = 50;
/** The program stops within fifteen seconds, or is ended. */
const ENDING_LIMIT_MS = 20_000;

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

const readLines = (file: string): string[] => {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
};

const describeProcess = (pid: number): string => `${pid}\n${processIdentity(pid) ?? ''}`;

/** The process of two lines, where it still runs: a number alone may be another process's by now. */
const running = ([pid = '', identity = '']: readonly string[]): number | undefined =>
  /^\d+$/.test(pid) && identity !== '' && processIdentity(Number(pid)) === identity ? Number(pid) : undefined;

/** The process that a file names; undefined where it is gone, and for a file that is missing, torn or of another release. */
const runningOf = (file: string): number | undefined => running(readLines(file));

export const writePid = (file: string, pid: number | undefined): void =>
  writeWhole(file, pid === undefined ? '' : describeProcess(pid));

/**
 * Ends what a killed start left behind: the process of `pidFile`, if it does not end by itself within `graceMs`. Two of its
 * kind on the same files would each keep their own idea of them.
 */
export const endLeftover = async (pidFile: string, graceMs = 0): Promise<void> => {
  const untilMs = performance.now() + graceMs;
  let pid = runningOf(pidFile);
  while (pid !== undefined && performance.now() < untilMs) {
    await delay(LOOK_MS);
    pid = runningOf(pidFile);
  }
  if (pid === undefined) return;
  console.error(`Ending process ${pid}, which an earlier start left behind.`);
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error;
  }
  while (runningOf(pidFile) !== undefined) await delay(LOOK_MS);
};

/** The other process that holds a data directory, if any. */
export const lockHolder = (file: string): number | undefined => {
  const holder = runningOf(file);
  return holder === process.pid ? undefined : holder;
};

/** This process, and below it the one that started it where that one's death ends this one. */
const ownLock = (): string =>
  [process.pid, ...(process.connected ? [process.ppid] : [])].map(describeProcess).join('\n');

/** Whether what started the holder is gone, which ends the holder. */
const isEnding = (file: string): boolean => {
  const starter = readLines(file).slice(2);
  return starter.length > 0 && running(starter) === undefined;
};

/** Removes the lock of a process that is gone, but not one that another start made meanwhile. */
const removeStale = (file: string, aside: string): void => {
  if (!existsSync(file) || lockHolder(file) !== undefined) return;
  renameSync(file, aside);
  try {
    if (lockHolder(aside) !== undefined) linkSync(aside, file);
  } finally {
    rmSync(aside);
  }
};

/**
 * Takes a data directory for this process; the returned function lets go. A program that lost the one that started it is
 * ending, and is waited for. @throws Error where another start is using the directory
 */
export const lockDirectory = async (file: string): Promise<() => void> => {
  const untilMs = performance.now() + ENDING_LIMIT_MS;
  for (let holder = lockHolder(file); holder !== undefined; holder = lockHolder(file)) {
    if (!isEnding(file) || performance.now() > untilMs) {
      throw new Error(
        `another start (process ${holder}) uses this data directory; stop it or choose another DATA_DIR`,
      );
    }
    await delay(LOOK_MS);
  }
  // Whole at once: of two starts that find the same stale lock, one makes the link.
  const own = `${file}.${process.pid}`;
  writeFileSync(own, ownLock(), { mode: 0o600 });
  try {
    removeStale(file, `${own}.stale`);
    linkSync(own, file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'EEXIST' && code !== 'ENOENT') throw error;
    throw new Error('another start took this data directory at the same moment', { cause: error });
  } finally {
    rmSync(own, { force: true });
  }
  return () => rmSync(file, { force: true });
};

export interface ProcessUsage {
  /** User and system CPU since it started. */
  cpuMs: number;
  rssBytes: number;
}

const TICK_MS = 10;
const KB = 1024;

/** What a process has used, from Linux's /proc; undefined elsewhere and for one that is gone. */
export const processUsage = (pid: number | undefined): ProcessUsage | undefined => {
  if (pid === undefined || !existsSync(`/proc/${pid}/stat`)) return undefined;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ') ?? [];
  const rss = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';
  return { cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS, rssBytes: Number(rss) * KB };
};
