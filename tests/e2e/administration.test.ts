import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeCompany, TEST_PASSWORD } from '../factories/company.ts';
import { listConnections, scanCode, waitConnected } from '../support/customer.ts';
import { isWhole } from '../support/depth.ts';
import { enter } from './support/app.ts';
import { choose, openTab, rowOf } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { rowAction } from './support/row-action.ts';
import { useApp } from './support/use-app.ts';

const NEW_PASSWORD = 'uma senha bem longa';

const { app, ana } = useApp();

const lineOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const openScreen = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('navigation').getByRole('link', { name }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
};

describe('queues', () => {
  it('are created with a unique colour, changed, and deleted after a confirmation', async () => {
    const { page } = ana();
    await openScreen(page, 'Filas');
    await page.getByRole('button', { name: 'Nova fila' }).click();
    const dialog = page.getByRole('dialog', { name: 'Nova fila' });
    await dialog.getByRole('textbox', { name: 'Nome' }).fill('Pós-venda');
    // The proposed colour is free, so saving it would work.
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Cor' }).inputValue()).toBe('#E5484D');
    await dialog.getByRole('textbox', { name: 'Cor' }).fill('#1E88E5');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByText('Esta cor já é de outra fila.').waitFor();
    await dialog.getByRole('textbox', { name: 'Cor' }).fill('#00838F');
    await dialog.getByRole('tab', { name: 'Opções do bot' }).click();
    await dialog.getByRole('button', { name: 'Adicionar opção' }).click();
    await dialog
      .getByRole('region', { name: 'Opção 1' })
      .getByRole('textbox', { name: 'Nome' })
      .fill('Trocas');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await lineOf(page, 'Pós-venda').click();
    const edit = page.getByRole('dialog', { name: 'Editar Pós-venda' });
    await edit.getByRole('tab', { name: 'Opções do bot' }).click();
    await edit.getByRole('treeitem', { name: '1 Trocas' }).waitFor();
    await edit.getByRole('tab', { name: 'Dados' }).click();
    await edit.getByRole('textbox', { name: 'Saudação' }).fill('Como foi sua compra?');
    await edit.getByRole('button', { name: 'Salvar' }).click();
    await lineOf(page, 'Pós-venda').getByText('Como foi sua compra?').waitFor();
    await rowAction(lineOf(page, 'Pós-venda'), 'Excluir');
    await page
      .getByRole('dialog', { name: 'Excluir a fila Pós-venda?' })
      .getByRole('button', { name: 'Excluir fila' })
      .click();
    await lineOf(page, 'Pós-venda').waitFor({ state: 'detached' });
  });
});

