import type { BrowserContext } from 'playwright-core';
import { afterEach, beforeEach } from 'vitest';
import { saveScreenshot } from './keep-screenshot.ts';

let openBefore: readonly BrowserContext[] = [];

const openContexts = (): readonly BrowserContext[] =>
  [...(globalThis.keptBrowsers?.values() ?? [])].flatMap((browser) => browser.contexts());

const keepEvidence = async (test: string): Promise<void> => {
  const name = test.replace(/\W+/g, '-');
  for (const [index, page] of openContexts()
    .flatMap((context) => context.pages())
    .entries())
    await saveScreenshot(page, `failed-${name}-${index}`);
};

/**
 * Closes the pages that a test opened, because each would render the events of all later tests. Pages that were open
 * before the test stay. If the test failed, a screenshot of every open page is saved.
 */
beforeEach(() => {
  openBefore = openContexts();
});

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await keepEvidence(task.fullTestName);
  const opened = openContexts().filter((context) => !openBefore.includes(context));
  for (const context of opened) await context.close();
});
