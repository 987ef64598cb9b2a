import { execFile } from 'node:child_process';
import { readFile, realpath } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import * as z from 'zod';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');

/** Budget for the scripts and styles of a first visit, compressed. */
export const FIRST_VISIT_BUDGET_BYTES = 320_000;
const TEXTS = 'lib/texts/locale-pt.ts';
/** The modules from which the files of a visit follow, by visited page. */
const VISITS = {
  login: ['index.html', 'app/routes/login.tsx', TEXTS],
  inbox: [
    'index.html',
    'app/routes/shell.tsx',
    'app/routes/tickets.tsx',
    'app/routes/tickets-welcome.tsx',
    TEXTS,
  ],
} as const;
type Visit = keyof typeof VISITS;

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
);
const mapSchema = z.object({ sources: z.array(z.string()) });

type Manifest = z.infer<typeof manifestSchema>;
const readManifest = async (dist: string): Promise<Manifest> =>
  manifestSchema.parse(JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')));

/** Returns the files that are fetched for some modules. */
const filesFor = (manifest: Manifest, modules: readonly string[]): ReadonlySet<string> => {
  const files = new Set<string>();
  const seen = new Set<string>();
  const open = [...modules];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (seen.has(key)) continue;
    seen.add(key);
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`the build has no ${key}`);
    files.add(chunk.file);
    for (const file of chunk.css) files.add(file);
    open.push(...chunk.imports);
  }
  return files;
};

/** Returns the files that a visit fetches. */
const filesOf = async (dist: string, visit: Visit): Promise<ReadonlySet<string>> =>
  new Set(['index.html', ...filesFor(await readManifest(dist), VISITS[visit])]);

/** Returns the number of files that each screen fetches when it is opened from the inbox for the first time. */
export const countFilesOfScreens = async (dist: string): Promise<Record<string, number>> => {
  const manifest = await readManifest(dist);
  const inbox = filesFor(manifest, VISITS.inbox);
  const screens = Object.keys(manifest).filter((module) => module.endsWith('-screen.tsx'));
  return Object.fromEntries(
    screens.map((screen) => [
      screen,
      [...filesFor(manifest, [screen])].filter((file) => !inbox.has(file)).length,
    ]),
  );
};

/**
 * Builds the app of a checkout into a folder as for production, with the source maps that {@link
 * modulesOfFirstVisits} reads.
 * @returns the output of the build
 */
export const buildApp = async (dist: string, root = ROOT): Promise<string> => {
  const { stdout, stderr } = await run(
    process.execPath,
    [
      join(ROOT, 'node_modules/vite/bin/vite.js'),
      'build',
      join(root, 'frontend'),
      '--outDir',
      dist,
      '--emptyOutDir',
      '--manifest',
      '--sourcemap',
      'hidden',
      '--logLevel',
      'warn',
    ],
    // The test runner's own mode would build React's development version.
    { cwd: ROOT, env: { ...process.env, NODE_ENV: 'production' } },
  );
  return stdout + stderr;
};

/**
 * Returns the compressed bytes of all scripts and styles that a first visit fetches, of the sign-in page and of the
 * inbox.
 */
export const measureFirstVisits = async (dist: string): Promise<Record<Visit, number>> => {
  const weigh = async (visit: Visit): Promise<number> => {
    let bytes = 0;
    for (const file of await filesOf(dist, visit))
      bytes += gzipSync(await readFile(join(dist, file))).byteLength;
    return bytes;
  };
  return { login: await weigh('login'), inbox: await weigh('inbox') };
};

const PACKAGE = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\/.*$/;

/**
 * Returns every module with code in the files of first visits: our modules by path, others by package.
 * @param root the checkout that was built
 */
export const modulesOfFirstVisits = async (dist: string, root = ROOT): Promise<string[]> => {
  const files = new Set([...(await filesOf(dist, 'login')), ...(await filesOf(dist, 'inbox'))]);
  const base = await realpath(dist);
  const top = await realpath(root);
  const modules = new Set<string>();
  for (const file of files) {
    if (!file.endsWith('.js')) continue;
    // A file that only re-exports others has no source map.
    const map = await readFile(join(base, `${file}.map`), 'utf8').catch(() => '{"sources":[]}');
    for (const source of mapSchema.parse(JSON.parse(map)).sources) {
      const path = resolve(dirname(join(base, file)), source);
      const name = PACKAGE.exec(path)?.[1];
      modules.add(name === undefined ? relative(top, path) : `node_modules/${name}`);
    }
  }
  return [...modules].sort();
};
