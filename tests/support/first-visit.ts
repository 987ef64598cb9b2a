import { execFile } from 'node:child_process';
import { readFile, realpath } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import * as z from 'zod';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');

/** Scripts and styles of a first visit, compressed. */
export const FIRST_VISIT_BUDGET_BYTES = 320_000;
const TEXTS = 'lib/texts/locale-pt.ts';
/** What is fetched until nothing more is, by the page that is visited. */
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

/** The files that a visit fetches. */
const filesOf = async (dist: string, visit: Visit): Promise<ReadonlySet<string>> => {
  const manifest = manifestSchema.parse(
    JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')),
  );
  const files = new Set(['index.html']);
  const seen = new Set<string>();
  const open: string[] = [...VISITS[visit]];
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

/**
 * Builds the app of a checkout into a folder as for production, with the maps that {@link modulesOfFirstVisits} reads.
 * @returns what the build printed
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
    // A test runner's own mode would give the development build of React.
    { cwd: ROOT, env: { ...process.env, NODE_ENV: 'production' } },
  );
  return stdout + stderr;
};

/** Compressed bytes of every script and style that a first visit to the sign-in page and to the inbox fetches. */
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
 * Every module with code in what first visits fetch: ours by its path, others by their package.
 * @param root the checkout that was built
 */
export const modulesOfFirstVisits = async (dist: string, root = ROOT): Promise<string[]> => {
  const files = new Set([...(await filesOf(dist, 'login')), ...(await filesOf(dist, 'inbox'))]);
  const base = await realpath(dist);
  const top = await realpath(root);
  const modules = new Set<string>();
  for (const file of files) {
    if (!file.endsWith('.js')) continue;
    // A file that only passes on what others export has no map.
    const map = await readFile(join(base, `${file}.map`), 'utf8').catch(() => '{"sources":[]}');
    for (const source of mapSchema.parse(JSON.parse(map)).sources) {
      const path = resolve(dirname(join(base, file)), source);
      const name = PACKAGE.exec(path)?.[1];
      modules.add(name === undefined ? relative(top, path) : `node_modules/${name}`);
    }
  }
  return [...modules].sort();
};
