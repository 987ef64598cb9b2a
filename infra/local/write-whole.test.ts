import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeWhole } from './write-whole.ts';

it('writeWhole replaces a file by a new owner-only file: the old file is never truncated or overwritten', () => {
  const folder = mkdtempSync(join(tmpdir(), 'prosa-whole-'));
  try {
    const file = join(folder, 'text');
    writeFileSync(file, 'the old text');
    // A leftover of an earlier attempt that was killed.
    writeFileSync(`${file}.next`, 'a text that is cut sh', { mode: 0o600 });
    const old = openSync(file, 'r');
    writeWhole(file, 'new');
    expect(readFileSync(old, 'utf8')).toBe('the old text');
    closeSync(old);
    expect(readFileSync(file, 'utf8')).toBe('new');
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
