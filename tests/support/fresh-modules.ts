import { afterAll, vi } from 'vitest';

/**
 * Isolates test files that run in the same process. The process and its loaded packages are reused, because they take
 * most of the time of a start. Each file evaluates the modules of the project again, so that their state is fresh.
 * Environment, time and globals are restored.
 */
const environment = { ...process.env };

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  vi.resetModules();
});
