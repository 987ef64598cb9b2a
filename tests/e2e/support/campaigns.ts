import { writeSpreadsheet } from '@prosa/functions/platform/spreadsheet/write-spreadsheet.ts';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { choose, turn } from './inbox.ts';
import { rowAction } from './row-action.ts';

/** Returns the row of a table that has a text. */
export const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });
/** Returns a number of the fake WhatsApp network. */
export const numberOf = (nth: number): string => `55119${String(81_000_000 + nth)}`;

/** Returns a count as the screens show it. */
export const shown = (count: number): string => count.toLocaleString('pt-BR');

/** Opens the screen of all campaigns in a signed-in browser. */
export const openCampaigns = async (page: Page): Promise<void> => {
  await page.goto(new URL('/campaigns', page.url()).href);
  await page.getByRole('heading', { name: 'Campanhas', level: 1 }).waitFor();
};

/** Lets campaigns send at any time, a message every five seconds or so. */
export const allowAlways = async (page: Page): Promise<void> => {
  await page.goto(new URL('/campaigns-config', page.url()).href);
  const form = page.locator('form');
  await choose(form, 'Intervalo entre mensagens', '5 segundos');
  await choose(form, 'Pausa maior a cada', 'Nunca');
  await page.getByRole('textbox', { name: 'Início' }).fill('0000');
  await page.getByRole('textbox', { name: 'Fim' }).fill('2359');
  await turn(page.getByRole('switch', { name: 'Enviar aos sábados' }), true);
  await turn(page.getByRole('switch', { name: 'Enviar aos domingos' }), true);
  await turn(page.getByRole('switch', { name: 'Não enviar à noite' }), false);
  await page.getByRole('button', { name: 'Adicionar variável' }).click();
  await page.getByRole('textbox', { name: 'Nome' }).fill('cupom');
  await page.getByRole('textbox', { name: 'Valor' }).fill('NATAL10');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Configurações salvas').waitFor();
};

/** Creates a contact list out of a spreadsheet with the numbers from `first` on. */
export const importList = async (page: Page, name: string, first: number, people: number): Promise<void> => {
  await page.goto(new URL('/contact-lists', page.url()).href);
  await page.getByRole('button', { name: 'Nova lista' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Nova lista de contatos' });
  await dialog.getByLabel('Nome').fill(name);
  await dialog.getByRole('button', { name: 'Criar lista' }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  const rows = Array.from({ length: people }, (_none, nth) => [
    `${name} ${nth + 1}`,
    numberOf(first + nth),
    `${nth + 1}@example.com`,
  ]);
  const buffer = Buffer.from(await writeSpreadsheet('Plan1', [['Nome', 'Número', 'Email'], ...rows]));
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: `${name}.xlsx`, mimeType: 'application/octet-stream', buffer });
  await page.getByText(`Adicionados: ${shown(people)}`).waitFor();
};

/** Returns the dialog of a new campaign. */
export const newDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Nova campanha' });
/** Opens the dialog of a new campaign. */
export const openNew = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'Nova campanha' }).first().click();
  const dialog = newDialog(page);
  await dialog.getByRole('textbox', { name: 'Nome' }).waitFor();
  return dialog;
};
/** Opens a part of the dialog. */
export const openSection = (dialog: Locator, name: string): Promise<void> =>
  dialog.getByRole('tab', { name, exact: true }).click();

/** Returns the field of a text of the dialog; its tab has the same name. */
export const textOf = (dialog: Locator, name: string): Locator => dialog.getByRole('textbox', { name });

interface Wanted {
  name: string;
  /** With the number of its people, as the field offers it. */
  list: string;
  message: string;
}

/** Creates a campaign over the demo company's connection. */
export const createCampaign = async (page: Page, { name, list, message }: Wanted): Promise<void> => {
  await openCampaigns(page);
  const dialog = await openNew(page);
  await dialog.getByLabel('Nome').fill(name);
  await choose(dialog, 'Lista de contatos', list);
  await choose(dialog, 'Conexão', 'WhatsApp principal');
  await openSection(dialog, 'Mensagens');
  await textOf(dialog, 'Mensagem 1').fill(message);
  await dialog.getByRole('button', { name: 'Criar campanha' }).click();
  await rowOf(page, name).getByText('Inativa').waitFor();
};

/** Starts a campaign from its row. */
export const start = async (page: Page, name: string): Promise<void> => {
  await rowAction(rowOf(page, name), 'Iniciar');
  const dialog = page.getByRole('dialog', { name: `Iniciar ${name}` });
  await dialog.getByRole('button', { name: 'Iniciar campanha' }).click();
  await dialog.waitFor({ state: 'hidden' });
};

/** Cancels a campaign from its row. */
export const cancel = async (page: Page, name: string): Promise<void> => {
  await rowAction(rowOf(page, name), 'Cancelar envio');
  await page
    .getByRole('dialog', { name: `Cancelar ${name}?` })
    .getByRole('button', { name: 'Cancelar campanha' })
    .click();
  await rowOf(page, name).getByText('Cancelada').waitFor();
};

/** Opens the report of a campaign from its row. */
export const openReport = async (page: Page, name: string): Promise<void> => {
  await rowAction(rowOf(page, name), 'Relatório');
  await page.getByRole('heading', { name, level: 1 }).waitFor();
};

/** Returns a figure of the report as it is shown. */
export const figure = (page: Page, name: string): Locator =>
  page
    .locator('dl > div')
    .filter({ has: page.locator(`dt:text-is("${name}"), dt > span:text-is("${name}")`) })
    .locator('dd')
    .first();

/** Waits until a figure of the report has a value. */
export const waitFigure = (page: Page, name: string, value: string): Promise<void> =>
  expect.poll(() => figure(page, name).textContent(), { timeout: 60_000 }).toBe(value);
