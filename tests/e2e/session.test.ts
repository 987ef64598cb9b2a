import { loadSockets } from '@prosa/functions/platform/realtime/sockets.ts';
import { DEMO_COMPANY_ID } from '@prosa/infra/local/seed.ts';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { signIn } from '../bench/client.ts';
import { makeCompany } from '../factories/company.ts';
import { isWhole } from '../support/depth.ts';
import { ownTable } from '../support/own-company.ts';
import { plant } from '../support/plant.ts';
import { type App, enter, startApp, type Visitor } from './support/app.ts';
import { openTicket } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';

const ANA = 1;
const MINUTE_MS = 60_000;
/** Higher than the limit of sign-in attempts of one account. */
const TRIES_MAX = 50;

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.stop());

const tokenOf = z.object({ token: z.string() });

/** Records every token that the server sends to a browser. */
const watchTokens = (context: BrowserContext): string[] => {
  const tokens: string[] = [];
  context.on('response', (response) => {
    if (!/\/api\/auth\/(login|refresh_token)$/.test(response.url()) || !response.ok()) return;
    void response.json().then((body: unknown) => tokens.push(tokenOf.parse(body).token));
  });
  return tokens;
};

/** Returns everything that a page could read after a reload, and everything that its origin stores on disk. */
const everythingKept = async (page: Page, context: BrowserContext): Promise<string> => {
  const seen = await page.evaluate(`(async () => ({
    session: { ...sessionStorage },
    cookie: document.cookie,
    name: window.name,
    state: history.state,
    address: location.href,
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }))()`);
  const { origins } = await context.storageState({ indexedDB: true });
  return JSON.stringify({ seen, origins });
};

const openProfile = async (page: Page) => {
  await page.getByRole('button', { name: 'Minha conta' }).click();
  await page.getByRole('menuitem', { name: 'Editar perfil' }).click();
  return page.getByRole('dialog', { name: 'Editar perfil' });
};

const arrive = async (): Promise<Visitor> => {
  const visitor = await app.open();
  await visitor.page.goto(`${app.stack.url}/login`);
  await enter(visitor.page, 'ana@demo.local', app.stack.adminPassword);
  return visitor;
};
/**
 * Waits until the given number of Ana's browsers have a WebSocket connection, over which an ended session is reported.
 */
const live = (browsers: number) =>
  expect
    .poll(
      async () =>
        (await loadSockets(ownTable(DEMO_COMPANY_ID))).filter(({ userId }) => userId === ANA).length,
      { timeout: 60_000 },
    )
    .toBe(browsers);

