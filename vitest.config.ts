import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './tests/support/slowest-first.ts';

const common = {
  pool: 'forks' as const,
  exclude: ['**/node_modules/**', '**/dist/**', '**/cdk.out/**'],
  // What is awaited comes within milliseconds, and on a machine with other work within seconds.
  expect: { poll: { timeout: 15_000 } },
};

/** Kinds of tests, from the quickest to the slowest; `npm test` runs them one after the other. */
export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: ['{shared,functions,session-host,infra,frontend,tests/bench}/**/*.test.{ts,tsx}'],
          testTimeout: 20_000,
          hookTimeout: 20_000,
        },
      },
      {
        test: {
          ...common,
          name: 'invariants',
          include: ['tests/invariants/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
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
          ...common,
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
