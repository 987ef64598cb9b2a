import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { signIn } from '../bench/client.ts';
import { isWhole } from '../support/depth.ts';
import { type App, startApp } from './support/app.ts';
import { bubbleOf, openTab, openTicket, rowOf, say } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';

const foundSchema = z.object({ found: z.array(z.unknown()) });
const POLL = { timeout: 60_000, interval: 100 } as const;

let app: App;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.stop());

const boxOf = async (page: Page, role: 'complementary' | 'log', name?: string) => {
  const found = page.getByRole(role, name === undefined ? {} : { name });
  await found.waitFor();
  const box = await found.boundingBox();
  if (box === null) throw new Error(`${role} is not on the screen`);
  return { left: box.x, right: box.x + box.width, width: box.width };
};

if (isWhole)
  describe('the contact panel', () => {
    it.each([
      [1440, 'beside'],
      [1280, 'beside'],
      [1024, 'over'],
    ] as const)('the panel in a window of %i px is %s the conversation', async (width, place) => {
      const { page } = await app.signIn('ana@demo.local', {
        viewport: { width, height: 900 },
        colorScheme: 'dark',
      });
      await openTicket(page, 'Juliana Barros');
      const list = await page.getByRole('list', { name: 'Abertos' }).boundingBox();
      expect(list?.width ?? 0).toBeGreaterThanOrEqual(404);
      if (width === 1024) expect(list?.width ?? 0).toBeLessThanOrEqual((1024 - 64) * 0.47);
      await page.locator('header').getByRole('button', { name: 'Dados do contato' }).click();
      const contact = await boxOf(page, 'complementary', 'Contato');
      const log = await boxOf(page, 'log');
      if (place === 'beside') {
        expect(log.right).toBeLessThanOrEqual(contact.left + 1);
        // Also with the menu open.
        expect(log.width).toBeGreaterThanOrEqual(width === 1280 ? 320 : 400);
      } else {
        expect(log.right).toBeGreaterThan(contact.left);
        // The focus moves into the drawer; otherwise it would stay behind it.
        const drawer = page.getByRole('complementary', { name: 'Contato' });
        await drawer.getByRole('button', { name: 'Fechar' }).and(page.locator(':focus')).waitFor();
        await keepScreenshot(page, `contact-column-${width}`);
        await page.keyboard.press('Escape');
        await drawer.waitFor({ state: 'detached' });
        await page.getByRole('button', { name: 'Dados do contato' }).and(page.locator(':focus')).waitFor();
        return;
      }
      await keepScreenshot(page, `contact-column-${width}`);
    });
  });

describe('a ticket transferred by a colleague', () => {
  it('appears in the count, the bell and the list of its new attendant, with the colleague’s name', async () => {
    const { page: hers } = await app.signIn('ana@demo.local');
    const { page: his } = await app.signIn('bruno@demo.local');
    const tab = his.getByRole('tab', { name: 'Abertos' });
    await tab.getByText(/^\d+$/).waitFor();
    const before = Number(await tab.getByText(/^\d+$/).textContent());
    await openTicket(hers, 'Juliana Barros');
    await hers.locator('header').getByRole('button', { name: 'Transferir' }).click();
    const dialog = hers.getByRole('dialog', { name: 'Transferir atendimento' });
    await dialog.getByRole('combobox', { name: 'Atendente' }).fill('Bruno');
    await hers.getByRole('option', { name: /Bruno/ }).click();
    await dialog.getByRole('button', { name: 'Transferir' }).click();
    await openTab(his, 'Abertos');
    await rowOf(his, 'Juliana Barros').getByText('Transferido para você por Ana').waitFor();
    await tab.getByText(String(before + 1), { exact: true }).waitFor();
    await his.getByRole('button', { name: /^Notificações: \d+ conversa/ }).click();
    await his
      .getByRole('dialog', { name: 'Notificações' })
      .getByText(/Transferido para você por Ana/)
      .waitFor();
    await keepScreenshot(his, 'transferred-to-me');
    await his.keyboard.press('Escape');
    await openTicket(his, 'Juliana Barros');
    await rowOf(his, 'Juliana Barros').getByText('Transferido para você').waitFor({ state: 'detached' });
    await hers.context().close();
    await his.context().close();
  });
});

