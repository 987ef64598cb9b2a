import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    // No such process, or not ours.
    return false;
  }
};

/** Command line of a process; empty for one that is gone, or dead and not collected. */
const commandOf = (pid: number): string => {
  try {
    const command = execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes('<defunct>') ? '' : command;
  } catch {
    // It ended between the two looks.
    return '';
  }
};

const readPid = (file: string): number | undefined => {
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : Number.NaN;
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
};

export const writePid = (file: string, pid: number | undefined): void =>
  writeFileSync(file, String(pid ?? ''));

/**
 * Ends what a killed start left behind: the process of `pidFile`, if it still runs and its command line has `marker`.
 * Two engines on one file would each keep their own idea of it.
 */
export const endLeftover = (pidFile: string, marker: string): void => {
  const pid = readPid(pidFile);
  if (pid !== undefined && isAlive(pid) && commandOf(pid).includes(marker)) process.kill(pid, 'SIGKILL');
};

/** The other process that holds a data directory, if any. */
export const lockHolder = (file: string): number | undefined => {
  const holder = readPid(file);
  return holder !== undefined &&
    holder !== process.pid &&
    isAlive(holder) &&
    /node|vitest/.test(commandOf(holder))
    ? holder
    : undefined;
};

/** Takes a data directory for this process. Throws where another start is using it; the returned function lets go. */
export const lockDirectory = (file: string): (() => void) => {
  const holder = lockHolder(file);
  if (holder !== undefined) {
    throw new Error(
      `another start (process ${holder}) uses this data directory; stop it or choose another DATA_DIR`,
    );
  }
  rmSync(file, { force: true });
  const descriptor = openSync(file, 'wx', 0o600);
  writeSync(descriptor, String(process.pid));
  closeSync(descriptor);
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
