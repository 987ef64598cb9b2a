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
        /** The installed package's real name, if it differs from the imported one. */
        name: z.string().optional(),
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
  z.object({ refused: names, aliased: names, exactly: names, atLeast: names }),
);
const root = readJson('package.json', manifest);
const manifests = ['', ...root.workspaces.map((workspace) => `${workspace}/`)].map((folder) => ({
  folder,
  ...readJson(`${folder}package.json`, manifest),
}));

type Locked = (typeof lock)['packages'];

/** Returns every installed package: the name it is imported by, and its real name. */
const installedIn = (packages: Locked) =>
  Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
    .map(([path, entry]) => {
      const importedAs = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { ...entry, path, importedAs, name: entry.name ?? importedAs };
    });
const installed = installedIn(lock.packages);

/** Returns the paths of refused packages: by their own name, or by a refused name that is another package's alias. */
const refusedIn = (packages: Locked): string[] =>
  installedIn(packages)
    .filter(
      ({ name, importedAs }) =>
        name in deny.refused || (importedAs in deny.refused && deny.aliased[importedAs] !== name),
    )
    .map(({ path }) => path);

/** Returns the paths of packages below their fixed version. */
const outdatedIn = (packages: Locked): string[] =>
  installedIn(packages).flatMap(({ path, name, version = '' }) => {
    const lowest = deny.atLeast[name];
    return lowest !== undefined && !isAtLeast(version, lowest) ? [`${path} ${version}`] : [];
  });

/** An entry without an address comes from the configured registry. */
const REGISTRY = 'https://registry.npmjs.org/';

const numbers = (version: string): number[] => (version.split('-')[0] ?? '').split('.').map(Number);
const isAtLeast = (version: string, lowest: string): boolean => {
  const [have, need] = [numbers(version), numbers(lowest)];
  const at = need.findIndex((part, index) => (have[index] ?? 0) !== part);
  return at < 0 || (have[at] ?? 0) > (need[at] ?? 0);
};

describe('S-65 packages', () => {
  it('the lockfile is read, and versions are compared by number', () => {
    expect(installed.length).toBeGreaterThan(300);
    expect(isAtLeast('21.3.10', '21.3.2')).toBe(true);
    expect(isAtLeast('21.2.9', '21.3.2')).toBe(false);
  });

  it('no installed package is refused', () => {
    expect(refusedIn(lock.packages)).toEqual([]);
  });

  it('S-32 the maintained spreadsheet package is allowed under the name of the original, and the original is refused', () => {
    const spreadsheets = (entry: Locked[string], path = 'node_modules/xlsx') => {
      const packages = { '': {}, [path]: entry };
      return [...refusedIn(packages), ...outdatedIn(packages)];
    };
    expect(spreadsheets({ name: '@e965/xlsx', version: '0.20.3' })).toEqual([]);
    expect(spreadsheets({ name: '@e965/xlsx', version: '0.21.0' })).toEqual([]);
    expect(spreadsheets({ version: '0.20.3' }, 'node_modules/@e965/xlsx')).toEqual([]);
    expect(spreadsheets({ name: '@e965/xlsx', version: '0.20.2' })).toEqual(['node_modules/xlsx 0.20.2']);
    expect(spreadsheets({ version: '0.18.5' })).toEqual(['node_modules/xlsx']);
    expect(spreadsheets({ version: '0.20.3' })).toEqual(['node_modules/xlsx']);
    expect(spreadsheets({ name: 'somebody-elses-xlsx', version: '0.20.3' })).toEqual(['node_modules/xlsx']);
    expect(spreadsheets({ name: 'xlsx', version: '0.18.5' }, 'node_modules/sheets')).toEqual([
      'node_modules/sheets',
    ]);
    expect(spreadsheets({ version: '0.18.5' }, 'node_modules/a/node_modules/xlsx')).toHaveLength(1);
  });

  it('packages with a required version have exactly that version', () => {
    const wrong = installed.filter(
      ({ name, version }) => deny.exactly[name] !== undefined && deny.exactly[name] !== version,
    );
    expect(wrong.map(({ path, version }) => `${path} ${version}`)).toEqual([]);
    expect(installed.some(({ name }) => name === 'baileys')).toBe(true);
  });

  it('no installed package is below its fixed version', () => {
    expect(outdatedIn(lock.packages)).toEqual([]);
  });

  it('every dependency is pinned to one version', () => {
    const loose = manifests.flatMap(({ folder, dependencies, devDependencies, optionalDependencies }) =>
      Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
        .filter(([, range]) => !/^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(range))
        .map(([name, range]) => `${folder}package.json: ${name} ${range}`),
    );
    expect(loose).toEqual([]);
  });

  it('every package comes from the registry, with its hash', () => {
    const odd = installed.filter(
      ({ resolved, integrity, inBundle }) =>
        inBundle !== true &&
        ((resolved ?? REGISTRY).startsWith(REGISTRY) === false || integrity?.startsWith('sha512-') !== true),
    );
    expect(odd.map(({ path, resolved }) => `${path} ${resolved}`)).toEqual([]);
  });

  it('no script of our own runs at install', () => {
    for (const { scripts } of manifests) {
      expect(Object.keys(scripts).filter((name) => /^(pre|post)?(install|prepare)/.test(name))).toEqual([]);
    }
    expect(readdirSync(ROOT)).toContain('package-lock.json');
  });
});
