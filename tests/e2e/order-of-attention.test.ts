import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Client, signIn } from '../bench/client.ts';
import { isWhole } from '../support/depth.ts';
import { type App, startApp, type Visitor } from './support/app.ts';
import { openTab, openTicket, rowOf } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';

const connectionsSchema = z.array(z.object({ id: z.int(), name: z.string() }));

let app: App;
let ana: Visitor;
let lead: Client;

beforeAll(async () => {
  app = await startApp();
  lead = await signIn(app.stack.url, 'ana@demo.local', app.stack.adminPassword);
  ana = await app.signIn('ana@demo.local');
});
afterAll(() => app?.stop());

/** Contacts of the demo that wait in a queue. */
const WAITING = ['Oficina do Tadeu', 'Seu Antônio Ferreira', 'Larissa Campos'] as const;
const TOGGLE_MENU = 'Abrir ou fechar o menu';
const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Menu principal' });
const widthOf = async (page: Page, selector: string): Promise<number> =>
  (await page.locator(selector).first().boundingBox())?.width ?? 0;
const menuWidth = async (page: Page): Promise<number> => (await menuOf(page).boundingBox())?.width ?? 0;
const columnsOf = async (page: Page) => ({
  list: await widthOf(page, '[data-pane=list]'),
  conversation: await widthOf(page, '[role=log]'),
});
const namesOf = (page: Page): Promise<string[]> =>
  page.getByRole('list', { name: 'Abertos' }).getByRole('link').allTextContents();
