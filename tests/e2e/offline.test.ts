import type { Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type App, enter, startApp } from './support/app.ts';
import { bubbleOf, openTab, openTicket, rowOf, say } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';

/** A loss is shown within this time. */
const SHOWN_MS = 3000;
const OFFLINE = /^Sem internet\. O que aparece pode estar desatualizado/;
const LOST = /^Sem conexão ao vivo/;
const CANNOT_LOAD = 'Não dá para carregar sem internet';

let app: App;

beforeAll(async () => {
  app = await startApp({ program: 'whole' });
});
afterAll(() => app?.stop());

/** Returns the paths of everything that the service worker has cached. */
const cached = async (page: Page): Promise<string[]> =>
  z.array(z.string()).parse(
    await page.evaluate(`caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys()))))
    .then((all) => all.flat().map(({ url }) => new URL(url).pathname))`),
  );

/** Returns the requests to the server that the service worker was asked for, instead of bypassing it. */
const delayedByWorker = async (page: Page): Promise<string[]> =>
  z.array(z.string()).parse(
    await page.evaluate(`performance.getEntriesByType('resource')
    .filter(({ name, workerMatchedSourceType, workerMatchedRouterSource }) => new URL(name).pathname.startsWith('/api/')
      // The property's name in Chromium, and in the standard.
      && (workerMatchedSourceType ?? workerMatchedRouterSource) !== 'network')
    .map(({ name }) => name)`),
  );

