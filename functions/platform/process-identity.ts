import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const STATE = 0;
/** Field 22 of /proc/<pid>/stat, counted behind the command's name: ticks since the machine started. */
const STARTED_AT = 19;
const ZOMBIE = 'Z';

/** The fields behind the name of the command, which may itself hold spaces and brackets; undefined where no process runs. */
const statOf = (pid: number): string[] | undefined => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ') ?? [];
    return fields[STATE] === ZOMBIE ? undefined : fields;
  } catch {
    return undefined;
  }
};

/** Some sandboxes do not tell it; then the moment of the start has to do. */
const bootOf = (): string => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
};

const startedAtByPs = (pid: number): string | undefined => {
  try {
    const text = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return text === '' ? undefined : text;
  } catch {
    return undefined;
  }
};

/**
 * Returns what names a running process beyond its number, which is given to another one later: the boot of the machine and
 * the moment of its start. undefined where no such process runs.
 */
export const processIdentity = (pid: number): string | undefined => {
  if (process.platform !== 'linux') return startedAtByPs(pid);
  const stat = statOf(pid);
  return stat === undefined ? undefined : `${bootOf()}:${stat[STARTED_AT]}`;
};
