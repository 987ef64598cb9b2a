import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { makeCompany, TEST_PASSWORD } from '../factories/company.ts';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { layoutFlaws } from './support/layout-flaws.ts';
import { rowAction } from './support/row-action.ts';
import { useApp } from './support/use-app.ts';

const { app, ana } = useApp();
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

const lineOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const openConnections = async (page: Page): Promise<void> => {
  await page.goto(`${app().stack.url}/connections`);
  await page.getByRole('heading', { name: 'Conexões', level: 1 }).waitFor();
};
const add = async (page: Page, channel: string): Promise<void> => {
  await page.getByRole('button', { name: 'Nova conexão' }).first().click();
  await page.getByRole('menuitem', { name: channel, exact: true }).click();
};

const accountsSchema = z.object({
  accounts: z.array(
    z.object({ channel: z.string(), accountId: z.string(), businessId: z.string(), token: z.string() }),
  ),
});
/** Returns the sandbox's numbers of the Cloud API, with the token that links them. */
const cloudNumbers = async () => {
  const response = await fetch(`${app().stack.url}/sandbox/accounts`);
  const { accounts } = accountsSchema.parse(await response.json());
  return accounts.filter(({ channel }) => channel === 'whatsappapi');
};

/** Clicks the button that opens Meta's login, and answers it in its window. */
const logIn = async (
  page: Page,
  button: string,
  answer: 'Continue as Ana Demo' | 'Cancel',
): Promise<void> => {
  const popup = page.waitForEvent('popup');
  await page.getByRole('dialog').getByRole('button', { name: button }).click();
  const login = await popup;
  const closed = login.waitForEvent('close');
  await login.getByRole('link', { name: answer }).click();
  await closed;
};

describe('WhatsApp Cloud', () => {
  it('a number is linked with a pasted token, and is connected at once', async () => {
    const { page } = ana();
    const [number] = await cloudNumbers();
    await openConnections(page);
    await add(page, 'WhatsApp Cloud');
    const dialog = dialogOf(page, 'Vincular número do WhatsApp Cloud');
    await dialog.getByLabel('Token de acesso').fill('EAAwrong');
    await dialog.getByLabel('ID do número de telefone').fill(number?.accountId ?? '');
    await dialog.getByLabel('ID da conta do WhatsApp Business').fill(number?.businessId ?? '');
    await dialog.getByLabel('Nome da conexão').fill('API oficial');
    await dialog.getByRole('button', { name: 'Vincular', exact: true }).click();
    await dialog.getByText('A Meta não aceitou o acesso.').waitFor();
    expect(await accessibilityFlaws(page)).toEqual([]);
    await keepScreenshot(page, 'link-phone-desktop');
    await dialog.getByLabel('Token de acesso').fill(number?.token ?? '');
    await dialog.getByRole('button', { name: 'Vincular', exact: true }).click();
    const line = lineOf(page, 'API oficial');
    await line.getByText('Conectada', { exact: true }).waitFor();
    await line.getByText('+55 (11) 4000-0001').waitFor();
    await expect.poll(() => line.getByRole('button', { name: 'Desconectar' }).count()).toBe(0);
  });

  it('its options dialog offers neither groups nor a proxy', async () => {
    const { page } = ana();
    await openConnections(page);
    await rowAction(lineOf(page, 'API oficial'), 'Editar');
    const dialog = dialogOf(page, 'Editar API oficial');
    await dialog.getByRole('textbox', { name: 'Nome' }).waitFor();
    for (const label of ['Receber grupos', 'Proxy', 'Conexão padrão'])
      await expect.poll(() => dialog.getByLabel(label, { exact: true }).count(), { message: label }).toBe(0);
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
  });
});

