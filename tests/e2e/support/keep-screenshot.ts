import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const directory = fileURLToPath(new URL('../screenshots', import.meta.url));

/** Saves a screenshot of a page as a PNG under `tests/e2e/screenshots`. */
export const keepScreenshot = async (page: Page, name: string): Promise<void> => {
  mkdirSync(directory, { recursive: true });
  await page.screenshot({ path: join(directory, `${name}.png`), animations: 'disabled', caret: 'hide' });
};
