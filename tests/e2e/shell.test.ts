import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isWhole } from '../support/depth.ts';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import { type App, enter, startApp } from './support/app.ts';
import { holdFirst } from './support/hold-first.ts';

let app: App;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.stop());

describe('the built app', () => {
  it('requests nothing that the content security policy blocks', async () => {
    const { page } = await app.open();
    const refused: string[] = [];
    await page.exposeFunction('noteRefusal', (what: string) => refused.push(what));
    await page.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
      noteRefusal(event.violatedDirective + ' ' + event.blockedURI));`);
    await page.goto(`${app.stack.url}/login`);
    await enter(page, 'ana@demo.local', app.stack.adminPassword);
    await page.getByRole('button', { name: /Buscar ou executar/ }).waitFor();
    await page.getByText('Juliana Barros').first().click();
    await page.getByRole('log').getByRole('article').last().waitFor();
    await page.goto(`${app.stack.url}/queues`);
    await page.getByRole('row').filter({ hasText: 'Vendas' }).click();
    await page.getByRole('button', { name: 'Escolher cor' }).click();
    await page.getByRole('group', { name: 'Escolher cor' }).waitFor();
    expect(refused).toEqual([]);
    expect(app.complaints).toEqual([]);
  });
});

describe('the divider between list and conversation', () => {
  const lineOf = (page: Page) => page.getByRole('separator', { name: 'Largura da lista' });
  const widthOf = async (page: Page): Promise<number> =>
    Math.round((await page.locator('[data-pane=list]').first().boundingBox())?.width ?? 0);
  const drag = async (page: Page, byPx: number): Promise<void> => {
    const box = await lineOf(page).boundingBox();
    if (box === null) throw new Error('there is no line');
    await page.mouse.move(box.x, 400);
    await page.mouse.down();
    await page.mouse.move(box.x + byPx, 400, { steps: 4 });
    await page.mouse.up();
  };
  /** Waits for the response that saves this width, not an earlier one. */
  const kept = (page: Page, widthPx: number) =>
    page.waitForResponse(
      (answer) =>
        answer.url().includes('/toggleChangeWidht/') &&
        answer.request().postData() === JSON.stringify({ defaultTicketsManagerWidth: widthPx }),
    );

  /** A window in which the conversation is wider than the widest list. */
  const ROOMY = { viewport: { width: 1920, height: 1080 } } as const;

  it('is moved by dragging or with keys from 404 to 700 px, and keeps its position', async () => {
    const { page } = await app.signIn('ana@demo.local', ROOMY);
    await lineOf(page).waitFor();
    await expect.poll(() => widthOf(page)).toBe(550);
    await drag(page, 400);
    await expect.poll(() => widthOf(page)).toBe(700);
    await lineOf(page).focus();
    await page.keyboard.press('Home');
    await expect.poll(() => widthOf(page)).toBe(404);
    await page.keyboard.press('End');
    await expect.poll(() => widthOf(page)).toBe(700);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => widthOf(page)).toBeLessThan(700);
    const answered = kept(page, 464);
    await drag(page, -600);
    await drag(page, 60);
    await answered;
    await page.reload();
    await lineOf(page).waitFor();
    await expect.poll(() => widthOf(page)).toBe(464);
  });

  if (isWhole)
    it('saves the last of two widths, even if the first request is slow', async () => {
      const { page } = await app.signIn('bruno@demo.local', ROOMY);
      await lineOf(page).waitFor();
      const answered = kept(page, 404);
      const letGo = await holdFirst(page, '**/toggleChangeWidht/*');
      await lineOf(page).focus();
      await page.keyboard.press('End');
      await expect.poll(() => widthOf(page)).toBe(700);
      await page.keyboard.press('Home');
      await expect.poll(() => widthOf(page)).toBe(404);
      await letGo();
      await answered;
      await page.reload();
      await lineOf(page).waitFor();
      await expect.poll(() => widthOf(page)).toBe(404);
      const back = kept(page, 550);
      await drag(page, 146);
      await back;
    });

  if (isWhole)
    it('gives the conversation the larger part in a narrow window, and returns in a wide one', async () => {
      const { page } = await app.signIn('bruno@demo.local');
      await lineOf(page).waitFor();
      await page.setViewportSize({ width: 1024, height: 768 });
      await expect.poll(() => widthOf(page)).toBeLessThanOrEqual(1024 * 0.45);
      await page.setViewportSize({ width: 800, height: 768 });
      await expect.poll(() => widthOf(page)).toBe(340);
      await page.setViewportSize({ width: 1440, height: 900 });
      await expect.poll(() => widthOf(page)).toBe(550);
    });
});

describe('the command palette', () => {
  const open = async (page: Page) => {
    await page.getByRole('button', { name: /Buscar ou executar/ }).waitFor();
    await page.keyboard.press('Control+KeyK');
    return page.getByRole('combobox', { name: 'Buscar ou executar' });
  };
  const optionsOf = (page: Page, group: string) =>
    page.getByRole('group', { name: group, exact: true }).getByRole('option');

  it('finds tickets by contact and number, contacts, and actions, with the keyboard alone', async () => {
    const { page } = await app.signIn('ana@demo.local');
    const field = await open(page);
    const box = await page.getByRole('dialog', { name: 'Buscar ou executar' }).boundingBox();
    await field.fill('gustavo');
    const found = optionsOf(page, 'Atendimentos').filter({ hasText: 'Gustavo Henrique Prado' });
    const number = /#(\d+)/.exec((await found.first().textContent()) ?? '')?.[1] ?? '';
    expect(number).not.toBe('');
    expect(await accessibilityFlaws(page)).toEqual([]);
    const palette = page.getByRole('dialog', { name: 'Buscar ou executar' });
    await expect.poll(() => palette.boundingBox()).toEqual(box);
    await field.fill(`#${number}`);
    await found.waitFor();
    await expect.poll(() => page.getByRole('option').count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/tickets\/[0-9a-f-]{36}$/);
    await page.getByRole('heading', { name: 'Gustavo Henrique Prado' }).waitFor();

    // The actions of the open conversation are offered here, too.
    await (await open(page)).fill('transferir');
    await optionsOf(page, 'Gustavo Henrique Prado').first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Transferir atendimento' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });

    await (await open(page)).fill('juliana');
    await optionsOf(page, 'Contatos').filter({ hasText: 'Juliana Barros' }).click();
    await page.getByRole('dialog', { name: 'Novo atendimento' }).waitFor();
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Contato' }).inputValue())
      .toBe('Juliana Barros');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });

    await (await open(page)).fill('filas');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/queues');
    const again = await open(page);
    await again.fill('zzzz');
    await page.getByRole('status').filter({ hasText: 'Nada encontrado' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });
});

if (isWhole)
  describe('tooltips', () => {
    it('appear next to the element under the pointer or with keyboard focus, and close with Escape', async () => {
      const { page } = await app.signIn('ana@demo.local');
      const button = page.getByRole('button', { name: 'Novo atendimento' }).first();
      const hint = page.getByRole('tooltip', { includeHidden: true });
      await button.hover();
      await hint.filter({ hasText: 'Novo atendimento' }).waitFor();
      const [at, of] = [await hint.boundingBox(), await button.boundingBox()];
      expect(at?.y).toBeGreaterThan((of?.y ?? 0) + (of?.height ?? 0));
      expect(await accessibilityFlaws(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await hint.waitFor({ state: 'detached' });
      await page.mouse.move(0, 0);
      await page.keyboard.press('Tab');
      await button.focus();
      await hint.filter({ hasText: 'Novo atendimento' }).waitFor();
    });
  });
