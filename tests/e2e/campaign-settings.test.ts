import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeCompany, TEST_PASSWORD } from '../factories/company.ts';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import { choose, turn } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { layoutFlaws } from './support/layout-flaws.ts';
import { smallTargets } from './support/small-targets.ts';
import { useApp } from './support/use-app.ts';

const { app, ana } = useApp();
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const PATH = '/campaigns-config';

/** Opens a user's browser on the screen. */
const openAs = (email: string, password: string, options = {}) =>
  app().signIn(email, { ...options, password, path: PATH });
const saveButton = (page: Page): Locator => page.getByRole('button', { name: 'Salvar' });
const save = async (page: Page): Promise<void> => {
  await saveButton(page).click();
  await page.getByText('Configurações salvas').first().waitFor();
  await expect.poll(() => saveButton(page).isDisabled()).toBe(true);
};
const pace = (page: Page): Locator => page.getByRole('status').filter({ hasText: /mensage/ });
const variable = (page: Page, number: number): Locator =>
  page.getByRole('group', { name: `Variável ${number}` });
const fillVariable = async (page: Page, number: number, key: string, value: string): Promise<void> => {
  await page.getByRole('button', { name: 'Adicionar variável' }).click();
  await variable(page, number).getByRole('textbox', { name: 'Nome' }).fill(key);
  await variable(page, number).getByRole('textbox', { name: 'Valor' }).fill(value);
};