const resolve = async (page: Page): Promise<void> => {
  const url = page.url();
  await page.locator('header').getByRole('button', { name: 'Resolver' }).waitFor();
  await page.keyboard.press('Alt+KeyE');
  const dialog = page.getByRole('dialog', { name: 'Resolver atendimento' });
  await dialog.getByRole('button', { name: 'Resolver sem despedida' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.waitForURL((address) => address.href !== url);
};

describe('the columns of the inbox', () => {
  it('give the conversation the most room: the menu folds first, then the list becomes narrower', async () => {
    const { page } = ana;
    await openTicket(page, 'Juliana Barros');
    await page.getByRole('log').getByRole('article').last().waitFor();
    await expect.poll(() => menuWidth(page)).toBe(240);
    expect(await widthOf(page, '[data-pane=list]')).toBe(550);

    await page.setViewportSize({ width: 1280, height: 720 });
    await expect.poll(() => menuWidth(page)).toBe(64);
    expect((await columnsOf(page)).list).toBe(550);
    await page.getByRole('button', { name: 'Dados do contato' }).click();
    const drawer = page.getByRole('complementary', { name: 'Contato' });
    await drawer.waitFor();
    await expect.poll(async () => (await columnsOf(page)).list).toBeLessThan(404);
    const withDrawer = await columnsOf(page);
    expect(withDrawer.conversation).toBeGreaterThan(withDrawer.list);
    expect(withDrawer.conversation).toBeGreaterThan((await drawer.boundingBox())?.width ?? 0);
    expect(withDrawer.conversation).toBeGreaterThanOrEqual(500);
    await keepScreenshot(page, 'columns-1280-contact');
    await page.getByRole('button', { name: 'Dados do contato' }).click();
    await drawer.waitFor({ state: 'detached' });
    await expect.poll(async () => (await columnsOf(page)).list).toBe(550);

    for (const [width, height, least] of [
      [1024, 768, 500],
      [820, 1180, 410],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(async () => (await columnsOf(page)).conversation).toBeGreaterThanOrEqual(least);
      const { list, conversation } = await columnsOf(page);
      expect(conversation).toBeGreaterThan(list);
      await keepScreenshot(page, `columns-${width}`);
    }
  });

  if (isWhole)
    it('stay as they are under the menu with names, which closes with Escape or a chosen screen', async () => {
      const { page } = ana;
      const before = await columnsOf(page);
      await page.getByRole('button', { name: TOGGLE_MENU }).click();
      const link = menuOf(page).getByText('Atendimentos');
      await link.waitFor();
      expect(await columnsOf(page)).toEqual(before);
      await page.keyboard.press('Escape');
      await link.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: TOGGLE_MENU }).click();
      await menuOf(page).getByText('Contatos', { exact: true }).click();
      await page.waitForURL('**/contacts');
      await menuOf(page).getByText('Contatos', { exact: true }).waitFor({ state: 'detached' });
      await page.goBack();
      await page.setViewportSize({ width: 1440, height: 900 });
      await expect.poll(() => menuWidth(page)).toBe(240);
    });
});

if (isWhole)
  describe('a row of the list', () => {
    it('names the connection only if there are several', async () => {
      const { page } = ana;
      const [only] = connectionsSchema.parse(await lead.call('GET', '/whatsapp'));
      const row = rowOf(page, 'Juliana Barros');
      await row.getByText('Vendas').waitFor();
      await expect.poll(() => row.getByText(only?.name ?? '', { exact: true }).count()).toBe(0);
      await lead.call('POST', '/whatsapp', { name: 'Segunda linha', channel: 'whatsapp' });
      await row.getByText(only?.name ?? '', { exact: true }).waitFor();
    });
  });

if (isWhole)
  describe('the palette over an open ticket', () => {
    it('lists the actions of the ticket first', async () => {
      const { page } = ana;
      await openTicket(page, 'Juliana Barros');
      await page.keyboard.press('Control+KeyK');
      const first = page.getByRole('dialog', { name: 'Buscar ou executar' }).getByRole('group').first();
      await first.getByRole('option', { name: 'Resolver' }).waitFor();
      await expect.poll(() => first.getAttribute('aria-label')).toBe('Juliana Barros');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    });
  });

describe('working through the list by keyboard', () => {
  if (isWhole)
    it('shows the keys for accepting, transferring, resolving and moving', async () => {
      const { page } = ana;
      await openTicket(page, 'Juliana Barros');
      await page.getByRole('log').focus();
      await page.keyboard.press('Shift+?');
      const dialog = page.getByRole('dialog', { name: 'Atalhos do teclado' });
      for (const [label, key] of [
        ['Transferir', 'R'],
        ['Resolver', 'E'],
        ['Próximo atendimento', 'J'],
        ['Atendimento anterior', 'K'],
      ] as const)
        await dialog
          .locator('dt', { hasText: label })
          .locator('xpath=following-sibling::dd[1]')
          .getByText(key, { exact: true })
          .waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    });

  it('transfers and accepts from the composer', async () => {
    const { page } = ana;
    await page.getByRole('textbox', { name: 'Mensagem', exact: true }).focus();
    await page.keyboard.press('Alt+KeyR');
    const transfer = page.getByRole('dialog', { name: 'Transferir atendimento' });
    await transfer.waitFor();
    await page.keyboard.press('Escape');
    await transfer.waitFor({ state: 'hidden' });

    await openTab(page, 'Aguardando');
    await openTicket(page, WAITING[0]);
    await page.keyboard.press('Alt+KeyA');
    await page.locator('header').getByRole('button', { name: 'Resolver' }).waitFor();
    await page.getByRole('list', { name: 'Abertos' }).waitFor();
  });

  it('opens the next ticket after one was resolved, and the empty screen after the last', async () => {
    const { page } = ana;
    await page.mouse.move(0, 0);
    const names = await namesOf(page);
    expect(names.length).toBeGreaterThan(2);
    await openTicket(page, names[1] ?? '');
    await page.mouse.move(0, 0);
    await resolve(page);
    await page.getByRole('heading', { name: names[2] ?? '', level: 1 }).waitFor();
    for (let left = names.length - 1; left > 0; left--) {
      await expect.poll(async () => (await namesOf(page)).length).toBe(left);
      await resolve(page);
    }
    await page.waitForURL(/\/tickets$/);
    await page.getByText('A conversa aparece aqui.').waitFor();
  });

  if (isWhole)
    it('returns to the inbox if the user has turned that off in the profile', async () => {
      const { page } = ana;
      await page.getByRole('button', { name: 'Minha conta' }).click();
      await page.getByRole('menuitem', { name: 'Editar perfil' }).click();
      const profile = page.getByRole('dialog', { name: 'Editar perfil' });
      await profile.getByRole('switch', { name: 'Abrir o próximo ao resolver' }).click();
      await profile.getByRole('button', { name: 'Salvar' }).click();
      await profile.waitFor({ state: 'hidden' });
      for (const name of WAITING.slice(1)) {
        await openTab(page, 'Aguardando');
        await openTicket(page, name);
        await page.keyboard.press('Alt+KeyA');
        await page.locator('header').getByRole('button', { name: 'Resolver' }).waitFor();
      }
      await resolve(page);
      await page.waitForURL(/\/tickets$/);
      expect(app.complaints).toEqual([]);
    });
});
