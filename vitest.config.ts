import { defineConfig } from 'vitest/config';
import { featureTitles } from './frontend/build/feature-titles.ts';
import { SlowestFirst } from './tests/support/slowest-first.ts';

const common = {
  pool: 'forks' as const,
  exclude: ['**/node_modules/**', '**/dist/**', '**/cdk.out/**'],
  // Awaited results come within milliseconds; on a busy machine within seconds.
  expect: { poll: { timeout: 15_000 } },
};

/**
 * Browser tests share worker processes and their Chromium, because starts take most of a file's time. Each other test
 * file has its own process, because some replace methods of packages, and a shared process grows to gigabytes.
 */
const inSharedProcesses = {
  ...common,
  isolate: false,
  setupFiles: ['tests/support/fresh-modules.ts'],
};

/** Kinds of tests, from fastest to slowest; `npm test` runs them one after the other. */
export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        plugins: [featureTitles()],
        test: {
          ...common,
          name: 'unit',
          include: ['{shared,functions,session-host,infra,frontend,tests/bench}/**/*.test.{ts,tsx}'],
          testTimeout: 20_000,
          hookTimeout: 20_000,
        },
      },
      {
        plugins: [featureTitles()],
        test: {
          ...common,
          name: 'invariants',
          include: ['tests/invariants/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [featureTitles()],
        test: {
          ...common,
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: ['tests/support/watch-logs.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...inSharedProcesses,
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/support/watch-logs.ts', 'tests/e2e/support/demo-data.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          ...common,
          name: 'soak',
          include: ['tests/soak/**/*.test.ts'],
          testTimeout: 3 * 3_600_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
