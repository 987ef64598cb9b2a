import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Help } from '@prosa/functions/platform/table/entities/helps.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import { readHelps } from '@prosa/functions/repositories/organisation/helps.ts';
import { ADMIN_EMAIL } from '@prosa/infra/local/seed.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { plantHelp } from '../factories/helps.ts';
import { isWhole } from '../support/depth.ts';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { layoutFlaws } from './support/layout-flaws.ts';
import { rowAction } from './support/row-action.ts';
import { smallTargets } from './support/small-targets.ts';
import { changeTheme } from './support/theme.ts';
import { useApp } from './support/use-app.ts';
import { CANARY_HOST, XSS_CORPUS } from './support/xss-corpus.ts';

const { app, ana } = useApp();

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;
const PLAYER = 'https://www.youtube-nocookie.com';
const CODE = 'a1B2-c3_D4e';
const LONG = 'Abra o atendimento e escolha “Transferir”. '.repeat(12);

const entry = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Ajuda' });
const card = (page: Page, title: string) => page.getByRole('article', { name: title });
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const openTab = async (page: Page): Promise<void> => {
  await page.goto(`${app().stack.url}/settings`);
  await page.getByRole('tab', { name: 'Ajuda' }).click();
};
const flawsOf = async (page: Page): Promise<string[]> => [
  ...(await accessibilityFlaws(page)),
  ...(await layoutFlaws(page)),
];

