import { avatarOf } from '@prosa/infra/local/fake-whatsapp/avatar.ts';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setPicture } from '../support/customer.ts';
import { type App, startApp, type Visitor } from './support/app.ts';
import { openTab, openTicket, rowOf } from './support/inbox.ts';

const NAME = 'Lia Marques';
const NUMBER = '5511987650066';
const POLL = { timeout: 30_000, interval: 200 } as const;

let app: App;
let ana: Visitor;
beforeAll(async () => {
  app = await startApp();
  ana = await app.signIn('ana@demo.local');
});
afterAll(() => app?.stop());

/** Returns the address of the picture that is shown in a part of the screen, without its signature; '' for none. */
const shownIn = async (part: Locator): Promise<string> => {
  const pictures = part.locator('img[src^="/media/t/"]');
  if ((await pictures.count()) === 0) return '';
  const src = (await pictures.first().getAttribute('src')) ?? '';
  return src.split('?')[0] ?? '';
};

it('a contact’s WhatsApp picture appears in the list, the conversation and the drawer, changes and goes, without a reload', async () => {
  const { page } = ana;
  await app.customer(NUMBER, NAME).write('Bom dia');
  await openTab(page, 'Aguardando');
  await expect.poll(() => shownIn(rowOf(page, NAME)), POLL).not.toBe('');
  await openTicket(page, NAME);
  await page.getByRole('button', { name: 'Dados do contato' }).click();
  const parts = [
    rowOf(page, NAME),
    page.locator('header', { has: page.getByRole('heading', { name: NAME, level: 1 }) }),
    page.getByRole('complementary', { name: 'Contato' }),
  ];
  const shown = () => Promise.all(parts.map(shownIn));
  const first = await shownIn(rowOf(page, NAME));
  await expect.poll(shown, POLL).toEqual([first, first, first]);

  await setPicture(app.stack.url, NUMBER, { data: avatarOf('outra').toString('base64') });
  await expect.poll(() => shownIn(rowOf(page, NAME)), POLL).not.toBe(first);
  const second = await shownIn(rowOf(page, NAME));
  await expect.poll(shown, POLL).toEqual([second, second, second]);

  await setPicture(app.stack.url, NUMBER, 'none');
  await expect.poll(shown, POLL).toEqual(['', '', '']);
});
