import { defineConfig } from 'vitest/config';
import { featureTitles } from './frontend/build/feature-titles.ts';
import { isWhole, WHOLE_ONLY } from './tests/support/depth.ts';
import { sharedProcesses } from './tests/support/shared-processes.ts';
import { SlowestFirst } from './tests/support/slowest-first.ts';

const common = {
  exclude: ['**/node_modules/**', '**/dist/**', '**/cdk.out/**'],
  // Awaited results come within milliseconds; on a busy machine within seconds.
  expect: { poll: { timeout: 60_000 } },
  // These limits only end what hangs. No file has its own, because a busy machine takes many times as long as a quiet
  // one; a test asserts the product's limits.
  testTimeout: 600_000,
  hookTimeout: 600_000,
};

const leftOut = isWhole ? [] : Object.keys(WHOLE_ONLY);

/** Files share processes, because loading packages and starting Chromium take most of the time of many files. */
const inSharedProcesses = {
  ...common,
  pool: sharedProcesses,
  isolate: false,
  setupFiles: ['tests/support/fresh-modules.ts'],
};

/** Kinds of tests, from fastest to slowest; `npm test` runs them one after the other. */
export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    // Entries are found by the content of their files, so none is out of date.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/prosa/transformed' },
    projects: [
      {
        plugins: [featureTitles()],
        test: {
          ...inSharedProcesses,
          name: 'unit',
          include: ['{shared,functions,session-host,infra,frontend,tests/bench}/**/*.test.{ts,tsx}'],
        },
      },
      {
        plugins: [featureTitles()],
        test: {
          ...inSharedProcesses,
          name: 'invariants',
          include: ['tests/invariants/**/*.test.ts'],
          globalSetup: ['tests/invariants/support/shared-folder.ts'],
        },
      },
      {
        plugins: [featureTitles()],
        test: {
          ...inSharedProcesses,
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          exclude: [...common.exclude, ...leftOut],
          globalSetup: ['tests/support/watch-logs.ts'],
        },
      },
      {
        plugins: [featureTitles()],
        test: {
          ...inSharedProcesses,
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: [...common.exclude, ...leftOut],
          setupFiles: [...inSharedProcesses.setupFiles, 'tests/e2e/support/close-pages.ts'],
          globalSetup: ['tests/support/watch-logs.ts', 'tests/e2e/support/demo-data.ts'],
        },
      },
      {
        plugins: [featureTitles()],
        test: {
          ...common,
          name: 'soak',
          include: ['tests/soak/**/*.test.ts', 'tests/integration/convergence.test.ts'],
          env: { PROSA_SOAK: 'yes' },
          testTimeout: 3 * 3_600_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