describe('a number that is not registered', () => {
  const line = (page: Page) => lineOf(page, 'Filial');

  it('is linked without a queue of its own choice, and asks for its PIN at once', async () => {
    const { page } = ana();
    const [, number] = await cloudNumbers();
    await openConnections(page);
    await add(page, 'WhatsApp Cloud');
    const dialog = dialogOf(page, 'Vincular número do WhatsApp Cloud');
    await dialog.getByLabel('Token de acesso').fill(number?.token ?? '');
    await dialog.getByLabel('ID do número de telefone').fill(number?.accountId ?? '');
    await dialog.getByLabel('ID da conta do WhatsApp Business').fill(number?.businessId ?? '');
    await dialog.getByLabel('Nome da conexão').fill('Filial');
    await dialog.getByRole('combobox', { name: 'Fila' }).click();
    await page.getByRole('option', { name: 'Suporte' }).click();
    await keepScreenshot(page, 'link-phone-queue-desktop');
    await dialog.getByRole('button', { name: 'Vincular', exact: true }).click();
    const registration = dialogOf(page, 'Registrar Filial');
    await registration.getByLabel('PIN').fill('12');
    await registration.getByRole('button', { name: 'Registrar', exact: true }).click();
    await registration.getByText('Valor inválido').waitFor();
    expect(await accessibilityFlaws(page)).toEqual([]);
    await keepScreenshot(page, 'register-number-desktop');
    await registration.getByLabel('PIN').fill('');
    await registration.getByRole('button', { name: 'Cancelar' }).click();
    await line(page).getByText('Este número ainda não foi registrado').waitFor();
  });

  it('is registered later with the button in its row, on a phone', async () => {
    const { page } = await app().signIn('ana@demo.local', PHONE);
    await openConnections(page);
    await page.getByRole('button', { name: 'Registrar número' }).click();
    const registration = dialogOf(page, 'Registrar Filial');
    await registration.getByLabel('PIN').fill('246810');
    expect(await layoutFlaws(page)).toEqual([]);
    await keepScreenshot(page, 'register-number-phone');
    await registration.getByRole('button', { name: 'Registrar', exact: true }).click();
    await page.getByText('Número registrado').waitFor();
    await page.getByRole('button', { name: 'Registrar número' }).waitFor({ state: 'detached' });
  });

  it('is connected then', async () => {
    const { page } = ana();
    await line(page).getByText('Conectada', { exact: true }).waitFor();
    await expect.poll(() => line(page).getByRole('button', { name: 'Registrar número' }).count()).toBe(0);
  });
});

describe('Facebook and Instagram', () => {
  it('chosen pages and their Instagram accounts are linked after a login in a window', async () => {
    const { page } = ana();
    await openConnections(page);
    await add(page, 'Facebook');
    const dialog = dialogOf(page, 'Vincular páginas do Facebook');
    await logIn(page, 'Entrar com o Facebook', 'Cancel');
    await dialog.getByText('O acesso não foi concluído. Tente de novo.').waitFor();
    await logIn(page, 'Entrar com o Facebook', 'Continue as Ana Demo');
    await dialog.getByRole('checkbox', { name: 'Prosa Outlet' }).uncheck();
    expect(await accessibilityFlaws(page)).toEqual([]);
    await keepScreenshot(page, 'link-pages-desktop');
    await dialog.getByRole('button', { name: 'Vincular', exact: true }).click();
    await lineOf(page, '@prosa.demo').getByText('Conectada', { exact: true }).waitFor();
    await lineOf(page, 'Prosa Demo').first().getByText('Conectada', { exact: true }).waitFor();
    await expect.poll(() => lineOf(page, 'Prosa Outlet').count()).toBe(0);
    expect(page.url()).not.toContain('access_token');
  });

  it('an account of another company is refused without telling whose, on a phone', async () => {
    const company = await makeCompany();
    const { page } = await app().signIn(company.admin.email, { ...PHONE, password: TEST_PASSWORD });
    await openConnections(page);
    await add(page, 'Instagram');
    const dialog = dialogOf(page, 'Vincular contas do Instagram');
    await logIn(page, 'Entrar com o Facebook', 'Continue as Ana Demo');
    await dialog.getByRole('checkbox', { name: '@prosa.demo' }).waitFor();
    expect(await layoutFlaws(page)).toEqual([]);
    await keepScreenshot(page, 'link-instagram-phone');
    await dialog.getByRole('button', { name: 'Vincular', exact: true }).click();
    await dialog.getByText('Esta conta já está vinculada a outra conexão.').waitFor();
  });
});
