import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureChromium } from './support/chromium.ts';
import { DEPTH, WHOLE } from './support/depth.ts';
import { keepFileTimes } from './support/file-times.ts';
import { OUTCOME_FILE, type Outcome, outcomeSchema } from './support/outcome-reporter.ts';

/**
 * `npm test` runs every property at its smallest size, `npm test -- all` the whole depth, `npm test -- <kind>` and `npm test
 * -- <kind> <part of a file's path>` one kind of tests; named files have the whole depth, and `-t <part of a name>` chooses
 * among their tests. Prints little about tests that pass and enough about failures, and ends with `N passed, N failed`.
 * `npm run soak` runs the kind `soak`, which takes hours and is in no other run. `--keep-times` stores the duration of each
 * file, so that later runs start the slowest files first.
 */
const KINDS = ['unit', 'invariants', 'integration', 'e2e'] as const;
type Kind = (typeof KINDS)[number] | 'soak';
/** Test files that run in parallel. Every kind waits now and then, so three keep two processors busy. */
const WORKERS = 3;
const MESSAGE_LINES = 12;
const SLOWEST_FILES = 5;
const root = fileURLToPath(new URL('..', import.meta.url));

const MEMORY = '/dev/shm';
/** Several times the space that a run needs there at once. */
const MEMORY_BYTES = 4 * 2 ** 30;

/** Creates a folder that unprivileged users may enter, because some tests run a program as such a user. */
const folderIn = (parent: string): string => {
  const folder = mkdtempSync(join(parent, 'prosa-tests-'));
  chmodSync(folder, 0o755);
  return folder;
};

/**
 * Creates a folder for the files of a run. It is in memory if the machine has room and allows programs there, because
 * the table's engine waits for the disk at every write.
 */
const makeFolder = (): string => {
  const room = existsSync(MEMORY) ? statfsSync(MEMORY) : { bavail: 0, bsize: 0 };
  if (room.bavail * room.bsize < MEMORY_BYTES) return folderIn(tmpdir());
  const folder = folderIn(MEMORY);
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
  if (spawnSync(program).status === 0) return folder;
  rmSync(folder, { recursive: true });
  return folderIn(tmpdir());
};

/** How a kind of tests runs. */
interface Run {
  /** Parts of the files' paths; all files if empty. */
  filters: readonly string[];
  depth: string;
}

const isKind = (word: string | undefined): word is Kind =>
  word === 'soak' || KINDS.some((kind) => kind === word);

const runVitest = (
  kind: Kind,
  { filters, depth }: Run,
  folder: string,
  outcomeFile: string,
): Promise<{ code: number; output: string }> =>
  new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--project',
        kind,
        '--reporter=dot',
        `--reporter=${join(root, 'tests/support/outcome-reporter.ts')}`,
        // A soak test prints its figures, which are its purpose.
        `--silent=${kind !== 'soak'}`,
        '--passWithNoTests',
        `--maxWorkers=${kind === 'soak' ? 1 : WORKERS}`,
        ...filters,
      ],
      {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...process.env,
          TMPDIR: folder,
          NO_COLOR: '1',
          FORCE_COLOR: undefined,
          [OUTCOME_FILE]: outcomeFile,
          [DEPTH]: depth,
        },
      },
    );
    let output = '';
    const keep = (chunk: Buffer) => {
      if (kind === 'soak') process.stdout.write(chunk);
      output = (output + chunk.toString('utf8')).slice(-20_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });

const readOutcome = (file: string): Outcome =>
  existsSync(file)
    ? outcomeSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failures: [], files: [] };

const reportSlowest = ({ files }: Outcome): void => {
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_FILES);
  const names = slowest.map(
    ({ file, seconds }) => `${basename(file).replace('.test.ts', '')} ${seconds.toFixed(1)} s`,
  );
  console.log(`  slowest: ${names.join(', ')}`);
};

const runKind = async (kind: Kind, run: Run): Promise<Outcome> => {
  const folder = makeFolder();
  const outcomeFile = join(folder, 'outcome.json');
  const startedAt = performance.now();
  process.stdout.write(`${kind}: `);
  try {
    const { code, output } = await runVitest(kind, run, folder, outcomeFile);
    const outcome = readOutcome(outcomeFile);
    // An error outside of every test.
    if (code !== 0 && (outcome.failures.length === 0 || output.includes('error during close'))) {
      const at = output.search(/Unhandled Error|error during close/);
      outcome.failures.push({
        file: kind,
        name: '(the run)',
        message: at < 0 ? output : output.slice(at),
      });
    }
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${outcome.passed} passed, ${outcome.failures.length} failed in ${seconds} s`);
    if (outcome.files.length > SLOWEST_FILES) reportSlowest(outcome);
    return outcome;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
};

const report = (kind: Kind, { file, name, message }: Outcome['failures'][number]): void => {
  const lines = message
    .trim()
    .split('\n')
    .filter((line) => line.trim() !== '' && !/node_modules|node:internal|⎯/.test(line))
    .slice(0, MESSAGE_LINES);
  console.log(`\nFAILED ${file}\n  ${name}\n${lines.map((line) => `    ${line}`).join('\n')}`);
  const command = kind === 'soak' ? 'npm run soak --' : `npm test -- ${kind}`;
  console.log(`  again: ${command} ${file === kind ? '' : file}`.trimEnd());
};

const KEEP_TIMES = '--keep-times';
const ALL = 'all';
const words = process.argv.slice(2).filter((word) => word !== KEEP_TIMES);
const chosen = words.filter((word) => word !== ALL);
const [first, ...rest] = chosen;
const filters = isKind(first) ? rest : chosen;
const depth = words.includes(ALL) || first === 'soak' || filters.length > 0 ? WHOLE : 'smallest';
const kinds: readonly Kind[] = isKind(first) ? [first] : KINDS;

const files: Outcome['files'] = [];
let passed = 0;
let failed = 0;
for (const kind of kinds) {
  if (kind === 'e2e' && !ensureChromium())
    console.log('The browser tests need Chromium: install it, or name one with CHROMIUM=/path/to/chromium.');
  const outcome = await runKind(kind, { filters, depth });
  passed += outcome.passed;
  failed += outcome.failures.length;
  files.push(...outcome.files);
  for (const failure of outcome.failures) report(kind, failure);
}
if (process.argv.includes(KEEP_TIMES)) keepFileTimes(files);
if (passed + failed === 0) console.log(`\nNo test matches ${filters.join(' ') || 'these words'}.`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
