import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { PNG } from '../factories/files.ts';
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
const openFlows = async (page: Page): Promise<void> => {
  await page.goto(`${app().stack.url}/flowbuilders`);
  await page.getByRole('heading', { name: 'Fluxos de conversa', level: 1 }).waitFor();
};
const canvas = (page: Page) => page.getByRole('region', { name: 'Passos do fluxo' });
const node = (page: Page, name: string | RegExp) =>
  canvas(page).locator('.react-flow__node').filter({ hasText: name });
const nodes = (page: Page) => canvas(page).locator('.react-flow__node');
const edges = (page: Page) => canvas(page).locator('.react-flow__edge');
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Chooses a type of step to add; its dialog opens. */
const addStep = async (page: Page, type: string) => {
  await page.getByRole('button', { name: 'Adicionar passo' }).click();
  await page.getByRole('menuitem', { name: type, exact: true }).click();
  return dialog(page, `Novo passo: ${type}`);
};
/** Connects an exit of a step with another step in the dialog. */
const connect = async (page: Page, from: string, exit: string | null, to: string): Promise<void> => {
  await node(page, from).click({ position: { x: 40, y: 20 } });
  await page.getByRole('button', { name: 'Ligar a outro passo' }).click();
  const form = page.getByRole('dialog');
  if (exit !== null) await choose(form, 'Saída', exit);
  await choose(form, 'Continua em', to);
  await form.getByRole('button', { name: 'Ligar' }).click();
  await form.waitFor({ state: 'hidden' });
};

