import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

export type ListTab = 'Abertos' | 'Aguardando' | 'Grupos' | 'Resolvidos';

export const openTab = async (page: Page, tab: ListTab): Promise<void> => {
  await page.getByRole('tab', { name: tab }).click();
};

/** Returns a ticket's row in the visible list. */
export const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) });

export const openTicket = async (page: Page, name: string): Promise<void> => {
  await rowOf(page, name).getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
};

/** Returns a message of the open conversation. */
export const bubbleOf = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('log').getByRole('article').filter({ hasText: text }).last();

export const say = async (page: Page, text: string): Promise<void> => {
  const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
  await field.fill(text);
  await field.press('Enter');
};

export const attach = async (
  page: Page,
  file: { name: string; mimeType: string; buffer: Buffer },
  caption = '',
): Promise<void> => {
  await page.locator('input[type=file][multiple]').setInputFiles(file);
  const dialog = page.getByRole('dialog', { name: 'Enviar 1 arquivo' });
  if (caption !== '') await dialog.getByLabel(`Legenda de ${file.name}`).fill(caption);
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await dialog.waitFor({ state: 'hidden' });
};

/** Opens the dialog of a kind of message, from the composer's menu. */
export const sendMore = async (page: Page, item: string): Promise<void> => {
  await page.getByRole('button', { name: 'Enviar outra coisa' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

/** Presses long on an element until the actions of its item appear. */
export const pressLong = async (page: Page, element: Locator): Promise<void> => {
  const box = await element.first().boundingBox();
  if (box === null) throw new Error('the element is not on the screen');
  const touch = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + 8, y: box.y + 8 }];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await page.getByRole('menu').waitFor();
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await touch.detach();
};

/** Presses long on a message until its actions appear. */
export const longPress = (page: Page, text: string): Promise<void> =>
  pressLong(page, bubbleOf(page, text).getByText(text));

/** Chooses an item from the conversation's menu. */
export const chooseInHeader = async (page: Page, item: string): Promise<void> => {
  await page.locator('header').getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

/** Chooses an option of a combobox. */
export const choose = async (scope: Locator, field: string | RegExp, choice: string): Promise<void> => {
  await scope.getByRole('combobox', { name: field }).click();
  await scope.page().getByRole('option', { name: choice, exact: true }).click();
};

export const pickContact = async (dialog: Locator, name: string): Promise<void> => {
  await dialog.getByRole('combobox', { name: 'Contato' }).fill(name);
  await dialog
    .page()
    .getByRole('option', { name: new RegExp(`^${name}`) })
    .click();
};

/**
 * Toggles a switch and checks that it changes at once: a switch that turned back until the response arrives would
 * look as if it was refused.
 */
export const turn = async (control: Locator, on: boolean): Promise<void> => {
  const shown = await control.evaluate((input: { click(): void; checked: boolean }) => {
    input.click();
    return input.checked;
  });
  expect(shown).toBe(on);
};
