import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { processIdentity } from '@prosa/functions/platform/process-identity.ts';
import { anotherDirectory, StartProblem } from './start-problem.ts';
import { writeWhole } from './write-whole.ts';

const LOOK_MS = 50;
/** A program stops within fifteen seconds, or is killed. */
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

/**
 * Returns the process id in two lines (id and identity) if that process still runs: an id alone may have been reused.
 */
const running = ([pid = '', identity = '']: readonly string[]): number | undefined =>
  /^\d+$/.test(pid) && identity !== '' && processIdentity(Number(pid)) === identity ? Number(pid) : undefined;

/**
 * Returns the process id in a file; undefined when that process is gone, and when the file is missing, torn or of
 * another release.
 */
const runningOf = (file: string): number | undefined => running(readLines(file));

export const writePid = (file: string, pid: number | undefined): void =>
  writeWhole(file, pid === undefined ? '' : describeProcess(pid));

/**
 * Ends the process in `pidFile`, left behind by a killed start, if it does not end by itself within `graceMs`. Two
 * such processes on the same files would each keep a diverging state in memory.
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

/** Returns the other process that holds a data directory, if any. */
export const lockHolder = (file: string): number | undefined => {
  const holder = runningOf(file);
  return holder === process.pid ? undefined : holder;
};

/** Returns the content of this process's lock: this process and, if its death ends this process, the parent. */
const ownLock = (): string =>
  [process.pid, ...(process.connected ? [process.ppid] : [])].map(describeProcess).join('\n');

/** Whether the lock holder is about to end, because its parent is gone. */
const isEnding = (file: string): boolean => {
  const starter = readLines(file).slice(2);
  return starter.length > 0 && running(starter) === undefined;
};

/** Removes the lock of a dead process, but not a lock that another start made in the meantime. */
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
 * Locks a data directory for this process; the returned function releases the lock. Waits for a holder whose parent
 * is gone, because it is about to end.
 * @throws StartProblem if another start uses the directory
 */
export const lockDirectory = async (file: string): Promise<() => void> => {
  const untilMs = performance.now() + ENDING_LIMIT_MS;
  for (let holder = lockHolder(file); holder !== undefined; holder = lockHolder(file)) {
    if (!isEnding(file) || performance.now() > untilMs) {
      throw new StartProblem(
        `Another start (process ${holder}) uses this data directory.`,
        `Stop it with Ctrl-C, or ${anotherDirectory}`,
      );
    }
    await delay(LOOK_MS);
  }
  // Created atomically by a link: of two starts that find the same stale lock, only one succeeds.
  const own = `${file}.${process.pid}`;
  writeFileSync(own, ownLock(), { mode: 0o600 });
  try {
    removeStale(file, `${own}.stale`);
    linkSync(own, file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'EEXIST' && code !== 'ENOENT') throw error;
    throw new StartProblem(
      'Another start took this data directory at the same moment.',
      `Stop it with Ctrl-C, or ${anotherDirectory}`,
      { cause: error },
    );
  } finally {
    rmSync(own, { force: true });
  }
  return () => rmSync(file, { force: true });
};

export interface ProcessUsage {
  /** User and system CPU time since the process started. */
  cpuMs: number;
  rssBytes: number;
}

const TICK_MS = 10;
const KB = 1024;

/** Returns a process's resource usage from Linux's /proc; undefined on other systems and for an ended process. */
export const processUsage = (pid: number | undefined): ProcessUsage | undefined => {
  if (pid === undefined || !existsSync(`/proc/${pid}/stat`)) return undefined;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ') ?? [];
  const rss = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';
  return { cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS, rssBytes: Number(rss) * KB };
};
