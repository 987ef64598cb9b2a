import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LANGUAGES } from '@prosa/shared/entities/user.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isWhole } from '../support/depth.ts';
import {
  buildApp,
  countFilesOfScreens,
  FIRST_VISIT_BUDGET_BYTES,
  measureFirstVisits,
  modulesOfFirstVisits,
} from '../support/first-visit.ts';
import { plantScreens } from '../support/plant-screens.ts';
import { FIRST_LOAD } from './reviewed-first-load.ts';

let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'prosa-first-visit-'));
});
afterAll(() => rm(dir, { recursive: true }));

describe('first load of the browser', () => {
  /** Number of specified screens that are not built yet. */
  const SCREENS_TO_COME = 40;
  const allows = (entry: string, module: string): boolean =>
    entry.endsWith('/') ? module.startsWith(entry) : module === entry;
  const expectWithinBudget = async (dist: string) => {
    const { login, inbox } = await measureFirstVisits(dist);
    expect(login).toBeLessThanOrEqual(FIRST_VISIT_BUDGET_BYTES);
    expect(inbox).toBeLessThanOrEqual(FIRST_VISIT_BUDGET_BYTES);
  };
  /** Each feature's part of the menu, which belongs to a first visit by design. */
  const isManifest = (module: string): boolean => /^frontend\/features\/[\w-]+\/manifest\.ts$/.test(module);
  const reviewable = async (dist: string, root?: string): Promise<string[]> =>
    (await modulesOfFirstVisits(dist, root)).filter((module) => !isManifest(module));
  // The app with more screens, because whatever holds for it holds for the app without them. The whole depth builds both.
  const root = () => join(dir, 'grown');
  const grown = () => join(root(), 'dist');
  let modules: readonly string[] = [];

  beforeAll(async () => {
    await plantScreens(root(), SCREENS_TO_COME);
    expect(await buildApp(grown(), root())).toBe('');
    modules = await reviewable(grown(), root());
  });

  it(`is within 320 kB compressed, also with ${SCREENS_TO_COME} more screens, with their routes, texts, events and reducers`, async () => {
    await expectWithinBudget(grown());
    // The added screens exist in the build: with their texts in each language, and their reducers.
    const files = await readdir(join(grown(), 'assets'));
    expect(files.filter((file) => /^planted\d+-.*\.js$/.test(file)).length).toBeGreaterThanOrEqual(
      SCREENS_TO_COME * (1 + LANGUAGES.length),
    );
  });

  it('contains only reviewed modules', () => {
    expect(modules.filter((module) => !FIRST_LOAD.some((entry) => allows(entry, module)))).toEqual([]);
    expect(FIRST_LOAD.filter((entry) => !modules.some((module) => allows(entry, module)))).toEqual([]);
  });

  const expectFewFiles = async (dist: string, screens: number) => {
    const counts = Object.entries(await countFilesOfScreens(dist));
    expect(counts.length).toBeGreaterThan(screens);
    expect(counts.filter(([, count]) => count > 16)).toEqual([]);
  };

  it('is followed by at most 16 files for another screen', () =>
    expectFewFiles(grown(), SCREENS_TO_COME + 10));

  if (isWhole)
    it('of the app as it is has the same modules and limits', async () => {
      const app = join(dir, 'app');
      expect(await buildApp(app)).toBe('');
      expect(await reviewable(app)).toEqual(modules);
      await expectWithinBudget(app);
      await expectFewFiles(app, 10);
    });
});
