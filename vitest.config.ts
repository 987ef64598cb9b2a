import { defineConfig } from 'vitest/config';
import { featureTitles } from './frontend/build/feature-titles.ts';
import { SlowestFirst } from './tests/support/slowest-first.ts';

const common = {
  pool: 'forks' as const,
  exclude: ['**/node_modules/**', '**/dist/**', '**/cdk.out/**'],
  // Awaited results come within milliseconds; on a busy machine within seconds.
  expect: { poll: { timeout: 60_000 } },
  // These limits only end what hangs. No file has its own, because a busy machine takes many times as long as a quiet
  // one; a test asserts the product's limits.
  testTimeout: 600_000,
  hookTimeout: 600_000,
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
        },
      },
      {
        plugins: [featureTitles()],
        test: {
          ...common,
          name: 'invariants',
          include: ['tests/invariants/**/*.test.ts'],
        },
      },
      {
        plugins: [featureTitles()],
        test: {
          ...common,
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: ['tests/support/watch-logs.ts'],
        },
      },
      {
        test: {
          ...inSharedProcesses,
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/support/watch-logs.ts', 'tests/e2e/support/demo-data.ts'],
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
