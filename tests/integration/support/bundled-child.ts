import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { bundleFunction, REPOSITORY_ROOT } from '@prosa/infra/bundle.ts';
import { afterAll, beforeAll } from 'vitest';

/**
 * Bundles a program for processes that a test kills, as functions are deployed: a bundle starts in half the CPU
 * time that loading its modules one by one takes. Call at the top level.
 * @param source absolute path of the program's module
 * @returns a function that returns the path of the bundle, once the hooks have run
 */
export const useBundle = (source: string): (() => string) => {
  let folder = '';
  let script = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'prosa-child-'));
    const { dir } = await bundleFunction('child', relative(REPOSITORY_ROOT, source), folder);
    script = join(dir, 'index.mjs');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return () => script;
};
