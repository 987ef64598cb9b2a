import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSpreadsheet } from '@prosa/functions/platform/spreadsheet/read-spreadsheet.ts';
import { writeSpreadsheet } from '@prosa/functions/platform/spreadsheet/write-spreadsheet.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { isWhole } from '../support/depth.ts';
import { choose } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { useApp } from './support/use-app.ts';

const { app, ana } = useApp();

/** See `tests/fixtures/spreadsheets/README.md`. */
const MESSY = join(import.meta.dirname, '../fixtures/spreadsheets/messy-contacts.xlsx');

const openImport = async (page: Page): Promise<void> => {
  await page.goto(`${app().stack.url}/contacts`);
  await page.getByRole('button', { name: 'Importar e exportar' }).click();
  await page.getByRole('menuitem', { name: 'Importar planilha' }).click();
  await page.getByRole('heading', { name: 'Importar contatos', level: 1 }).waitFor();
};
const upload = (page: Page, name: string, buffer: Buffer): Promise<void> =>
  page
    .getByLabel('Escolher arquivo')
    .and(page.locator('input'))
    .setInputFiles({
      name,
      mimeType: name.endsWith('xlsx')
        ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
        : 'text/csv',
      buffer,
    });
const another = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Importar outro arquivo' }).click();
const countOf = (page: Page, label: string) => page.locator('dl > div', { hasText: label }).locator('dd');

