import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const directory = fileURLToPath(new URL('../screenshots', import.meta.url));

/** Saves a screenshot of a page as a PNG under `tests/e2e/screenshots`. */
export const saveScreenshot = async (page: Page, name: string): Promise<void> => {
  mkdirSync(directory, { recursive: true });
  await page.screenshot({ path: join(directory, `${name}.png`), animations: 'disabled', caret: 'hide' });
};

/**
 * Saves a screenshot if the environment variable `SCREENSHOTS` is set. No test compares these screenshots; they are for
 * people who want to see the states that the tests reach.
 */
export const keepScreenshot = async (page: Page, name: string): Promise<void> => {
  if (process.env.SCREENSHOTS !== undefined) await saveScreenshot(page, name);
};