describe('without a network', () => {
  it('shows that the network is lost, keeps the loaded data, and loads the rest when the network returns', async () => {
    const { page, context } = await app.signIn('ana@demo.local');
    await openTicket(page, 'Juliana Barros');
    await page.getByRole('log').getByRole('article').last().waitFor();
    await openTicket(page, 'Gustavo Henrique Prado');
    await page.getByRole('log').getByRole('article').last().waitFor();

    await context.setOffline(true);
    const banner = page.getByRole('status').filter({ hasText: OFFLINE });
    await banner.waitFor({ timeout: SHOWN_MS });
    await openTicket(page, 'Juliana Barros');
    await bubbleOf(page, 'Vou pedir pro marceneiro').waitFor();
    await say(page, 'Escrevi sem internet');
    await bubbleOf(page, 'Escrevi sem internet').waitFor();

    await openTicket(page, 'Mercadinho Bom Preço');
    await page.getByText(CANNOT_LOAD).waitFor();
    await keepScreenshot(page, 'offline-conversation');
    await openTab(page, 'Resolvidos');
    await expect.poll(() => page.getByText(CANNOT_LOAD).count()).toBe(2);

    await context.setOffline(false);
    await page.getByRole('log').getByRole('article').last().waitFor();
    await page.getByRole('list', { name: 'Resolvidos' }).waitFor();
    await expect.poll(() => page.getByText(CANNOT_LOAD).count()).toBe(0);
    await banner.waitFor({ state: 'detached' });
    await openTab(page, 'Abertos');
    await openTicket(page, 'Juliana Barros');
    await bubbleOf(page, 'Escrevi sem internet').getByTestId('ticks-delivered').waitFor();
  });

  it('announces the messages that came meanwhile together when the network returns, and each once', async () => {
    const { page, context } = await app.signIn('bruno@demo.local');
    const [flor, rui] = [
      app.customer('5511987650901', 'Flor Reis'),
      app.customer('5511987650902', 'Rui Melo'),
    ];
    const observed = (what: 'sounds' | 'notices') => page.evaluate(`prosaTest.${what}`);
    const notice = (name: string) => `Nova mensagem de ${name}`;
    await openTab(page, 'Aguardando');
    await page.evaluate('prosaTest.away = true');
    await flor.write('Antes da queda');
    await expect.poll(() => observed('notices')).toEqual([notice('Flor Reis')]);
    const sounds = z.number().parse(await observed('sounds'));
    await rowOf(page, 'Flor Reis').waitFor();
    // What a customer writes before the menu gets no answer of its own.
    await flor.gets(({ text = '' }) => text.includes('Vendas'), 'the menu');
    await context.setOffline(true);
    await page.getByRole('status').filter({ hasText: OFFLINE }).waitFor();
    for (const [customer, answer] of [
      [flor, 'Opção inválida'],
      [rui, 'Vendas'],
    ] as const) {
      await customer.write('Durante a queda');
      // The answer shows that the message is stored.
      await customer.gets(({ text = '' }) => text.includes(answer), 'the answer');
    }
    await context.setOffline(false);
    const all = [notice('Flor Reis'), notice('Flor Reis'), notice('Rui Melo')];
    await expect.poll(() => observed('notices')).toEqual(all);
    // One sound has two notes.
    expect(await observed('sounds')).toBe(sounds + 2);
    await context.setOffline(true);
    await page.getByRole('status').filter({ hasText: OFFLINE }).waitFor();
    await context.setOffline(false);
    await page.getByRole('status').filter({ hasText: OFFLINE }).waitFor({ state: 'detached' });
    await rui.write('Depois da queda');
    await expect.poll(() => observed('notices')).toEqual([...all, notice('Rui Melo')]);
  });

  it('keeps the screen when a part of the app cannot be loaded, and opens the part when the network returns', async () => {
    const { page, context } = await app.open();
    const part = /\/assets\/command-palette/;
    const returned = Promise.withResolvers<void>();
    // From the start, because parts are loaded in advance.
    await page.route(part, (route) => returned.promise.then(() => route.continue()));
    await page.goto(`${app.stack.url}/login`);
    await enter(page, 'ana@demo.local', app.stack.adminPassword);
    for (const name of ['Juliana Barros', 'Gustavo Henrique Prado']) {
      await openTicket(page, name);
      await page.getByRole('log').getByRole('article').last().waitFor();
    }
    await context.setOffline(true);
    await page.keyboard.press('Control+K');
    await page.getByRole('status').filter({ hasText: OFFLINE }).waitFor();
    await openTicket(page, 'Juliana Barros');
    await context.setOffline(false);
    returned.resolve();
    await page.getByRole('combobox', { name: 'Buscar ou executar' }).waitFor();
    await page.keyboard.press('Escape');
    await bubbleOf(page, 'Vou pedir pro marceneiro').waitFor();
  });

  it('shows a lost WebSocket connection although the browser believes to be online', async () => {
    const { page } = await app.open();
    const connected = Promise.withResolvers<WebSocketRoute>();
    await page.routeWebSocket(/\/ws\?/, (socket) => {
      socket.connectToServer();
      connected.resolve(socket);
    });
    await page.goto(`${app.stack.url}/login`);
    await page.locator('input[name=email]').fill('bruno@demo.local');
    await page.locator('input[name=password]').fill(app.stack.adminPassword);
    await page.locator('button[type=submit]').click();
    const socket = await connected.promise;
    await page.getByRole('tab', { name: 'Abertos' }).waitFor();
    await page.route('**/api/realtime/**', (route) => route.abort());
    await socket.close();
    const banner = page.getByRole('status').filter({ hasText: LOST });
    await banner.waitFor({ timeout: SHOWN_MS });
    await page.unroute('**/api/realtime/**');
    await banner.waitFor({ state: 'detached' });
  });
});

describe('the installed app', () => {
  it('starts without a network, stores no server response, and continues when the network returns', async () => {
    const { page, context } = await app.signIn('ana@demo.local', { serviceWorkers: 'allow' });
    await rowOf(page, 'Juliana Barros').waitFor();
    const manifest = page.locator('link[rel=manifest]');
    await manifest.waitFor({ state: 'attached' });
    expect(await page.evaluate("fetch('/manifest.json').then((answer) => answer.json())")).toMatchObject({
      name: 'Prosa',
      display: 'standalone',
      start_url: '/',
    });
    // A second start goes through the service worker.
    await page.reload();
    await rowOf(page, 'Juliana Barros').waitFor();
    await manifest.waitFor({ state: 'attached' });
    await expect.poll(() => cached(page)).toEqual(expect.arrayContaining(['/', '/manifest.json']));
    expect(await delayedByWorker(page)).toEqual([]);

    await context.setOffline(true);
    await page.reload();
    await page.getByText(CANNOT_LOAD).waitFor();
    await keepScreenshot(page, 'offline-start');
    const own = new Set(['/', '/manifest.json']);
    expect((await cached(page)).filter((path) => !own.has(path) && !path.startsWith('/assets/'))).toEqual([]);
    await context.setOffline(false);
    await rowOf(page, 'Juliana Barros').waitFor();
  });
});