describe('a sign-in session in a browser', () => {
  it('S-68: keeps its tokens only in memory and in a cookie that scripts cannot read, across reloads, tabs and work', async () => {
    const { page, context } = await app.open();
    const tokens = watchTokens(context);
    await page.goto(`${app.stack.url}/login`);
    await enter(page, 'ana@demo.local', app.stack.adminPassword);
    await expect.poll(() => tokens.length).toBe(1);
    await page.reload();
    await page.getByText('Escolha um atendimento').waitFor();
    const second = await context.newPage();
    await second.goto(`${app.stack.url}/tickets`);
    await second.getByText('Escolha um atendimento').waitFor();
    await openTicket(page, 'Juliana Barros');
    await page.getByRole('textbox', { name: 'Mensagem', exact: true }).fill('um rascunho');
    await expect.poll(() => tokens.length).toBeGreaterThanOrEqual(3);

    const [cookie, ...others] = await context.cookies(`${app.stack.url}/api/auth/refresh_token`);
    expect(others).toEqual([]);
    expect(cookie).toMatchObject({
      name: '__Secure-jrt',
      httpOnly: true,
      secure: true,
      sameSite: 'Strict',
      path: '/api/auth',
    });
    const secrets = [...tokens, cookie?.value ?? ''].flatMap((token) => token.split('.'));
    for (const tab of [page, second]) {
      const kept = await everythingKept(tab, context);
      // Intentionally stored values are found, so the search for secrets works.
      expect(kept).toContain('prosa.signedIn');
      expect(secrets.filter((part) => part.length > 10 && kept.includes(part))).toEqual([]);
    }
  });

  if (isWhole)
    it('a session on the desktop continues while its user signs in on a phone, and can end the phone’s session at once', async () => {
      const [desk, phone] = [await arrive(), await arrive()];
      await live(2);
      await desk.page.getByRole('button', { name: 'Minha conta' }).click();
      await desk.page.getByRole('menuitem', { name: 'Onde estou conectado' }).click();
      const dialog = desk.page.getByRole('dialog', { name: 'Onde estou conectado' });
      const rows = dialog.getByRole('listitem');
      await rows.filter({ hasText: 'Este dispositivo' }).filter({ hasText: 'Chrome · Linux' }).waitFor();
      await keepScreenshot(desk.page, 'sessions');
      const count = await rows.count();
      // The most recently used session is the first.
      await dialog.getByRole('button', { name: 'Sair de Chrome · Linux' }).first().click();
      await expect.poll(() => rows.count()).toBe(count - 1);
      // Nothing is clicked on the phone: its WebSocket connection closes, and the page signs out by itself.
      await phone.page.waitForURL('**/login');
      await desk.page.keyboard.press('Escape');
      await openTicket(desk.page, 'Juliana Barros');
      await live(1);
      for (const { context } of [desk, phone]) await context.close();
      expect(app.complaints).toEqual([]);
    });

  if (isWhole)
    it('ends with a message when its user signs in elsewhere and the company allows one session: clears its storage and reloads after a second', async () => {
      const manager = await signIn(app.stack.url, 'ana@demo.local', app.stack.adminPassword);
      await manager.call('PUT', '/companySettings', { column: 'oneSessionPerUser', data: 'enabled' });
      const here = await arrive();
      await openTicket(here.page, 'Juliana Barros');
      await here.page.getByRole('textbox', { name: 'Mensagem', exact: true }).fill('um rascunho');
      await expect.poll(() => everythingKept(here.page, here.context)).toContain('um rascunho');
      await live(1);
      // The clock is stopped, so that the page can be checked before it reloads.
      await here.page.clock.install();
      await here.page.clock.pauseAt(Date.now() + MINUTE_MS);
      await here.page.evaluate('globalThis.isOldPage = true');
      const there = await arrive();
      const why = here.page.getByText('Sua conta foi acessada em outro computador.');
      await why.waitFor();
      expect(await here.page.evaluate('globalThis.isOldPage')).toBe(true);
      const kept = await everythingKept(here.page, here.context);
      for (const own of ['um rascunho', 'prosa.signedIn', 'ana@demo.local']) expect(kept).not.toContain(own);
      await here.page.clock.runFor(1000);
      await here.page.clock.resume();
      await expect.poll(() => here.page.evaluate('globalThis.isOldPage')).toBeUndefined();
      await why.waitFor();
      await here.page.waitForURL('**/login');
      await there.page.reload();
      await there.page.getByText('Escolha um atendimento').waitFor();

      await live(1);

      // After signing in here again, this browser returns to the same page, and the other one is signed out.
      await enter(here.page, 'ana@demo.local', app.stack.adminPassword, /\/tickets\/[0-9a-f-]{36}$/);
      await there.page.getByText('Sua conta foi acessada em outro computador.').waitFor();
      await here.page.reload();
      await here.page.getByRole('heading', { name: 'Juliana Barros' }).waitFor();
      for (const { context } of [here, there]) await context.close();
      expect(app.complaints).toEqual([]);
    });

  it('ends when an administrator signs its user out, and says so', async () => {
    const { page } = await app.signIn('carla@demo.local');
    const manager = await signIn(app.stack.url, 'ana@demo.local', app.stack.adminPassword);
    const list = z.array(z.object({ id: z.number(), email: z.string().optional(), name: z.string() }));
    const carla = list
      .parse(await manager.call('GET', '/users/list'))
      .find(({ name }) => name.startsWith('Carla'));
    await manager.call('DELETE', `/users/${carla?.id}/sessions`);
    await page.getByText('Sua sessão foi encerrada. Entre de novo ou fale com um administrador.').waitFor();
    await page.waitForURL('**/login');
    await expect.poll(() => page.getByText('acessada em outro computador').count()).toBe(0);
  });

  if (isWhole)
    it('shows that the system is starting, and continues by itself when the system is up', async () => {
      const { page } = await app.signIn('carla@demo.local');
      let isUp = false;
      await page.route('**/api/auth/refresh_token', (route) =>
        isUp ? route.fallback() : route.fulfill({ status: 503, json: { error: 'ERR_STARTING' } }),
      );
      await page.reload();
      await page.getByText('O sistema está iniciando').waitFor();
      isUp = true;
      await page.getByText('Escolha um atendimento').waitFor();
    });

  it('S-05: a new password requires the current one, and keeps this browser signed in', async () => {
    const here = await app.signIn('bruno@demo.local');
    const password = plant('outra senha bem longa');
    const dialog = await openProfile(here.page);
    const current = dialog.getByLabel('Senha atual');
    await expect.poll(() => current.count()).toBe(0);
    await dialog.getByLabel('Nova senha').fill(password);
    await current.fill('not the password');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'A senha atual não confere' }).waitFor();
    await current.fill(app.stack.adminPassword);
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await here.page.reload();
    await here.page.getByText('Escolha um atendimento').waitFor();
    const again = await app.signIn('bruno@demo.local', { password });
    for (const { context } of [here, again]) await context.close();
    expect(app.complaints).toEqual([]);
  });
});

describe('the sign-in page', () => {
  it('shows the minutes until the next attempt after too many wrong passwords, and counts them down', async () => {
    const { addUser } = await makeCompany();
    const { email } = await addUser();
    const { page, context } = await app.open();
    await page.clock.install();
    await page.goto(`${app.stack.url}/login`);
    const alert = page.getByRole('alert');
    const attempt = async (): Promise<number> => {
      await page.locator('input[name=email]').fill(email);
      await page.locator('input[name=password]').fill('not the password');
      const answered = page.waitForResponse('**/api/auth/login');
      await page.locator('button[type=submit]').click();
      return (await answered).status();
    };
    let tries = 1;
    while ((await attempt()) !== 429 && tries < TRIES_MAX) tries += 1;
    await alert.filter({ hasText: 'Tente de novo em 3 minutos.' }).waitFor();
    await page.clock.runFor(MINUTE_MS);
    await alert.filter({ hasText: 'Tente de novo em 2 minutos.' }).waitFor();
    await page.clock.runFor(2 * MINUTE_MS);
    await alert.waitFor({ state: 'detached' });
    await context.close();
    expect(tries).toBeLessThan(TRIES_MAX);
  });
});
