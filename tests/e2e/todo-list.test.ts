import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { makeCompany, TEST_PASSWORD } from '../factories/company.ts';
import { dayIn } from '../support/day-in.ts';
import { isWhole } from '../support/depth.ts';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import { enter } from './support/app.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { layoutFlaws } from './support/layout-flaws.ts';
import { smallTargets } from './support/small-targets.ts';
import { changeTheme } from './support/theme.ts';
import { useApp } from './support/use-app.ts';

const { app, ana } = useApp();

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;
const DAY_MS = 86_400_000;
const day = (days: number): string => dayIn('America/Sao_Paulo', Date.now() + days * DAY_MS);

const openTodo = async (page: Page): Promise<void> => {
  await page.goto(`${app().stack.url}/todolist`);
  await page.getByRole('heading', { name: 'Tarefas', level: 1 }).waitFor();
};
/** Finds the open tasks: the text of each is the name of its checkbox. */
const OPEN_TASKS = `[...document.querySelectorAll('[aria-label="Tarefas abertas"] input')].map((box) =>
  document.getElementById(box.getAttribute('aria-labelledby')).textContent)`;
const textsOf = async (page: Page): Promise<string[]> =>
  z.array(z.string()).parse(await page.evaluate(OPEN_TASKS));
const item = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });
const act = async (page: Page, text: string, name: string): Promise<void> => {
  await page.getByRole('button', { name: `Ações de ${text}` }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};
const add = async (page: Page, text: string, dueDate = ''): Promise<void> => {
  await page.getByRole('textbox', { name: 'Tarefa' }).fill(text);
  await page.getByLabel('Prazo').fill(dueDate);
  await page.getByRole('textbox', { name: 'Tarefa' }).press('Enter');
  await item(page, text).waitFor();
};
/** Drags a task by its handle onto another one: its upper or its lower part. */
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
const flawsOf = async (page: Page): Promise<string[]> => [
  ...(await accessibilityFlaws(page)),
  ...(await layoutFlaws(page)),
];

describe('the to-do list', () => {
  it('leads on from an empty page: tasks are added, changed, done, deleted and brought back, and stay', async () => {
    const { page } = ana();
    await page.getByRole('navigation').getByRole('link', { name: 'Tarefas' }).click();
    await page.getByText('Nenhuma tarefa ainda').waitFor();
    expect(await flawsOf(page)).toEqual([]);
    await keepScreenshot(page, 'todo-list-empty');
    await page.getByRole('button', { name: 'Adicionar' }).click();
    await page.getByText('Obrigatório').waitFor();
    await add(page, 'Ligar para a Paula', day(-1));
    await add(page, 'Enviar orçamento', day(0));
    await add(page, 'Renovar contrato', day(40));
    await add(page, 'Comprar café');
    const [year, month, date] = day(-1).split('-');
    await item(page, 'Ligar para a Paula').getByText(`Atrasada: ${date}/${month}/${year}`).waitFor();
    await item(page, 'Enviar orçamento').getByText('Hoje', { exact: true }).waitFor();
    expect(await flawsOf(page)).toEqual([]);
    await keepScreenshot(page, 'todo-list');
    await changeTheme(page, 'dark');
    expect(await accessibilityFlaws(page)).toEqual([]);
    await keepScreenshot(page, 'todo-list-dark');
    await changeTheme(page, 'light');

    await act(page, 'Comprar café', 'Editar');
    const dialog = page.getByRole('dialog', { name: 'Editar tarefa' });
    await dialog.getByRole('textbox', { name: 'Tarefa' }).fill('');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByText('Obrigatório').waitFor();
    await dialog.getByRole('textbox', { name: 'Tarefa' }).fill('Comprar café e pão');
    await dialog.getByLabel('Prazo').fill(day(1));
    expect(await flawsOf(page)).toEqual([]);
    await keepScreenshot(page, 'todo-list-edit');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await item(page, 'Comprar café e pão').waitFor();

    await page.getByRole('checkbox', { name: 'Ligar para a Paula' }).click();
    await page.getByRole('button', { name: 'Concluídas (1)' }).click();
    await page.getByRole('checkbox', { name: 'Ligar para a Paula', checked: true }).waitFor();
    await act(page, 'Enviar orçamento', 'Excluir');
    await item(page, 'Enviar orçamento').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect
      .poll(() => textsOf(page))
      .toEqual(['Enviar orçamento', 'Renovar contrato', 'Comprar café e pão']);
    await act(page, 'Renovar contrato', 'Excluir');
    await item(page, 'Renovar contrato').waitFor({ state: 'detached' });
    expect(await flawsOf(page)).toEqual([]);
    await keepScreenshot(page, 'todo-list-done');
    await page.reload();
    await expect.poll(() => textsOf(page)).toEqual(['Enviar orçamento', 'Comprar café e pão']);
    await page.getByRole('button', { name: 'Concluídas (1)' }).click();
    await page.getByRole('checkbox', { name: 'Ligar para a Paula' }).click();
    await expect
      .poll(() => textsOf(page))
      .toEqual(['Ligar para a Paula', 'Enviar orçamento', 'Comprar café e pão']);
  });

  if (isWhole)
    it('is ordered by dragging, with the arrow keys and by the menu, and another tab shows it at once', async () => {
      const { page, context } = await app().signIn('bruno@demo.local');
      await openTodo(page);
      for (const text of ['Um', 'Dois', 'Três', 'Quatro']) await add(page, text);
      const second = await context.newPage();
      await openTodo(second);
      await expect.poll(() => textsOf(second)).toEqual(['Um', 'Dois', 'Três', 'Quatro']);
      await drag(page, item(page, 'Quatro'), item(page, 'Um'), 0.2);
      await expect.poll(() => textsOf(second)).toEqual(['Quatro', 'Um', 'Dois', 'Três']);
      await drag(page, item(page, 'Um'), item(page, 'Três'), 0.8);
      await expect.poll(() => textsOf(second)).toEqual(['Quatro', 'Dois', 'Três', 'Um']);

      const handle = page.getByRole('button', { name: /^Mover Três:/ });
      await handle.focus();
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      await expect.poll(() => textsOf(second)).toEqual(['Três', 'Quatro', 'Dois', 'Um']);
      await page.getByRole('status').getByText('Três: posição 1 de 4').waitFor({ state: 'attached' });
      await handle.and(page.locator(':focus')).waitFor();
      await page.keyboard.press('ArrowDown');
      await expect.poll(() => textsOf(second)).toEqual(['Quatro', 'Três', 'Dois', 'Um']);
      await act(page, 'Um', 'Mover para cima');
      await expect.poll(() => textsOf(second)).toEqual(['Quatro', 'Três', 'Um', 'Dois']);
      await second.getByRole('checkbox', { name: 'Um' }).click();
      await expect.poll(() => textsOf(page)).toEqual(['Quatro', 'Três', 'Dois']);
    });

  if (isWhole)
    it('belongs to one user: another user of the browser has another list, and signing out keeps both', async () => {
      const company = await makeCompany();
      const [rosa, caio] = [await company.addUser(), await company.addUser()];
      const { page } = await app().open();
      const signIn = async (email: string): Promise<void> => {
        await page.goto(`${app().stack.url}/login`);
        // A user returns to the screen of the last visit.
        await enter(page, email, TEST_PASSWORD, /\/(tickets|todolist)$/);
        await openTodo(page);
      };
      const signOut = async (): Promise<void> => {
        await page.getByRole('button', { name: 'Minha conta' }).click();
        await page.getByRole('menuitem', { name: 'Sair' }).click();
        await page.waitForURL('**/login');
      };
      await signIn(rosa.email);
      await add(page, 'Da Rosa');
      await signOut();
      await signIn(caio.email);
      await page.getByText('Nenhuma tarefa ainda').waitFor();
      await add(page, 'Do Caio');
      await signOut();
      await signIn(rosa.email);
      await expect.poll(() => textsOf(page)).toEqual(['Da Rosa']);
    });

  if (isWhole)
    it('works when the browser keeps nothing or something broken, and says so', async () => {
      const { admin } = await makeCompany();
      const { page } = await app().open();
      await page.goto(`${app().stack.url}/login`);
      await page.evaluate(`localStorage.setItem('prosa.tasks', '{"1:1": [{')`);
      await enter(page, admin.email, TEST_PASSWORD);
      await openTodo(page);
      await page.getByText('Nenhuma tarefa ainda').waitFor();
      await add(page, 'Guardada');
      await page.evaluate(
        `Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }`,
      );
      await add(page, 'Só por enquanto');
      await page.getByText('O navegador não guardou a mudança').waitFor();
      await expect.poll(() => textsOf(page)).toEqual(['Guardada', 'Só por enquanto']);
      await page.reload();
      await expect.poll(() => textsOf(page)).toEqual(['Guardada']);
    });

  if (isWhole)
    it('is comfortable on a phone', async () => {
      const { page } = await app().signIn('carla@demo.local', PHONE);
      await openTodo(page);
      await add(page, 'Confirmar a entrega de amanhã com a transportadora e avisar a cliente', day(-2));
      await add(page, 'Comprar café');
      expect([...(await flawsOf(page)), ...(await smallTargets(page))]).toEqual([]);
      await keepScreenshot(page, 'todo-list-phone');
      await changeTheme(page, 'dark');
      expect(await accessibilityFlaws(page)).toEqual([]);
      await keepScreenshot(page, 'todo-list-phone-dark');
      await act(page, 'Comprar café', 'Mover para cima');
      await expect.poll(async () => (await textsOf(page))[0]).toBe('Comprar café');
    });
});