describe('settings of campaigns', () => {
  it('are saved together, and say in words how fast messages are sent', async () => {
    const { page } = ana();
    await page.getByRole('navigation').getByRole('link', { name: 'Campanhas' }).click();
    await page.getByRole('button', { name: 'Configurações de campanhas' }).click();
    await page.getByRole('heading', { name: 'Configurações de campanhas' }).waitFor();
    await page.getByRole('heading', { name: 'Configurações de campanhas' }).waitFor();
    const form = page.locator('form');
    await pace(page).getByText('Cerca de 3 mensagens por minuto, 157 por hora').waitFor();
    await expect.poll(() => saveButton(page).isDisabled()).toBe(true);
    await choose(form, 'Intervalo entre mensagens', '120 segundos');
    await pace(page).getByText('Cerca de 29 mensagens por hora').waitFor();
    await choose(form, 'Intervalo entre mensagens', 'Sem intervalo');
    await pace(page).getByText('Cerca de 20 mensagens por minuto, 1.200 por hora').waitFor();
    await choose(form, 'Pausa maior a cada', 'Nunca');
    await pace(page).getByText('o número pode ser bloqueado').waitFor();
    await choose(form, 'Pausa maior a cada', '10 mensagens');
    await choose(form, 'Duração da pausa maior', '30 segundos');
    await turn(page.getByRole('switch', { name: 'Enviar aos sábados' }), true);
    await turn(page.getByRole('switch', { name: 'Não enviar à noite' }), false);
    await page.getByRole('textbox', { name: 'Início' }).fill('0730');
    await fillVariable(page, 1, 'cupom', 'NATAL10');
    await variable(page, 1).getByText('Na mensagem: {cupom}').waitFor();
    expect(await accessibilityFlaws(page)).toEqual([]);
    await keepScreenshot(page, 'campaign-settings-desktop');
    await save(page);
    await page.reload();
    await pace(page).getByText('Cerca de 20 mensagens por minuto, 1.200 por hora').waitFor();
    await expect.poll(() => page.getByRole('textbox', { name: 'Início' }).inputValue()).toBe('07:30');
    await expect.poll(() => page.getByRole('switch', { name: 'Enviar aos sábados' }).isChecked()).toBe(true);
    await expect
      .poll(() => page.getByRole('switch', { name: 'Enviar aos domingos' }).isChecked())
      .toBe(false);
    await expect.poll(() => page.getByRole('switch', { name: /à noite/ }).isChecked()).toBe(false);
    await expect
      .poll(() => variable(page, 1).getByRole('textbox', { name: 'Valor' }).inputValue())
      .toBe('NATAL10');
    await page.getByRole('button', { name: 'Excluir variável 1' }).click();
    await save(page);
    await page.reload();
    await pace(page).waitFor();
    await expect.poll(() => variable(page, 1).count()).toBe(0);
  });

  it('wrong values are explained at their fields, and not sent', async () => {
    const { admin } = await makeCompany();
    const { page } = await openAs(admin.email, TEST_PASSWORD);
    await pace(page).waitFor();
    await fillVariable(page, 1, 'nome', 'a');
    await fillVariable(page, 2, 'cupom', 'a');
    await fillVariable(page, 3, 'CUPOM', 'a');
    await fillVariable(page, 4, 'promoção', 'a');
    await fillVariable(page, 5, '', '');
    await page.getByRole('textbox', { name: 'Fim' }).fill('0800');
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/campaign-settings')) sent += 1;
    });
    await saveButton(page).click();
    await variable(page, 1).getByText('Este nome já vem da lista de contatos.').waitFor();
    await variable(page, 3).getByText('Este nome já existe.').waitFor();
    await variable(page, 4).getByText('Só letras sem acento, números e _').waitFor();
    await expect.poll(() => variable(page, 5).getByText('Obrigatório').count()).toBe(2);
    for (const number of [5, 4, 3, 1])
      await page.getByRole('button', { name: `Excluir variável ${number}` }).click();
    await saveButton(page).click();
    await page.getByText('Antes do início').waitFor();
    expect(sent).toBe(0);
    await page.getByRole('textbox', { name: 'Fim' }).fill('2000');
    await save(page);
    expect(sent).toBe(1);
  });

  it('are updated live for another administrator, whose unsaved changes stay', async () => {
    const { admin } = await makeCompany();
    const [first, second] = [
      await openAs(admin.email, TEST_PASSWORD),
      await openAs(admin.email, TEST_PASSWORD),
    ];
    await Promise.all([pace(first.page).waitFor(), pace(second.page).waitFor()]);
    await fillVariable(second.page, 1, 'loja', 'Centro');
    await turn(second.page.getByRole('switch', { name: 'Enviar aos domingos' }), true);
    await choose(first.page.locator('form'), 'Intervalo entre mensagens', '5 segundos');
    await fillVariable(first.page, 1, 'cupom', 'NATAL10');
    await save(first.page);
    await second.page
      .getByRole('combobox', { name: 'Intervalo entre mensagens' })
      .getByText('5 segundos')
      .waitFor();
    await pace(second.page).getByText('Cerca de 8 mensagens por minuto').waitFor();
    await expect
      .poll(() => variable(second.page, 1).getByRole('textbox', { name: 'Nome' }).inputValue())
      .toBe('loja');
    await expect
      .poll(() => second.page.getByRole('switch', { name: 'Enviar aos domingos' }).isChecked())
      .toBe(true);
    await save(second.page);
    const names = first.page.getByRole('textbox', { name: 'Nome' });
    await expect.poll(() => names.inputValue()).toBe('loja');
    await expect
      .poll(() => first.page.getByRole('switch', { name: 'Enviar aos domingos' }).isChecked())
      .toBe(true);
    await expect.poll(() => saveButton(first.page).isDisabled()).toBe(true);
    await Promise.all([first.context.close(), second.context.close()]);
  });

  it('a failed save keeps the entered values', async () => {
    const { admin } = await makeCompany();
    const { page } = await openAs(admin.email, TEST_PASSWORD);
    await pace(page).waitFor();
    await page.route('**/api/campaign-settings', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await page.getByRole('textbox', { name: 'Fim' }).fill('2130');
    await saveButton(page).click();
    await page.getByText('Sem internet. Confira a rede e tente de novo.').first().waitFor();
    await expect.poll(() => page.getByRole('textbox', { name: 'Fim' }).inputValue()).toBe('21:30');
    await page.unroute('**/api/campaign-settings');
    await save(page);
  });

  it('users without the profile see that access is denied, and companies without the plan are sent to the start', async () => {
    const { page, context } = await openAs('bruno@demo.local', app().stack.adminPassword);
    await page.getByRole('heading', { name: 'Oops! Acesso Negado!' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Campanhas' }).count()).toBe(0);
    await context.close();
    const { admin } = await makeCompany({ plan: { without: ['useCampaigns'] } });
    const poor = await openAs(admin.email, TEST_PASSWORD);
    await poor.page
      .getByText('Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.')
      .waitFor();
    await poor.page.waitForURL(`${app().stack.url}/`);
    await expect.poll(() => poor.page.getByRole('link', { name: 'Campanhas' }).count()).toBe(0);
  });

  it.each([
    ['en', 'Campaign settings', 'About 3 messages per minute, 157 per hour'],
    ['es', 'Configuración de campañas', 'Cerca de 3 mensajes por minuto, 157 por hora'],
    ['tr', 'Kampanya ayarları', 'Dakikada yaklaşık 3 mesaj, saatte 157'],
  ] as const)('are in the language of the user: %s', async (language, title, words) => {
    const company = await makeCompany();
    const { email } = await company.addUser({ profile: 'admin', language });
    const { page } = await openAs(email, TEST_PASSWORD);
    await page.getByRole('heading', { name: title }).waitFor();
    await page.getByText(words).waitFor();
    expect(await layoutFlaws(page)).toEqual([]);
    await keepScreenshot(page, `campaign-settings-${language}`);
  });

  it.each(['light', 'dark'] as const)('fit a phone: %s', async (defaultTheme) => {
    const company = await makeCompany();
    const { email } = await company.addUser({ profile: 'admin', defaultTheme });
    const { page } = await openAs(email, TEST_PASSWORD, { ...PHONE, colorScheme: defaultTheme });
    await page.locator(`html[data-theme=${defaultTheme}]`).waitFor();
    await pace(page).waitFor();
    await fillVariable(page, 1, 'k'.repeat(30), `${'longo '.repeat(60)}fim`);
    expect(await layoutFlaws(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    expect(await accessibilityFlaws(page)).toEqual([]);
    await keepScreenshot(page, `campaign-settings-phone-${defaultTheme}`);
  });
});
