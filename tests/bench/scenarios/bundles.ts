import { BUNDLE_BUDGET_BYTES, bundleFunction, MODULE_LOAD_BUDGET_MS } from '@prosa/infra/bundle.ts';
import { measureModuleLoad } from '@prosa/infra/module-load.ts';
import { FUNCTIONS } from '@prosa/infra/resources.ts';
import type { Figure } from '../run.ts';

/** Size and load time of every function's bundle. */
export const measureBundles = async (): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const [name, { entry }] of Object.entries(FUNCTIONS)) {
    const bundle = await bundleFunction(name, entry);
    const loadMs = await measureModuleLoad(bundle.dir);
    figures.push({
      name,
      value: `${(bundle.bytes / 1000).toFixed(0)} kB, loads in ${loadMs.toFixed(0)} ms`,
      target: `≤ ${BUNDLE_BUDGET_BYTES / 1000} kB, ≤ ${MODULE_LOAD_BUDGET_MS} ms`,
      met: bundle.bytes <= BUNDLE_BUDGET_BYTES && loadMs <= MODULE_LOAD_BUDGET_MS,
    });
  }
  return figures;
};
