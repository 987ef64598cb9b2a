import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ROOT } from './support/source-files.ts';

const readJson = <S extends z.ZodType>(path: string, schema: S): z.output<S> =>
  schema.parse(JSON.parse(readFileSync(join(ROOT, path), 'utf8')));

const names = z.record(z.string(), z.string());
const manifest = z.object({
  workspaces: z.array(z.string()).default([]),
  scripts: names.default({}),
  dependencies: names.default({}),
  devDependencies: names.default({}),
  optionalDependencies: names.default({}),
});
const lock = readJson(
  'package-lock.json',
  z.object({
    packages: z.record(
      z.string(),
      z.looseObject({
        version: z.string().optional(),
        resolved: z.string().optional(),
        integrity: z.string().optional(),
        link: z.boolean().optional(),
        inBundle: z.boolean().optional(),
      }),
    ),
  }),
);
const deny = readJson(
  'tests/invariants/deny.json',
  z.object({ refused: names, exactly: names, atLeast: names }),
);
const root = readJson('package.json', manifest);
const manifests = ['', ...root.workspaces.map((workspace) => `${workspace}/`)].map((folder) => ({
  folder,
  ...readJson(`${folder}package.json`, manifest),
}));

const installed = Object.entries(lock.packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
  .map(([path, entry]) => ({
    ...entry,
    path,
    name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
  }));

/** An entry without an address comes from the registry that is configured. */
const REGISTRY = 'https://registry.npmjs.org/';

const numbers = (version: string): number[] => (version.split('-')[0] ?? '').split('.').map(Number);
const isAtLeast = (version: string, lowest: string): boolean => {
  const [have, need] = [numbers(version), numbers(lowest)];
  const at = need.findIndex((part, index) => (have[index] ?? 0) !== part);
  return at < 0 || (have[at] ?? 0) > (need[at] ?? 0);
};

describe('S-65 packages', () => {
  it('reads the lockfile', () => {
    expect(installed.length).toBeGreaterThan(300);
    expect(isAtLeast('21.3.10', '21.3.2')).toBe(true);
    expect(isAtLeast('21.2.9', '21.3.2')).toBe(false);
  });

  it('has none that is refused', () => {
    expect(installed.filter(({ name }) => name in deny.refused).map(({ path }) => path)).toEqual([]);
  });

  it('has those that must be of one version at that version', () => {
    const wrong = installed.filter(
      ({ name, version }) => deny.exactly[name] !== undefined && deny.exactly[name] !== version,
    );
    expect(wrong.map(({ path, version }) => `${path} ${version}`)).toEqual([]);
    expect(installed.some(({ name }) => name === 'baileys')).toBe(true);
  });

  it('has none below the version that mended it', () => {
    const old = installed.filter(({ name, version = '' }) => {
      const lowest = deny.atLeast[name];
      return lowest !== undefined && !isAtLeast(version, lowest);
    });
    expect(old.map(({ path, version }) => `${path} ${version}`)).toEqual([]);
  });

  it('pins every dependency to one version', () => {
    const loose = manifests.flatMap(({ folder, dependencies, devDependencies, optionalDependencies }) =>
      Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
        .filter(([, range]) => !/^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(range))
        .map(([name, range]) => `${folder}package.json: ${name} ${range}`),
    );
    expect(loose).toEqual([]);
  });

  it('takes everything from the registry, with its hash', () => {
    const odd = installed.filter(
      ({ resolved, integrity, inBundle }) =>
        inBundle !== true &&
        ((resolved ?? REGISTRY).startsWith(REGISTRY) === false || integrity?.startsWith('sha512-') !== true),
    );
    expect(odd.map(({ path, resolved }) => `${path} ${resolved}`)).toEqual([]);
  });

  it('runs no script of our own at install', () => {
    for (const { scripts } of manifests) {
      expect(Object.keys(scripts).filter((name) => /^(pre|post)?(install|prepare)/.test(name))).toEqual([]);
    }
    expect(readdirSync(ROOT)).toContain('package-lock.json');
  });
});
