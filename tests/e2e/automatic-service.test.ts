import { expect, it } from 'vitest';
import type { Client } from '../bench/client.ts';
import { waitConnected } from '../support/customer.ts';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import { startApp } from './support/app.ts';
import { openTicket } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { layoutFlaws } from './support/layout-flaws.ts';
import { signInManager } from './support/manager.ts';

const set = (manager: Client, column: string, data: string | boolean) =>
  manager.call('PUT', '/companySettings', { column, data });

it('shows what was said by itself with the rule that said it, when the privacy terms were accepted, and whose the contact is', async () => {
  const app = await startApp();
  try {
    const { url } = app.stack;
    const manager = await signInManager(app);
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
    await flor.write('1');
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
    expect(await thread.getByText('[ 2 ] Vendas').count()).toBe(1);
  } finally {
    await app.stop();
  }
});
