#!/usr/bin/env node
/**
 * Runs first in every npm script, on the Node that started npm: installs missing packages, builds the app when its
 * sources changed, and hands over to the Node version of production. Uses no package that would have to be installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const inRoot = (...parts) => join(root, ...parts);
const NODE = inRoot('node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
const BUILD_STAMP = inRoot('node_modules/.cache/prosa/app-build');
/** Node keeps compiled modules here, which shortens every start by a fifth. */
const COMPILED = inRoot('node_modules/.cache/prosa/compiled');
const OLDEST_NODE = 20;
const PARENT_CHECK_MS = 500;

const say = (text) => process.stderr.write(`${text}\n`);
const fail = (text) => {
  say(text);
  process.exit(1);
};
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** Runs a command and shows its output; ends this program when the command fails. */
const run = (what, command, args, options = {}) => {
  const { status, signal, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    ...options,
  });
  // Ctrl-C ended it, and is no failure.
  if (signal !== null) process.exit(128 + constants.signals[signal]);
  if (error !== undefined) fail(`${what} failed: ${error.message}`);
  if (status !== 0) fail(`${what} failed (exit code ${status}).`);
};

const npm = (what, args) =>
  // npm passes its own path to its scripts; PATH may contain another npm, or none.
  process.env.npm_execpath === undefined
    ? run(what, process.platform === 'win32' ? 'npm.cmd' : 'npm', args)
    : run(what, process.execPath, [process.env.npm_execpath, ...args]);

/** Whether node_modules matches the lockfile, according to npm's own record of the installation. */
const isInstalled = () => {
  const record = inRoot('node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = readJson(record).packages;
  return Object.entries(readJson(inRoot('package-lock.json')).packages).every(([path, wanted]) => {
    if (!path.includes('node_modules/') || wanted.link === true) return true;
    const found = installed[path];
    return found === undefined ? wanted.optional === true : found.version === wanted.version;
  });
};

/**
 * Whether the lockfile names every optional package. A lockfile written against a registry without other platforms'
 * binaries does not, and `npm ci` refuses it; `npm install --no-save` installs the same locked versions without
 * changing the file.
 */
const isLockComplete = () => {
  const { packages } = readJson(inRoot('package-lock.json'));
  const names = new Set(Object.keys(packages).map((path) => path.split('node_modules/').pop()));
  return Object.values(packages).every(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies).every((name) => names.has(name)),
  );
};

