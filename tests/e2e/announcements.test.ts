import { loadAnnouncement } from '@prosa/functions/repositories/organisation/announcements.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plantAnnouncement } from '../factories/announcements.ts';
import { isWhole } from '../support/depth.ts';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import { type App, startApp, type Visitor } from './support/app.ts';
import { choose } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { layoutFlaws } from './support/layout-flaws.ts';
import { rowAction } from './support/row-action.ts';
import { smallTargets } from './support/small-targets.ts';
import { changeTheme } from './support/theme.ts';
import { CANARY_HOST, XSS_CORPUS } from './support/xss-corpus.ts';

const OPERATOR = 'admin@prosa.local';
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;
/** Texts of the corpus in one announcement, whose text has at most 5,000 characters. */
const TEXTS_IN_ONE = 30;
/** Finds elements and attributes that a text must never become, and pictures. */
const SMUGGLED = `[...document.querySelectorAll('[role=dialog] *')].filter((node) =>
  /^(base|object|embed|iframe|script|form|img|x|video|audio|input|style|meta)$/.test(node.localName) ||
  [...node.attributes].some(({ name, value }) => /^on/.test(name) || /^\\s*(javascript|vbscript|data):/i.test(value))
).map((node) => node.outerHTML)`;
/** Finds links that may open in the same tab, or tell the other site more than they must. */
const CARELESS_LINKS = `[...document.querySelectorAll('[role=dialog] a')].filter((link) =>
  link.target !== '_blank' || link.rel !== 'noopener noreferrer nofollow' || !/^(https?|mailto):/.test(link.href)
).map((link) => link.outerHTML)`;

let app: App;
let operator: Visitor;
let bruno: Visitor;
const dialogs: string[] = [];
const requests: string[] = [];

beforeAll(async () => {
  app = await startApp();
  operator = await app.signIn(OPERATOR);
  bruno = await app.signIn('bruno@demo.local', PHONE);
  for (const { page, context } of [operator, bruno]) {
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    context.on('request', (request) => {
      if (request.url().includes(CANARY_HOST)) requests.push(request.url());
    });
  }
});
afterAll(() => app?.stop());

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('banner').getByRole('button', { name, exact: true });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Comunicados' });
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

