import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import * as z from 'zod';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');

/** Scripts and styles of a first visit, compressed. */
export const FIRST_VISIT_BUDGET_BYTES = 320_000;
const TEXTS = 'lib/locale-pt.ts';
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

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
);
type Manifest = z.infer<typeof manifestSchema>;

const filesOf = (manifest: Manifest, entries: readonly string[]): ReadonlySet<string> => {
  const files = new Set(['index.html']);
  const seen = new Set<string>();
  const open = [...entries];
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

/** Builds the app into a folder as for production. @returns what the build printed */
export const buildApp = async (dist: string): Promise<string> => {
  const { stdout, stderr } = await run(
    process.execPath,
    [
      join(ROOT, 'node_modules/vite/bin/vite.js'),
      'build',
      join(ROOT, 'frontend'),
      '--outDir',
      dist,
      '--emptyOutDir',
      '--manifest',
      '--logLevel',
      'warn',
    ],
    // A test runner's own mode would give the development build of React.
    { cwd: ROOT, env: { ...process.env, NODE_ENV: 'production' } },
  );
  return stdout + stderr;
};

/** Compressed bytes of every script and style that a first visit to the sign-in page and to the inbox fetches. */
export const measureFirstVisits = async (dist: string): Promise<{ login: number; inbox: number }> => {
  const manifest = manifestSchema.parse(
    JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')),
  );
  const weigh = async (entries: readonly string[]): Promise<number> => {
    let bytes = 0;
    for (const file of filesOf(manifest, entries))
      bytes += gzipSync(await readFile(join(dist, file))).byteLength;
    return bytes;
  };
  return { login: await weigh(VISITS.login), inbox: await weigh(VISITS.inbox) };
};
