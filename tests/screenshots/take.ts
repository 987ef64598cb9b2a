import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import * as z from 'zod';
import { openTicket } from '../e2e/support/inbox.ts';
import { waitConnected } from '../support/customer.ts';
import { startStackProcess } from '../support/stack-process.ts';

const PASSWORD = 'Picture-password-1';
const SIZE = { width: 1440, height: 900 } as const;
const QUALITY = 0.8;
const PATIENCE_MS = 60_000;

/**
 * Converts a picture to WebP, a third of a PNG's size: both themes together stay under 200 kB. The browser encodes
 * it.
 */
const asWebp = async (blank: Page, png: Buffer): Promise<Buffer> => {
  const url = await blank.evaluate(`(async () => {
    const picture = new Image();
    picture.src = 'data:image/png;base64,${png.toString('base64')}';
    await picture.decode();
    const canvas = document.createElement('canvas');
    canvas.width = picture.width;
    canvas.height = picture.height;
    canvas.getContext('2d').drawImage(picture, 0, 0);
    return canvas.toDataURL('image/webp', ${QUALITY});
  })()`);
  const [, base64 = ''] = z.string().startsWith('data:image/webp;base64,').parse(url).split(',');
  return Buffer.from(base64, 'base64');
};

/**
 * Takes the pictures of README.md: the inbox of the demo company, light and dark. `npm run screenshots` makes them
 * again.
 */
const dataDir = await mkdtemp(join(tmpdir(), 'prosa-screenshots-'));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const stack = await startStackProcess(dataDir, { PROSA_ADMIN_PASSWORD: PASSWORD });
  try {
    await waitConnected(stack.url);
    for (const theme of ['light', 'dark'] as const) {
      const page = await browser.newPage({
        viewport: SIZE,
        locale: 'pt-BR',
        timezoneId: 'America/Sao_Paulo',
        colorScheme: theme,
        reducedMotion: 'reduce',
      });
      page.setDefaultTimeout(PATIENCE_MS);
      await page.goto(`${stack.url}/login`);
      // A theme chosen on the sign-in page is taken over into the account.
      if (theme === 'dark') await page.getByRole('button', { name: 'Usar tema escuro' }).click();
      await page.locator('input[name=email]').fill('ana@demo.local');
      await page.locator('input[name=password]').fill(PASSWORD);
      await page.locator('button[type=submit]').click();
      await page.waitForURL('**/tickets');
      await page.getByRole('button', { name: 'Mostrar os de todos' }).click();
      await openTicket(page, 'Mariana Alves');
      await page.getByRole('log').getByRole('img').first().waitFor();
      await page.locator(`html[data-theme=${theme}]`).waitFor();
      await page.mouse.move(0, 0);
      await page.waitForLoadState('networkidle');
      const png = await page.screenshot({ animations: 'disabled', caret: 'hide' });
      await page.goto('about:blank');
      const path = join(import.meta.dirname, `inbox-${theme}.webp`);
      await writeFile(path, await asWebp(page, png));
      console.log(`Written to ${path}`);
      await page.context().close();
    }
  } finally {
    await stack.stop();
  }
} finally {
  await browser.close();
  await rm(dataDir, { recursive: true, force: true });
}