describe('users', () => {
  it('are created with queues and rights, and can work at once', async () => {
    const { page } = ana();
    await openScreen(page, 'Usuários');
    await page.getByRole('button', { name: 'Novo usuário' }).click();
    const dialog = page.getByRole('dialog', { name: 'Novo usuário' });
    await dialog.getByRole('textbox', { name: 'Nome' }).fill('Davi Rocha');
    await dialog.getByRole('textbox', { name: 'E-mail' }).fill('bruno@demo.local');
    await dialog.getByLabel(/^Senha/).fill(NEW_PASSWORD);
    // Hidden until the user asks to see it.
    const eye = dialog.getByRole('button', { name: 'Mostrar senha' });
    for (const type of ['text', 'password']) {
      await eye.click();
      await expect.poll(() => dialog.getByLabel(/^Senha/).getAttribute('type')).toBe(type);
    }
    // Typed digits fill the mask of a time.
    await dialog.getByRole('textbox', { name: 'Início do expediente' }).fill('0615');
    await expect
      .poll(() => dialog.getByRole('textbox', { name: 'Início do expediente' }).inputValue())
      .toBe('06:15');
    await dialog.getByRole('textbox', { name: 'Início do expediente' }).fill('00:00');
    await dialog.getByRole('combobox', { name: 'Filas' }).click();
    await page.getByRole('option', { name: 'Financeiro' }).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByText('Já existe um usuário com este e-mail.').waitFor();
    // A choice of two, without an empty option.
    const isRequired = async (field: string) => {
      await dialog.getByRole('combobox', { name: field }).click();
      await expect.poll(() => page.getByRole('option').count()).toBe(2);
      await page.getByRole('option').first().click();
      await page.getByRole('listbox').waitFor({ state: 'hidden' });
    };
    await isRequired('Perfil');
    await choose(dialog, 'Perfil', 'Atendente');
    await dialog.getByRole('tab', { name: 'Permissões' }).click();
    for (const field of ['Tema', 'Menu lateral']) await isRequired(field);
    await dialog.getByRole('tab', { name: 'Geral' }).click();
    await dialog.getByRole('textbox', { name: 'E-mail' }).fill('davi@demo.local');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Usuário salvo').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await lineOf(page, 'davi@demo.local').getByText('Financeiro').waitFor();

    const davi = await app().signIn('davi@demo.local', { password: NEW_PASSWORD });
    await openTab(davi.page, 'Aguardando');
    await rowOf(davi.page, 'Oficina do Tadeu').waitFor();
    await expect.poll(() => davi.page.getByRole('link', { name: 'Usuários' }).count()).toBe(0);
    await davi.page.goto(`${app().stack.url}/users`);
    await davi.page.getByText('Oops! Acesso Negado!').waitFor();
  });

  if (isWhole)
    it('are found by name, loaded while scrolling, and deleted after a confirmation that names the consequences', async () => {
      const company = await makeCompany();
      for (let nth = 1; nth <= 45; nth++)
        await company.addUser({ name: `Pessoa ${String(nth).padStart(2, '0')}` });
      const { page } = await app().signIn(company.admin.email, { password: TEST_PASSWORD });
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/api/users?')) asked.push(new URL(request.url()).search);
      });
      await openScreen(page, 'Usuários');
      await lineOf(page, 'Pessoa 01').waitFor();
      await expect.poll(() => lineOf(page, 'Pessoa 45').count()).toBe(0);
      const pages = () => asked.filter((search) => search.includes('cursor=')).length;
      expect(pages()).toBe(0);
      const table = page.getByRole('table', { name: 'Usuários' });
      await table.hover();
      for (const name of ['Pessoa 21', 'Pessoa 45'])
        await expect
          .poll(async () => {
            await page.mouse.wheel(0, 2000);
            return lineOf(page, name).count();
          })
          .toBe(1);
      expect(pages()).toBe(2);

      asked.length = 0;
      await page.getByRole('searchbox').fill('pessoa 33');
      await lineOf(page, 'Pessoa 01').waitFor({ state: 'detached' });
      await lineOf(page, 'Pessoa 33').waitFor();
      expect(asked.filter((search) => search.includes('searchParam=pessoa'))).toHaveLength(1);
      await rowAction(lineOf(page, 'Pessoa 33'), 'Excluir');
      const question = page.getByRole('dialog', { name: 'Excluir Pessoa 33?' });
      await question
        .getByText('O acesso termina agora. Os atendimentos em aberto voltam para a fila.')
        .waitFor();
      await question.getByRole('button', { name: 'Excluir usuário' }).click();
      await page.getByText('Usuário excluído').waitFor();
      await lineOf(page, 'Pessoa 33').waitFor({ state: 'detached' });
    });

  if (isWhole)
    it('have a picture, which they and administrators set and remove', async () => {
      const { page } = ana();
      await openScreen(page, 'Usuários');
      const picture = {
        name: 'eu.png',
        mimeType: 'image/png',
        buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 900, height: 600 } }),
      };
      const portrait = (scope: Locator) => scope.locator('img[src*="/media/t/"]');
      const widthOf = (image: Locator) => image.evaluate((node) => Number(Reflect.get(node, 'naturalWidth')));
      const account = (at: Page) => at.getByRole('button', { name: 'Minha conta' });
      const openProfile = async (): Promise<Locator> => {
        await account(page).click();
        await page.getByRole('menuitem', { name: 'Editar perfil' }).click();
        const dialog = page.getByRole('dialog', { name: 'Editar perfil' });
        await dialog.getByRole('textbox', { name: 'Nome' }).waitFor();
        return dialog;
      };

      const profile = await openProfile();
      const file = profile.getByLabel('Escolher foto').and(profile.locator('input'));
      await file.setInputFiles({
        name: 'eu.png',
        mimeType: 'image/png',
        buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      });
      await profile.getByText('Este tipo de arquivo não é aceito.').waitFor();
      await file.setInputFiles(picture);
      await profile.getByRole('button', { name: 'Trocar foto' }).waitFor();
      await profile.locator('img[src^="blob:"]').waitFor();
      await expect.poll(() => profile.getByRole('alert').count()).toBe(0);
      await keepScreenshot(page, 'profile-picture-desktop');
      await profile.getByRole('button', { name: 'Salvar' }).click();
      await profile.waitFor({ state: 'hidden' });
      await portrait(account(page)).waitFor();
      await expect.poll(() => widthOf(portrait(account(page)))).toBeGreaterThan(0);
      await portrait(lineOf(page, 'ana@demo.local')).waitFor();

      const bruno = await app().signIn('bruno@demo.local');
      await lineOf(page, 'bruno@demo.local').click();
      const edit = page.getByRole('dialog', { name: 'Editar Bruno' });
      await edit.locator('input[type=file]').setInputFiles(picture);
      await edit.locator('img[src^="blob:"]').waitFor();
      await keepScreenshot(page, 'user-picture-desktop');
      await edit.getByRole('button', { name: 'Salvar' }).click();
      await edit.waitFor({ state: 'hidden' });
      await portrait(account(bruno.page)).waitFor();
      await portrait(lineOf(page, 'bruno@demo.local')).waitFor();
      await keepScreenshot(page, 'user-pictures-desktop');
      await bruno.context.close();

      const again = await openProfile();
      await again.getByRole('button', { name: 'Remover foto' }).click();
      await again.getByRole('button', { name: 'Escolher foto' }).waitFor();
      await again.getByRole('button', { name: 'Salvar' }).click();
      await again.waitFor({ state: 'hidden' });
      await portrait(account(page)).waitFor({ state: 'detached' });
      await portrait(lineOf(page, 'ana@demo.local')).waitFor({ state: 'detached' });
    });
});