describe('announcements', () => {
  it('are written with a preview and a picture by the super administrator', async () => {
    const { page } = operator;
    await page.getByRole('link', { name: 'Comunicados' }).click();
    await page.getByText('Nenhum comunicado ainda').waitFor();
    await keepScreenshot(page, 'announcements-empty');
    await page.getByRole('button', { name: 'Novo comunicado' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Novo comunicado' });
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await expect.poll(() => dialog.getByText('Obrigatório').count()).toBe(2);
    await dialog.getByRole('textbox', { name: 'Título' }).fill('Manutenção no domingo');
    await dialog
      .getByRole('textbox', { name: 'Texto' })
      .fill(
        'O sistema fica **fora do ar** das 2h às 3h.\n\n- Salve o que estiver escrevendo\n- Dúvidas: [ajuda](https://ajuda.example.com)',
      );
    await choose(dialog, 'Prioridade', 'Alta');
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'notas.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') });
    await dialog.getByRole('alert').waitFor();
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'cartaz.png', mimeType: 'image/png', buffer: await page.screenshot() });
    await dialog.getByText('cartaz.png').waitFor();
    await dialog.getByRole('button', { name: 'Prévia' }).click();
    await dialog.locator('strong').filter({ hasText: 'fora do ar' }).waitFor();
    expect(await layoutFlaws(page)).toEqual([]);
    expect(await accessibilityFlaws(page)).toEqual([]);
    await keepScreenshot(page, 'announcement-new');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Comunicado salvo').waitFor();
    const saved = row(page, 'Manutenção no domingo');
    for (const text of ['Alta', 'cartaz.png', 'Ativo'])
      await saved.getByText(text, { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Comunicados (1)', level: 1 }).waitFor();
    await keepScreenshot(page, 'announcements');
  });

  it('reach the users of another company without a reload: a badge, then priority, text and picture', async () => {
    const { page } = bruno;
    await button(page, 'Comunicados: 1 não lido').click();
    const opened = panel(page);
    for (const text of ['Alta', 'Novo', 'Manutenção no domingo'])
      await opened.getByText(text, { exact: true }).waitFor();
    await opened.locator('strong').filter({ hasText: 'fora do ar' }).waitFor();
    await opened.getByRole('link', { name: 'ajuda' }).waitFor();
    expect(await page.evaluate(CARELESS_LINKS)).toEqual([]);
    await expect.poll(() => opened.getByRole('img').evaluate(isLoaded)).toBe(true);
    expect(await layoutFlaws(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    expect(await accessibilityFlaws(page)).toEqual([]);
    await keepScreenshot(page, 'announcements-popover-phone');
    await opened.getByRole('button', { name: 'Abrir imagem' }).click();
    await page.getByRole('button', { name: 'Fechar' }).click();
    await page.keyboard.press('Escape');
    await opened.waitFor({ state: 'hidden' });
    await button(page, 'Comunicados').waitFor();
  });

  if (isWhole)
    it('are read on every device of a user once they are read on one', async () => {
      const { page } = await app.signIn('bruno@demo.local');
      await button(page, 'Comunicados').click();
      await panel(page).getByText('Manutenção no domingo').waitFor();
      await expect.poll(() => panel(page).getByText('Novo', { exact: true }).count()).toBe(0);
      for (const theme of ['light', 'dark'] as const) {
        await changeTheme(page, theme);
        expect(await accessibilityFlaws(page)).toEqual([]);
        await keepScreenshot(page, `announcements-popover-${theme}`);
      }
    });

  it('leave the open popover when they are switched off or expire, and the list says so', async () => {
    const { page } = operator;
    await button(bruno.page, 'Comunicados').click();
    await panel(bruno.page).getByText('Manutenção no domingo').waitFor();
    await rowAction(row(page, 'Manutenção no domingo'), 'Editar');
    const dialog = page.getByRole('dialog', { name: 'Editar Manutenção no domingo' });
    await dialog.getByRole('switch', { name: 'Ativo' }).uncheck();
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await row(page, 'Manutenção no domingo').getByText('Inativo').waitFor();
    await panel(bruno.page).getByText('Nenhum comunicado').waitFor();
    await keepScreenshot(bruno.page, 'announcements-popover-empty-phone');

    await rowAction(row(page, 'Manutenção no domingo'), 'Editar');
    await dialog.getByRole('switch', { name: 'Ativo' }).check();
    await dialog.getByLabel('Mostrar até').fill('2020-01-01T10:00');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await row(page, 'Manutenção no domingo').getByText('Expirado').waitFor();
    await expect.poll(() => panel(bruno.page).getByText('Manutenção no domingo').count()).toBe(0);

    // One that expires while the browser is open leaves it without an event.
    await plantAnnouncement({ title: 'Só agora', expiresAt: new Date(Date.now() + 6_000).toISOString() });
    await panel(bruno.page).getByText('Só agora').waitFor();
    await panel(bruno.page).getByText('Só agora').waitFor({ state: 'detached' });
    await bruno.page.keyboard.press('Escape');
    await keepScreenshot(page, 'announcements-expired');
  });

  it('are searched, and deleted with a question', async () => {
    const { page } = operator;
    const id = await plantAnnouncement({ title: 'Preços novos' });
    await row(page, 'Preços novos').getByText('Sem anexo').waitFor();
    await page.getByRole('searchbox', { name: 'Buscar comunicados' }).fill('precos');
    await row(page, 'Manutenção no domingo').waitFor({ state: 'detached' });
    await rowAction(row(page, 'Preços novos'), 'Excluir');
    await page
      .getByRole('dialog', { name: 'Excluir o comunicado Preços novos?' })
      .getByRole('button', { name: 'Excluir comunicado' })
      .click();
    await page.getByText('Comunicado excluído').waitFor();
    await page.getByText('Nenhum comunicado encontrado').waitFor();
    expect(await loadAnnouncement(id)).toBeUndefined();
    await page.getByRole('searchbox', { name: 'Buscar comunicados' }).fill('');
    await button(bruno.page, 'Comunicados').waitFor();
  });

  if (isWhole)
    it('count to nine in the badge, which shows 9+ for more', async () => {
      for (let nth = 1; nth <= 10; nth++)
        await plantAnnouncement({ title: `Novidade ${nth}`, priority: nth % 2 === 0 ? 2 : 3 });
      const bell = button(bruno.page, 'Comunicados: 10 não lidos');
      await bell.getByText('9+').waitFor();
      await bell.click();
      await panel(bruno.page).getByText('Novidade 10').waitFor();
      expect(await layoutFlaws(bruno.page)).toEqual([]);
      await keepScreenshot(bruno.page, 'announcements-popover-many-phone');
      await bruno.page.keyboard.press('Escape');
    });
});

if (isWhole)
  it('the screen of announcements shows others an error, and goes to the start after a second', async () => {
    const { page } = bruno;
    await expect.poll(() => page.getByRole('link', { name: 'Comunicados' }).count()).toBe(0);
    await page.goto(`${app.stack.url}/announcements`);
    await page
      .getByText('Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.')
      .waitFor();
    await page.waitForURL(`${app.stack.url}/tickets`);
  });

it(`S-27: ${XSS_CORPUS.length} hostile texts stay texts in announcements`, async () => {
  const { page } = bruno;
  const parts = Array.from({ length: Math.ceil(XSS_CORPUS.length / TEXTS_IN_ONE) }, (_, nth) =>
    XSS_CORPUS.slice(nth * TEXTS_IN_ONE, (nth + 1) * TEXTS_IN_ONE),
  );
  const images = `![foto](https://${CANARY_HOST}/x.png) <https://${CANARY_HOST}/y>`;
  for (const [nth, texts] of parts.entries())
    await plantAnnouncement({ title: texts[0] ?? '', text: [`parte ${nth}`, images, ...texts].join('\n\n') });
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Comunicados/ })
    .click();
  const opened = panel(page);
  for (const nth of parts.keys()) await opened.getByText(`parte ${nth}`, { exact: true }).waitFor();
  expect(await page.evaluate(SMUGGLED)).toEqual([]);
  expect(await page.evaluate(CARELESS_LINKS)).toEqual([]);
  await expect.poll(() => opened.getByText('foto').count()).toBeGreaterThanOrEqual(parts.length);
  await operator.page.goto(`${app.stack.url}/announcements`);
  await row(operator.page, XSS_CORPUS[0] ?? '')
    .first()
    .waitFor();
  expect(dialogs).toEqual([]);
  expect(requests).toEqual([]);
  expect(app.complaints).toEqual([]);
});

const isLoaded = (image: { complete?: boolean; naturalWidth?: number }): boolean =>
  image.complete === true && (image.naturalWidth ?? 0) > 0;
