import { beforeAll, beforeEach } from 'vitest';
import { type App, startApp, type Visitor } from './app.ts';

/**
 * Starts the system for a test file and signs in the demo company's administrator; a failed test leaves screenshots.
 */
export const useApp = (
  options: Parameters<typeof startApp>[0] = {},
): { app: () => App; ana: () => Visitor } => {
  let running: { app: App; ana: Visitor } | undefined;
  beforeAll(async () => {
    const app = await startApp(options);
    running = { app, ana: await app.signIn('ana@demo.local') };
    return app.stop;
  });
  const current = () => {
    if (running === undefined) throw new Error('the system is not started yet');
    return running;
  };
  beforeEach(({ onTestFailed, task }) => onTestFailed(() => current().app.keepEvidence(task.name)));
  return { app: () => current().app, ana: () => current().ana };
};
