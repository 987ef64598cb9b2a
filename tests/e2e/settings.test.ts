import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeCompany, TEST_PASSWORD } from '../factories/company.ts';
import { enter } from './support/app.ts';
import { bubbleOf, choose, openTab, rowOf, say, turn } from './support/inbox.ts';
import { useApp } from './support/use-app.ts';

const { app, ana } = useApp();

const openSettings = async (page: Page): Promise<void> => {
  await page.getByRole('navigation').getByRole('link', { name: 'Configurações' }).click();
  await page.getByRole('heading', { name: 'Configurações', level: 1 }).waitFor();
};
const saved = (page: Page) => page.getByText('Operação atualizada com sucesso.').first();

describe('settings', () => {
  it('change the language in which the system speaks to customers, at once', async () => {
    const { page } = ana();
    const paula = app().customer('5511987650031', 'Paula Reis');
    await paula.write('Oi');
    await openTab(page, 'Aguardando');
    await page.getByRole('button', { name: `Aceitar ${paula.name}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Em qual fila?' });
    await choose(dialog, /Fila/, 'Vendas');
    await dialog.getByRole('button', { name: 'Aceitar' }).click();
    await bubbleOf(page, 'Oi').waitFor();
    await say(page, 'Um: {{ms}}');
    await paula.gets(({ text = '' }) => /Um: (Boa|Bom) /.test(text), 'a Portuguese greeting');

    await openSettings(page);
    await choose(page.getByRole('tabpanel'), 'Idioma das mensagens automáticas', 'English');
    await saved(page).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Atendimentos' }).click();
    await openTab(page, 'Abertos');
    await rowOf(page, paula.name).getByRole('link', { name: paula.name, exact: true }).click();
    await say(page, 'Two: {{ms}}');
    await paula.gets(({ text = '' }) => /Two: Good /.test(text), 'an English greeting');
  });

  it('that send a text ask for it first, and keep what is written where it is refused', async () => {
    const { page } = ana();
    await openSettings(page);
    const transfer = page.getByRole('switch', { name: 'Enviar mensagem ao transferir' });
    const text = page.getByRole('textbox', { name: 'Mensagem de transferência' });
    await transfer.check();
    await page.getByText('Escreva a mensagem: sem ela nada é enviado.').waitFor();
    await text.and(page.locator(':focus')).waitFor();
    await text.fill('Um momento, {{firstName}}.');
    const answered = page.waitForResponse(
      (response) => response.request().postData()?.includes('sendMsgTransfTicket') === true,
    );
    await text.blur();
    expect((await answered).status()).toBe(200);
    await saved(page).waitFor();

    await page.route('**/api/companySettings', (route) => route.abort());
    await text.fill('Já volto.');
    await text.blur();
    await page.getByText('Sem internet. Confira a rede e tente de novo.').first().waitFor();
    await expect.poll(() => text.inputValue()).toBe('Já volto.');
    await page.unroute('**/api/companySettings');
    await text.focus();
    await text.blur();
    await saved(page).waitFor();
    await page.reload();
    await expect.poll(() => transfer.isChecked()).toBe(true);
    await expect.poll(() => text.inputValue()).toBe('Já volto.');
  });

  it('reach the other administrators live, and what has no effect cannot be turned', async () => {
    const { page } = ana();
    const second = await app().signIn('ana@demo.local');
    await openSettings(second.page);
    const hide = second.page.getByRole('switch', { name: 'Ocultar números de telefone' });
    await expect.poll(() => hide.isDisabled()).toBe(true);
    await turn(page.getByRole('switch', { name: 'Proteger dados dos contatos (LGPD)' }), true);
    await expect.poll(() => hide.isEnabled()).toBe(true);
    await second.context.close();
  });

  it('are there for administrators alone', async () => {
    const { addUser } = await makeCompany();
    const { email } = await addUser();
    const { page, context } = await app().open();
    await page.goto(`${app().stack.url}/login`);
    await enter(page, email, TEST_PASSWORD);
    await page.getByRole('navigation').getByRole('link', { name: 'Contatos' }).waitFor();
    expect(await page.getByRole('link', { name: 'Configurações' }).count()).toBe(0);
    await page.goto(`${app().stack.url}/settings`);
    await page.getByRole('heading', { name: 'Oops! Acesso Negado!' }).waitFor();
    await context.close();
    expect(app().complaints).toEqual([]);
  });
});
