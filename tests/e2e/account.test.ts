import { localDay } from '@prosa/shared/rules/zone-format.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, TEST_PASSWORD } from '../factories/company.ts';
import { isWhole } from '../support/depth.ts';
import { type App, startApp } from './support/app.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';

let app: App;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.stop());

const account = (page: Page) => page.getByRole('button', { name: 'Minha conta' });
const visit = async (email: string) => {
  const visitor = await app.signIn(email, { password: TEST_PASSWORD });
  await account(visitor.page).waitFor();
  return visitor;
};

if (isWhole)
  describe('the sign-in page', () => {
    it('shows and hides the password', async () => {
      const { page } = await app.open();
      await page.goto(`${app.stack.url}/login`);
      const password = page.locator('input[name=password]');
      await password.fill(TEST_PASSWORD);
      const eye = page.getByRole('switch', { name: 'Mostrar senha' });
      for (const type of ['text', 'password']) {
        await eye.click();
        await expect.poll(() => password.getAttribute('type')).toBe(type);
      }
      await expect.poll(() => password.inputValue()).toBe(TEST_PASSWORD);
    });
  });

if (isWhole)
  describe('the top bar', () => {
    it('greets users, and shows the due date of the subscription only to administrators', async () => {
      const company = await makeCompany({
        company: { name: 'Padaria Aurora', dueDate: '2998-06-15' },
      });
      const bia = await company.addUser({ name: 'Bia Nogueira' });
      const rosa = await company.addUser({ name: 'Rosa Prado', profile: 'admin' });
      const attendant = await visit(bia.email);
      const administrator = await visit(rosa.email);
      const bar = administrator.page.locator('header').first();
      await bar.getByText('Olá, Rosa Prado').waitFor();
      await bar.getByText('Padaria Aurora · Ativo até 15/06/2998').waitFor();
      const hers = attendant.page.locator('header').first();
      await hers.getByText('Olá, Bia Nogueira').waitFor();
      await hers.getByText('Padaria Aurora', { exact: true }).waitFor();
      await expect.poll(() => attendant.page.getByText('Ativo até').count()).toBe(0);
    });

    it('reloads the visible data when the user asks for it', async () => {
      const { page } = await app.signIn('ana@demo.local');
      await page.getByRole('list', { name: 'Abertos' }).getByRole('listitem').first().waitFor();
      const fetched = page.waitForResponse(/\/api\/tickets\?/);
      await page.getByRole('button', { name: 'Atualizar' }).click();
      expect((await fetched).ok()).toBe(true);
    });

    it('remembers the menu’s state and the volume, and signs out', async () => {
      const company = await makeCompany();
      const { email } = await company.addUser({ defaultMenu: 'closed' });
      const { page } = await visit(email);
      const menu = page.getByRole('navigation', { name: 'Menu principal' });
      const widthOf = async () => Math.round((await menu.boundingBox())?.width ?? 0);
      const closed = await widthOf();
      const kept = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
      await page.getByRole('button', { name: 'Abrir ou fechar o menu' }).click();
      await kept;
      await expect.poll(widthOf).toBeGreaterThan(closed * 2);
      const open = await widthOf();

      await page.getByRole('button', { name: 'Volume das notificações' }).click();
      const slider = page.getByRole('slider', { name: 'Volume das notificações' });
      expect([await slider.getAttribute('min'), await slider.getAttribute('max')]).toEqual(['0', '1']);
      await slider.press('End');
      await slider.press('ArrowLeft');
      await expect.poll(() => slider.inputValue()).toBe('0.9');
      expect(await page.evaluate("localStorage.getItem('prosa.volume')")).toBe('0.9');
      await page.keyboard.press('Escape');

      await page.reload();
      await account(page).waitFor();
      await expect.poll(widthOf).toBe(open);
      await account(page).click();
      await page.getByRole('menuitem', { name: 'Sair' }).click();
      await page.waitForURL('**/login');
      await page.goto(`${app.stack.url}/contacts`);
      await page.waitForURL('**/login');
    });
  });

describe('navigation', () => {
  it('redirects to the inbox when the user lacks permission or is already signed in', async () => {
    const company = await makeCompany();
    const { email } = await company.addUser();
    const { page } = await visit(email);
    await page.goto(`${app.stack.url}/login`);
    await page.waitForURL('**/tickets');
    await page.goto(`${app.stack.url}/users`);
    await page.getByRole('heading', { name: 'Oops! Acesso Negado!' }).waitFor();
    await page.getByRole('link', { name: 'Voltar' }).click();
    await page.waitForURL('**/tickets');
  });

  it('shows a warning when fewer than five days of the subscription are left', async () => {
    for (const [days, said] of [
      [0, 'Sua assinatura vence em 1 dia.'],
      [2, 'Sua assinatura vence em 3 dias.'],
    ] as const) {
      const dueDate = localDay('America/Sao_Paulo', Date.now() + days * 86_400_000);
      const company = await makeCompany({ company: { dueDate } });
      const { page, context } = await visit(company.admin.email);
      await page.getByText(said).waitFor();
      await context.close();
    }
  });

  it('offers an expired company only its subscription', async () => {
    const company = await makeCompany({ company: { dueDate: '2020-01-15' } });
    const { page, context } = await app.open();
    await page.goto(`${app.stack.url}/login`);
    await page.locator('input[name=email]').fill(company.admin.email);
    await page.locator('input[name=password]').fill(TEST_PASSWORD);
    await page.locator('button[type=submit]').click();
    await page.waitForURL('**/financeiro');
    await page.getByText('Sua assinatura venceu em 15/01/2020').waitFor();
    await page.getByText('Entre em contato com o suporte').waitFor();
    const menu = page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link');
    expect(await menu.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
      '/financeiro',
    ]);
    await keepScreenshot(page, 'subscription-expired');
    for (const path of ['/tickets', '/contacts', '/connections']) {
      await page.goto(app.stack.url + path);
      await page.waitForURL('**/financeiro');
    }
    await context.close();
    expect(app.complaints).toEqual([]);
  });
});
