import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeWhole } from './write-whole.ts';

const KILLS = 5;
const TEXT_BYTES = 1_000_000;
const MODULE = join(import.meta.dirname, 'write-whole.ts');
/** Replaces a file over and over, and tells when it has done so twice. */
const REPLACE = `
  const { writeWhole } = await import(process.argv[1]);
  for (let round = 0; ; round++) {
    writeWhole(process.argv[2], String(round % 10).repeat(${TEXT_BYTES}));
    if (round === 1) process.stdout.write('replacing');
  }`;

it('a file is whole and its owner’s alone whenever the process that replaces it is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'prosa-whole-'));
  try {
    const file = join(folder, 'text');
    for (let kill = 0; kill < KILLS; kill++) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', REPLACE, MODULE, file]);
      const exited = once(child, 'exit');
      await once(child.stdout, 'data');
      child.kill('SIGKILL');
      await exited;
      const text = readFileSync(file, 'utf8');
      expect([text.length, new Set(text).size]).toEqual([TEXT_BYTES, 1]);
      expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    }
    writeWhole(file, 'after');
    expect(readFileSync(file, 'utf8')).toBe('after');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
