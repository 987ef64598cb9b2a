import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { processIdentity } from './process-identity.ts';

it('a process identity holds more than the process id, is stable, and is undefined after the process ended', async () => {
  const own = processIdentity(process.pid);
  expect(own).toBeTruthy();
  expect(processIdentity(process.pid)).toBe(own);
  const other = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
  await once(other, 'spawn');
  const pid = other.pid ?? 0;
  expect(processIdentity(pid)).toBeTruthy();
  expect(processIdentity(pid)).not.toBe(own);
  other.kill('SIGKILL');
  await once(other, 'exit');
  expect(processIdentity(pid)).toBeUndefined();
});
