import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeCompany } from '../factories/company.ts';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import { addLanes, cardOf, fillBoard, laneOf, openBoard } from './support/board.ts';
import { choose } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { rowAction } from './support/row-action.ts';
import { useApp } from './support/use-app.ts';

const { app } = useApp();

const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
const save = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();

describe('the columns of the board', () => {
  it('are added with their rules by an administrator, from the empty board on', async () => {
    const company = await makeCompany();
    const { page } = await openBoard(app(), company.admin);
    await page.getByText('Nenhuma coluna ainda').waitFor();
    await keepScreenshot(page, 'kanban-empty');
    await page.getByRole('link', { name: '+ Adicionar colunas' }).click();
    await page.waitForURL(/\/TagsKanban$/);
    await page.getByRole('button', { name: 'Nova coluna' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Nova coluna' });
    const name = dialog.getByRole('textbox', { name: 'Nome' });
    await save(page);
    await dialog.getByText('Obrigatório').waitFor();
    await name.fill('Ok');
    await dialog.getByText('Mensagem muito curta').waitFor();
    await name.fill('Pago');
    await save(page);
    await page.getByText('Coluna salva').waitFor();
    await rowOf(page, 'Pago').waitFor();

    await page.getByRole('button', { name: 'Nova coluna' }).click();
    await name.fill('Proposta');
    await dialog.getByLabel('Horas sem resposta').fill('48');
    await choose(dialog, 'Próxima coluna', 'Pago');
    await choose(dialog, /^Quando o contato responde/, 'Pago');
    await dialog.getByLabel('Mensagem ao entrar pelo tempo').fill('Olá, ');
    await dialog.getByRole('button', { name: 'Primeiro nome' }).click();
    await expect
      .poll(() => dialog.getByLabel('Mensagem ao entrar pelo tempo').inputValue())
      .toBe('Olá, {{firstName}}');
    await keepScreenshot(page, 'kanban-lane');
    expect(await accessibilityFlaws(page)).toEqual([]);
    await save(page);
    await rowOf(page, 'Proposta').getByRole('cell', { name: '48 horas' }).waitFor();
    await keepScreenshot(page, 'kanban-lanes');

    // A rule that leads back to the same column.
    await rowOf(page, 'Pago').first().click();
    const pago = page.getByRole('dialog', { name: 'Editar Pago' });
    await pago.getByLabel('Horas sem resposta').fill('1');
    await choose(pago, 'Próxima coluna', 'Proposta');
    await save(page);
    await pago.getByText('O atendimento voltaria a esta coluna sem fim. Escolha outra.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Descartar' }).click();

    await page.getByRole('link', { name: 'Voltar ao kanban' }).click();
    await laneOf(page, 'Proposta')
      .getByRole('img', { name: 'Depois de 48 horas sem resposta, passa para Pago' })
      .waitFor();
  });

  it('are searched, counted and deleted, which leaves their tickets without a column', async () => {
    const company = await makeCompany();
    const queueId = await company.addQueue();
    const connectionId = await company.addConnection();
    const [offer] = await addLanes(app(), company, ['Proposta', 'Pago']);
    await fillBoard(company, [{ id: 1, queueId, connectionId, lane: offer }]);
    const { page } = await openBoard(app(), company.admin, '/TagsKanban');
    await rowOf(page, 'Proposta').getByRole('cell', { name: '1', exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Buscar colunas' }).fill('propos');
    await rowOf(page, 'Pago').waitFor({ state: 'detached' });
    await rowAction(rowOf(page, 'Proposta'), 'Excluir');
    await page.getByText('1 atendimento fica sem coluna.').waitFor();
    await page.getByRole('button', { name: 'Excluir coluna' }).click();
    await page.getByText('Coluna excluída').waitFor();
    await page.getByText('Nenhuma coluna encontrada').waitFor();
    await page.getByRole('link', { name: 'Voltar ao kanban' }).click();
    await cardOf(page, 'Sem coluna', 'Cliente 1').waitFor();
  });

  it('are for users with `dashboard:view`; the board is for everybody whose plan has `useKanban`', async () => {
    const company = await makeCompany();
    const agent = await company.addUser();
    const { page, context } = await openBoard(app(), agent);
    await page.getByText('Peça a um administrador para criar as colunas.').waitFor();
    await expect.poll(() => page.getByRole('link', { name: '+ Adicionar colunas' }).count()).toBe(0);
    await addLanes(app(), company, ['Proposta']);
    await laneOf(page, 'Proposta').waitFor();
    await expect.poll(() => page.getByRole('link', { name: '+ Adicionar colunas' }).count()).toBe(0);
    await page.goto(`${app().stack.url}/TagsKanban`);
    await page.getByRole('heading', { name: 'Oops! Acesso Negado!' }).waitFor();
    await context.close();

    const poor = await makeCompany({ plan: { without: ['useKanban'] } });
    const without = await openBoard(app(), poor.admin, '/tickets');
    await without.page.getByRole('navigation').getByRole('link', { name: 'Contatos', exact: true }).waitFor();
    await expect.poll(() => without.page.getByRole('link', { name: 'Kanban', exact: true }).count()).toBe(0);
    for (const path of ['/Kanban', '/TagsKanban']) {
      await without.page.goto(app().stack.url + path);
      await without.page.getByText('Esta empresa não possui permissão para acessar essa página!').waitFor();
      await without.page.waitForURL(`${app().stack.url}/`);
    }
  });
});
