import { readFile } from 'node:fs/promises';
import { readSpreadsheet } from '@prosa/functions/platform/spreadsheet/read-spreadsheet.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { isWhole } from '../support/depth.ts';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { layoutFlaws } from './support/layout-flaws.ts';
import { rowAction } from './support/row-action.ts';
import { smallTargets } from './support/small-targets.ts';
import { changeTheme } from './support/theme.ts';
import { useApp } from './support/use-app.ts';

const { app, ana } = useApp();

const POLL = { timeout: 30_000 } as const;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;
const TITLE = 'Relatório';

/** Today in the company's time zone. */
const today = (): string => new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });
const open = async (page: Page, query = ''): Promise<void> => {
  await page.goto(`${app().stack.url}/reports${query}`);
  await page.getByRole('heading', { name: TITLE, level: 1 }).waitFor();
};
const rows = (page: Page) => page.getByRole('table', { name: 'Atendimentos' }).locator('tbody tr');
const total = async (page: Page): Promise<number> =>
  Number(
    (
      await page.getByRole('navigation', { name: 'Páginas do relatório' }).getByRole('status').textContent()
    )?.replace(/\D/g, ''),
  );
const addressOf = (page: Page): URLSearchParams => new URL(page.url()).searchParams;
const openFilters = (page: Page) => page.getByRole('button', { name: 'Filtros' }).click();

it('an administrator reads the month up to today in pages of ten, and opens a ticket and its log', async () => {
  const { page } = ana();
  await page.getByRole('link', { name: TITLE, exact: true }).click();
  await page.getByRole('heading', { name: TITLE, level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/reports');
  await expect
    .poll(() => page.getByLabel('De', { exact: true }).inputValue())
    .toBe(`${today().slice(0, 8)}01`);
  await expect.poll(() => page.getByLabel('Até').inputValue()).toBe(today());
  // The demo's tickets began in the last weeks.
  await open(page, '?dateFrom=2026-01-01');
  await expect.poll(() => rows(page).count(), POLL).toBe(10);
  const all = await total(page);
  expect(all).toBeGreaterThan(10);
  await page.getByRole('button', { name: 'Próxima página' }).click();
  await page.getByText(/^11–/).waitFor();
  expect(addressOf(page).get('page')).toBe('2');
  await page.getByRole('combobox', { name: 'Atendimentos por página' }).click();
  await expect
    .poll(() => page.getByRole('option').allTextContents())
    .toEqual([5, 10, 20, 50].map((size) => `${size} por página`));
  await page.getByRole('option', { name: '5 por página', exact: true }).click();
  await expect.poll(() => rows(page).count(), POLL).toBe(5);
  expect(await total(page)).toBe(all);
  await rowAction(rows(page).first(), 'Ver histórico');
  const log = page.getByRole('dialog', { name: /^Histórico/ });
  await log.getByRole('listitem').first().waitFor();
  await log.getByRole('button', { name: 'Fechar' }).click();
  await rowAction(rows(page).first(), 'Abrir atendimento');
  await page.waitForURL(/\/tickets\/[0-9a-f-]{36}$/);
});

if (isWhole)
  it('filters are in the address, which opens the same report again', async () => {
    const { page } = ana();
    await open(page, '?dateFrom=2026-01-01');
    await expect.poll(() => rows(page).count(), POLL).toBeGreaterThan(0);
    const all = await total(page);
    await openFilters(page);
    await page.getByRole('combobox', { name: 'Filas' }).click();
    await page.getByRole('option', { name: 'Vendas' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => addressOf(page).get('queueIds'), POLL).toMatch(/^\[\d+\]$/);
    await expect.poll(() => total(page), POLL).toBeLessThan(all);
    const some = await total(page);
    const advanced = page.getByLabel('Filtro avançado');
    await advanced.fill('queue:Suporte');
    await advanced.press('Enter');
    await page.getByText('Nenhum atendimento neste período').waitFor();
    await advanced.fill('queue:');
    await page.getByText('Este campo não aceita este valor').waitFor();
    await advanced.fill('queue:vendas');
    await advanced.press('Enter');
    await expect.poll(() => total(page), POLL).toBe(some);
    await open(page, new URL(page.url()).search);
    await expect.poll(() => total(page), POLL).toBe(some);
    await page.getByRole('button', { name: 'Limpar filtros' }).click();
    await expect.poll(() => total(page), POLL).toBe(all);
    await page.getByRole('searchbox', { name: 'Buscar no relatório' }).fill('ninguém mesmo');
    await page.getByText('Nenhum atendimento neste período').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Limpar filtros' }).click();
    await expect.poll(() => total(page), POLL).toBe(all);
    await page.getByRole('combobox', { name: 'Contato' }).fill('gustavo hen');
    await page.getByRole('option', { name: /Gustavo Henrique Prado/ }).click();
    await expect.poll(() => addressOf(page).get('contactId'), POLL).toMatch(/^\d+$/);
    await expect.poll(() => total(page), POLL).toBeLessThan(all);
    await rows(page).filter({ hasText: 'Gustavo Henrique Prado' }).first().waitFor();
  });

if (isWhole)
  it('an address with a wrong filter shows what is wrong with it, and asks for nothing', async () => {
    const { page } = ana();
    await open(page, '?filter=queue:');
    await page.getByText('O filtro não está completo').waitFor();
    await page.getByText('Este campo não aceita este valor').waitFor();
  });

it('the report is exported to a spreadsheet with its progress and a link', async () => {
  const { page } = ana();
  await open(page, '?dateFrom=2026-01-01');
  await expect.poll(() => rows(page).count(), POLL).toBe(10);
  const all = await total(page);
  await page.getByRole('button', { name: 'Exportar', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Exportar relatório' });
  await dialog.getByRole('button', { name: 'Exportar agora' }).click();
  await dialog.getByText(`Atendimentos exportados: ${all}`).waitFor();
  const link = dialog.getByRole('link', { name: /^Baixar Relatório de atendimentos/ });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const sheet = await readSpreadsheet(await readFile(await download.path()), 100_000);
  // The headings are the first line.
  expect(sheet.lines.at(-1)).toBe(all + 1);
  await keepScreenshot(page, 'ticket-report-export');
});

if (isWhole)
  it.each([
    ['desktop', {}, false],
    ['dark', {}, false],
    ['phone', PHONE, true],
  ] as const)('the screen has no flaws: %s', async (name, options, isPhone) => {
    const { page, context } = await app().signIn('ana@demo.local', options);
    await open(page, '?dateFrom=2026-01-01&pageSize=20');
    if (name === 'dark') await changeTheme(page, 'dark');
    await expect.poll(() => rows(page).count(), POLL).toBeGreaterThan(10);
    const flaws = async (screen: string) => {
      await keepScreenshot(page, `${screen}-${name}`);
      return [
        ...(await layoutFlaws(page)),
        ...(await accessibilityFlaws(page)),
        ...(isPhone ? await smallTargets(page) : []),
      ];
    };
    expect(await flaws('ticket-report')).toEqual([]);
    await openFilters(page);
    await page.getByLabel('Filtro avançado').waitFor();
    expect(await flaws('ticket-report-filters')).toEqual([]);
    await context.close();
  });

it('a user without the permission has neither menu entry nor screen', async () => {
  const { page, context } = await app().signIn('bruno@demo.local');
  await page.getByRole('link', { name: 'Contatos' }).first().waitFor();
  await expect.poll(() => page.getByRole('link', { name: TITLE, exact: true }).count()).toBe(0);
  await context.close();
});
