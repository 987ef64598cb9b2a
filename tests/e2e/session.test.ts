import { loadSockets } from '@prosa/functions/platform/realtime/sockets.ts';
import { DEMO_COMPANY_ID } from '@prosa/infra/local/seed.ts';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { makeCompany } from '../factories/company.ts';
import { ownTable } from '../support/own-company.ts';
import { plant } from '../support/plant.ts';
import { type App, enter, startApp, type Visitor } from './support/app.ts';
import { openTicket } from './support/inbox.ts';

const ANA = 1;
const MINUTE_MS = 60_000;
/** More than are ever taken of one account. */
const TRIES_MAX = 50;

let app: App;
beforeAll(async () => {
  app = await startApp();
}, 120_000);
afterAll(() => app?.stop());
beforeEach(({ onTestFailed, task }) => onTestFailed(() => app.keepEvidence(task.name)));

const tokenOf = z.object({ token: z.string() });

/** Every token that the server hands to a browser, as they come. */
const watchTokens = (context: BrowserContext): string[] => {
  const tokens: string[] = [];
  context.on('response', (response) => {
    if (!/\/api\/auth\/(login|refresh_token)$/.test(response.url()) || !response.ok()) return;
    void response.json().then((body: unknown) => tokens.push(tokenOf.parse(body).token));
  });
  return tokens;
};

/** All that a page could read again after a reload, and what its origin keeps on disk. */
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

describe('a session in a browser', () => {
  it('S-68: keeps its tokens in memory and a cookie that no script sees, through reloads, tabs and work', async () => {
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
      // What is meant to be kept is found, so what is not found is not there.
      expect(kept).toContain('prosa.signedIn');
      expect(secrets.filter((part) => part.length > 10 && kept.includes(part))).toEqual([]);
    }
    await context.close();
  });

  it('ends when its user signs in elsewhere, says so, forgets what it kept and begins anew after a second', async () => {
    const arrive = async (): Promise<Visitor> => {
      const visitor = await app.open();
      await visitor.page.goto(`${app.stack.url}/login`);
      await enter(visitor.page, 'ana@demo.local', app.stack.adminPassword);
      return visitor;
    };
    /** Who hears nothing yet would only be told by the next call. */
    const live = () =>
      expect
        .poll(async () => (await loadSockets(ownTable(DEMO_COMPANY_ID))).map(({ userId }) => userId), {
          timeout: 30_000,
        })
        .toContain(ANA);
    const here = await arrive();
    await openTicket(here.page, 'Juliana Barros');
    await here.page.getByRole('textbox', { name: 'Mensagem', exact: true }).fill('um rascunho');
    await expect.poll(() => everythingKept(here.page, here.context)).toContain('um rascunho');
    await live();
    // Time stands still here, so the page is seen before it begins anew.
    await here.page.clock.install();
    await here.page.evaluate('globalThis.isOldPage = true');
    const there = await arrive();
    const why = here.page.getByText('Sua conta foi acessada em outro computador.');
    await why.waitFor();
    expect(await here.page.evaluate('globalThis.isOldPage')).toBe(true);
    const kept = await everythingKept(here.page, here.context);
    for (const own of ['um rascunho', 'prosa.signedIn', 'ana@demo.local']) expect(kept).not.toContain(own);
    await here.page.clock.runFor(1000);
    await expect.poll(() => here.page.evaluate('globalThis.isOldPage')).toBeUndefined();
    await why.waitFor();
    await here.page.waitForURL('**/login');
    await there.page.reload();
    await there.page.getByText('Escolha um atendimento').waitFor();

    await live();

    // Whoever comes back is in here, where they were, and out there.
    await enter(here.page, 'ana@demo.local', app.stack.adminPassword, /\/tickets\/[0-9a-f-]{36}$/);
    await there.page.getByText('Sua conta foi acessada em outro computador.').waitFor();
    await here.page.reload();
    await here.page.getByRole('heading', { name: 'Juliana Barros' }).waitFor();
    for (const { context } of [here, there]) await context.close();
    expect(app.complaints).toEqual([]);
  });

  it('S-05: a new password takes the present one and keeps this browser in', async () => {
    const here = await app.signIn('bruno@demo.local');
    const password = plant('outra senha bem longa');
    const dialog = await openProfile(here.page);
    const current = dialog.getByLabel('Senha atual');
    expect(await current.count()).toBe(0);
    await dialog.getByLabel('Nova senha').fill(password);
    await current.fill('not the password');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'A senha atual não confere' }).waitFor();
    await current.fill(app.stack.adminPassword);
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await here.page.reload();
    await here.page.getByText('Escolha um atendimento').waitFor();
    const again = await app.open();
    await again.page.goto(`${app.stack.url}/login`);
    await enter(again.page, 'bruno@demo.local', password);
    for (const { context } of [here, again]) await context.close();
    expect(app.complaints).toEqual([]);
  });
});

describe('the sign-in page', () => {
  it('says in how many minutes one may try again after too many wrong passwords, and counts them down', async () => {
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
