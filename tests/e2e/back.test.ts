import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PNG } from '../factories/files.ts';
import { type App, startApp } from './support/app.ts';
import { attach, bubbleOf, chooseInHeader, longPress, openTab, openTicket, rowOf } from './support/inbox.ts';

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;

let app: App;
let page: Page;

/** Goes back: the topmost layer closes, and the screen below stays. */
const backCloses = async (top: Locator): Promise<void> => {
  await top.waitFor();
  const before = page.url();
  await page.goBack();
  await top.waitFor({ state: 'hidden' });
  expect(page.url()).toBe(before);
};

beforeAll(async () => {
  app = await startApp();
  ({ page } = await app.signIn('ana@demo.local', PHONE));
});
afterAll(() => app?.stop());

describe('going back on a phone closes only the topmost layer', () => {
  it('in the list, a step back closes menus, queue filters, dialogs with their choices, the palette, the account', async () => {
    await rowOf(page, 'Juliana Barros').waitFor();
    await rowOf(page, 'Juliana Barros')
      .getByRole('button', { name: /^Mais ações/ })
      .click();
    await backCloses(page.getByRole('menu'));
    await page.getByRole('button', { name: 'Todas as filas' }).click();
    await backCloses(page.getByRole('menu'));
    await page.getByRole('button', { name: 'Novo atendimento' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Novo atendimento' });
    await dialog.getByRole('combobox', { name: 'Fila' }).click();
    await backCloses(page.getByRole('listbox'));
    await backCloses(dialog);
    await page.keyboard.press('Control+k');
    await backCloses(page.getByRole('dialog', { name: 'Buscar ou executar' }));
    await page.getByRole('button', { name: /^Notificações/ }).click();
    await backCloses(page.getByRole('dialog', { name: 'Notificações' }));
    await page.getByRole('button', { name: 'Mais', exact: true }).click();
    await backCloses(page.getByRole('menu'));
  });

  it('in a conversation, a step back closes its menu, drawers and dialogs one by one, emoji, a picture, message selection', async () => {
    await openTab(page, 'Abertos');
    await openTicket(page, 'Gustavo Henrique Prado');
    await bubbleOf(page, 'Vou cobrar mesmo').waitFor();
    await page.locator('header').getByRole('button', { name: 'Mais ações' }).click();
    await backCloses(page.getByRole('menu'));
    await chooseInHeader(page, 'Transferir');
    await backCloses(page.getByRole('dialog', { name: 'Transferir atendimento' }));
    await page.getByRole('button', { name: 'Dados do contato' }).click();
    await page.getByRole('button', { name: 'Editar' }).click();
    await backCloses(page.getByRole('dialog', { name: 'Editar contato' }));
    await backCloses(page.getByRole('button', { name: 'Adicionar nota' }));
    await page.getByRole('button', { name: 'Inserir emoji' }).click();
    await backCloses(page.getByPlaceholder('Buscar emoji'));
    await attach(page, { name: 'foto.png', mimeType: 'image/png', buffer: PNG }, 'Veja');
    const picture = bubbleOf(page, 'Veja')
      .getByRole('button', { name: /imagem/i })
      .first();
    await picture.click();
    await backCloses(page.locator('.yarl__portal'));
    await longPress(page, 'Vou cobrar mesmo');
    await backCloses(page.getByRole('menu'));
    await longPress(page, 'Vou cobrar mesmo');
    await page.getByRole('menuitem', { name: 'Selecionar' }).click();
    await page.getByRole('button', { name: 'Encaminhar' }).click();
    await backCloses(page.getByRole('dialog', { name: /^Encaminhar/ }));
    await backCloses(page.getByRole('toolbar'));
    await page.goBack();
    await rowOf(page, 'Juliana Barros').waitFor();
  });

  it('asks before discarding entered data, and closes no screen meanwhile', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Contatos', exact: true }).click();
    await page.getByRole('button', { name: 'Novo contato' }).click();
    const dialog = page.getByRole('dialog', { name: 'Novo contato' });
    await dialog.getByRole('textbox', { name: 'Nome' }).fill('Quase perdida');
    await page.goBack();
    const question = page.getByRole('dialog', { name: 'Descartar alterações?' });
    await backCloses(question);
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Nome' }).inputValue()).toBe('Quase perdida');
    await page.goBack();
    await question.getByRole('button', { name: 'Descartar' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(page.url()).toContain('/contacts');
    expect(app.complaints).toEqual([]);
  });
});
