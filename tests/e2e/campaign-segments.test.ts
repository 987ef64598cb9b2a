import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import {
  allowAlways,
  figure,
  importList,
  numberOf,
  openCampaigns,
  openNew,
  openReport,
  openSection,
  rowOf,
  textOf,
  waitFigure,
} from './support/campaigns.ts';
import { choose, openTab, rowOf as ticketRowOf } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { layoutFlaws } from './support/layout-flaws.ts';
import { rowAction } from './support/row-action.ts';
import { useApp } from './support/use-app.ts';

const { app, ana } = useApp();
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const NAMES = ['Bia Filtro', 'Caio Filtro', 'Davi Outro'];

beforeAll(async () => {
  const { page } = ana();
  await allowAlways(page);
  await importList(page, 'Qualquer', 950, 1);
  for (const [nth, name] of NAMES.entries())
    await app()
      .customer(numberOf(900 + nth), name)
      .write('Oi');
  await page.goto(new URL('/tickets', page.url()).href);
  await openTab(page, 'Aguardando');
  for (const name of NAMES) await ticketRowOf(page, name).waitFor();
});

describe('a campaign for the tickets of a filter', () => {
  it('takes a typed filter with a name, says what is wrong with it, and is sent to the right people', async () => {
    const { page } = ana();
    await openCampaigns(page);
    const dialog = await openNew(page);
    await dialog.getByRole('textbox', { name: 'Nome' }).fill('Para quem espera');
    await choose(dialog, 'Conexão', 'WhatsApp principal');
    await openSection(dialog, 'Mensagens');
    await textOf(dialog, 'Mensagem 1').fill('Olá {nome}, já vamos atender');
    await openSection(dialog, 'Campanha');
    const field = dialog.getByRole('textbox', { name: 'Filtro de atendimentos' });
    await field.fill('connection:"WhatsApp secreto"');
    await dialog.getByText('Não há nada com este nome').waitFor();
    await dialog.getByRole('button', { name: 'Criar campanha' }).click();
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    await field.fill('filtro connection:"whatsapp principal"');
    await field.blur();
    await expect.poll(() => field.inputValue()).toBe('filtro connection:"WhatsApp principal"');
    expect(await layoutFlaws(page)).toEqual([]);
    expect(await accessibilityFlaws(page)).toEqual([]);
    await keepScreenshot(page, 'campaign-filter');
    await dialog.getByRole('button', { name: 'Criar campanha' }).click();
    const row = rowOf(page, 'Para quem espera');
    await row.getByText('filtro connection:"WhatsApp principal"', { exact: true }).waitFor();

    await rowAction(row, 'Iniciar');
    const estimate = page.getByRole('dialog', { name: 'Iniciar Para quem espera' });
    await estimate.getByText('Recebem').waitFor();
    await expect.poll(() => estimate.locator('dd').first().textContent()).toBe('2');
    await estimate.getByRole('button', { name: 'Iniciar campanha' }).click();
    for (const [nth, name] of NAMES.slice(0, 2).entries())
      await app()
        .customer(numberOf(900 + nth), name)
        .gets(({ text }) => text === `Olá ${name}, já vamos atender`, 'the message of the campaign');
    await openReport(page, 'Para quem espera');
    await waitFigure(page, 'Enviadas', '2');
    await expect
      .poll(() => figure(page, 'Filtro de atendimentos').textContent())
      .toBe('filtro connection:"WhatsApp principal"');
    for (const name of NAMES.slice(0, 2)) await rowOf(page, name).waitFor();
    await expect.poll(() => rowOf(page, 'Davi Outro').count()).toBe(0);
    const received = await app().customer(numberOf(902), 'Davi Outro').received();
    expect(received.filter(({ text }) => text?.includes('já vamos atender') === true)).toEqual([]);
  });

  it('is made of the filters of the ticket list, shows who gets it, and empties the list when a filter is typed', async () => {
    const { page } = ana();
    await page.goto(new URL('/tickets?list=pending&filter=outro', page.url()).href);
    const link = page.getByRole('link', { name: 'Criar campanha' });
    await link.waitFor();
    expect(await layoutFlaws(page)).toEqual([]);
    await keepScreenshot(page, 'campaign-of-list');
    await link.click();
    const dialog = page.getByRole('dialog', { name: 'Nova campanha' });
    const field = dialog.getByRole('textbox', { name: 'Filtro de atendimentos' });
    await expect.poll(() => field.inputValue()).toBe('status:pending outro');
    expect(new URL(page.url()).search).toBe('');
    await dialog.getByRole('button', { name: 'Pré-visualização' }).click();
    await dialog.getByText('Para Davi Outro').waitFor();
    await dialog.getByRole('textbox', { name: 'Nome' }).fill('Para outros');
    await choose(dialog, 'Lista de contatos', 'Qualquer (1)');
    await expect.poll(() => field.inputValue()).toBe('');
    await field.fill('unread');
    await field.blur();
    const list = dialog.getByRole('combobox', { name: 'Lista de contatos' });
    await expect.poll(() => list.textContent()).toBe('Nenhuma');
    const phone = await app().signIn('ana@demo.local', PHONE);
    await phone.page.goto(new URL('/campaigns?filter=unread', page.url()).href);
    await phone.page.getByRole('textbox', { name: 'Filtro de atendimentos' }).waitFor();
    expect(await layoutFlaws(phone.page)).toEqual([]);
    await keepScreenshot(phone.page, 'campaign-filter-phone');
  });
});
