import { readFile } from 'node:fs/promises';
import { readSpreadsheet } from '@prosa/functions/platform/spreadsheet/read-spreadsheet.ts';
import { writeSpreadsheet } from '@prosa/functions/platform/spreadsheet/write-spreadsheet.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeCompany, TEST_PASSWORD } from '../factories/company.ts';
import { isWhole } from '../support/depth.ts';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import { choose } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { layoutFlaws } from './support/layout-flaws.ts';
import { rowAction } from './support/row-action.ts';
import { smallTargets } from './support/small-targets.ts';
import { useApp } from './support/use-app.ts';

const { app, ana } = useApp();

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const openLists = async (page: Page): Promise<void> => {
  await page.goto(`${app().stack.url}/contact-lists`);
  await page.getByRole('heading', { name: 'Listas de contatos', level: 1 }).waitFor();
};
/** Creates a list. The screen of its contacts opens. */
const createList = async (page: Page, name: string): Promise<void> => {
  await openLists(page);
  await page.getByRole('button', { name: 'Nova lista' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Nova lista de contatos' });
  await dialog.getByLabel('Nome').fill(name);
  await dialog.getByRole('button', { name: 'Criar lista' }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
};
const importSheet = async (page: Page, name: string, rows: string[][]): Promise<void> => {
  const buffer = Buffer.from(await writeSpreadsheet('Plan1', rows));
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
};
const addContact = async (page: Page, name: string, number: string): Promise<void> => {
  await page.getByRole('button', { name: 'Adicionar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Novo contato da lista' });
  await dialog.getByLabel('Nome').fill(name);
  await dialog.getByLabel('Número').fill(number);
  await dialog.getByRole('button', { name: 'Adicionar' }).click();
};

describe('contact lists', () => {
  it('a new list leads to the import, whose result and counts another browser sees live', async () => {
    const { page } = ana();
    await page.getByRole('link', { name: 'Listas de contatos' }).click();
    await page.getByText('Nenhuma lista ainda').waitFor();
    await createList(page, 'Clientes do Natal');
    await page.getByText('Nenhum contato nesta lista').waitFor();
    const listUrl = page.url();
    const overview = await app().signIn('ana@demo.local');
    await openLists(overview.page);
    const row = rowOf(overview.page, 'Clientes do Natal');
    await expect.poll(() => row.getByRole('cell').nth(1).textContent()).toBe('0');
    const colleague = await app().signIn('ana@demo.local', PHONE);
    await colleague.page.goto(listUrl);
    await colleague.page.getByText('Nenhum contato nesta lista').waitFor();

    await importSheet(page, 'natal.xlsx', [
      ['Nome', 'Número', 'Email'],
      ['Natália Um', '+55 (11) 97100-0001', 'natalia@example.com'],
      ['Natália Dois', '5511971000002', ''],
      ['Repete a Um', '5511971000001', ''],
      ['Sem número', '12', ''],
    ]);
    await page.getByText('Importação concluída').waitFor();
    await page.getByText('Adicionados: 2 · Já estavam na lista: 0 · Ignorados: 2').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Baixar as linhas que ficaram de fora' }).click();
    const result = await readFile(await (await download).path(), 'utf8');
    expect(result).toContain('Repete a Um');
    expect(result).toContain('Sem número');
    await rowOf(page, 'Natália Um').getByRole('cell', { name: '+55 (11) 97100-0001', exact: true }).waitFor();
    await rowOf(page, 'Natália Dois').getByText('No WhatsApp').waitFor();
    await keepScreenshot(page, 'contact-list-imported');

    await rowOf(colleague.page, 'Natália Um').getByText('No WhatsApp').waitFor();
    await colleague.page.getByText('2 contatos', { exact: true }).waitFor();
    // The importing user sees the result, other users only the contacts.
    await expect.poll(() => row.getByRole('cell').nth(1).textContent()).toBe('2');
    await expect.poll(() => row.getByRole('cell').nth(3).textContent()).toBe('0');

    // A number that the list has already is skipped, also in another file.
    await importSheet(page, 'mais.xlsx', [
      ['nome', 'telefone'],
      ['Natália Um', '5511971000001'],
      ['Natália Três', '5511971000003'],
    ]);
    await page.getByText('Adicionados: 1 · Já estavam na lista: 1 · Ignorados: 0').waitFor();
    await rowOf(colleague.page, 'Natália Três').waitFor();
    await colleague.page.getByText('3 contatos', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Fechar', exact: true }).click();
    await page.getByText('Importação concluída').waitFor({ state: 'detached' });

    expect(await accessibilityFlaws(page)).toEqual([]);
    expect([
      ...(await layoutFlaws(colleague.page)),
      ...(await smallTargets(colleague.page)),
      ...(await accessibilityFlaws(colleague.page)),
    ]).toEqual([]);
  });

  if (isWhole)
    it('asks for the columns of a sheet whose headings say nothing, and refuses a file that is no sheet', async () => {
      const { page } = ana();
      await createList(page, 'Sem títulos');
      await importSheet(page, 'feira.xlsx', [
        ['Quem', 'Onde', 'Resto'],
        ['Feirante Um', '5511972000001', 'x'],
        ['Feirante Dois', '5511972000002', 'x'],
      ]);
      const main = page.getByRole('main');
      const number = main.getByRole('combobox', { name: /Número/ });
      await number.waitFor();
      await expect.poll(() => main.getByRole('combobox', { name: /Tags/ }).count()).toBe(0);
      await page.getByRole('button', { name: 'Escolher depois' }).click();
      await page
        .getByText('Não foi possível reconhecer as colunas de nome e número em feira.xlsx.')
        .waitFor();
      await page.getByRole('button', { name: 'Escolher colunas' }).click();
      await choose(main, /Nome/, 'Quem');
      await choose(main, /Número/, 'Onde');
      await page.getByRole('button', { name: 'Importar contatos selecionados' }).click();
      await page.getByText('Adicionados: 2 · Já estavam na lista: 0 · Ignorados: 0').waitFor();
      await rowOf(page, 'Feirante Dois').waitFor();

      // Dropped on the page instead of chosen.
      const transfer = await page.evaluateHandle(`(() => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array([137, 80, 78, 71, 0, 1])], 'foto.csv', { type: 'text/csv' }));
      return data;
    })()`);
      const title = page.getByRole('heading', { name: 'Sem títulos', level: 1 });
      await title.dispatchEvent('dragover', { dataTransfer: transfer });
      await page.getByText('Solte o arquivo aqui').waitFor();
      await title.dispatchEvent('drop', { dataTransfer: transfer });
      await page.getByRole('alert').getByText('Não foi possível ler esta planilha').waitFor();
      await rowOf(page, 'Feirante Dois').waitFor();
    });

  it('contacts of a list are added, searched, changed and deleted; a number is only once on a list', async () => {
    const { page } = ana();
    await createList(page, 'Um a um');
    await page.getByRole('button', { name: 'Adicionar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Novo contato da lista' });
    await dialog.getByRole('button', { name: 'Adicionar' }).click();
    await dialog.getByText('Obrigatório').first().waitFor();
    await dialog.getByLabel('Nome').fill('X');
    await dialog.getByLabel('E-mail').fill('nada');
    await dialog.getByText('Muito curto: ao menos 2 caracteres').waitFor();
    await dialog.getByRole('button', { name: 'Adicionar' }).click();
    await dialog.getByText('E-mail inválido').waitFor();
    await dialog.getByLabel('Nome').fill('Xavier Lopes');
    await dialog.getByLabel('Número').fill('+55 (11) 97300-0001');
    await dialog.getByLabel('E-mail').fill('xavier@example.com');
    await dialog.getByRole('button', { name: 'Adicionar' }).click();
    await rowOf(page, 'Xavier Lopes').getByText('No WhatsApp').waitFor();

    await addContact(page, 'Outro Xavier', '5511973000001');
    await dialog.getByText('Já existe um contato com este número').waitFor();
    // Longer than any number: WhatsApp does not know it.
    await dialog.getByLabel('Número').fill('55119730000010000');
    await dialog.getByRole('button', { name: 'Adicionar' }).click();
    await rowOf(page, 'Outro Xavier').getByText('Fora do WhatsApp').waitFor();
    await page.getByText('2 contatos · 1 fora do WhatsApp').waitFor();

    const search = page.getByRole('searchbox', { name: 'Buscar contatos da lista' });
    for (const [text, found] of [
      ['outro', 'Outro Xavier'],
      ['xavier@', 'Xavier Lopes'],
      ['0000010000', 'Outro Xavier'],
    ] as const) {
      await search.fill(text);
      await expect.poll(() => page.getByRole('row').count()).toBe(2);
      await rowOf(page, found).waitFor();
    }
    await search.fill('ninguém');
    await page.getByText('Nenhum contato encontrado').waitFor();
    await search.fill('');

    await rowAction(rowOf(page, 'Outro Xavier'), 'Editar');
    const editing = page.getByRole('dialog', { name: 'Editar Outro Xavier' });
    await editing.getByLabel('Nome').fill('Zélia Pires');
    await editing.getByLabel('Número').fill('5511973000002');
    await editing.getByRole('button', { name: 'Salvar' }).click();
    await rowOf(page, 'Zélia Pires').getByText('No WhatsApp').waitFor();
    await page.getByText('2 contatos', { exact: true }).waitFor();

    await rowAction(rowOf(page, 'Xavier Lopes'), 'Excluir');
    await page
      .getByRole('dialog', { name: 'Excluir Xavier Lopes da lista?' })
      .getByRole('button', { name: 'Excluir contato' })
      .click();
    await rowOf(page, 'Xavier Lopes').waitFor({ state: 'detached' });
    await page.getByText('1 contato', { exact: true }).waitFor();
  });

  if (isWhole)
    it('lists are searched, changed and deleted with the number of their contacts; an open list says that it is gone', async () => {
      const { page } = ana();
      await createList(page, 'De passagem');
      await addContact(page, 'Passageira', '5511974000001');
      await rowOf(page, 'Passageira').waitFor();
      const open = await app().signIn('ana@demo.local');
      await open.page.goto(page.url());
      await rowOf(open.page, 'Passageira').waitFor();

      await page.getByRole('button', { name: 'Voltar às listas' }).click();
      await createList(page, 'Outra');
      await page.getByRole('button', { name: 'Voltar às listas' }).click();
      const search = page.getByRole('searchbox', { name: 'Buscar listas' });
      await search.fill('passag');
      await rowOf(page, 'Outra').waitFor({ state: 'detached' });
      await rowAction(rowOf(page, 'De passagem'), 'Editar');
      const dialog = page.getByRole('dialog', { name: 'Editar De passagem' });
      await dialog.getByLabel('Nome').fill('a'.repeat(51));
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      await dialog.getByText('Muito longo: até 50 caracteres').waitFor();
      await dialog.getByLabel('Nome').fill('De passagem 2');
      await choose(dialog, 'Conexão que verifica os números', 'WhatsApp principal');
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      await rowOf(page, 'De passagem 2').waitFor();
      await open.page.getByRole('heading', { name: 'De passagem 2', level: 1 }).waitFor();
      await search.fill('nada assim');
      await page.getByText('Nenhuma lista encontrada').waitFor();
      await search.fill('');

      await rowAction(rowOf(page, 'De passagem 2'), 'Excluir');
      const question = page.getByRole('dialog', { name: 'Excluir a lista De passagem 2?' });
      await question.getByText('1 contato da lista se perde.').waitFor();
      await question.getByRole('button', { name: 'Excluir lista' }).click();
      await rowOf(page, 'De passagem 2').waitFor({ state: 'detached' });
      await open.page.getByText('Não foi possível carregar').waitFor();
      await open.page.getByRole('button', { name: 'Voltar às listas' }).click();
      await rowOf(open.page, 'Outra').waitFor();
    });

  if (isWhole)
    it('the sample spreadsheet has the columns of an import and two example rows', async () => {
      const { page } = ana();
      await openLists(page);
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Planilha de exemplo' }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe('lista-de-contatos.xlsx');
      const { columns, rows } = await readSpreadsheet(await readFile(await file.path()), 10);
      expect([columns, rows.length]).toEqual([['Nome', 'Número', 'Email'], 2]);
    });

  if (isWhole)
    it('numbers cannot be checked without a connection that can, and the list says so', async () => {
      const { admin } = await makeCompany();
      const { page } = await app().signIn(admin.email, { password: TEST_PASSWORD });
      await createList(page, 'Sem conexão');
      await addContact(page, 'Sem resposta', '5511975000001');
      await rowOf(page, 'Sem resposta').getByText('Não verificável').waitFor();
      await page.getByText('1 contato · 1 sem verificação · Nenhuma conexão verifica números').waitFor();
      await expect
        .poll(() => page.getByRole('button', { name: 'Verificar números' }).isDisabled())
        .toBe(true);
    });
});

describe('without the right or the plan', () => {
  if (isWhole)
    it('an attendant has no menu entry and sees that both pages are forbidden', async () => {
      const { page } = await app().signIn('bruno@demo.local');
      await expect.poll(() => page.getByRole('link', { name: 'Listas de contatos' }).count()).toBe(0);
      for (const path of ['/contact-lists', '/contact-lists/1/contacts']) {
        await page.goto(app().stack.url + path);
        await page.getByRole('heading', { name: 'Oops! Acesso Negado!' }).waitFor();
      }
    });

  it('a company without campaigns has no menu entry, and the page says so and leaves after a second', async () => {
    const poor = await makeCompany({ plan: { without: ['useCampaigns'] } });
    const { page } = await app().signIn(poor.admin.email, { password: TEST_PASSWORD });
    await expect.poll(() => page.getByRole('link', { name: 'Listas de contatos' }).count()).toBe(0);
    await page.goto(`${app().stack.url}/contact-lists`);
    await page
      .getByText('Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.')
      .waitFor();
    await page.waitForURL((url) => url.pathname === '/');
  });
});
