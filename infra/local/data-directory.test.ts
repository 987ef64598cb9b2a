import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ageOf, makeDataDirectory, prepareUpgrade, tooOld } from './data-directory.ts';
import { commandLine } from './dynoxide.ts';
import { explainStart } from './start-problem.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prosa-directory-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const inFolder = (name: string) => join(folder, name);

describe('makeDataDirectory', () => {
  it('creates the directory and its parents, and accepts an existing directory', () => {
    makeDataDirectory(inFolder('a/b/c'));
    makeDataDirectory(inFolder('a/b/c'));
    expect(existsSync(inFolder('a/b/c'))).toBe(true);
  });

  it('explains the problem if the path is a file, is below a file, or cannot be created', () => {
    writeFileSync(inFolder('file'), '');
    expect(() => makeDataDirectory(inFolder('file'))).toThrow(
      /it is a file\.\nMove that file away, or choose/,
    );
    expect(() => makeDataDirectory(inFolder('file/below'))).toThrow(/it cannot be made/);
    expect(() => makeDataDirectory('/proc/prosa/data')).toThrow(/it cannot be made/);
  });

  it('refuses a full disk before anything is written', () => {
    expect(() => makeDataDirectory(folder, () => 3 * 1024 * 1024)).toThrow(
      /3 MB are free, and a start needs 64/,
    );
  });
});

describe('upgrading a data directory', () => {
  const say = () => undefined;

  it('data are older, newer or the same, by the schema version of each entity', () => {
    const own = { company: 2, user: 1, session: 2 };
    expect(ageOf({ company: 2, user: 1, session: 2 }, own)).toBe('same');
    expect(ageOf({ company: 1, user: 1, session: 2 }, own)).toBe('older');
    expect(ageOf({ company: 2, user: 1 }, own)).toBe('older');
    expect(ageOf({ company: 1, user: 2, session: 2 }, own)).toBe('newer');
    expect(ageOf({ company: 2, user: 1, session: 2, later: 1 }, own)).toBe('newer');
  });

  it('data are copied before an upgrade, and the copy is removed after a successful start', async () => {
    writeFileSync(inFolder('table.db'), 'rows');
    writeFileSync(inFolder('lock'), 'ours');
    mkdirSync(inFolder('bucket'));
    const settle = await prepareUpgrade(folder, say);
    expect(readFileSync(inFolder('before-upgrade/table.db'), 'utf8')).toBe('rows');
    for (const name of ['lock', 'bucket']) expect(existsSync(inFolder(`before-upgrade/${name}`))).toBe(false);
    await settle();
    expect(existsSync(inFolder('before-upgrade'))).toBe(false);
    await prepareUpgrade(folder, say);
    expect(existsSync(inFolder('before-upgrade'))).toBe(false);
  });

  it('data are restored from the copy if the previous start failed', async () => {
    writeFileSync(inFolder('table.db'), 'rows');
    await prepareUpgrade(folder, say);
    writeFileSync(inFolder('table.db'), 'half upgraded');
    writeFileSync(inFolder('table.db-wal'), 'of the half upgraded');
    const settle = await prepareUpgrade(folder, say);
    expect(readFileSync(inFolder('table.db'), 'utf8')).toBe('rows');
    expect(existsSync(inFolder('table.db-wal'))).toBe(false);
    await settle();
  });

  it('data of a newer version are refused', async () => {
    writeFileSync(inFolder('versions.json'), '{"company":99}');
    await expect(prepareUpgrade(folder, say)).rejects.toThrow(
      /of a later version of Prosa[^\n]*\nUpdate Prosa, or/,
    );
  });
});

describe('the message of a failed start', () => {
  const where = { port: 3000, dataDir: '/somewhere' };
  const failed = (code: string) => Object.assign(new Error(code), { code });

  it.each([
    ['a full disk', failed('ENOSPC'), /^The disk that holds \/somewhere is full\.\nMake room/],
    ['a full disk under something', new Error('seed', { cause: failed('ENOSPC') }), /^The disk that holds/],
    ['a full disk of the engine', new Error('database or disk is full'), /^The disk that holds/],
    ['a taken port', failed('EADDRINUSE'), /^Port 3000 is taken/],
    ['files of another user', failed('EACCES'), /^Not all files in \/somewhere may be written\.\nGive them/],
    [
      'data that cannot be read',
      tooOld('/somewhere'),
      /made by a version of Prosa[^\n]*\nMove that folder away/,
    ],
  ])('states the problem and how to solve it, without a stack: %s', (_what, error, sentence) => {
    const text = explainStart(error, where);
    expect(text).toMatch(sentence);
    expect(text).not.toMatch(/\n\s+at /);
  });

  it('contains the stack of an unexpected error', () => {
    expect(explainStart(new Error('odd'), where)).toMatch(/odd\n\s+at /);
  });

  it('names the platform whose table engine is missing', () => {
    expect(() => commandLine('plan9-mips')).toThrow(
      /table engine for this platform \(plan9-mips\) is not installed\.\nInstall it .*DYNAMODB_ENDPOINT/,
    );
  });
});
