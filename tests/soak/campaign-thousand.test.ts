import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { startApp } from '../e2e/support/app.ts';
import {
  allowAlways,
  cancel,
  createCampaign,
  figure,
  importList,
  numberOf,
  openCampaigns,
  openReport,
  rowOf,
  shown,
  start,
} from '../e2e/support/campaigns.ts';
import prepareDemoData from '../e2e/support/demo-data.ts';
import { choose } from '../e2e/support/inbox.ts';
import { keepScreenshot } from '../e2e/support/keep-screenshot.ts';

const PEOPLE = Number(process.env.SOAK_PEOPLE ?? 1000);
const DAY_MS = 86_400_000;
/** A number of this age may send 2,000 messages of campaigns a day. */
const OLD_MS = 91 * DAY_MS;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
/** Two campaigns of one number share its pace of a message a second. */
const PATIENCE = { timeout: (60 + PEOPLE * 4) * 1000, interval: 2000 };

/** Sets the shortest pause, fills the lists and creates the campaigns. */
const prepare = async (page: Page): Promise<void> => {
  await allowAlways(page);
  await page.goto(new URL('/campaigns-config', page.url()).href);
  await choose(page.locator('form'), 'Intervalo entre mensagens', 'Sem intervalo');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Configurações salvas').waitFor();
  await importList(page, 'Mil', 0, PEOPLE);
  await importList(page, 'Outra', 10_000, PEOPLE);
  await createCampaign(page, { name: 'Mil ofertas', list: `Mil (${shown(PEOPLE)})`, message: 'Olá {nome}' });
  await createCampaign(page, {
    name: 'Ao lado',
    list: `Outra (${shown(PEOPLE)})`,
    message: 'Ao lado, {nome}',
  });
};

it(`a campaign to ${PEOPLE} people, from the sheet to the report, with a second one beside it that is cancelled`, async () => {
  const removeDemoData = await prepareDemoData();
  const app = await startApp();
  try {
    const { page: first, context } = await app.signIn('ana@demo.local');
    await prepare(first);
    await context.close();
    app.stack.setTime(Date.now() + OLD_MS);
    const { page } = await app.signIn('ana@demo.local');
    const colleague = await app.signIn('ana@demo.local', PHONE);
    await openCampaigns(colleague.page);
    await openCampaigns(page);
    await start(page, 'Mil ofertas');
    await start(page, 'Ao lado');
    await app
      .customer(numberOf(10_000), 'Outra 1')
      .gets(({ text }) => text === 'Ao lado, Outra 1', 'its message');
    await keepScreenshot(page, 'thousand-list');
    await cancel(page, 'Ao lado');
    const sentBeside = async () =>
      (
        await Promise.all(
          Array.from({ length: 60 }, (_none, nth) => app.customer(numberOf(10_000 + nth), '').received()),
        )
      ).flat().length;
    await openReport(page, 'Mil ofertas');
    await expect
      .poll(async () => Number((await figure(page, 'Enviadas').textContent())?.replace('.', '')), PATIENCE)
      .toBeGreaterThan(PEOPLE / 2);
    const beside = await sentBeside();
    await keepScreenshot(page, 'thousand-half');
    await keepScreenshot(colleague.page, 'thousand-list-phone');
    await expect.poll(() => figure(page, 'Entregues').textContent(), PATIENCE).toBe(shown(PEOPLE));
    await page.getByText('Concluída').first().waitFor();
    await rowOf(colleague.page, 'Mil ofertas').getByText('Concluída').waitFor();
    await keepScreenshot(page, 'thousand-report');
    await keepScreenshot(colleague.page, 'thousand-done-phone');
    const wrong: number[] = [];
    for (let nth = 0; nth < PEOPLE; nth++) {
      const received = await app.customer(numberOf(nth), '').received();
      if (received.length !== 1 || received[0]?.text !== `Olá Mil ${nth + 1}`) wrong.push(nth);
    }
    expect(wrong).toEqual([]);
    expect(await sentBeside()).toBe(beside);
    expect(app.complaints).toEqual([]);
  } finally {
    await app.stop();
    await removeDemoData();
  }
});
