import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeCompany, TEST_PASSWORD } from '../factories/company.ts';
import { isWhole } from '../support/depth.ts';
import { bubbleOf, choose, openTab, rowOf, say, turn } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { useApp } from './support/use-app.ts';

const { app, ana } = useApp();

const openSettings = async (page: Page): Promise<void> => {
  await page.getByRole('navigation').getByRole('link', { name: 'Configurações' }).click();
  await page.getByRole('heading', { name: 'Configurações', level: 1 }).waitFor();
};
/** Opens a user's browser in the inbox. */
const openAs = (email: string) => app().signIn(email, { password: TEST_PASSWORD });
const saved = (page: Page) => page.getByText('Operação atualizada com sucesso.').first();

describe('settings', () => {
  it('change the language of the texts for customers at once', async () => {
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

  it('settings that send a text require the text first, and keep the entered text if it is rejected', async () => {
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

  it('are updated live for other administrators, and are disabled if they have no effect', async () => {
    const { page } = ana();
    const second = await app().signIn('ana@demo.local');
    await openSettings(second.page);
    const hide = second.page.getByRole('switch', { name: 'Ocultar números de telefone' });
    await expect.poll(() => hide.isDisabled()).toBe(true);
    await turn(page.getByRole('switch', { name: 'Proteger dados dos contatos (LGPD)' }), true);
    await expect.poll(() => hide.isEnabled()).toBe(true);
  });

  if (isWhole)
    it('settings that send a text while off require the text before they are switched off', async () => {
      const { admin } = await makeCompany();
      const { page } = await openAs(admin.email);
      await openSettings(page);
      const calls = page.getByRole('switch', { name: 'Aceitar chamadas' });
      const text = page.getByRole('textbox', { name: 'Mensagem a quem liga' });
      await expect.poll(() => calls.isChecked()).toBe(true);
      await calls.uncheck();
      await page.getByText('Escreva a mensagem: sem ela nada é enviado.').waitFor();
      await text.fill('Não atendemos chamadas.');
      await text.blur();
      await saved(page).waitFor();
      await page.reload();
      await expect.poll(() => calls.isChecked()).toBe(false);
      await expect.poll(() => text.inputValue()).toBe('Não atendemos chamadas.');
      // The text cannot be removed while the switch is off.
      await text.fill('');
      await text.blur();
      await page.getByText('Escreva a mensagem: sem ela nada é enviado.').waitFor();
      const position = page.getByRole('switch', { name: 'Informar a posição na fila' });
      await position.check();
      await page.getByRole('textbox', { name: 'Mensagem da posição' }).fill('Você é o próximo.');
      await page.getByRole('textbox', { name: 'Mensagem da posição' }).blur();
      await saved(page).waitFor();
      await page.reload();
      await expect.poll(() => position.isChecked()).toBe(true);
    });

  if (isWhole)
    it('include choices and text fields, and the privacy fields depend on their switch', async () => {
      const { admin } = await makeCompany();
      const { page } = await openAs(admin.email);
      await openSettings(page);
      const panel = page.getByRole('tabpanel');
      await choose(panel, 'Opções do bot', 'Botões');
      await saved(page).waitFor();
      const message = panel.getByRole('textbox', { name: 'Mensagem de privacidade' });
      const link = panel.getByRole('textbox', { name: 'Link da política de privacidade' });
      await expect.poll(() => message.isDisabled()).toBe(true);
      await turn(panel.getByRole('switch', { name: 'Proteger dados dos contatos (LGPD)' }), true);
      await expect.poll(() => message.isEnabled()).toBe(true);
      await message.fill('Cuidamos dos seus dados.');
      await message.blur();
      await link.fill('não é um link');
      await link.blur();
      await expect.poll(() => link.getAttribute('aria-invalid')).toBe('true');
      await link.fill('https://loja.example/privacidade');
      await link.blur();
      await expect.poll(() => link.getAttribute('aria-invalid')).toBe('false');
      await turn(panel.getByRole('switch', { name: 'Pedir consentimento a cada atendimento' }), true);
      await saved(page).waitFor();
      await page.reload();
      await expect.poll(() => message.inputValue()).toBe('Cuidamos dos seus dados.');
      await expect.poll(() => link.inputValue()).toBe('https://loja.example/privacidade');
      await panel.getByRole('combobox', { name: 'Opções do bot' }).getByText('Botões').waitFor();
    });

  it('contain the company’s hours if these apply, with two shifts a day, in its time zone', async () => {
    const { admin } = await makeCompany();
    const { page } = await openAs(admin.email);
    await openSettings(page);
    const tab = page.getByRole('tab', { name: 'Horários' });
    await page.getByRole('combobox', { name: 'Horário que vale' }).waitFor();
    await expect.poll(() => tab.count()).toBe(0);
    await choose(page.getByRole('tabpanel'), 'Horário que vale', 'Da empresa');
    await page.getByText('Ainda sem horário: a empresa está sempre aberta.').waitFor();
    await page.getByRole('button', { name: 'Editar horário da empresa' }).click();
    const time = (of: string) => page.getByLabel(`Segunda-feira, ${of}`);
    const times = ['início do 1º turno', 'fim do 1º turno', 'início do 2º turno', 'fim do 2º turno'];
    await page.getByText('Ainda sem horário').waitFor();
    expect(await Promise.all(times.map((of) => time(of).inputValue()))).toEqual([
      '08:00',
      '12:00',
      '13:00',
      '18:00',
    ]);
    await keepScreenshot(page, 'settings-hours');
    const save = page.getByRole('button', { name: 'Salvar' });
    const closed = (day: string) => page.getByRole('switch', { name: `${day}, fechado` });
    await expect.poll(() => closed('Domingo').isChecked()).toBe(true);
    await expect.poll(() => page.getByLabel('Domingo, início do 1º turno').count()).toBe(0);
    await closed('Sábado').click();
    await page.getByLabel('Sábado, início do 1º turno').waitFor({ state: 'detached' });
    // Typed digits fill the mask.
    await time('fim do 1º turno').clear();
    await time('fim do 1º turno').pressSequentially('0730');
    await expect.poll(() => time('fim do 1º turno').inputValue()).toBe('07:30');
    await save.click();
    await page.getByText('Antes do início').waitFor();
    await time('fim do 1º turno').fill('11:30');
    await save.click();
    await page.getByText('Horários atualizados com sucesso.').waitFor();
    await page.getByText('Ainda sem horário').waitFor({ state: 'detached' });
    await expect.poll(() => save.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Copiar Segunda-feira para outros dias' }).click();
    await page.getByRole('menuitem', { name: 'Copiar para segunda a sexta' }).click();
    await expect.poll(() => page.getByLabel('Sexta-feira, fim do 1º turno').inputValue()).toBe('11:30');
    await expect.poll(() => closed('Sábado').isChecked()).toBe(true);
    await save.click();
    await expect.poll(() => save.isDisabled()).toBe(true);

    const zone = page.getByRole('combobox', { name: 'Fuso horário' });
    await zone.fill('manaus');
    await page.getByRole('option', { name: 'America/Manaus' }).click();
    await page.getByText('Horários atualizados com sucesso.').first().waitFor();
    await page.reload();
    await tab.click();
    await expect.poll(() => zone.inputValue()).toBe('America/Manaus');
    await expect.poll(() => time('fim do 1º turno').inputValue()).toBe('11:30');
    await page.getByRole('tab', { name: 'Opções' }).click();
    // What follows from the company's hours: the week, read-only.
    await page.getByText('Segunda-feira a sexta-feira').waitFor();
    await page.getByText('08:00–11:30, 13:00–18:00').waitFor();
    await page.getByText('Sábado a domingo').waitFor();
    await choose(page.getByRole('tabpanel'), 'Horário que vale', 'De cada fila');
    await tab.waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Feriados' }).waitFor();
    await choose(page.getByRole('tabpanel'), 'Horário que vale', 'Nenhum: sempre aberto');
    await page.getByRole('tab', { name: 'Feriados' }).waitFor({ state: 'detached' });
  });

  if (isWhole)
    it('are found by words of their label and help, and only these are shown', async () => {
      const { admin } = await makeCompany();
      const { page } = await openAs(admin.email);
      await openSettings(page);
      await page.getByRole('switch', { name: 'Distribuir ao acaso' }).waitFor();
      const search = page.getByRole('searchbox', { name: 'Buscar configuração' });
      await search.fill('avaliacao');
      await page.getByRole('switch', { name: 'Distribuir ao acaso' }).waitFor({ state: 'detached' });
      await page.getByRole('switch', { name: 'Pedir avaliação (NPS)' }).waitFor();
      await search.fill('carteira');
      await page.getByRole('switch', { name: 'Direcionar à carteira' }).waitFor();
      await search.fill('xyz');
      await page.getByText('Nenhuma configuração encontrada').waitFor();
      await search.fill('');
      await page
        .getByRole('link', { name: 'Privacidade' })
        .or(page.getByRole('menuitem', { name: 'Privacidade' }))
        .click();
    });

  if (isWhole)
    it('contain holidays, which can be added, removed and restored', async () => {
      const { admin } = await makeCompany({ settings: { scheduleType: 'connection' } });
      const { page } = await openAs(admin.email);
      await openSettings(page);
      await page.getByRole('tab', { name: 'Feriados' }).click();
      const date = page.getByLabel('Data');
      const add = page.getByRole('button', { name: 'Adicionar' });
      await add.click();
      await page.getByText('Obrigatório').waitFor();
      await date.fill('2026-12-25');
      await page.getByRole('textbox', { name: 'Nome' }).fill('Natal');
      await add.click();
      const lines = page.getByRole('list', { name: 'Feriados' }).getByRole('listitem');
      const line = lines.filter({ hasText: 'Natal' });
      await line.getByText('25/12/2026').waitFor();
      await page.getByText('Horários atualizados com sucesso.').waitFor();
      await date.fill('2026-12-25');
      await page.getByText('Este dia já é feriado.').waitFor();
      await date.fill('2026-11-20');
      await add.click();
      await expect.poll(() => lines.first().textContent()).toContain('20/11/2026');
      await keepScreenshot(page, 'settings-holidays');
      await line.getByRole('button', { name: 'Excluir feriado de 25/12/2026' }).click();
      await line.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Desfazer' }).click();
      await line.waitFor();
      await page.reload();
      await page.getByRole('tab', { name: 'Feriados' }).click();
      await line.waitFor();
    });

  it('are visible only to administrators', async () => {
    const { addUser } = await makeCompany();
    const { email } = await addUser();
    const { page, context } = await app().signIn(email, { password: TEST_PASSWORD });
    await page.getByRole('navigation').getByRole('link', { name: 'Contatos', exact: true }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Configurações' }).count()).toBe(0);
    await page.goto(`${app().stack.url}/settings`);
    await page.getByRole('heading', { name: 'Oops! Acesso Negado!' }).waitFor();
    await context.close();
    expect(app().complaints).toEqual([]);
  });
});
