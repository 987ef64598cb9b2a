import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ORIGIN_GUARD } from '@prosa/infra/aws/edge-only.ts';
import { BUNDLE_BUDGET_BYTES, bundleFunction, MissingEntry } from '@prosa/infra/bundle.ts';
import { FUNCTIONS } from '@prosa/infra/resources.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, FIRST_VISIT_BUDGET_BYTES, measureFirstVisits } from '../support/first-visit.ts';

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

describe('what the browser loads first', () => {
  it('is within 250 kB compressed, built without a warning', async () => {
    const dist = join(dir, 'app');
    expect(await buildApp(dist)).toBe('');
    const { login, inbox } = await measureFirstVisits(dist);
    expect(login).toBeLessThanOrEqual(FIRST_VISIT_BUDGET_BYTES);
    expect(inbox).toBeLessThanOrEqual(FIRST_VISIT_BUDGET_BYTES);
  }, 120_000);
});
