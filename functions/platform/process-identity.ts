import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const STATE = 0;
/** Index of field 22 of /proc/<pid>/stat, counted after the command's name: start time in ticks since boot. */
const STARTED_AT = 19;
const ZOMBIE = 'Z';

/**
 * Returns the fields after the name of the command, which may itself hold spaces and brackets; undefined if no
 * process runs.
 */
const statOf = (pid: number): string[] | undefined => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ') ?? [];
    return fields[STATE] === ZOMBIE ? undefined : fields;
  } catch {
    return undefined;
  }
};

/** Returns the boot of the machine. Some sandboxes hide it; then the start time alone identifies the process. */
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
 * Returns an identity of a running process that survives reuse of its number: the boot of the machine and the start
 * time. Undefined if no such process runs.
 */
export const processIdentity = (pid: number): string | undefined => {
  if (process.platform !== 'linux') return startedAtByPs(pid);
  const stat = statOf(pid);
  return stat === undefined ? undefined : `${bootOf()}:${stat[STARTED_AT]}`;
};