describe('an empty company', () => {
  if (isWhole)
    it('leads an administrator from the inbox to the QR code, and on to the other steps', async () => {
      const company = await makeCompany();
      const { page } = await app().signIn(company.admin.email, { password: TEST_PASSWORD });
      await page.getByText('Conecte um número para começar').waitFor();
      await keepScreenshot(page, 'first-step-desktop');
      await page.getByRole('link', { name: 'Conectar número' }).click();
      const dialog = page.getByRole('dialog', { name: 'Nova conexão WhatsApp' });
      await dialog.getByRole('textbox', { name: 'Nome' }).fill('Primeira');
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      const code = page.getByRole('dialog', { name: 'Leia o QR code' });
      await code.locator('[data-qr]').waitFor();
      await expect.poll(() => page.getByRole('dialog').count()).toBe(1);
      await scanCode(app().stack.url, 'Primeira');
      await code.waitFor({ state: 'hidden' });

      const inbox = () => page.getByRole('navigation').getByRole('link', { name: 'Atendimentos' }).click();
      await inbox();
      await page.getByRole('link', { name: 'Criar fila' }).click();
      const queue = page.getByRole('dialog', { name: 'Nova fila' });
      await queue.getByRole('textbox', { name: 'Nome' }).fill('Vendas');
      await queue.getByRole('button', { name: 'Salvar' }).click();
      await queue.waitFor({ state: 'hidden' });
      await inbox();
      await page.getByRole('link', { name: 'Criar usuário' }).click();
      await page.getByRole('dialog', { name: 'Novo usuário' }).waitFor();
      // A reload does not repeat what a link once opened.
      await page.reload();
      await page.getByRole('heading', { name: 'Usuários', level: 1 }).waitFor();
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
      await company.addUser();
      await inbox();
      await page.getByText('Tudo pronto para a primeira mensagem').waitFor();
    });

  it('can answer its first customer with a menu within five minutes', async () => {
    const begunMs = performance.now();
    const company = await makeCompany();
    const { page } = await app().open();
    const { url } = app().stack;
    await page.goto(`${url}/login`);
    await enter(page, company.admin.email, TEST_PASSWORD);
    await openScreen(page, 'Filas');
    for (const name of ['Loja', 'Entrega']) {
      await page.getByRole('button', { name: 'Nova fila' }).first().click();
      const queue = page.getByRole('dialog', { name: 'Nova fila' });
      await queue.getByRole('textbox', { name: 'Nome' }).fill(name);
      await queue.getByRole('textbox', { name: 'Saudação', exact: true }).fill(`Aqui é ${name}`);
      await queue.getByRole('button', { name: 'Salvar' }).click();
      await queue.waitFor({ state: 'hidden' });
    }
    await openScreen(page, 'Conexões');
    await page.getByRole('button', { name: 'Nova conexão' }).first().click();
    await page.getByRole('menuitem', { name: 'WhatsApp', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Nova conexão WhatsApp' });
    await dialog.getByRole('textbox', { name: 'Nome' }).fill('Nova');
    await dialog.getByRole('combobox', { name: 'Filas' }).click();
    for (const name of ['Loja', 'Entrega']) await page.getByRole('option', { name }).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('tab', { name: 'Mensagens' }).click();
    await dialog.getByRole('textbox', { name: 'Saudação', exact: true }).fill('Bom dia! Escolha:');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await page.getByRole('dialog', { name: 'Leia o QR code' }).locator('[data-qr]').waitFor();
    await scanCode(url, 'Nova');
    await waitConnected(url, 'Nova');

    const connection = (await listConnections(url)).find(({ name }) => name === 'Nova');
    const rosa = app().customer('5511966667777', 'Rosa Lima');
    const says = (text: string) =>
      rosa.write({ companyId: connection?.companyId, connectionId: connection?.id, text });
    const hears = (words: string) => rosa.gets(({ text }) => text?.includes(words) === true, words);
    await says('oi');
    await hears('[ 2 ] Entrega');
    await says('2');
    await hears('Aqui é Entrega');
    await page.getByRole('navigation').getByRole('link', { name: 'Atendimentos' }).click();
    await openTab(page, 'Aguardando');
    await page.getByRole('button', { name: 'Aceitar Rosa Lima' }).waitFor();
    expect(performance.now() - begunMs).toBeLessThan(300_000);
  });

  if (isWhole)
    it('tells attendants to ask an administrator', async () => {
      const company = await makeCompany();
      const { email } = await company.addUser();
      const { page } = await app().signIn(email, {
        viewport: { width: 390, height: 844 },
        password: TEST_PASSWORD,
      });
      await page.getByText('Peça a um administrador da sua empresa que conecte um número.').waitFor();
      await expect.poll(() => page.getByRole('link', { name: 'Conectar número' }).count()).toBe(0);
      await keepScreenshot(page, 'first-step-phone');
    });
});

describe('connections', () => {
  it('are created, show their QR code, and are online after it is scanned', async () => {
    const { page } = ana();
    await openScreen(page, 'Conexões');
    await lineOf(page, 'WhatsApp principal').getByText('Conectada', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Nova conexão' }).click();
    await page.getByRole('menuitem', { name: 'WhatsApp', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Nova conexão WhatsApp' });
    await dialog.getByRole('textbox', { name: 'Nome' }).fill('Loja Niterói');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    const code = page.getByRole('dialog', { name: 'Leia o QR code' });
    await code.locator('[data-qr]').waitFor();
    await scanCode(app().stack.url, 'Loja Niterói');
    await waitConnected(app().stack.url, 'Loja Niterói');
    await code.waitFor({ state: 'hidden' });
    await lineOf(page, 'Loja Niterói').getByText('Conectada', { exact: true }).waitFor();
  });

  if (isWhole)
    it('are stopped and started again, and all users see it live', async () => {
      const { page } = ana();
      const second = await app().signIn('ana@demo.local');
      await openScreen(second.page, 'Conexões');
      await lineOf(page, 'Loja Niterói').getByRole('button', { name: 'Desconectar' }).click();
      await page
        .getByRole('dialog', { name: 'Desconectar Loja Niterói?' })
        .getByRole('button', { name: 'Desconectar' })
        .click();
      await lineOf(second.page, 'Loja Niterói').getByText('Desconectada', { exact: true }).waitFor();
      await lineOf(page, 'Loja Niterói').getByRole('button', { name: 'Novo QR code' }).click();
      await page.getByRole('dialog', { name: 'Leia o QR code' }).locator('[data-qr]').waitFor();
      await lineOf(second.page, 'Loja Niterói').getByText('Aguardando QR code').waitFor();
      await scanCode(app().stack.url, 'Loja Niterói');
      await lineOf(second.page, 'Loja Niterói').getByText('Conectada', { exact: true }).waitFor();
    });

  if (isWhole)
    it('restart together and come back automatically', async () => {
      const { page } = ana();
      await page.getByRole('button', { name: 'Reiniciar conexões' }).click();
      await page.getByText('As conexões estão reiniciando').waitFor();
      const customer = app().customer('5511987650009', 'Depois do reinício');
      await customer.write('Ainda estão aí?');
      await page.getByRole('navigation').getByRole('link', { name: 'Atendimentos' }).click();
      await openTab(page, 'Aguardando');
      await rowOf(page, customer.name).waitFor();
    });

  if (isWhole)
    it('show a validation error next to its field, and no page throws an error', async () => {
      const { page } = ana();
      await openScreen(page, 'Conexões');
      await rowAction(lineOf(page, 'WhatsApp principal'), 'Editar');
      const dialog = page.getByRole('dialog', { name: 'Editar WhatsApp principal' });
      await dialog.getByRole('textbox', { name: 'Nome' }).fill('Loja Niterói');
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      await dialog.getByText('Já existe uma conexão com este nome.').waitFor();
      await dialog.getByRole('button', { name: 'Cancelar' }).click();
      await page
        .getByRole('dialog', { name: 'Descartar alterações?' })
        .getByRole('button', { name: 'Descartar' })
        .click();
      await dialog.waitFor({ state: 'hidden' });
      expect(app().complaints).toEqual([]);
    });
});
