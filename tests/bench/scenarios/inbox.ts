import { chromium, type Page } from 'playwright-core';
import type { StackProcess } from '../../support/stack-process.ts';

const WAIT_MS = 300_000;

/**
 * Signs in with Chromium on a screen of 1440 by 900, and runs `look` on the user's inbox. Closes the browser in any
 * case.
 */
export const inInbox = async <T>(
  stack: StackProcess,
  email: string,
  password: string,
  look: (page: Page) => Promise<T>,
): Promise<T> => {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(WAIT_MS);
    await page.goto(`${stack.url}/login`);
    await page.locator('input[name=email]').fill(email);
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[type=submit]').click();
    await page.waitForURL('**/tickets');
    return await look(page);
  } finally {
    await browser.close();
  }
};

/** Opens the list of all closed tickets, of every user. */
export const openClosedTickets = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Mostrar os de todos' }).click();
  await page.getByRole('tab', { name: 'Resolvidos' }).click();
  await page.locator('main li').first().waitFor();
};