describe('flows', () => {
  it('lead from an empty list over an empty canvas to a published flow with menu, question, condition and queue', async () => {
    const { page } = ana();
    await page.getByRole('link', { name: 'Fluxos de conversa' }).click();
    await page.getByText('Nenhum fluxo ainda').waitFor();
    await keepScreenshot(page, 'flows-empty');
    await page.getByRole('main').getByRole('button', { name: 'Adicionar fluxo' }).first().click();
    const naming = dialog(page, 'Novo fluxo');
    await naming.getByRole('button', { name: 'Criar fluxo' }).click();
    await naming.getByText('Digite um nome!').waitFor();
    await naming.getByRole('textbox', { name: 'Nome' }).fill('a');
    await naming.getByText('Muito curto!').waitFor();
    await naming.getByRole('textbox', { name: 'Nome' }).fill('Boas-vindas');
    await naming.getByRole('button', { name: 'Criar fluxo' }).click();
    await page.getByRole('heading', { name: 'Desenhe seu fluxo' }).waitFor();
    await node(page, 'Início').waitFor();

    // Saving an unfinished flow points at what is missing.
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await page
      .getByRole('region', { name: 'Problemas' })
      .getByText('Uma saída não leva a nenhum passo.')
      .waitFor();
    await page.getByRole('region', { name: 'Problemas' }).getByRole('button', { name: 'Fechar' }).click();

    const menu = await addStep(page, 'Menu');
    await menu.getByRole('textbox', { name: 'Mensagem' }).fill('Como posso ajudar?');
    await menu.getByRole('textbox', { name: 'Opção 1' }).fill('Comprar');
    await menu.getByRole('button', { name: 'Adicionar opção' }).click();
    await menu.getByRole('textbox', { name: 'Opção 2' }).fill('Falar com alguém');
    await keepScreenshot(page, 'flow-menu');
    await menu.getByRole('button', { name: 'Adicionar', exact: true }).click();

    const question = await addStep(page, 'Pergunta');
    await question.getByRole('textbox', { name: 'Mensagem' }).fill('Qual é a sua cidade?');
    await question.getByRole('textbox', { name: 'Variável da resposta' }).fill('cidade');
    await question.getByRole('button', { name: 'Adicionar', exact: true }).click();

    const condition = await addStep(page, 'Condição');
    await condition.getByRole('combobox', { name: 'Variável' }).fill('cidade');
    await choose(condition, 'Comparação', 'contém');
    await condition.getByRole('textbox', { name: 'Valor' }).fill('Paulo');
    await condition.getByRole('button', { name: 'Adicionar', exact: true }).click();

    const message = await addStep(page, 'Mensagem');
    await message.getByRole('button', { name: '{{cidade}}' }).click();
    await message.getByRole('textbox', { name: 'Mensagem' }).press('End');
    await message.getByRole('textbox', { name: 'Mensagem' }).pressSequentially(' ainda não.');
    await message.getByRole('button', { name: 'Adicionar', exact: true }).click();

    const ticket = await addStep(page, 'Ticket');
    await ticket.getByRole('button', { name: 'Adicionar', exact: true }).click();
    await ticket.getByText('Escolha uma fila').waitFor();
    await choose(ticket, 'Fila', 'Vendas');
    await ticket.getByRole('button', { name: 'Adicionar', exact: true }).click();
    await ticket.waitFor({ state: 'hidden' });
    await expect.poll(() => nodes(page).count()).toBe(6);

    await page.getByRole('button', { name: 'Organizar passos' }).click();
    await connect(page, 'Início', null, 'Menu: Como posso ajudar?');
    await connect(page, 'Como posso ajudar?', '1. Comprar', 'Pergunta: Qual é a sua cidade?');
    await connect(page, 'Como posso ajudar?', '2. Falar com alguém', 'Ticket: Vendas');
    await connect(page, 'Qual é a sua cidade?', null, 'Condição: {{cidade}} contém Paulo');
    await connect(page, 'contém Paulo', 'Se for verdade', 'Ticket: Vendas');
    await connect(page, 'contém Paulo', 'Se não', 'Mensagem: {{cidade}} ainda não.');
    await expect.poll(() => edges(page).count()).toBe(6);
    await page.getByRole('button', { name: 'Organizar passos' }).click();
    await page.getByText('Rascunho salvo').waitFor();
    await page.mouse.move(0, 0);
    await keepScreenshot(page, 'flow-editor');
    expect(await accessibilityFlaws(page)).toEqual([]);
    expect(await layoutFlaws(page)).toEqual([]);
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await page.getByText('Fluxo salvo: novas conversas já seguem esta versão').waitFor();
    await page.getByRole('button', { name: 'Voltar aos fluxos' }).click();
    await rowOf(page, 'Boas-vindas').getByText('Versão 1').waitFor();
    expect(await accessibilityFlaws(page)).toEqual([]);
    await keepScreenshot(page, 'flows');
  });

  it('keep what was drawn, and undo, redo, copy, paste and delete steps by keyboard', async () => {
    const { page } = ana();
    await openFlows(page);
    await rowOf(page, 'Boas-vindas').click();
    await node(page, 'Como posso ajudar?').waitFor();
    await expect.poll(() => edges(page).count()).toBe(6);

    await node(page, 'ainda não').click({ position: { x: 40, y: 20 } });
    await page.keyboard.press('Control+d');
    await expect.poll(() => nodes(page).count()).toBe(7);
    await page.keyboard.press('Delete');
    await expect.poll(() => nodes(page).count()).toBe(6);
    await page.keyboard.press('Control+z');
    await expect.poll(() => nodes(page).count()).toBe(7);
    await page.keyboard.press('Control+z');
    await expect.poll(() => nodes(page).count()).toBe(6);
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(() => nodes(page).count()).toBe(7);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    await page.keyboard.press('Control+v');
    // All but the start, with the connections between them.
    await expect.poll(() => nodes(page).count()).toBe(13);
    await expect.poll(() => edges(page).count()).toBe(11);
    await page.keyboard.press('Backspace');
    await expect.poll(() => nodes(page).count()).toBe(7);
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect.poll(() => nodes(page).count()).toBe(13);
    await page.getByRole('button', { name: 'Refazer' }).click();
    await expect.poll(() => nodes(page).count()).toBe(7);

    // Lines are drawn from a handle to another step, and steps are dragged.
    const before = await edges(page).count();
    await node(page, 'Como posso ajudar?')
      .locator('[data-handleid=default]')
      .dragTo(node(page, 'Qual é a sua cidade?').locator('.react-flow__handle-left'));
    await expect.poll(() => edges(page).count()).toBe(before + 1);
    const start = node(page, 'Início');
    const placed = await start.boundingBox();
    await start.hover({ position: { x: 40, y: 20 } });
    await page.mouse.down();
    await page.mouse.move(500, 700, { steps: 4 });
    await page.mouse.up();
    expect((await start.boundingBox())?.y).not.toBe(placed?.y);
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect.poll(async () => (await start.boundingBox())?.y).toBe(placed?.y);
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect.poll(() => edges(page).count()).toBe(before);

    // A double click opens the dialog; Enter on a selected step does, too.
    await node(page, 'Qual é a sua cidade?').dblclick({ position: { x: 40, y: 20 } });
    await dialog(page, 'Editar passo: Pergunta').waitFor();
    await page.keyboard.press('Escape');
    await dialog(page, 'Editar passo: Pergunta').waitFor({ state: 'hidden' });
    await node(page, 'Como posso ajudar?').focus();
    await page.keyboard.press('Enter');
    await canvas(page)
      .locator('.react-flow__node.selected')
      .filter({ hasText: 'Como posso ajudar?' })
      .waitFor();
    await page.keyboard.press('Enter');
    await dialog(page, 'Editar passo: Menu').waitFor();
    await page.keyboard.press('Escape');
    await dialog(page, 'Editar passo: Menu').waitFor({ state: 'hidden' });

    await page.getByRole('button', { name: 'Buscar passos' }).click();
    await page.getByRole('searchbox', { name: 'Buscar passos' }).fill('cidade sua');
    await page.getByRole('list', { name: 'Passos encontrados' }).getByRole('button').click();
    await page.getByRole('button', { name: 'Editar passo' }).waitFor();
    await keepScreenshot(page, 'flow-search');
    await page.getByText('Rascunho salvo').waitFor();

    // As a file and back; other files are refused with the reason.
    await page.getByRole('button', { name: 'Mais ferramentas' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Exportar JSON' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('boas-vindas.json');
    const field = page.locator('input[type=file][accept*=json]');
    await field.setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('oi') });
    await page.getByText('O arquivo não é JSON. Escolha outro.').waitFor();
    await field.setInputFiles(await file.path());
    await page.getByText('Fluxo importado').waitFor();
    await expect.poll(() => nodes(page).count()).toBe(7);

    // Leaving saves what is not saved yet, without a question.
    await node(page, 'Início').click({ position: { x: 40, y: 20 } });
    await page.keyboard.press('ArrowLeft');
    await page.getByText('Alterações não salvas').waitFor();
    await page.getByRole('button', { name: 'Voltar aos fluxos' }).click();
    await rowOf(page, 'Boas-vindas').waitFor();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  if (isWhole)
    it('are tried out beside the canvas, with the variables and the step that waits', async () => {
      const { page } = ana();
      await openFlows(page);
      await rowOf(page, 'Boas-vindas').click();
      await page.getByRole('button', { name: 'Testar', exact: true }).click();
      const panel = page.getByRole('region', { name: 'Testar' });
      await panel.getByRole('button', { name: 'Iniciar conversa' }).click();
      await panel.getByRole('log').getByText('Como posso ajudar?').waitFor();
      const write = panel.getByRole('textbox', { name: 'Mensagem do contato' });
      await write.fill('1');
      await write.press('Enter');
      await panel.getByRole('log').getByText('Qual é a sua cidade?').waitFor();
      await write.fill('Olinda');
      await write.press('Enter');
      await panel.getByRole('log').getByText('Olinda ainda não.').waitFor();
      await panel.getByText('O fluxo terminou').waitFor();
      await panel.getByRole('button', { name: 'Voltar um passo' }).click();
      await write.fill('São Paulo');
      await write.press('Enter');
      await panel.getByText('Aguarda pessoas na fila Vendas').waitFor();
      await panel.getByRole('button', { name: 'Voltar um passo' }).click();
      expect(await accessibilityFlaws(page)).toEqual([]);
      expect(await layoutFlaws(page)).toEqual([]);
      await keepScreenshot(page, 'flow-try-out');
      await page.getByRole('button', { name: 'Números', exact: true }).click();
      await node(page, 'Como posso ajudar?').getByText('Passaram: 0').waitFor();
      expect(await accessibilityFlaws(page)).toEqual([]);
      await keepScreenshot(page, 'flow-figures');
    });

  if (isWhole)
    it('send files, which a content holds in the order of its blocks', async () => {
      const { page } = ana();
      await openFlows(page);
      await rowOf(page, 'Boas-vindas').click();
      const content = await addStep(page, 'Conteúdo');
      const blocks = content.getByRole('group', { name: 'Adicionar bloco' });
      await blocks.getByRole('button', { name: 'Texto' }).click();
      await blocks.getByRole('button', { name: 'Imagem' }).click();
      await content.getByRole('button', { name: 'Adicionar', exact: true }).click();
      await content.getByText('O texto está vazio. Escreva-o ou remova o bloco.').waitFor();
      await content.getByText('Escolha um arquivo ou remova o bloco.').waitFor();
      await content.getByRole('textbox', { name: 'Mensagem' }).fill('Veja a vitrine:');
      const files = content.locator('input[type=file]');
      await files.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: PNG });
      await content.getByText('Este tipo de arquivo não serve aqui.').waitFor();
      await files.setInputFiles({ name: 'vitrine.png', mimeType: 'image/png', buffer: PNG });
      await content.getByRole('img', { name: 'vitrine.png' }).waitFor();
      await content.getByRole('button', { name: 'Mover o bloco 2 para cima' }).click();
      expect(await accessibilityFlaws(page)).toEqual([]);
      expect(await layoutFlaws(page)).toEqual([]);
      await keepScreenshot(page, 'flow-content');
      await content.getByRole('button', { name: 'Adicionar', exact: true }).click();
      await content.waitFor({ state: 'hidden' });
      await node(page, 'Imagem: vitrine.png').waitFor();
      await page.getByText('Rascunho salvo').waitFor();
      await page.reload();
      await node(page, 'Imagem: vitrine.png').dblclick({ position: { x: 40, y: 20 } });
      await dialog(page, 'Editar passo: Conteúdo').getByRole('img', { name: 'vitrine.png' }).waitFor();
      await page.keyboard.press('Escape');
    });

  if (isWhole)
    it('tell when another window saved in between, and keep what was drawn here if wanted', async () => {
      const { page } = ana();
      await openFlows(page);
      await rowOf(page, 'Boas-vindas').click();
      await node(page, 'Como posso ajudar?').waitFor();
      const other = await app().signIn('ana@demo.local', PHONE);
      await openFlows(other.page);
      expect(await smallTargets(other.page)).toEqual([]);
      await rowOf(other.page, 'Boas-vindas').click();
      await node(other.page, 'Como posso ajudar?').waitFor();
      await keepScreenshot(other.page, 'flow-editor-phone');
      expect(await layoutFlaws(other.page)).toEqual([]);
      expect(await smallTargets(other.page)).toEqual([]);
      expect(await accessibilityFlaws(other.page)).toEqual([]);
      const here = await addStep(other.page, 'Intervalo');
      await here.getByRole('button', { name: 'Adicionar', exact: true }).click();
      await here.getByText('Informe um valor').waitFor();
      await here.getByRole('spinbutton', { name: 'Segundos' }).fill('121');
      await here.getByText('O máximo é 120 segundos').waitFor();
      await here.getByRole('spinbutton', { name: 'Segundos' }).fill('5');
      await here.getByRole('button', { name: 'Adicionar', exact: true }).click();
      await here.waitFor({ state: 'hidden' });
      await other.page.getByText('Rascunho salvo').waitFor();

      await page.getByRole('button', { name: 'Organizar passos' }).click();
      await page.getByText('Outra pessoa salvou este fluxo enquanto você o editava.').waitFor();
      await keepScreenshot(page, 'flow-conflict');
      await page.getByRole('button', { name: 'Abrir a versão dela' }).click();
      await node(page, '5 s').waitFor();
      await page.getByText('Rascunho salvo').waitFor();
    });

  it('are renamed, duplicated and deleted, but not while a phrase starts them', async () => {
    const { page } = ana();
    await openFlows(page);
    await rowOf(page, 'Boas-vindas').waitFor();
    await page.getByRole('link', { name: 'Frases-gatilho' }).click();
    await page.getByText('Nenhuma frase ainda').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Nova frase' }).first().click();
    const form = dialog(page, 'Nova campanha com fluxo de frases');
    await form.getByRole('button', { name: 'Criar frase' }).click();
    await expect.poll(() => form.getByText('Obrigatório').count()).toBe(3);
    await form.getByRole('textbox', { name: 'Nome' }).fill('Promoção');
    await form.getByRole('combobox', { name: 'Fluxo' }).fill('boas');
    await page.getByRole('option', { name: 'Boas-vindas' }).click();
    await form.getByRole('textbox', { name: 'Frase-gatilho' }).fill('quero a promoção');
    expect(await accessibilityFlaws(page)).toEqual([]);
    await keepScreenshot(page, 'flow-phrase');
    await form.getByRole('button', { name: 'Criar frase' }).click();
    await page.getByText('Frase criada').waitFor();
    await rowOf(page, 'Promoção').getByText('Boas-vindas').waitFor();
    await rowOf(page, 'Promoção').click();
    await dialog(page, 'Editar campanha com fluxo de frases')
      .getByRole('switch', { name: 'Situação' })
      .click();
    await dialog(page, 'Editar campanha com fluxo de frases').getByRole('button', { name: 'Salvar' }).click();
    await rowOf(page, 'Promoção').getByText('Desativado').waitFor();
    expect(await layoutFlaws(page)).toEqual([]);
    await keepScreenshot(page, 'flow-phrases');

    await openFlows(page);
    await rowAction(rowOf(page, 'Boas-vindas'), 'Duplicar');
    await page.getByText('Fluxo duplicado').waitFor();
    await rowOf(page, 'Boas-vindas - copy').waitFor();
    await rowAction(rowOf(page, 'Boas-vindas - copy'), 'Editar nome');
    await dialog(page, 'Editar nome do fluxo').getByRole('textbox', { name: 'Nome' }).fill('Boas-vindas');
    await dialog(page, 'Editar nome do fluxo').getByRole('button', { name: 'Salvar' }).click();
    await dialog(page, 'Editar nome do fluxo').getByRole('alert').waitFor();
    await dialog(page, 'Editar nome do fluxo').getByRole('textbox', { name: 'Nome' }).fill('Plantão');
    await dialog(page, 'Editar nome do fluxo').getByRole('button', { name: 'Salvar' }).click();
    await rowOf(page, 'Plantão').waitFor();
    for (const name of ['Boas-vindas', 'Plantão']) {
      await rowAction(rowOf(page, name), 'Excluir');
      await dialog(page, `Excluir o fluxo ${name}?`).getByRole('button', { name: 'Excluir fluxo' }).click();
    }
    // Only the one that no phrase starts is gone.
    await rowOf(page, 'Plantão').waitFor({ state: 'detached' });
    await rowOf(page, 'Boas-vindas').waitFor();
    await page.goto(`${app().stack.url}/phrase-lists`);
    await rowAction(rowOf(page, 'Promoção'), 'Excluir');
    await dialog(page, 'Excluir a frase Promoção?').getByRole('button', { name: 'Excluir frase' }).click();
    await page.getByText('Frase deletada').waitFor();
    await page.getByText('Nenhuma frase ainda').waitFor();
  });
});
