import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type App, startApp } from './support/app.ts';
import { holdFirst } from './support/hold-first.ts';
import { bubbleOf, openTicket, rowOf, say } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';

/** A bad mobile connection: bytes per second, and the minimum latency of a response. */
const BAD_LINE = {
  offline: false,
  latency: 400,
  downloadThroughput: 80 * 1024,
  uploadThroughput: 30 * 1024,
} as const;
/** A layout shift of a tenth of the screen or more is noticed as a jump. */
const JUMP = 0.1;
const WATCH_SHIFTS = `
  globalThis.prosaShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) prosaShift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

let app: App;

const takeShift = async (page: Page): Promise<number> =>
  z.number().parse(await page.evaluate('{ const sum = prosaShift; prosaShift = 0; sum }'));

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.stop());

describe('on a slow network', () => {
  it('screens show placeholders, do not jump, and keep typed text', async () => {
    const { page, context } = await app.signIn('ana@demo.local');
    await rowOf(page, 'Juliana Barros').waitFor();
    await context.addInitScript(WATCH_SHIFTS);
    const line = await context.newCDPSession(page);
    await line.send('Network.enable');
    await line.send('Network.setCacheDisabled', { cacheDisabled: true });
    await line.send('Network.emulateNetworkConditions', BAD_LINE);

    const letGo = await holdFirst(page, '**/api/tickets?*');
    await page.reload({ waitUntil: 'commit' });
    await page.locator('.MuiSkeleton-root').first().waitFor();
    await page.getByRole('tab', { name: 'Abertos' }).waitFor();
    await expect.poll(() => page.getByRole('list', { name: 'Abertos' }).count()).toBe(0);
    await keepScreenshot(page, 'slow-inbox');
    await letGo();
    await rowOf(page, 'Juliana Barros').waitFor();
    expect(await takeShift(page)).toBeLessThan(JUMP);

    // While its code is loading, the progress bar on top shows it and the previous screen stays.
    await page.getByRole('navigation').getByRole('link', { name: 'Contatos', exact: true }).click();
    await page.getByRole('progressbar', { name: 'Carregando…' }).waitFor();
    await expect.poll(() => rowOf(page, 'Juliana Barros').count()).toBe(1);
    await page.getByRole('row').filter({ hasText: 'Fernanda Lima' }).waitFor();
    await expect.poll(() => page.getByRole('progressbar').count()).toBe(0);
    expect(await takeShift(page)).toBeLessThan(JUMP);

    await page.getByRole('navigation').getByRole('link', { name: 'Atendimentos' }).click();
    await openTicket(page, 'Juliana Barros');
    const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
    await say(page, 'Enviada na estrada');
    await bubbleOf(page, 'Enviada na estrada').waitFor();
    await field.fill('Ainda escrevendo');
    await bubbleOf(page, 'Enviada na estrada').getByTestId('ticks-delivered').waitFor();
    expect(await takeShift(page)).toBeLessThan(JUMP);
    await page.reload({ waitUntil: 'commit' });
    await expect.poll(() => field.inputValue(), { timeout: 60_000 }).toBe('Ainda escrevendo');
    await context.close();
    expect(app.complaints).toEqual([]);
  });
});
