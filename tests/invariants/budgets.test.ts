import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { ORIGIN_GUARD } from '@prosa/infra/aws/edge-only.ts';
import { BUNDLE_BUDGET_BYTES, bundleFunction, MissingEntry } from '@prosa/infra/bundle.ts';
import { FUNCTIONS } from '@prosa/infra/resources.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from './support/source-files.ts';

const run = promisify(execFile);
/** What the browser loads before it shows anything, compressed. */
const FIRST_LOAD_BUDGET_BYTES = 250_000;
/** What belongs to no function: screens, the infrastructure, and schemas in every language. */
const FOREIGN =
  /node_modules\/(react|@mui|aws-cdk|aws-cdk-lib|zod-openapi|vitest|baileys)\/|zod\/v4\/locales\/(?!en\.)/;

let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'prosa-bundles-'));
});
afterAll(() => rm(dir, { recursive: true }));

describe('what a function loads', () => {
  const all = [...Object.entries(FUNCTIONS).map(([name, { entry }]) => ({ name, entry })), ORIGIN_GUARD];

  it.each(all.map(({ name, entry }) => ({ name, entry })))(
    '$name is within 700 kB and exports its handler',
    async ({ name, entry }) => {
      const bundle = await bundleFunction(name, entry, dir);
      expect(bundle.bytes).toBeLessThanOrEqual(BUNDLE_BUDGET_BYTES);
      expect(Object.keys(bundle.inputs).filter((input) => FOREIGN.test(input))).toEqual([]);
      const module: Record<string, unknown> = await import(join(bundle.dir, 'index.mjs'));
      expect(module.handler).toBeTypeOf('function');
    },
  );

  it('a function without a module is named', async () => {
    await expect(bundleFunction('ghost', 'functions/ghost/handler.ts', dir)).rejects.toThrow(MissingEntry);
    await expect(bundleFunction('ghost', 'functions/ghost/handler.ts', dir)).rejects.toThrow(
      /"ghost".*functions\/ghost\/handler\.ts/,
    );
  });
});

/** The page, and all scripts and styles it names. */
const firstLoad = async (dist: string): Promise<{ file: string; bytes: number }[]> => {
  const page = await readFile(join(dist, 'index.html'), 'utf8');
  const files = [...page.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(([, file = '']) => file);
  return Promise.all(
    ['index.html', ...files].map(async (file) => ({
      file,
      bytes: gzipSync(await readFile(join(dist, file))).byteLength,
    })),
  );
};

describe('what the browser loads first', () => {
  it('is within 250 kB compressed', async () => {
    const dist = join(dir, 'app');
    await run(
      process.execPath,
      [
        join(ROOT, 'node_modules/vite/bin/vite.js'),
        'build',
        join(ROOT, 'frontend'),
        '--outDir',
        dist,
        '--logLevel',
        'error',
      ],
      // The runner's own mode would give the development build of React.
      { cwd: ROOT, env: { ...process.env, NODE_ENV: 'production' } },
    );
    const files = await firstLoad(dist);
    expect(files.length).toBeGreaterThan(1);
    expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(FIRST_LOAD_BUDGET_BYTES);
  }, 120_000);
});
