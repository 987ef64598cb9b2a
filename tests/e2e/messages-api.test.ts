import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeCompany, TEST_PASSWORD } from '../factories/company.ts';
import { PNG } from '../factories/files.ts';
import { isWhole } from '../support/depth.ts';
import { plant } from '../support/plant.ts';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { layoutFlaws } from './support/layout-flaws.ts';
import { rowAction } from './support/row-action.ts';
import { smallTargets } from './support/small-targets.ts';
import { useApp } from './support/use-app.ts';

const { app, ana } = useApp();
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
/** No resolver knows it, so nothing is sent anywhere. */
const WEBHOOK_URL = 'https://crm.invalid/prosa';

const openTab = async (page: Page, tab: string): Promise<void> => {
  await page.goto(`${app().stack.url}/messages-api`);
  await page.getByRole('tab', { name: tab }).click();
};
const formOf = (page: Page, name: string) => page.getByRole('form', { name });
const lineOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

/** Generates a token of the demo's connection, as a user does, and returns it. */
const newToken = async (page: Page): Promise<string> => {
  await openTab(page, 'Tokens');
  await lineOf(page, 'WhatsApp principal').getByRole('button', { name: 'Gerar outro' }).click();
  const question = page.getByRole('dialog', { name: 'Gerar um novo token para WhatsApp principal?' });
  await question.getByText('O token atual vale por mais 24 horas').waitFor();
  await question.getByRole('button', { name: 'Gerar token' }).click();
  const shown = page.getByRole('dialog', { name: 'Token de API' });
  const token = plant(await shown.getByRole('textbox', { name: 'Token' }).inputValue());
  await shown.getByRole('button', { name: 'Copiar token' }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(token);
  await shown.getByRole('button', { name: 'Já copiei' }).click();
  await lineOf(page, 'WhatsApp principal').getByText(token.slice(-4)).waitFor();
  return token;
};

describe('the documentation', () => {
  it('opens from the menu and shows examples with the address of the installation', async () => {
    const { page } = ana();
    await page.getByRole('link', { name: 'API de mensagens', exact: true }).click();
    await page.getByRole('heading', { name: 'API de mensagens', level: 1 }).waitFor();
    const example = page.getByRole('group', { name: 'Exemplo: Enviar texto' });
    await example.getByText(`${app().stack.url}/external/messages/send`).waitFor();
    await example.getByRole('button', { name: 'Python' }).click();
    await example.getByText('import requests').waitFor();
    await example.getByRole('button', { name: 'Copiar exemplo' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('requests.request(');
    // The choice applies to all examples.
    await page.getByRole('group', { name: 'Exemplo: Enviar arquivo' }).getByText('files=').waitFor();
    await keepScreenshot(page, 'messages-api-documentation');
  });
});

describe('the test forms', () => {
  if (isWhole)
    it('name what is missing: token, number and text, or token, number and file', async () => {
      const { page } = ana();
      await openTab(page, 'Teste');
      for (const [name, count] of [
        ['Enviar texto', 3],
        ['Enviar arquivo', 3],
      ] as const) {
        const form = formOf(page, name);
        await form.getByRole('button', { name: 'Enviar', exact: true }).click();
        await expect.poll(() => form.getByText('Obrigatório', { exact: true }).count()).toBe(count);
      }
      await formOf(page, 'Enviar arquivo').getByRole('alert').getByText('Obrigatório').waitFor();
      expect(await accessibilityFlaws(page)).toEqual([]);
    });

  if (isWhole)
    it('a refused token is explained, and does not end the session', async () => {
      const { page } = ana();
      await openTab(page, 'Teste');
      const form = formOf(page, 'Enviar texto');
      await form.getByLabel('Token').fill('none-of-ours');
      await form.getByLabel('Número').fill('5511987650301');
      await form.getByLabel('Mensagem').fill('oi');
      await form.getByRole('button', { name: 'Enviar', exact: true }).click();
      await form.getByText('O token não vale (mais).').waitFor();
      expect(new URL(page.url()).pathname).toBe('/messages-api');
    });

  it('a text and a file reach the customer, their status is shown, and the usage counts them', async () => {
    const { page } = ana();
    const token = await newToken(page);
    const customer = app().customer(plant('5511987650302'), 'Rita Prado');
    await openTab(page, 'Teste');
    const text = formOf(page, 'Enviar texto');
    await text.getByLabel('Token').fill(token);
    await text.getByLabel('Número').fill('5511987650302');
    await text.getByLabel('Mensagem').fill(plant('Seu pedido saiu.'));
    await text.getByRole('button', { name: 'Enviar', exact: true }).click();
    await page.getByText('Mensagem enviada', { exact: true }).waitFor();
    const line = await customer.gets((each) => each.text === 'Seu pedido saiu.', 'the text');
    await customer.reads(line);
    await text.getByRole('status').getByText('Lida').waitFor();

    const media = formOf(page, 'Enviar arquivo');
    await media.getByLabel('Token').fill(token);
    await media.getByLabel('Número').fill('5511987650302');
    await media
      .locator('input[type=file]')
      .setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: PNG });
    await media.getByRole('button', { name: 'Enviar', exact: true }).click();
    await customer.gets((each) => each.media !== undefined && each.text === 'foto.png', 'the picture');
    await media.getByRole('status').waitFor();
    await keepScreenshot(page, 'messages-api-test');
    expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).not.toContain(
      token,
    );
    expect(page.url()).not.toContain(token);

    await page.getByRole('tab', { name: 'Uso' }).click();
    const sums = page.locator('dl > div');
    const sumOf = (name: string) =>
      sums
        .filter({ has: page.getByText(name, { exact: true }) })
        .locator('dd')
        .textContent();
    await expect.poll(() => sumOf('Mensagens'), { timeout: 30_000 }).toBe('2');
    expect([await sumOf('Textos'), await sumOf('Imagens')]).toEqual(['1', '1']);
    await page.getByRole('region', { name: 'Mensagens por dia' }).locator('svg').first().waitFor();
    await page.getByRole('row').nth(1).waitFor();
    expect(await layoutFlaws(page)).toEqual([]);
    await keepScreenshot(page, 'messages-api-usage');
  });
});

