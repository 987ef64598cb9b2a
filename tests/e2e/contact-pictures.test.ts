import { avatarOf } from '@prosa/infra/local/fake-whatsapp/avatar.ts';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { setPicture } from '../support/customer.ts';
import { type App, enter, startApp, type Visitor } from './support/app.ts';
import { openTab, openTicket, rowOf } from './support/inbox.ts';

const HOUR_MS = 60 * 60 * 1000;
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

it('an hour after a list and a conversation were loaded, pictures are shown after their initials, and a file is saved', async () => {
  const { page, context } = await app.open();
  const requested: { path: string; status: number }[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/media/t/')) requested.push({ path: pathname, status: response.status() });
  });
  await context.clock.install();
  await page.goto(`${app.stack.url}/login`);
  await enter(page, 'ana@demo.local', app.stack.adminPassword);
  const rui = app.customer('5511987650067', 'Rui Prado');
  const media = { mimeType: 'text/plain', fileName: 'lista.txt', data: Buffer.from('um').toString('base64') };
  await rui.write({ type: 'document', media });
  await openTab(page, 'Aguardando');
  const row = rowOf(page, rui.name);
  await expect.poll(() => shownIn(row), POLL).not.toBe('');
  const picture = await shownIn(row);
  await openTicket(page, rui.name);
  const save = page.getByRole('log').getByRole('button', { name: 'Baixar lista.txt' });
  await save.waitFor();
  await openTab(page, 'Abertos');
  await row.waitFor({ state: 'detached' });

  app.stack.setTime(Date.now() + HOUR_MS);
  await page.clock.fastForward(HOUR_MS);
  const held = Promise.withResolvers<void>();
  await page.route('**/media/t/**', (route) => held.promise.then(() => route.continue()));
  await openTab(page, 'Aguardando');
  await row.locator('.face', { hasText: 'RP' }).waitFor();
  /** Returns the width of the row's picture as it is loaded; 0 while it is not seen. */
  const seen = async (): Promise<number> =>
    z
      .number()
      .parse(
        await page.evaluate(
          `Math.max(0, ...[...document.querySelectorAll('.face img[src^="${picture}"]')].map((one) => getComputedStyle(one).opacity === '1' ? one.naturalWidth : 0))`,
        ),
      );
  expect(await seen()).toBe(0);
  held.resolve();
  await expect.poll(seen, POLL).toBeGreaterThan(0);
  expect(await shownIn(row)).toBe(picture);

  const opened = context.waitForEvent('page');
  await save.click();
  await (await opened).close();
  expect(requested.filter(({ status }) => status >= 400)).toEqual([]);
});
