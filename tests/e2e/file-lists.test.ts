import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { PDF, PNG } from '../factories/files.ts';
import { waitConnected } from '../support/customer.ts';
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
const TABLE = { name: 'tabela de preços.pdf', mimeType: 'application/pdf', buffer: PDF };
const WINDOW = { name: 'vitrine.png', mimeType: 'image/png', buffer: PNG };

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const openLists = async (page: Page): Promise<void> => {
  await page.goto(`${app().stack.url}/files`);
  await page.getByRole('heading', { name: 'Listas de arquivos', level: 1 }).waitFor();
};
const captions = (page: Page): Promise<string[]> =>
  page
    .getByRole('dialog')
    .getByRole('textbox', { name: 'Legenda' })
    .evaluateAll((fields) => fields.map((field) => String(Reflect.get(field, 'value'))));

describe('file lists', () => {
  it('lead from an empty page to a list with two files, in the chosen order, which another browser sees live', async () => {
    const { page } = ana();
    await page.getByRole('link', { name: 'Listas de arquivos' }).click();
    await page.getByText('Nenhuma lista de arquivos ainda').waitFor();
    const other = await app().signIn('ana@demo.local', PHONE);
    await openLists(other.page);
    await other.page.getByText('Nenhuma lista de arquivos ainda').waitFor();
    expect(await smallTargets(other.page)).toEqual([]);

    await page.getByRole('main').getByRole('button', { name: 'Nova lista' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Nova lista de arquivos' });
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await expect.poll(() => dialog.getByText('Obrigatório').count()).toBe(2);
    await dialog.getByRole('textbox', { name: 'Nome' }).fill('ab');
    await dialog.getByText('nome muito curto').waitFor();
    await dialog.getByRole('textbox', { name: 'Nome' }).fill('Catálogo');
    await dialog.getByRole('textbox', { name: 'Mensagem' }).fill('Veja os nossos produtos:');
    const files = dialog.locator('input[type=file][multiple]');
    await files.setInputFiles([
      WINDOW,
      TABLE,
      { name: 'filme.mov', mimeType: 'video/quicktime', buffer: Buffer.alloc(10) },
    ]);
    // The film is refused; the others are taken.
    await dialog.getByRole('alert').filter({ hasText: 'filme.mov' }).waitFor();
    expect(await captions(page)).toEqual(['vitrine', 'tabela de preços']);
    await dialog.getByRole('button', { name: 'Mover o arquivo 2 para cima' }).click();
    await expect.poll(() => captions(page)).toEqual(['tabela de preços', 'vitrine']);
    await dialog.getByRole('textbox', { name: 'Legenda' }).first().fill('Preços de novembro');
    expect(await accessibilityFlaws(page)).toEqual([]);
    expect(await layoutFlaws(page)).toEqual([]);
    await keepScreenshot(page, 'file-list-new');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Lista de arquivos salva').waitFor();
    await rowOf(page, 'Catálogo').getByRole('cell', { name: '2', exact: true }).waitFor();
    await rowOf(other.page, 'Catálogo').waitFor();

    // On the phone: the saved files, with links and sizes.
    await rowOf(other.page, 'Catálogo').click();
    const saved = other.page.getByRole('dialog', { name: 'Editar Catálogo' });
    await saved.getByRole('link', { name: 'tabela de preços.pdf' }).waitFor();
    expect(await captions(other.page)).toEqual(['Preços de novembro', 'vitrine']);
    expect(await layoutFlaws(other.page)).toEqual([]);
    expect(await smallTargets(other.page)).toEqual([]);
    expect(await accessibilityFlaws(other.page)).toEqual([]);
    await keepScreenshot(other.page, 'file-list-phone');
  });

  it('are chosen in the dialog of a queue, and a customer who chooses the queue receives text and files', async () => {
    const { page } = ana();
    await waitConnected(app().stack.url);
    await page.goto(`${app().stack.url}/queues`);
    await rowOf(page, 'Vendas').click();
    const dialog = page.getByRole('dialog', { name: 'Editar Vendas' });
    await choose(dialog, 'Lista de arquivos', 'Catálogo');
    await keepScreenshot(page, 'queue-file-list');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.waitFor({ state: 'hidden' });

    const flor = app().customer('5511944443335', 'Dona Flor');
    await flor.write('oi');
    await flor.gets(({ text }) => text?.includes('[ 2 ] Vendas') === true, 'the menu');
    await flor.write('2');
    await flor.gets(({ text }) => text === 'Veja os nossos produtos:', 'the text of the list');
    const table = await flor.gets(({ text }) => text === 'Preços de novembro', 'the first file');
    expect(table).toMatchObject({
      type: 'document',
      copies: 1,
      media: { mimeType: 'application/pdf', size: PDF.length },
    });
    const picture = await flor.gets(({ text }) => text === 'vitrine', 'the second file');
    expect(picture).toMatchObject({
      type: 'image',
      copies: 1,
      media: { mimeType: 'image/png', size: PNG.length },
    });
  });

  if (isWhole)
    it('are offered to the options of a queue', async () => {
      const { page } = ana();
      await page.goto(`${app().stack.url}/queues`);
      await rowOf(page, 'Vendas').click();
      const dialog = page.getByRole('dialog', { name: 'Editar Vendas' });
      await dialog.getByRole('tab', { name: 'Opções do bot' }).click();
      await dialog.getByRole('button', { name: 'Adicionar opção' }).click();
      const option = dialog.getByRole('region', { name: 'Opção 1' });
      await option.getByRole('textbox', { name: 'Nome' }).fill('Receber o catálogo');
      await choose(option, 'O que acontece', 'Envia uma lista de arquivos');
      await choose(option, 'Lista de arquivos', 'Catálogo');
      await dialog.getByRole('treeitem', { name: 'Receber o catálogo, Catálogo' }).waitFor();
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      await dialog.waitFor({ state: 'hidden' });
    });

  it('are deleted with a question that names the loss, and queues no longer name them', async () => {
    const { page } = ana();
    await openLists(page);
    await page.getByRole('searchbox', { name: 'Buscar listas de arquivos' }).fill('nada assim');
    await page.getByText('Nenhuma lista encontrada').waitFor();
    await page.getByRole('searchbox', { name: 'Buscar listas de arquivos' }).fill('');
    await rowOf(page, 'Catálogo').waitFor();
    await rowAction(rowOf(page, 'Catálogo'), 'Excluir');
    const question = page.getByRole('dialog', { name: 'Excluir a lista Catálogo?' });
    await question.getByText('as filas deixam de enviá-los').waitFor();
    await question.getByRole('button', { name: 'Excluir lista' }).click();
    await page.getByText('Nenhuma lista de arquivos ainda').waitFor();
    await page.goto(`${app().stack.url}/queues`);
    await rowOf(page, 'Vendas').click();
    const dialog = page.getByRole('dialog', { name: 'Editar Vendas' });
    await dialog.getByText('Ainda não há listas de arquivos.').first().waitFor();
    await page.keyboard.press('Escape');
  });

  if (isWhole)
    it('an attendant has no menu entry and sees that the page is forbidden', async () => {
      const { page } = await app().signIn('bruno@demo.local');
      await expect.poll(() => page.getByRole('link', { name: 'Listas de arquivos' }).count()).toBe(0);
      await page.goto(`${app().stack.url}/files`);
      await page.getByText('Oops! Acesso Negado!').waitFor();
    });
});
