import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  bundleFunction,
  bundleFunctions,
  type FunctionBundle,
  MissingEntry,
  MODULE_LOAD_BUDGET_CALLS,
} from '@prosa/infra/bundle.ts';
import { countModuleLoads, type ModuleLoad } from '@prosa/infra/module-load.ts';
import { FUNCTIONS, ORIGIN_GUARD } from '@prosa/infra/programs.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isTest, sourceFiles } from './support/source-files.ts';
import { isNode, nameOf, nodesRunByLoading, placeOf } from './support/syntax.ts';

/** Modules that belong in no function: screens, infrastructure, and zod's other languages. */
const FOREIGN =
  /node_modules\/(react|@mui|aws-cdk|aws-cdk-lib|zod-openapi|vitest|baileys)\/|zod\/v4\/locales\/(?!en\.)/;

let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'prosa-bundles-'));
});
afterAll(() => rm(dir, { recursive: true }));

describe('bundles of functions', () => {
  const all = [
    ...Object.entries(FUNCTIONS).map(([name, { entry, bundleKb }]) => ({ name, entry, bundleKb })),
    ORIGIN_GUARD,
  ].map(({ name, entry, bundleKb }) => ({ name, entry, bundleKb }));

  let bundles: ReadonlyMap<string, FunctionBundle & { load: ModuleLoad | undefined }> = new Map();
  beforeAll(async () => {
    const built = await bundleFunctions(all, dir);
    const loads = await countModuleLoads(built.map((bundle) => join(bundle.dir, 'index.mjs')));
    bundles = new Map(built.map((bundle, at) => [bundle.name, { ...bundle, load: loads[at] }]));
  });

  const bundleOf = (name: string) => {
    const bundle = bundles.get(name);
    if (bundle === undefined) throw new Error(`no bundle of ${name}`);
    return bundle;
  };

  it.each(all)(
    '$name is within $bundleKb kB, loads in time and exports its handler',
    ({ name, bundleKb }) => {
      const { bytes, inputs, load } = bundleOf(name);
      expect(bytes).toBeLessThanOrEqual(bundleKb * 1000);
      // A budget far above the actual size would limit nothing.
      expect(bytes * 1.5).toBeGreaterThan(bundleKb * 1000);
      expect(Object.keys(inputs).filter((input) => FOREIGN.test(input))).toEqual([]);
      expect(load?.calls).toBeLessThanOrEqual(MODULE_LOAD_BUDGET_CALLS);
      expect(load?.exports).toContain('handler');
    },
  );

  it('the budget of calls limits the slowest functions, and the count has every call of a load', async () => {
    const calls = [...bundles.values()].map(({ load }) => load?.calls ?? 0);
    expect(Math.max(...calls) * 1.5).toBeGreaterThan(MODULE_LOAD_BUDGET_CALLS);
    const [quick, slow] = [join(dir, 'quick.mjs'), join(dir, 'slow.mjs')];
    await writeFile(quick, 'const work = () => {}; export const handler = () => work();');
    await writeFile(
      slow,
      'const work = () => {}; for (let i = 0; i < 12_345; i++) work(); export const a = 1;',
    );
    expect(await countModuleLoads([quick, slow])).toEqual([
      // Loading calls the module itself twice.
      { calls: 2, exports: ['handler'] },
      { calls: 12_347, exports: [] },
    ]);
  });

  it('a reader of the stream has no routes of the contracts from which it takes views', async () => {
    const { inputs, dir: folder } = bundleOf('live');
    expect(Object.keys(inputs)).toContain('shared/contracts/tags.ts');
    const text = await readFile(join(folder, 'index.mjs'), 'utf8');
    expect(text.match(/["'`]tags\.\w+["'`]/g)).toBeNull();
  });

  it('loading creates no `Intl` object, because each takes some 15 ms; they are created on first use', () => {
    const made = ['shared', 'functions']
      .flatMap(sourceFiles)
      .filter((file) => !isTest(file))
      .flatMap((file) =>
        nodesRunByLoading(file)
          .filter(
            ({ type, object }) => type === 'MemberExpression' && isNode(object) && nameOf(object) === 'Intl',
          )
          .map((node) => placeOf(file, node)),
      );
    expect(made).toEqual([]);
  });

  it('the error for a missing module names its function', async () => {
    await expect(bundleFunction('ghost', 'functions/ghost/handler.ts', dir)).rejects.toThrow(MissingEntry);
    await expect(bundleFunction('ghost', 'functions/ghost/handler.ts', dir)).rejects.toThrow(
      /"ghost".*functions\/ghost\/handler\.ts/,
    );
  });
});
