import { afterAll, beforeAll } from 'vitest';
import { type App, type AppOptions, startApp, type Visitor } from './app.ts';

/** Starts the system for a test file and signs in the demo company's administrator. */
export const useApp = (options: AppOptions = {}): { app: () => App; ana: () => Visitor } => {
  let running: { app: App; ana: Visitor } | undefined;
  beforeAll(async () => {
    const app = await startApp(options);
    running = { app, ana: await app.signIn('ana@demo.local') };
  });
  afterAll(() => running?.app.stop());
  const current = () => {
    if (running === undefined) throw new Error('the system is not started yet');
    return running;
  };
  return { app: () => current().app, ana: () => current().ana };
};
