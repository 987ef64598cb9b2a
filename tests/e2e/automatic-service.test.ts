import { expect, it } from 'vitest';
import * as z from 'zod';
import { type Client, signIn } from '../bench/client.ts';
import { waitConnected } from '../support/customer.ts';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import { startApp } from './support/app.ts';
import { bubbleOf, choose, openTicket } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { layoutFlaws } from './support/layout-flaws.ts';

const set = (manager: Client, column: string, data: string | boolean) =>
  manager.call('PUT', '/companySettings', { column, data });

it('shows automatic messages with their rule, the time of consent, and the owner of the contact’s wallet', async () => {
  const app = await startApp();
  try {
    const { url } = app.stack;
    const manager = await signIn(app.stack.url, 'ana@demo.local', app.stack.adminPassword);
    await set(manager, 'lgpdMessage', 'Cuidamos dos seus dados, {{firstName}}.');
    await set(manager, 'enableLGPD', 'enabled');
    await set(manager, 'DirectTicketsToWallets', true);
    const { page } = await app.signIn('ana@demo.local');
    await waitConnected(url);
    const flor = app.customer('5511944443333', 'Dona Flor');
    const hears = (words: string) => flor.gets(({ text }) => text?.includes(words) === true, words);
    await flor.write('oi');
    await hears('Cuidamos dos seus dados, Dona.');
    await flor.write('1');
    await hears('[ 1 ] Suporte');
    await flor.write('Suporte');
    await hears('Conte o que aconteceu');

    await page.goto(`${url}/tickets`);
    await page.getByRole('tab', { name: /Aguardando/ }).click();
    await openTicket(page, 'Dona Flor');
    const thread = page.getByRole('log');
    for (const rule of ['LGPD: consentimento', 'Conexão: menu de filas', 'Fila: saudação'])
      await thread.getByText(`Automática · ${rule}`).waitFor();
    await page.getByRole('button', { name: 'Dados do contato' }).click();
    const drawer = page.getByRole('complementary', { name: 'Contato' });
    await drawer.getByText('Aceitou os termos de privacidade').waitFor();
    await drawer.getByRole('combobox', { name: 'Carteira' }).click();
    const saved = page.waitForResponse((answer) => answer.url().includes('/contact-wallet/'));
    await page.getByRole('option', { name: /^Bruno/ }).click();
    expect((await saved).status()).toBe(200);
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('button', { name: 'Dados do contato' }).click();
    await drawer.getByRole('button', { name: /^Bruno/ }).waitFor();
    expect(await accessibilityFlaws(page)).toEqual([]);
    expect(await layoutFlaws(page)).toEqual([]);
    await keepScreenshot(page, 'automatic-service');
    await expect.poll(() => thread.getByText('[ 2 ] Vendas').count()).toBe(1);
  } finally {
    await app.stop();
  }
});

it('sends one answer to a burst of messages, and lets an attendant accept a ticket that waits for consent', async () => {
  const app = await startApp();
  try {
    const { url } = app.stack;
    const manager = await signIn(url, 'ana@demo.local', app.stack.adminPassword);
    await set(manager, 'lgpdMessage', 'Cuidamos dos seus dados.');
    await set(manager, 'enableLGPD', 'enabled');
    const { page } = await app.signIn('ana@demo.local');
    await waitConnected(url);
    const flor = app.customer('5511944443334', 'Dona Flor');
    const burst = ['Oi', 'bom dia', 'queria saber um preço'];
    for (const text of burst) await flor.write(text);
    await flor.gets(({ text }) => text?.includes('Cuidamos dos seus dados') === true, 'the question');

    const { tickets } = z
      .object({ tickets: z.array(z.object({ uuid: z.string() })) })
      .parse(await manager.call('GET', '/tickets?status=lgpd&showAll=true'));
    await page.goto(`${url}/tickets/${tickets[0]?.uuid}`);
    for (const text of burst) await bubbleOf(page, text).waitFor();
    await page.getByRole('log').getByText('Automática · LGPD: consentimento').waitFor();
    await page.locator('header').getByRole('button', { name: 'Aceitar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Em qual fila?' });
    await choose(dialog, /Fila/, 'Suporte');
    await dialog.getByRole('button', { name: 'Aceitar' }).click();
    await page.locator('header').getByRole('button', { name: 'Resolver' }).waitFor();
    expect((await flor.received()).map(({ copies }) => copies)).toEqual([1]);
  } finally {
    await app.stop();
  }
});