describe('searching', () => {
  it('filters the tab in which its filters are opened', async () => {
    const { page } = await app.signIn('ana@demo.local');
    await openTab(page, 'Aguardando');
    await page.getByRole('button', { name: 'Filtros' }).click();
    const panel = page.getByRole('region', { name: 'Filtros' });
    await panel.getByLabel('Dia da última atividade').fill('2001-01-01');
    await page.getByText('Nenhum atendimento com estes filtros').waitFor();
    await expect
      .poll(() => page.getByRole('tab', { name: /Aguardando/ }).getAttribute('aria-selected'))
      .toBe('true');
    await panel.getByLabel('Dia da última atividade').fill('');
    await panel.getByLabel('Não lidos').check();
    await page.getByRole('list', { name: 'Aguardando' }).getByRole('listitem').first().waitFor();
    await keepScreenshot(page, 'filters-in-tab');
  });

  it('shows the found words of a message, in the tickets of all users, and opens the message', async () => {
    const { page } = await app.signIn('ana@demo.local');
    await page.getByRole('searchbox').fill('geladeira');
    await expect
      .poll(() => page.getByRole('checkbox', { name: 'Buscar nas mensagens' }).isChecked())
      .toBe(true);
    const row = rowOf(page, 'Mariana Alves');
    await row.locator('mark', { hasText: 'geladeira' }).waitFor();
    await expect
      .poll(() => row.getByRole('link').first().getAttribute('href'))
      .toMatch(/\/tickets\/[\w-]+\?message=\d+/);
    await keepScreenshot(page, 'found-words');
    await row.getByRole('link').first().click();
    await bubbleOf(page, 'A geladeira que comprei em agosto').waitFor();
  });

  if (isWhole)
    it('marks a found name and number, and without the checkbox finds no message', async () => {
      const { page } = await app.signIn('ana@demo.local');
      const search = page.getByRole('searchbox');
      await search.fill('mariana');
      await rowOf(page, 'Mariana Alves').getByRole('link').locator('mark', { hasText: 'Mariana' }).waitFor();
      await search.fill('(11) 98765-0101');
      await rowOf(page, 'Mariana Alves').locator('mark', { hasText: '98765-0101' }).waitFor();
      await search.fill('geladeira');
      await rowOf(page, 'Mariana Alves').locator('mark', { hasText: 'geladeira' }).waitFor();
      await page.getByRole('checkbox', { name: 'Buscar nas mensagens' }).uncheck();
      await rowOf(page, 'Mariana Alves').waitFor({ state: 'detached' });
    });

  if (isWhole)
    it('counts the found messages of a ticket, and opens each of them', async () => {
      const { page } = await app.signIn('ana@demo.local');
      await openTicket(page, 'Gustavo Henrique Prado');
      for (const text of ['O girassol chegou', 'Outro girassol chegou']) {
        await say(page, text);
        await bubbleOf(page, text).waitFor();
      }
      // Words are found a second or two after they were written.
      const ana = await signIn(app.stack.url, 'ana@demo.local', app.stack.adminPassword);
      const search = '/tickets?status=search&searchParam=girassol&searchOnMessages=true&showAll=true';
      const found = async () => foundSchema.parse(await ana.call('GET', search)).found;
      await expect.poll(found, POLL).toHaveLength(2);
      await page.getByRole('searchbox').fill('girassol');
      const row = rowOf(page, 'Gustavo Henrique Prado');
      await row.getByRole('button', { name: '2 mensagens' }).click();
      await page.getByRole('status').getByText('1 atendimento · 2 mensagens').waitFor();
      await keepScreenshot(page, 'found-messages');
      await page.getByRole('menuitem', { name: /^O girassol chegou/ }).click();
      await expect.poll(() => new URL(page.url()).searchParams.get('message')).not.toBe(null);
      await bubbleOf(page, 'O girassol chegou').waitFor();
    });
});

