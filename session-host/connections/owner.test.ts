import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { processIdentity } from '@prosa/functions/platform/process-identity.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { claimOwner } from './owner.ts';

describe('the owner of a data directory', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'prosa-owner-'));
    path = join(folder, 'owner.json');
  });
  afterEach(() => {
    vi.useRealTimers();
    rmSync(folder, { recursive: true });
  });
  const keep = (owner: object) => writeFileSync(path, JSON.stringify(owner));
  const parent = { pid: process.ppid, host: hostname() };

  it('keeps its name after restarts', async () => {
    const id = await claimOwner(folder);
    expect(await claimOwner(folder)).toBe(id);
  });

  it('takes over from a dead process whose process id has been reused', async () => {
    keep({ id: 'former', ...parent, process: 'another boot:1' });
    expect(await claimOwner(folder)).toBe('former');
  });

  it('refuses while the predecessor runs, after waiting for it to end', async () => {
    keep({ id: 'former', ...parent, process: processIdentity(process.ppid) });
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    const claiming = claimOwner(folder);
    const refused = expect(claiming).rejects.toThrow('in use by process');
    await vi.advanceTimersByTimeAsync(11_000);
    await refused;
  });

  it('starts with a new name if the file is truncated anywhere', async () => {
    await claimOwner(folder);
    const text = readFileSync(path, 'utf8');
    for (let length = 0; length < text.length; length += 7) {
      writeFileSync(path, text.slice(0, length));
      expect(await claimOwner(folder)).toMatch(/^[0-9a-f-]{36}$/);
    }
  });
});
