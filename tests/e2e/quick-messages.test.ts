import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PNG } from '../factories/files.ts';
import type { Customer } from '../support/customer.ts';
import { isWhole } from '../support/depth.ts';
import { type App, startApp, type Visitor } from './support/app.ts';
import { bubbleOf, choose, openTab } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;

let app: App;
let ana: Visitor;
let bruno: Visitor;
let lia: Customer;

beforeAll(async () => {
  app = await startApp();
  lia = app.customer('5511987650092', 'Lia Quadros');
  ana = await app.signIn('ana@demo.local');
  bruno = await app.signIn('bruno@demo.local', PHONE);
});
afterAll(() => app?.stop());

const rowOf = ({ page }: Visitor, shortcode: string) =>
  page.getByRole('row').filter({ hasText: `/${shortcode}` });

describe('quick messages', () => {
  it('are saved with variables, a file and their visibility', async () => {
    const { page } = ana;
    await page.getByRole('link', { name: 'Respostas rápidas' }).click();
    await page.getByRole('button', { name: 'Nova resposta' }).click();
    const dialog = page.getByRole('dialog', { name: 'Nova resposta rápida' });
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByText('Obrigatório').waitFor();
    await dialog.getByLabel('Código').fill('/vitrine');
    const message = dialog.getByLabel('Mensagem', { exact: true });
    await message.fill('Olá, ! Veja a vitrine.');
    await message.press('Home');
    for (let step = 0; step < 'Olá, '.length; step++) await message.press('ArrowRight');
    await dialog.getByRole('button', { name: 'Primeiro nome' }).click();
    await expect.poll(() => message.inputValue()).toBe('Olá, {{firstName}}! Veja a vitrine.');
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'vitrine.png', mimeType: 'image/png', buffer: PNG });
    await dialog.getByText('vitrine.png').waitFor();
    await expect.poll(() => dialog.getByLabel('Deixar todos alterarem').count()).toBe(0);
    await dialog.getByLabel('Mostrar à empresa toda').check();
    await keepScreenshot(page, 'quick-message-new');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Resposta rápida salva').waitFor();
    await rowOf(ana, 'vitrine').getByText('vitrine.png').waitFor();

    // A shortcode that is already used shows an error, and the entered text stays.
    await page.getByRole('button', { name: 'Nova resposta' }).click();
    await dialog.getByLabel('Código').fill('Vitrine');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByText('Já existe uma resposta rápida com este código').waitFor();
    await dialog.getByLabel('Código').fill('sigilo');
    await dialog.getByLabel('Mensagem', { exact: true }).fill('Só minha');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await rowOf(ana, 'sigilo').getByText('Só você').waitFor();
    await page.getByRole('searchbox', { name: 'Buscar respostas rápidas' }).fill('sigi');
    await rowOf(ana, 'prazo').waitFor({ state: 'detached' });
    await rowOf(ana, 'sigilo').waitFor();
    await page.getByRole('searchbox', { name: 'Buscar respostas rápidas' }).fill('');
  });

  it('are visible to others live, changeable by authorized users, and hidden if they are not shared', async () => {
    const { page } = bruno;
    await page.goto(`${app.stack.url}/quick-messages`);
    await rowOf(bruno, 'vitrine').waitFor();
    await expect.poll(() => rowOf(bruno, 'sigilo').count()).toBe(0);
    await rowOf(bruno, 'vitrine').click();
    const reader = page.getByRole('dialog', { name: 'vitrine' });
    await reader
      .getByText('Só quem criou esta resposta ou gerencia as respostas rápidas pode alterá-la.')
      .waitFor();
    await keepScreenshot(page, 'quick-message-read-phone');
    await reader.getByRole('button', { name: 'Fechar' }).click();

    await rowOf(ana, 'vitrine').click();
    const dialog = ana.page.getByRole('dialog', { name: 'Editar vitrine' });
    await dialog.getByLabel('Deixar todos alterarem').check();
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.waitFor({ state: 'hidden' });
    // The live channel updates the user's rights.
    await rowOf(bruno, 'vitrine').getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('menuitem', { name: 'Editar' }).click();
    await page.getByRole('dialog', { name: 'Editar vitrine' }).waitFor();
    await page.keyboard.press('Escape');

    // Bruno deletes his own, and it disappears on Ana's screen.
    await rowOf(ana, 'protocolo').waitFor();
    await rowOf(bruno, 'protocolo').getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('menuitem', { name: 'Excluir' }).click();
    await page
      .getByRole('dialog', { name: 'Excluir a resposta protocolo?' })
      .getByRole('button', { name: 'Excluir resposta' })
      .click();
    await rowOf(bruno, 'protocolo').waitFor({ state: 'detached' });
    await rowOf(ana, 'protocolo').waitFor({ state: 'detached' });
  });
});

