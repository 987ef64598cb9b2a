import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  bundleFunction,
  bundleFunctions,
  type FunctionBundle,
  MissingEntry,
  MODULE_LOAD_BUDGET_RATIO,
} from '@prosa/infra/bundle.ts';
import { compareModuleLoad } from '@prosa/infra/module-load.ts';
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

  let client = '';
  let bundles: ReadonlyMap<string, FunctionBundle> = new Map();
  beforeAll(async () => {
    client = (await bundleFunction('table-client', 'functions/platform/aws/dynamodb.ts', dir)).dir;
    bundles = new Map((await bundleFunctions(all, dir)).map((bundle) => [bundle.name, bundle]));
  });

  it.each(all)(
    '$name is within $bundleKb kB, loads in time and exports its handler',
    async ({ name, bundleKb }) => {
      const bundle = bundles.get(name);
      if (bundle === undefined) throw new Error(`no bundle of ${name}`);
      expect(bundle.bytes).toBeLessThanOrEqual(bundleKb * 1000);
      // A budget far above the actual size would limit nothing.
      expect(bundle.bytes * 1.5).toBeGreaterThan(bundleKb * 1000);
      expect(Object.keys(bundle.inputs).filter((input) => FOREIGN.test(input))).toEqual([]);
      expect(await compareModuleLoad(bundle.dir, client, MODULE_LOAD_BUDGET_RATIO)).toBeLessThanOrEqual(
        MODULE_LOAD_BUDGET_RATIO,
      );
      const module: Record<string, unknown> = await import(join(bundle.dir, 'index.mjs'));
      expect(module.handler).toBeTypeOf('function');
    },
  );

  it('a reader of the stream has no routes of the contracts from which it takes views', async () => {
    const bundle = bundles.get('live');
    expect(Object.keys(bundle?.inputs ?? {})).toContain('shared/contracts/tags.ts');
    const text = await readFile(join(bundle?.dir ?? '', 'index.mjs'), 'utf8');
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