describe('the import of contacts', () => {
  it('reads a spreadsheet, its columns and the selected rows, and shows the result', async () => {
    const { page } = ana();
    await openImport(page);
    const book = await writeSpreadsheet('Plan1', [
      ['Quem', 'Onde', 'Tags'],
      ['Importada Um', '+55 (11) 97000-1001', 'Planilha'],
      ['Importada Dois', '5511970001002', ''],
      ['Deixada de fora', '5511970001003', ''],
      ['', '5511970001004', ''],
      ['Repete a primeira', '5511970001001', ''],
    ]);
    await upload(page, 'clientes.xlsx', Buffer.from(book));
    const main = page.getByRole('main');
    const rows = page.getByRole('table', { name: 'Contatos do arquivo' });
    await rows.waitFor();

    // What must be chosen says so before anything is tried.
    await expect.poll(() => page.getByText('Falta escolher a coluna').count()).toBe(2);
    const start = page.getByRole('button', { name: 'Importar contatos selecionados' });
    await start.click();
    await page.getByRole('alert').getByText('Campo de número de contato não selecionado').waitFor();
    await choose(main, /Número/, 'Onde');
    await page.getByRole('alert').getByText('Campo de nome de contato não selecionado').waitFor();
    await choose(main, /Nome/, 'Onde');
    await page.getByText('O campo Onde já foi selecionado.').waitFor();
    await choose(main, /Nome/, 'Quem');
    await page.getByText('O campo Onde já foi selecionado.').waitFor({ state: 'detached' });
    await rows.getByText('Importada Um').waitFor();

    await page.getByText('3 linhas prontas para importar').waitFor();
    await page.getByRole('button', { name: 'Ver as que ficam de fora' }).click();
    await rows.getByText('Importada Um').waitFor({ state: 'detached' });
    await rows.getByText('número repetido no arquivo').waitFor();
    await page.getByRole('button', { name: 'Ver todas' }).click();
    const all = page.getByRole('checkbox', { name: 'Selecionar todos' });
    await all.click();
    await page.getByText('Selecionados: 0 de 5').waitFor();
    await start.click();
    await page.getByRole('alert').getByText('Nenhum contato selecionado').waitFor();
    await all.click();
    await rows.getByRole('checkbox', { name: 'Selecionar Deixada de fora' }).click();
    await page.getByText('Selecionados: 4 de 5').waitFor();
    await start.click();

    await page.getByText('A importação foi concluída, mas houve alguns erros.').waitFor();
    await expect.poll(() => countOf(page, 'Criados').textContent()).toBe('2');
    await expect.poll(() => countOf(page, 'Já existiam').textContent()).toBe('0');
    await expect.poll(() => countOf(page, 'Ignorados').textContent()).toBe('2');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Baixar as linhas que ficaram de fora' }).click();
    const result = await readFile(await (await download).path(), 'utf8');
    expect(result.split('\r\n').slice(1, -1)).toHaveLength(2);
    expect(result).toContain('Repete a primeira');

    await page.getByRole('link', { name: 'Voltar aos contatos' }).click();
    await page.getByRole('searchbox', { name: 'Buscar contatos' }).fill('importada');
    await page.getByRole('row').filter({ hasText: 'Importada Dois' }).waitFor();
    await page.getByRole('row').filter({ hasText: 'Importada Um' }).getByText('Planilha').waitFor();
  });

  if (isWhole)
    it('guesses the columns of a messy workbook by their meaning, and says which rows are good', async () => {
      const { page } = ana();
      await openImport(page);
      await another(page);
      await upload(page, 'clientes.xlsx', await readFile(MESSY));
      const rows = page.getByRole('table', { name: 'Contatos do arquivo' });
      await rows.waitFor();
      const main = page.getByRole('main');
      for (const [field, column] of [
        [/Nome/, 'Nome completo'],
        [/Número/, 'Celular (WhatsApp)'],
        [/E-mail/, 'E-mail'],
      ] as const)
        await main.getByRole('combobox', { name: field }).getByText(column, { exact: true }).waitFor();
      await page.getByText('5 linhas prontas para importar').waitFor();
      await rows.getByText('5511987654321').filter({ visible: true }).first().waitFor();
      await rows
        .getByText(/número abreviado pela planilha/)
        .filter({ visible: true })
        .first()
        .waitFor();
      await keepScreenshot(page, 'contact-import-messy');
      await another(page);
    });

  if (isWhole)
    it('rejects a file that is no spreadsheet, and accepts the next one', async () => {
      const { page } = ana();
      await openImport(page);
      await another(page);
      await upload(page, 'foto.csv', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]));
      await page.getByText('Arquivo inválido').waitFor();
      await page.getByText(/Não foi possível ler esta planilha/).waitFor();
      await another(page);
      await upload(page, 'lista.csv', Buffer.from('Nome;Telefone\nPelo Latim;5511970002001\n', 'latin1'));
      await page.getByRole('checkbox', { name: 'Selecionar Pelo Latim' }).waitFor();
    });

  if (isWhole)
    it('continues while the browser is closed, and shows its progress when it opens again', async () => {
      const rows = Array.from({ length: 1500 }, (_none, at) => `Muitas ${at};55118${70_000_000 + at}`);
      const first = await app().signIn('bruno@demo.local');
      await openImport(first.page);
      await upload(first.page, 'muitas.csv', Buffer.from(`Nome;Número\n${rows.join('\n')}\n`));
      await first.page.getByRole('button', { name: 'Importar contatos selecionados' }).click();
      await first.page.getByText('Importando…').waitFor();
      await first.context.close();

      const again = await app().signIn('bruno@demo.local');
      await openImport(again.page);
      await again.page.getByText('Importação concluída').waitFor({ timeout: 60_000 });
      await expect.poll(() => countOf(again.page, 'Criados').textContent()).toBe('1.500');
      // If no row was skipped, it closes automatically after 15 seconds.
      await again.page.getByText('Escolha uma planilha').waitFor({ timeout: 60_000 });
    });
});

describe('the export of contacts', () => {
  it('creates a spreadsheet of all contacts, for users who may delete contacts', async () => {
    const { page } = ana();
    await page.goto(`${app().stack.url}/contacts`);
    await page.getByRole('button', { name: 'Importar e exportar' }).click();
    await page.getByRole('menuitem', { name: 'Exportar contatos' }).click();
    const dialog = page.getByRole('dialog', { name: 'Exportar contatos' });
    await dialog.getByText('Nenhuma exportação ainda').waitFor();
    await dialog.getByRole('button', { name: 'Exportar agora' }).click();
    const link = dialog.getByRole('link', { name: /^Baixar Contatos/ });
    await link.waitFor({ timeout: 60_000 });
    const download = page.waitForEvent('download');
    await link.click();
    const sheet = await readSpreadsheet(await readFile(await (await download).path()), 100_000);
    expect(sheet.rows.some(([name]) => name === 'Mariana Alves')).toBe(true);

    const plain = await app().signIn('bruno@demo.local', { path: '/contacts' });
    await plain.page.getByRole('button', { name: 'Importar e exportar' }).click();
    await plain.page.getByRole('menuitem', { name: 'Importar planilha' }).waitFor();
    await expect.poll(() => plain.page.getByRole('menuitem', { name: 'Exportar contatos' }).count()).toBe(0);
  });
});
