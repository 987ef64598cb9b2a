import { loadQueue, loadQueues } from '@prosa/functions/repositories/organisation/queues.ts';
import type { ChatbotOption } from '@prosa/shared/entities/queue.ts';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeCompany, TEST_PASSWORD, type TestCompany } from '../factories/company.ts';
import { isWhole } from '../support/depth.ts';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import { busyTime } from './support/busy-time.ts';
import { choose } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { layoutFlaws } from './support/layout-flaws.ts';
import { rowAction } from './support/row-action.ts';
import { useApp } from './support/use-app.ts';

const { app } = useApp();

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** How long the page may compute for a typed letter; measured 48 ms. */
const LETTER_MS = 120;

const openQueues = async (company: TestCompany, viewport = DESKTOP): Promise<Page> => {
  const { page } = await app().signIn(company.admin.email, {
    viewport,
    permissions: ['clipboard-read', 'clipboard-write'],
    password: TEST_PASSWORD,
    path: '/queues',
  });
  await page.getByRole('heading', { name: 'Filas', level: 1 }).waitFor();
  return page;
};
/** Returns the options of a company's only queue as an outline. */
const outline = (options: readonly ChatbotOption[]): string =>
  options
    .map(({ name, options: below }) => (below.length === 0 ? name : `${name}(${outline(below)})`))
    .join(' ');
const storedOutline = async (company: TestCompany): Promise<string> => {
  const [queue] = await loadQueues(company.table);
  return outline((await loadQueue(company.table, queue?.id ?? 0))?.chatbots ?? []);
};
const node = (scope: Locator, name: string) =>
  scope.getByRole('treeitem', { name: new RegExp(`^[\\d.]+ ${name}`) });
const outlineOf = (scope: Locator): Promise<string[]> =>
  scope
    .getByRole('treeitem')
    .evaluateAll((rows) =>
      rows
        .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
        .map((row) => row.getAttribute('aria-label') ?? ''),
    );
const option = (name: string, options: ChatbotOption[] = []): ChatbotOption => ({
  id: name,
  name,
  greetingMessage: 'Escolha uma opção:',
  queueType: 'text',
  closeTicket: false,
  optQueueId: null,
  optUserId: null,
  optIntegrationId: null,
  optFileId: null,
  options,
});
const openOptions = async (page: Page, queue: string): Promise<Locator> => {
  await page.getByRole('row').filter({ hasText: queue }).click();
  const dialog = page.getByRole('dialog', { name: `Editar ${queue}` });
  await dialog.getByRole('tab', { name: 'Opções do bot' }).click();
  await dialog.getByRole('tree').waitFor();
  return dialog;
};
/** Drags the handle of one row onto a part of another row: its upper edge, its middle, or its lower edge. */
const drag = async (page: Page, from: Locator, to: Locator, at: number): Promise<void> => {
  const handle = await from.locator('[data-drag-handle]').boundingBox();
  const target = await to.boundingBox();
  if (handle === null || target === null) throw new Error('nothing to drag');
  const x = handle.x + handle.width / 2;
  await page.mouse.move(x, handle.y + handle.height / 2);
  await page.mouse.down();
  await page.mouse.move(x, handle.y + handle.height / 2 + 6, { steps: 3 });
  await page.mouse.move(x + 4, target.y + target.height * at, { steps: 8 });
  await page.mouse.up();
};