describe('helps', () => {
  it('are written by the operator in the settings, and appear live in the menu and page of every company', async () => {
    const reader = ana();
    await reader.page.getByRole('navigation').getByRole('link', { name: 'Tarefas' }).waitFor();
    await expect.poll(() => entry(reader.page).count()).toBe(0);
    const { page } = await app().signIn(ADMIN_EMAIL);
    await openTab(page);
    await page.getByText('Nenhum tópico de ajuda ainda').waitFor();
    expect(await flawsOf(page)).toEqual([]);
    await keepScreenshot(page, 'settings-helps-empty');
    await page.getByRole('button', { name: 'Novo tópico' }).click();
    const dialog = page.getByRole('dialog', { name: 'Novo tópico de ajuda' });
    await dialog.getByRole('textbox', { name: 'Código do vídeo' }).fill('https://example.com/video');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByText('Obrigatório').waitFor();
    await dialog.getByText('Cole o endereço de um vídeo do YouTube').waitFor();
    await dialog.getByRole('textbox', { name: 'Título' }).fill('Como transferir');
    await dialog.getByRole('textbox', { name: 'Código do vídeo' }).fill(`https://youtu.be/${CODE}?si=abc`);
    await dialog.getByRole('textbox', { name: 'Descrição' }).fill(LONG);
    expect(await flawsOf(page)).toEqual([]);
    await keepScreenshot(page, 'settings-help-dialog');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Tópico de ajuda salvo').waitFor();
    await rowOf(page, 'Como transferir').getByText(CODE, { exact: true }).waitFor();

    await entry(reader.page).click();
    await reader.page.waitForURL('**/helps');
    await card(reader.page, 'Como transferir').waitFor();
    await page.getByRole('button', { name: 'Novo tópico' }).click();
    await dialog.getByRole('textbox', { name: 'Título' }).fill('COMO TRANSFERIR');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByText('Já existe um tópico de ajuda com este título.').waitFor();
    await dialog.getByRole('textbox', { name: 'Título' }).fill('Antes de começar');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await card(reader.page, 'Antes de começar').waitFor();
    await expect
      .poll(() => reader.page.getByRole('article').getByRole('heading').allTextContents())
      .toEqual(['Antes de começar', 'Como transferir']);
    await keepScreenshot(page, 'settings-helps');
    expect(await flawsOf(page)).toEqual([]);

    await rowAction(rowOf(page, 'Antes de começar'), 'Editar');
    const edit = page.getByRole('dialog', { name: 'Editar Antes de começar' });
    await edit.getByRole('textbox', { name: 'Título' }).fill('Primeiros passos');
    await edit.getByRole('button', { name: 'Salvar' }).click();
    await card(reader.page, 'Primeiros passos').waitFor();
    for (const title of ['Primeiros passos', 'Como transferir']) {
      await rowAction(rowOf(page, title), 'Excluir');
      await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
      await card(reader.page, title).waitFor({ state: 'detached' });
    }
    await reader.page.getByText('Nenhum tópico de ajuda ainda').waitFor();
    await entry(reader.page).waitFor({ state: 'detached' });
  });

  if (isWhole)
    it('have their tab only for the operator', async () => {
      const { page } = ana();
      await page.goto(`${app().stack.url}/settings`);
      await page.getByRole('tab', { name: 'Opções' }).waitFor();
      await expect.poll(() => page.getByRole('tab', { name: 'Ajuda' }).count()).toBe(0);
    });

  it('S-27, S-66: the player of YouTube is loaded only after a click, and is the only foreign frame that may load', async () => {
    const id = await plantHelp({ title: 'Como transferir', description: LONG, video: CODE });
    await plantHelp({ title: 'Filas', description: 'Ordene as filas.' });
    const { page, context } = await app().signIn('bruno@demo.local');
    const foreign: string[] = [];
    context.on('request', (request) => {
      if (!request.url().startsWith(app().stack.url) && /^http/.test(request.url()))
        foreign.push(request.url());
    });
    await context.route(`${PLAYER}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Player</title><p>Tocando</p>' }),
    );
    await entry(page).click();
    const shown = card(page, 'Como transferir');
    await shown.getByRole('button', { name: 'Ler tudo' }).click();
    await shown.getByRole('button', { name: 'Ler menos' }).click();
    await page.getByRole('searchbox', { name: 'Buscar na ajuda' }).fill('TRANSFERIR');
    await card(page, 'Filas').waitFor({ state: 'detached' });
    await page.getByRole('searchbox', { name: 'Buscar na ajuda' }).fill('nada disso');
    await page.getByText('Nada encontrado').waitFor();
    await page.getByRole('searchbox', { name: 'Buscar na ajuda' }).fill('');
    await card(page, 'Filas').waitFor();
    expect(await flawsOf(page)).toEqual([]);
    await keepScreenshot(page, 'helps');
    await changeTheme(page, 'dark');
    expect(await accessibilityFlaws(page)).toEqual([]);
    await keepScreenshot(page, 'helps-dark');
    expect(foreign).toEqual([]);

    await shown.getByRole('button', { name: 'Reproduzir o vídeo de Como transferir' }).click();
    const frame = page.frameLocator('iframe[title="Vídeo de Como transferir"]');
    await frame.getByText('Tocando').waitFor();
    expect(foreign).toEqual([`${PLAYER}/embed/${CODE}?autoplay=1&rel=0`]);
    const player = page.locator('iframe');
    await expect
      .poll(() => player.getAttribute('sandbox'))
      .toBe('allow-scripts allow-same-origin allow-presentation');
    await expect.poll(() => player.getAttribute('referrerpolicy')).toBe('strict-origin-when-cross-origin');

    const refused = page.waitForEvent('console', (message) => message.text().includes('frame-src'));
    await page.evaluate(`{
      const other = document.createElement('iframe');
      other.src = 'https://www.youtube.com/embed/${CODE}';
      document.body.append(other);
    }`);
    expect((await refused).text()).toContain(`frame-src blob: ${PLAYER}`);
    expect(foreign).toHaveLength(1);
    app().complaints.splice(0);
    await commit([globalTable.delete(Help, { id })]);
  });

  if (isWhole)
    it('are comfortable on a phone', async () => {
      await plantHelp({ title: 'Como conectar um número', description: LONG, video: CODE });
      const { page, context } = await app().signIn('bruno@demo.local', { ...PHONE, path: '/helps' });
      await card(page, 'Como conectar um número').waitFor();
      expect([...(await flawsOf(page)), ...(await smallTargets(page))]).toEqual([]);
      await keepScreenshot(page, 'helps-phone');
      await context.close();
      const operator = await app().signIn(ADMIN_EMAIL, PHONE);
      await openTab(operator.page);
      await rowOf(operator.page, 'Como conectar um número').waitFor();
      expect([...(await flawsOf(operator.page)), ...(await smallTargets(operator.page))]).toEqual([]);
      await keepScreenshot(operator.page, 'settings-helps-phone');
    });

  it(`S-27: titles and descriptions that look like markup are shown as text (${XSS_CORPUS.length})`, async () => {
    for (const { id } of await readHelps()) await commit([globalTable.delete(Help, { id })]);
    for (const [nth, text] of XSS_CORPUS.entries())
      await plantHelp({ title: `${nth} ${text}`.slice(0, 100), description: text });
    const { page, context } = await app().signIn('bruno@demo.local');
    const told: string[] = [];
    page.on('dialog', (dialog) => {
      told.push(dialog.message());
      void dialog.dismiss();
    });
    context.on('request', (request) => {
      if (request.url().includes(CANARY_HOST)) told.push(request.url());
    });
    await page.goto(`${app().stack.url}/helps`);
    await expect.poll(() => page.getByRole('article').count()).toBe(XSS_CORPUS.length);
    const smuggled = await page.evaluate(`document.querySelectorAll(
      'article :is(script, img, iframe, object, embed, video, audio, input, a, form, base, style)').length`);
    expect([smuggled, told]).toEqual([0, []]);
  });
});
