import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeWhole } from './write-whole.ts';

it('a replaced file is another one of its owner’s alone: the old text is never emptied or written over', () => {
  const folder = mkdtempSync(join(tmpdir(), 'prosa-whole-'));
  try {
    const file = join(folder, 'text');
    writeFileSync(file, 'the old text');
    // What a kill left of an earlier try.
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
