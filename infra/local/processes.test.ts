import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processIdentity } from '@prosa/functions/platform/process-identity.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endLeftover, lockDirectory, writePid } from './processes.ts';

const GONE = `${process.pid}\nanother boot:1`;

describe('lock and process id files of a data directory', () => {
  let folder: string;
  let file: string;
  let other: ChildProcess;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'prosa-processes-'));
    file = join(folder, 'lock');
    other = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
    await once(other, 'spawn');
  });
  afterEach(() => {
    other.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });
  const named = (pid = 0): string => `${pid}\n${processIdentity(pid)}`;

  it('takes over a truncated lock, and the lock of a dead process whose id was reused', async () => {
    const unlock = await lockDirectory(file);
    const whole = readFileSync(file, 'utf8');
    unlock();
    expect(readdirSync(folder)).toEqual([]);
    const foreign = `${other.pid}\n${whole.split('\n').slice(1).join('\n')}`;
    for (const text of [GONE, foreign, 'null', ...Array.from(whole, (_, length) => whole.slice(0, length))]) {
      writeFileSync(file, text);
      (await lockDirectory(file))();
    }
  });

  it('refuses a lock of a running process, with or without a recorded parent', async () => {
    for (const starter of ['', `\n${named(process.pid)}`]) {
      writeFileSync(file, named(other.pid) + starter);
      await expect(lockDirectory(file)).rejects.toThrow(`Another start (process ${other.pid})`);
    }
  });

  it('waits for a lock holder whose parent is gone', async () => {
    writeFileSync(file, `${named(other.pid)}\n${GONE}`);
    let isTaken = false;
    const taking = lockDirectory(file).then((unlock) => {
      isTaken = true;
      return unlock;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isTaken).toBe(false);
    other.kill('SIGKILL');
    (await taking)();
  });

  it('lets one of several simultaneous starts take over a stale lock; the other starts report the reason', async () => {
    writeFileSync(file, GONE);
    const program = `import { lockDirectory } from '${join(import.meta.dirname, 'processes.ts')}';
      await lockDirectory('${file}').then(() => { console.log('taken'); setInterval(() => {}, 1000) }, (error) => console.log(error.message));`;
    const starts = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', program], {
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    );
    try {
      const said = await Promise.all(
        starts.map(async ({ stdout }) => String((await once(stdout, 'data'))[0])),
      );
      const refused = said.filter((text) => /Another start .*data directory/.test(text));
      expect([said.filter((text) => text.startsWith('taken')).length, refused.length]).toEqual([1, 3]);
    } finally {
      for (const start of starts) start.kill('SIGKILL');
    }
  });

  it('ends the leftover process of a killed start, but no other process with its id', async () => {
    writeFileSync(file, `${other.pid}\nanother boot:1`);
    await endLeftover(file);
    expect(processIdentity(other.pid ?? 0)).toBeTruthy();
    writePid(file, other.pid);
    await endLeftover(file, 100);
    expect(processIdentity(other.pid ?? 0)).toBeUndefined();
  });
});