const install = () => {
  if (!isInstalled()) {
    say('Installing packages (once, and after an update; a minute or two)…');
    const how = isLockComplete() ? ['ci'] : ['install', '--no-save'];
    npm('Installing packages', [...how, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
  }
  if (!existsSync(NODE)) {
    say('Fetching the Node.js that production runs…');
    npm('Fetching Node.js', ['rebuild', 'node', '--ignore-scripts=false']);
    if (!existsSync(NODE)) fail(`Node.js did not arrive at ${NODE}.`);
  }
};

const SKIPPED = new Set(['node_modules', 'dist']);
const listSources = (directory) =>
  readdirSync(directory, { withFileTypes: true })
    .filter((entry) => !SKIPPED.has(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) return listSources(path);
      return /\.(test\.tsx?|md)$/.test(entry.name) ? [] : [path];
    });

const buildApp = () => {
  const hash = createHash('sha256');
  for (const path of [
    ...listSources(inRoot('frontend')),
    ...listSources(inRoot('shared')),
    inRoot('package-lock.json'),
  ]) {
    hash.update(path).update(readFileSync(path));
  }
  const stamp = hash.digest('hex');
  const isFresh =
    existsSync(inRoot('frontend/dist/index.html')) &&
    existsSync(BUILD_STAMP) &&
    readFileSync(BUILD_STAMP, 'utf8') === stamp;
  if (isFresh) return;
  say('Building the app…');
  // Without the stamp, an interrupted build does not count as complete.
  rmSync(BUILD_STAMP, { force: true });
  run('Building the app', NODE, [
    inRoot('node_modules/vite/bin/vite.js'),
    'build',
    'frontend',
    '--logLevel',
    'warn',
  ]);
  mkdirSync(dirname(BUILD_STAMP), { recursive: true });
  writeFileSync(BUILD_STAMP, stamp);
};

/** Runs a program in place of this process: with its output, its exit code, and our signals. */
const handOver = (args) => {
  // The closed IPC channel tells the child that this process ended.
  const child = spawn(NODE, args, {
    cwd: root,
    env: { NODE_COMPILE_CACHE: COMPILED, ...process.env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // npm runs this process below a shell that does not forward signals. When the parent process is gone, npm was
  // ended.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), PARENT_CHECK_MS).unref();
  child.on('error', (error) => fail(error.message));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
};

const check = () => {
  const steps = [
    ['Style', ['node_modules/@biomejs/biome/bin/biome', 'check', '.']],
    ['Types', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json']],
    ['Types of the app', ['node_modules/typescript/bin/tsc', '-p', 'frontend/tsconfig.json']],
    ['Types of the tests that run the app', ['node_modules/typescript/bin/tsc', '-p', 'tests/tsconfig.json']],
    ['Dead code', ['node_modules/knip/bin/knip.js']],
  ];
  const failed = steps.filter(([what, [script, ...args]]) => {
    say(`${what}…`);
    return spawnSync(NODE, [inRoot(script), ...args], { cwd: root, stdio: 'inherit' }).status !== 0;
  });
  if (failed.length > 0) fail(`Failed: ${failed.map(([what]) => what.toLowerCase()).join(', ')}.`);
  say('All clean.');
};

const cdk = (args) => handOver([inRoot('node_modules/aws-cdk/bin/cdk'), ...args]);

/**
 * Returns arguments that approve changes. The CDK asks for approval before each stack that widens permissions or
 * opens ports; without a terminal, the deployment would fail there.
 */
const approval = (args) =>
  (process.stdin.isTTY && process.stdout.isTTY) || args.includes('--require-approval')
    ? []
    : ['--require-approval', 'never'];

const [command, ...args] = process.argv.slice(2);
const commands = {
  start: () => {
    buildApp();
    handOver([...readJson(inRoot('infra/local/node-options.json')), inRoot('infra/local/main.ts'), ...args]);
  },
  test: () => {
    // Unit and integration tests do not open the app.
    if (args[0] !== 'unit' && args[0] !== 'integration') buildApp();
    handOver([inRoot('tests/run.ts'), ...args]);
  },
  soak: () => {
    buildApp();
    handOver([inRoot('tests/run.ts'), 'soak', ...args]);
  },
  check,
  bench: () => {
    buildApp();
    handOver([inRoot('tests/bench/run.ts'), ...args]);
  },
  screenshots: () => {
    buildApp();
    handOver([inRoot('tests/screenshots/take.ts'), ...args]);
  },
  replay: () => handOver([inRoot('infra/replay.ts'), ...args]),
  rows: () => handOver([inRoot('infra/rows.ts'), ...args]),
  doctor: () => handOver([inRoot('infra/aws/doctor.ts'), ...args]),
  synth: () => cdk(['synth', '--quiet', ...args]),
  bootstrap: () => cdk(['bootstrap', ...args]),
  deploy: () => cdk(['deploy', '--all', ...approval(args), ...args]),
  'first-user': () => handOver([inRoot('infra/aws/first-user.ts'), ...args]),
  remove: () => cdk(['destroy', '--all', ...args]),
};

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  fail(`Node.js ${OLDEST_NODE} or newer is needed to start; this is ${process.version}.`);
}
if (!Object.hasOwn(commands, command)) fail(`Usage: npm ${Object.keys(commands).join(' | npm run ')}`);
install();
commands[command]();