describe('a list under the mouse pointer', () => {
  const topOf = async (row: Locator): Promise<number> => {
    const box = await row.boundingBox();
    if (box === null) throw new Error('the row is not on the screen');
    return box.y;
  };
  const atRest = async (page: Page): Promise<void> => {
    await openTab(page, 'Aguardando');
    await rowOf(page, 'Fernanda Lima').waitFor();
  };

  it('does not move while the pointer is on it, and updates when the pointer leaves', async () => {
    const { page } = await app.signIn('ana@demo.local');
    const { page: other } = await app.signIn('ana@demo.local');
    await atRest(page);
    await openTab(other, 'Aguardando');
    const first = page.getByRole('list', { name: 'Aguardando' }).getByRole('listitem').first();
    const row = rowOf(page, 'Thiago Martins');
    const box = await row.boundingBox();
    if (box === null) throw new Error('the row is not on the screen');
    const point = { x: box.x + 120, y: box.y + 20 };
    /** Moves the pointer until something appears, because a pointer that rests for some seconds counts as absent. */
    const pointUntil = (sight: Locator) =>
      expect
        .poll(async () => {
          await page.mouse.move(point.x - 10, point.y);
          await page.mouse.move(point.x, point.y);
          return sight.count();
        }, POLL)
        .toBe(1);

    const nilo = app.customer('5511987650041', 'Nilo Prates');
    await pointUntil(row);
    await Promise.all([
      nilo.write('Bom dia'),
      pointUntil(page.getByRole('button', { name: 'Mostrar 1 novidade' })),
    ]);
    await Promise.all([
      other.getByRole('button', { name: 'Aceitar João Pedro Santana' }).click(),
      pointUntil(page.locator('li[inert]').filter({ hasText: 'João Pedro Santana' })),
    ]);
    expect(await topOf(row)).toBe(box.y);
    await page.mouse.click(point.x, point.y);
    await page.getByRole('heading', { name: 'Thiago Martins', level: 1 }).waitFor();

    await page.mouse.move(1200, 600);
    await first.filter({ hasText: nilo.name }).waitFor();
    await rowOf(page, 'João Pedro Santana').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /novidade/ }).waitFor({ state: 'detached' });
    await page.context().close();
    await other.context().close();
  });

  if (isWhole)
    it('does not move during keyboard navigation, and shows new rows on request', async () => {
      const { page } = await app.signIn('ana@demo.local');
      await atRest(page);
      const link = page.getByRole('link', { name: 'Larissa Campos', exact: true });
      await link.focus();
      const before = await topOf(rowOf(page, 'Larissa Campos'));
      const olga = app.customer('5511987650042', 'Olga Pires');
      const news = page.getByRole('button', { name: 'Mostrar 1 novidade' });
      const moveAndCount = async (): Promise<number> => {
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('ArrowUp');
        return news.count();
      };
      await moveAndCount();
      // The keys are pressed while the message arrives, because the list moves after five seconds without a key.
      await Promise.all([olga.write('Boa tarde'), expect.poll(moveAndCount, POLL).toBe(1)]);
      expect(await topOf(rowOf(page, 'Larissa Campos'))).toBe(before);
      await news.click();
      await page
        .getByRole('list', { name: 'Aguardando' })
        .getByRole('listitem')
        .first()
        .filter({ hasText: olga.name })
        .waitFor();
    });

  if (isWhole)
    it('keeps the visible rows in place when it is scrolled', async () => {
      const { page } = await app.signIn('ana@demo.local', { viewport: { width: 1280, height: 560 } });
      await atRest(page);
      const list = page.getByRole('list', { name: 'Aguardando' });
      await list.locator('..').evaluate((element) => element.scrollTo(0, 300));
      const row = rowOf(page, 'Clínica Sorriso');
      await row.waitFor();
      const before = await topOf(row);
      const count = page.getByRole('tab', { name: 'Aguardando' }).getByText(/^\d+$/);
      const waiting = Number(await count.textContent());
      const raul = app.customer('5511987650043', 'Raul Prado');
      await raul.write('Oi');
      await expect.poll(() => count.textContent(), POLL).toBe(String(waiting + 1));
      await expect.poll(() => list.locator('..').evaluate((element) => element.scrollTop), POLL).toBe(372);
      expect(await topOf(row)).toBe(before);
    });
});

if (isWhole)
  describe('tables', () => {
    it.each(['connections', 'users', 'queues', 'contacts'])(
      'show the names of /%s without truncation in windows from 769 to 1440 px',
      async (place) => {
        const { page } = await app.signIn('ana@demo.local', { path: `/${place}` });
        const name = page.getByRole('columnheader', { name: 'Nome' });
        for (const width of [769, 959, 960, 1199, 1200, 1280, 1439, 1440]) {
          await page.setViewportSize({ width, height: 800 });
          const roomPx = async () => (await name.boundingBox())?.width ?? 0;
          await expect.poll(roomPx, { ...POLL, message: `${width} px` }).toBeGreaterThan(90);
        }
        await page.context().close();
      },
    );
  });
