import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Customer } from '../support/customer.ts';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import { type App, startApp } from './support/app.ts';
import { bubbleOf, longPress, openTab, openTicket } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';

const FROM = 'Gustavo Henrique Prado';
const FIRST = 'É a TERCEIRA vez que falo com vocês.';
const MIDDLE = 'Quero a troca.';
const LAST = 'Vou cobrar mesmo.';
const NOTE = 'Falei com o fabricante';
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

let app: App;
let renata: Customer;
let helena: Customer;

beforeAll(async () => {
  app = await startApp();
  renata = app.customer('5527987650128', 'Renata Queiroz');
  helena = app.customer('5567987650135', 'Helena Coutinho');
});
afterAll(() => app?.stop());

const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Mensagens selecionadas' });
const boxOf = (page: Page, text: string) => bubbleOf(page, text).getByRole('checkbox');
const openActions = (page: Page, text: string): Promise<void> =>
  bubbleOf(page, text).getByRole('button', { name: 'Ações da mensagem' }).click();
const startAt = async (page: Page, text: string, open = openActions): Promise<void> => {
  await open(page, text);
  await page.getByRole('menuitem', { name: 'Selecionar' }).click();
  await toolbar(page).waitFor();
};
const forwardTo = async (page: Page, name: string, count: number) => {
  await toolbar(page).getByRole('button', { name: 'Encaminhar' }).click();
  const dialog = page.getByRole('dialog', { name: `Encaminhar ${count} mensagens` });
  await dialog.getByRole('combobox', { name: 'Para' }).fill(name);
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
  return dialog;
};
const textsOf = async (customer: Customer): Promise<string[]> =>
  (await customer.received())
    .filter(({ fromCustomer }) => !fromCustomer)
    .map(({ text = '' }) => text.split(/(?<=\.)\s/)[0] ?? '');
describe('several messages', () => {
  it('are selected with the keyboard and forwarded in the order of the conversation, even if the tab is closed', async () => {
    const { page } = await app.signIn('ana@demo.local');
    await openTab(page, 'Abertos');
    await openTicket(page, FROM);
    await bubbleOf(page, LAST).getByRole('button', { name: 'Ações da mensagem' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Selecionar' }).press('Enter');
    await toolbar(page).getByText('1 mensagem selecionada').waitFor();
    await expect.poll(() => boxOf(page, LAST).and(page.locator(':focus')).count()).toBe(1);
    await page.keyboard.press('Space');
    await toolbar(page).getByRole('button', { name: 'Encaminhar' }).click();
    await toolbar(page)
      .getByRole('alert')
      .getByText('Selecione ao menos uma mensagem para encaminhar.')
      .waitFor();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await expect.poll(() => boxOf(page, NOTE).count()).toBe(0);
    await page.keyboard.press('Escape');
    await toolbar(page).waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Mensagem', exact: true }).waitFor();

    await startAt(page, LAST);
    await boxOf(page, FIRST).check();
    await boxOf(page, MIDDLE).check();
    await toolbar(page).getByText('3 mensagens selecionadas').waitFor();
    expect(await accessibilityFlaws(page)).toEqual([]);
    await keepScreenshot(page, 'selection-desktop-light');
    const dialog = await forwardTo(page, renata.name, 3);
    expect(await accessibilityFlaws(page)).toEqual([]);
    await keepScreenshot(page, 'forward-desktop-light');
    await dialog.getByRole('button', { name: 'Encaminhar' }).click();
    await page.getByText('Encaminhando 3 mensagens').waitFor();
    await toolbar(page).waitFor({ state: 'detached' });
    // The server continues without this tab.
    await page.close();
    await renata.gets(({ text = '' }) => text.startsWith(LAST), 'the last');
    expect(await textsOf(renata)).toEqual([FIRST, MIDDLE, LAST]);
  });

  it('are requested again after a lost response, without duplicates, also on a phone', async () => {
    const { page, context } = await app.signIn('ana@demo.local', PHONE);
    await page.getByRole('button', { name: 'Minha conta' }).click();
    await page.getByRole('menuitem', { name: 'Usar tema escuro' }).click();
    await page.locator('html[data-theme=dark]').waitFor();
    await page.keyboard.press('Escape');
    await openTab(page, 'Abertos');
    await openTicket(page, FROM);
    await startAt(page, MIDDLE, longPress);
    // The whole row can be tapped.
    await bubbleOf(page, LAST).tap({ position: { x: 200, y: 40 } });
    await toolbar(page).getByText('2 mensagens selecionadas').waitFor();
    expect(await accessibilityFlaws(page)).toEqual([]);
    await keepScreenshot(page, 'selection-phone-dark');
    const dialog = await forwardTo(page, helena.name, 2);
    expect(await accessibilityFlaws(page)).toEqual([]);
    await keepScreenshot(page, 'forward-phone-dark');
    let calls = 0;
    await page.route('**/api/message/forward/several', async (route) => {
      calls += 1;
      if (calls !== 1) return route.continue();
      await route.fetch();
      return route.abort('connectionreset');
    });
    const submit = dialog.getByRole('button', { name: 'Encaminhar' });
    await submit.click();
    await page.getByText('Sem internet.').waitFor();
    await submit.click();
    await page.getByText('Encaminhando 2 mensagens').waitFor();
    await helena.gets(({ text = '' }) => text.startsWith(LAST), 'the last');
    expect(calls).toBe(2);
    expect(await textsOf(helena)).toEqual([MIDDLE, LAST]);
    await context.close();
    expect(app.complaints).toEqual([]);
  });
});