describe('the search after a slash', () => {
  it('finds quick messages by shortcode and text, inserts them by keyboard, and fills them when they are sent', async () => {
    const { page } = ana;
    await lia.write('Oi, é a Lia');
    await page.goto(`${app.stack.url}/tickets`);
    await openTab(page, 'Aguardando');
    await page.getByRole('button', { name: `Aceitar ${lia.name}` }).click();
    const queue = page.getByRole('dialog', { name: 'Em qual fila?' });
    await choose(queue, /Fila/, 'Vendas');
    await queue.getByRole('button', { name: 'Aceitar' }).click();
    const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
    const choice = page.getByRole('listbox', { name: 'Respostas rápidas' });
    await field.pressSequentially('/');
    await choice.getByRole('option', { name: /^prazo/ }).waitFor();
    await keepScreenshot(page, 'quick-replies');
    for (const label of await choice.getByRole('option').allInnerTexts())
      expect([...label].length).toBeLessThanOrEqual(90);
    await field.pressSequentially('uteis');
    await choice.getByRole('option', { name: /^saudacao/ }).waitFor({ state: 'detached' });
    await expect
      .poll(() => choice.getByRole('option').allInnerTexts())
      .toEqual([expect.stringMatching(/^prazo - O prazo de entrega/)]);
    await field.press('Escape');
    await choice.waitFor({ state: 'detached' });
    await expect.poll(() => field.inputValue()).toBe('/uteis');
    await field.fill('');
    await field.pressSequentially('/');
    await choice.getByRole('option').first().waitFor();
    await field.press('ArrowDown');
    await field.press('ArrowUp');
    await field.pressSequentially('saud');
    await field.press('Enter');
    const template = '{{ms}}, {{firstName}}! Aqui é {{userName}}, da Loja Demo. Como posso ajudar?';
    await expect.poll(() => field.inputValue()).toBe(template);
    await field.press('Enter');
    const filled = /^(Bom dia|Boa tarde|Boa noite|Boa madrugada), Lia! Aqui é Ana Ribeiro, da Loja Demo\./;
    await bubbleOf(page, 'Lia! Aqui é Ana Ribeiro').waitFor();
    await lia.gets(({ text = '' }) => filled.test(text), 'the greeting');
  });

  if (isWhole)
    it('inserts the file of a quick message, with its text as the caption', async () => {
      const { page } = ana;
      const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
      await field.pressSequentially('/vitr');
      await page.getByRole('option', { name: /^vitrine/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Enviar 1 arquivo' });
      await expect
        .poll(() => dialog.getByLabel('Legenda de vitrine.png').inputValue())
        .toBe('Olá, {{firstName}}! Veja a vitrine.');
      await keepScreenshot(page, 'quick-reply-file');
      await dialog.getByRole('button', { name: 'Enviar' }).click();
      await lia.gets(
        ({ type, text }) => type === 'image' && text === 'Olá, Lia! Veja a vitrine.',
        'the picture with its text',
      );
      await expect.poll(() => field.inputValue()).toBe('');
    });

  if (isWhole)
    it('offers nothing in a note, or if the slash is not the first character', async () => {
      const { page } = ana;
      const choice = page.getByRole('listbox', { name: 'Respostas rápidas' });
      const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
      await field.pressSequentially('km/h /prazo');
      await page.getByRole('tab', { name: 'Nota' }).click();
      await page.getByRole('textbox', { name: 'Nota privada' }).pressSequentially('/prazo');
      await expect.poll(() => choice.count()).toBe(0);
    });
});
