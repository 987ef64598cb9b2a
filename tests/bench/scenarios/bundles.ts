import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFunction, MODULE_LOAD_BUDGET_MS } from '@prosa/infra/bundle.ts';
import { measureModuleLoad } from '@prosa/infra/module-load.ts';
import { FUNCTIONS } from '@prosa/infra/programs.ts';
import { buildApp, FIRST_VISIT_BUDGET_BYTES, measureFirstVisits } from '../../support/first-visit.ts';
import type { Figure } from '../figure.ts';

/** Measures the compressed scripts and styles of a first visit. */
const measureApp = async (): Promise<Figure[]> => {
  const dist = await mkdtemp(join(tmpdir(), 'prosa-app-'));
  try {
    await buildApp(dist);
    const { login, inbox } = await measureFirstVisits(dist);
    const figure = (name: string, bytes: number): Figure => ({
      name,
      value: `${(bytes / 1000).toFixed(0)} kB gzip`,
      target: `≤ ${FIRST_VISIT_BUDGET_BYTES / 1000} kB`,
      met: bytes <= FIRST_VISIT_BUDGET_BYTES,
    });
    return [figure('first load, sign-in page', login), figure('first load, inbox', inbox)];
  } finally {
    await rm(dist, { recursive: true, force: true });
  }
};

/** Measures the size and load time of every function's bundle, and the browser's first load. */
export const measureBundles = async (): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const [name, { entry, bundleKb }] of Object.entries(FUNCTIONS)) {
    const bundle = await bundleFunction(name, entry);
    const loadMs = await measureModuleLoad(bundle.dir);
    figures.push({
      name,
      value: `${(bundle.bytes / 1000).toFixed(0)} kB, loads in ${loadMs.toFixed(0)} ms`,
      target: `≤ ${bundleKb} kB, ≤ ${MODULE_LOAD_BUDGET_MS} ms`,
      met: bundle.bytes <= bundleKb * 1000 && loadMs <= MODULE_LOAD_BUDGET_MS,
    });
  }
  return [...figures, ...(await measureApp())];
};