describe('webhooks', () => {
  it('a webhook is added, its secret is shown once, and a trial is in its log', async () => {
    const { page } = ana();
    await openTab(page, 'Webhooks');
    await page.getByRole('button', { name: 'Novo webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'Novo webhook' });
    await dialog.getByLabel('Nome').fill('CRM');
    await dialog.getByLabel('Endereço').fill('http://crm.invalid');
    await dialog.getByRole('checkbox', { name: /^Contato alterado/ }).check();
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByText('Valor inválido').waitFor();
    expect(await accessibilityFlaws(page)).toEqual([]);
    await keepScreenshot(page, 'messages-api-webhook-dialog');
    await dialog.getByLabel('Endereço').fill(WEBHOOK_URL);
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    const secret = page.getByRole('dialog', { name: 'Segredo do webhook' });
    expect(plant(await secret.getByRole('textbox', { name: 'Segredo' }).inputValue())).toMatch(/^whsec_/);
    await secret.getByText('timingSafeEqual').first().waitFor();
    await keepScreenshot(page, 'messages-api-webhook-secret');
    await secret.getByRole('button', { name: 'Já copiei' }).click();
    await lineOf(page, 'CRM').getByText('Ligado').waitFor();

    await rowAction(lineOf(page, 'CRM'), 'Enviar teste');
    const log = page.getByRole('dialog', { name: 'Entregas de CRM' });
    const delivery = log.getByRole('row').filter({ hasText: 'Teste' });
    await delivery.waitFor();
    await keepScreenshot(page, 'messages-api-webhook-log');
    await delivery.click();
    const detail = page.getByRole('dialog', { name: 'Teste', exact: true });
    await detail.getByText('"type": "test"').waitFor();
    await detail.getByText('endereço não encontrado ou sem resposta').waitFor();
    expect(await accessibilityFlaws(page)).toEqual([]);
    await keepScreenshot(page, 'messages-api-webhook-delivery');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await log.waitFor({ state: 'hidden' });
  });

  if (isWhole)
    it('a webhook is switched off and on, gets another secret, and is deleted', async () => {
      const { page } = ana();
      await openTab(page, 'Webhooks');
      await rowAction(lineOf(page, 'CRM'), 'Desligar');
      await lineOf(page, 'CRM').getByText('Desligado por uma pessoa').waitFor();
      await rowAction(lineOf(page, 'CRM'), 'Ligar');
      await lineOf(page, 'CRM').getByText('Desligado por uma pessoa').waitFor({ state: 'hidden' });
      await rowAction(lineOf(page, 'CRM'), 'Gerar outro segredo');
      await page.getByRole('button', { name: 'Gerar segredo' }).click();
      await page
        .getByRole('dialog', { name: 'Segredo do webhook' })
        .getByRole('button', { name: 'Já copiei' })
        .click();
      await rowAction(lineOf(page, 'CRM'), 'Excluir');
      await page.getByRole('button', { name: 'Excluir webhook' }).click();
      await page.getByText('Nenhum webhook ainda').waitFor();
      await expect.poll(() => lineOf(page, 'CRM').count()).toBe(0);
    });
});

if (isWhole)
  describe('on a phone', () => {
    it('the parts are chosen from a list, and nothing leaves the screen', async () => {
      const { page } = await app().signIn('ana@demo.local', { ...PHONE, path: '/messages-api' });
      for (const part of ['Documentação', 'Teste', 'Tokens', 'Uso', 'Webhooks']) {
        await page.getByRole('combobox', { name: 'Parte da página' }).click();
        await page.getByRole('option', { name: part }).click();
        await page.getByRole('combobox', { name: 'Parte da página' }).getByText(part).waitFor();
        await page.locator('.MuiSkeleton-root').first().waitFor({ state: 'detached' });
        expect([...(await layoutFlaws(page)), ...(await smallTargets(page))], part).toEqual([]);
        expect(await accessibilityFlaws(page), part).toEqual([]);
        await keepScreenshot(page, `messages-api-${part}-phone`);
      }
    });
  });

describe('without the feature in the plan', () => {
  it('the page says so and leaves after a second, and the menu has no entry', async () => {
    const poor = await makeCompany({ plan: { without: ['useExternalApi'] } });
    const { page } = await app().signIn(poor.admin.email, { password: TEST_PASSWORD });
    await expect.poll(() => page.getByRole('link', { name: 'API de mensagens' }).count()).toBe(0);
    await page.goto(`${app().stack.url}/messages-api`);
    await page
      .getByText('Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.')
      .waitFor();
    await page.waitForURL((url) => url.pathname === '/');
  });
});