describe('a menu of a new company', () => {
  it('is built with the keyboard alone, and shows errors at their option', async () => {
    const company = await makeCompany();
    const page = await openQueues(company);
    const { keyboard } = page;
    await page.getByText('Nenhuma fila ainda').waitFor();
    await page.getByRole('button', { name: 'Nova fila' }).first().focus();
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Nova fila' });
    await dialog.getByRole('textbox', { name: 'Nome' }).and(page.locator(':focus')).waitFor();
    await keyboard.type('Atendimento');
    await dialog.getByRole('tab', { name: 'Dados' }).focus();
    await keyboard.press('ArrowRight');
    await keyboard.press('Enter');
    await dialog.getByText('Sem opções').waitFor();
    await dialog.getByRole('button', { name: 'Adicionar opção' }).focus();
    await keyboard.press('Enter');
    const name = dialog.getByRole('textbox', { name: 'Nome' }).and(page.locator(':visible'));
    await name.and(page.locator(':focus')).waitFor();
    await keyboard.type('Vendas');
    await dialog.getByText('É a única opção deste nível').waitFor();
    await keyboard.press('Control+Shift+Enter');
    await node(dialog, 'Sem nome').waitFor();
    await keyboard.type('Orçamento');
    await keyboard.press('Control+Enter');
    await keyboard.type('Pre');
    await keyboard.press('Control+Enter');
    await keyboard.type('Suporte');
    expect(await outlineOf(dialog)).toEqual(['1 Vendas', '1.1 Orçamento', '1.2 Pre', '1.3 Suporte']);
    const tree = dialog.getByRole('tree');
    await tree.focus();
    await keyboard.press('Alt+ArrowLeft');
    await node(dialog, 'Suporte')
      .and(page.getByRole('treeitem', { name: '2 Suporte' }))
      .waitFor();
    await keyboard.press('Alt+ArrowUp');
    expect(await outlineOf(dialog)).toEqual(['1 Suporte', '2 Vendas', '2.1 Orçamento', '2.2 Pre']);

    await dialog.getByRole('button', { name: 'Salvar' }).focus();
    await keyboard.press('Enter');
    await dialog.getByText('2 opções precisam de atenção.').waitFor();
    await dialog.getByText('Escreva uma mensagem: sem ela, ninguém vê os próximos passos.').waitFor();
    expect(await outlineOf(dialog)).toEqual([
      '1 Suporte',
      '2 Vendas, precisa de atenção',
      '2.1 Orçamento',
      '2.2 Pre, precisa de atenção',
    ]);
    await keepScreenshot(page, 'queue-options-wrong-desktop');
    await dialog
      .getByRole('textbox', { name: 'Mensagem' })
      .and(page.locator(':visible'))
      .fill('Sobre o quê?');
    await dialog.getByText('1 opção precisa de atenção.').waitFor();
    await dialog.getByRole('button', { name: 'Mostrar' }).focus();
    await keyboard.press('Enter');
    await name.and(page.locator(':focus')).waitFor();
    await expect.poll(() => name.inputValue()).toBe('Pre');
    await name.fill('Preços');
    await dialog.getByRole('alert').waitFor({ state: 'hidden' });
    // Enter in a field saves.
    await keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    expect(await storedOutline(company)).toBe('Suporte Vendas(Orçamento Preços)');
  });

  if (isWhole)
    it('is built with the mouse, moved by dragging, copied, searched, and undone', async () => {
      const company = await makeCompany();
      await company.addUser({ name: 'Carla' });
      const page = await openQueues(company);
      await page.getByRole('button', { name: 'Nova fila' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Nova fila' });
      await dialog.getByRole('textbox', { name: 'Nome' }).fill('Recepção');
      await dialog.getByRole('tab', { name: 'Opções do bot' }).click();
      const field = (name: string) => dialog.getByRole('textbox', { name }).and(page.locator(':visible'));
      for (const name of ['Exames', 'Consultas', 'Financeiro']) {
        await dialog.getByRole('button', { name: 'Adicionar opção' }).click();
        await field('Nome').fill(name);
        await field('Mensagem').fill('Escolha:');
      }
      await choose(dialog, 'O que acontece', 'Vai para um atendente');
      await choose(dialog, 'Atendente', 'Carla');
      await node(dialog, 'Financeiro').getByText('Carla').waitFor();
      await drag(page, node(dialog, 'Consultas'), node(dialog, 'Exames'), 0.5);
      await dialog.getByRole('treeitem', { name: '1.1 Consultas' }).waitFor();
      await drag(page, node(dialog, 'Financeiro'), node(dialog, 'Exames'), 0.05);
      await expect
        .poll(() => outlineOf(dialog))
        .toEqual(['1 Financeiro, Carla', '2 Exames', '2.1 Consultas']);
      // An option that leads elsewhere accepts no options below it.
      await drag(page, node(dialog, 'Consultas'), node(dialog, 'Financeiro'), 0.4);
      await expect.poll(() => outlineOf(dialog)).toEqual(['1 Consultas', '2 Financeiro, Carla', '3 Exames']);
      await dialog.getByRole('button', { name: 'Desfazer' }).click();
      await dialog.getByRole('treeitem', { name: '2.1 Consultas' }).waitFor();
      await node(dialog, 'Exames').click();
      await rowAction(dialog, 'Copiar opção');
      await expect
        .poll(() => outlineOf(dialog))
        .toEqual(['1 Financeiro, Carla', '2 Exames', '2.1 Consultas', '3 Exames', '3.1 Consultas']);
      await field('Nome').fill('Vacinas');
      await keepScreenshot(page, 'queue-options-desktop');
      expect([await accessibilityFlaws(page), await layoutFlaws(page)]).toEqual([[], []]);
      await dialog.getByRole('searchbox', { name: 'Buscar opção' }).fill('consul');
      await expect
        .poll(() => outlineOf(dialog))
        .toEqual(['2 Exames', '2.1 Consultas', '3 Vacinas', '3.1 Consultas']);
      await dialog.getByRole('searchbox', { name: 'Buscar opção' }).fill('');
      await node(dialog, 'Exames').click();
      await rowAction(dialog, 'Remover opção');
      await expect
        .poll(() => outlineOf(dialog))
        .toEqual(['1 Financeiro, Carla', '2 Vacinas', '2.1 Consultas']);
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      await page.getByText('Fila salva').waitFor();
      expect(await storedOutline(company)).toBe('Financeiro Vacinas(Consultas)');

      const edit = await openOptions(page, 'Recepção');
      await node(edit, 'Vacinas').click();
      await edit.getByRole('button', { name: 'Mover para cima' }).click();
      await edit.getByRole('button', { name: 'Salvar' }).click();
      await page.getByText('Bot salvo').waitFor();
      expect(await storedOutline(company)).toBe('Vacinas(Consultas) Financeiro');
    });

  if (isWhole)
    it('fits on a phone: first the tree, then the fields of one option', async () => {
      const company = await makeCompany();
      await company.addQueue({
        name: 'Vendas',
        chatbots: [option('Produtos', [option('Preços')]), option('Prazo')],
      });
      const page = await openQueues(company, PHONE);
      const dialog = await openOptions(page, 'Vendas');
      await keepScreenshot(page, 'queue-options-phone');
      await node(dialog, 'Prazo').click();
      await expect.poll(() => dialog.getByRole('tree').count()).toBe(0);
      await dialog.getByRole('button', { name: 'Mover para dentro da anterior' }).click();
      await keepScreenshot(page, 'queue-option-phone');
      expect([await accessibilityFlaws(page), await layoutFlaws(page)]).toEqual([[], []]);
      await dialog.getByRole('button', { name: 'Voltar às opções' }).click();
      await expect.poll(() => outlineOf(dialog)).toEqual(['1 Produtos', '1.1 Preços', '1.2 Prazo']);
      expect([await accessibilityFlaws(page), await layoutFlaws(page)]).toEqual([[], []]);
      await dialog.getByRole('button', { name: 'Adicionar opção' }).click();
      await dialog.getByRole('region', { name: 'Opção 1.3' }).waitFor();
    });
});

if (isWhole)
  describe('a tree of 200 options', () => {
    it('opens, navigates and accepts text without delay, because only the visible part is rendered', async () => {
      const company = await makeCompany();
      const branches = Array.from({ length: 10 }, (_none, n) =>
        option(
          `Assunto ${n}`,
          Array.from({ length: 19 }, (_one, m) => option(`Pergunta ${n}.${m}`)),
        ),
      );
      await company.addQueue({ name: 'Grande', chatbots: branches });
      const page = await openQueues(company);
      const dialog = await openOptions(page, 'Grande');
      await dialog.getByText('200 opções').waitFor();
      await expect.poll(() => dialog.getByRole('treeitem').count()).toBeLessThan(40);
      await dialog.getByRole('tree').focus();
      await page.keyboard.press('End');
      await dialog.getByRole('treeitem', { name: '10.19 Pergunta 9.18', selected: true }).waitFor();
      const name = dialog.getByRole('textbox', { name: 'Nome' }).and(page.locator(':visible'));
      await name.focus();
      const words = ' com mais palavras';
      const busyMs = await busyTime(page, async () => {
        await page.keyboard.type(words, { delay: 30 });
        await dialog.getByRole('treeitem', { name: /com mais palavras$/ }).waitFor();
      });
      expect(busyMs / words.length).toBeLessThan(LETTER_MS);
      await dialog.getByRole('button', { name: 'Recolher tudo' }).click();
      await expect.poll(() => dialog.getByRole('treeitem').count()).toBe(10);
      await dialog.getByRole('button', { name: 'Adicionar opção' }).click();
      await expect
        .poll(() => dialog.getByRole('status').allTextContents())
        .toContain('A fila já tem o máximo de 200 opções');
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      await page.getByText('Bot salvo').waitFor();
    });
  });

describe('the table of queues', () => {
  it('is ordered by dragging and with the keyboard, and can be searched if it is long', async () => {
    const company = await makeCompany();
    for (let n = 1; n <= 11; n++)
      await company.addQueue({
        name: `Fila ${String(n).padStart(2, '0')}`,
        orderQueue: n,
        greetingMessage: `Olá ${n}`,
      });
    const page = await openQueues(company);
    const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
    const names = async () => (await rows.allTextContents()).map((text) => /Fila \d\d/.exec(text)?.[0]);
    await expect.poll(() => rows.count()).toBe(11);
    for (const column of ['ID', 'Nome', 'Cor', 'Ordem', 'Saudação'])
      await page.getByRole('columnheader', { name: column, exact: true }).waitFor();
    await keepScreenshot(page, 'queues-many-desktop');
    const row = (name: string) => rows.filter({ hasText: name });
    await drag(page, row('Fila 03'), row('Fila 01'), 0.2);
    await expect.poll(async () => (await names()).slice(0, 3)).toEqual(['Fila 03', 'Fila 01', 'Fila 02']);
    await page.getByText('Ordem salva').waitFor();
    await page.getByRole('button', { name: 'Mover a fila Fila 02 com as setas' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect
      .poll(async () => (await names()).slice(0, 5))
      .toEqual(['Fila 03', 'Fila 01', 'Fila 04', 'Fila 05', 'Fila 02']);
    await expect
      .poll(async () =>
        (await loadQueues(company.table))
          .toSorted((a, b) => a.orderQueue - b.orderQueue)
          .slice(0, 5)
          .map(({ name }) => name),
      )
      .toEqual(['Fila 03', 'Fila 01', 'Fila 04', 'Fila 05', 'Fila 02']);
    await page.reload();
    await expect.poll(async () => (await names())[0]).toBe('Fila 03');
    await page.getByRole('searchbox', { name: 'Buscar fila' }).fill('olá 7');
    await expect.poll(names).toEqual(['Fila 07']);
    await page.getByRole('searchbox', { name: 'Buscar fila' }).fill('nada');
    await page.getByText('Nenhuma fila com estas palavras').waitFor();
  });
});

describe('the dialog of a queue', () => {
  it('contains hours if the company sets hours by queue, warns about unsaved changes, and shows a token for copying', async () => {
    const company = await makeCompany({ settings: { scheduleType: 'queue' } });
    const page = await openQueues(company);
    await page.getByRole('button', { name: 'Nova fila' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Nova fila' });
    await dialog.getByRole('textbox', { name: 'Nome' }).fill('Noturna');
    await dialog.getByRole('tab', { name: 'Horários' }).click();
    const times = dialog.getByPlaceholder('00:00');
    // Sunday is closed in a new week.
    await expect.poll(() => times.count()).toBe(24);
    const day = ['08:00', '12:00', '13:00', '18:00'];
    expect(await times.evaluateAll((fields) => fields.map((field) => Reflect.get(field, 'value')))).toEqual(
      Array.from({ length: 6 }, () => day).flat(),
    );
    await times.first().fill('09:30');
    await dialog.getByText('Clique em Salvar para registrar as alterações.').waitFor();
    await keepScreenshot(page, 'queue-schedule-desktop');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Fila salva').waitFor();
    const [queue] = await loadQueues(company.table);
    const [monday] = queue?.schedules ?? [];
    expect(monday).toMatchObject({ weekdayEn: 'monday', startTimeA: '09:30', endTimeB: '18:00' });

    await page.getByRole('row').filter({ hasText: 'Noturna' }).click();
    const edit = page.getByRole('dialog', { name: 'Editar Noturna' });
    const token = edit.getByRole('textbox', { name: 'Token' });
    await token.waitFor();
    await keepScreenshot(page, 'queue-data-desktop');
    await expect.poll(() => edit.getByText('Clique em Salvar para registrar').count()).toBe(0);
    await expect.poll(() => token.isEditable()).toBe(false);
    await expect.poll(() => token.inputValue()).toBe(queue?.token);
    await edit.getByRole('button', { name: 'Copiar token' }).click();
    await page.getByText('Token copiado').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(queue?.token);
    await edit.getByText('Ainda não há integrações.').waitFor();
    await edit.getByText('Ainda não há listas de arquivos.').waitFor();
    await edit.getByRole('button', { name: 'Cancelar' }).click();
    await rowAction(page.getByRole('row').filter({ hasText: 'Noturna' }), 'Excluir');
    const question = page.getByRole('dialog', { name: 'Excluir a fila Noturna?' });
    await question.getByText('As opções do bot se perdem').waitFor();
    await question.getByRole('button', { name: 'Excluir fila' }).click();
    await page.getByText('Fila excluída').waitFor();
  });
});
