import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processIdentity } from '@prosa/functions/platform/process-identity.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endLeftover, lockDirectory, writePid } from './processes.ts';

const GONE = `${process.pid}\nanother boot:1`;

describe('what names processes in a data directory', () => {
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

  it('a lock cut anywhere, and one of a dead process whose number another has now, is taken over', async () => {
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

  it('a lock of a running process is refused, also where that one runs without a parent', async () => {
    for (const starter of ['', `\n${named(process.pid)}`]) {
      writeFileSync(file, named(other.pid) + starter);
      await expect(lockDirectory(file)).rejects.toThrow(`another start (process ${other.pid})`);
    }
  });

  it('a program whose starter is gone is waited for', async () => {
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

  it('of starts that find the same stale lock at once, one takes it, and the others say why not', async () => {
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
      const refused = said.filter((text) => /another start .*data directory/.test(text));
      expect([said.filter((text) => text.startsWith('taken')).length, refused.length]).toEqual([1, 3]);
    } finally {
      for (const start of starts) start.kill('SIGKILL');
    }
  });

  it('what a killed start left behind is ended, and nothing else', async () => {
    writeFileSync(file, `${other.pid}\nanother boot:1`);
    await endLeftover(file);
    expect(processIdentity(other.pid ?? 0)).toBeTruthy();
    writePid(file, other.pid);
    await endLeftover(file, 100);
    expect(processIdentity(other.pid ?? 0)).toBeUndefined();
  });
});
