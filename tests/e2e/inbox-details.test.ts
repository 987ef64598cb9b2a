import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Client } from '../bench/client.ts';
import { oggOpus } from '../factories/files.ts';
import { type Customer, disconnect } from '../support/customer.ts';
import { type App, startApp, type Visitor } from './support/app.ts';
import { bubbleOf, choose, openTab, rowOf, say } from './support/inbox.ts';
import { signInManager } from './support/manager.ts';

const NAME = 'Maximiliana Aparecida de Albuquerque Cavalcanti Wanderley e Souza Filha';
const TEXT = 'Bom dia, gostaria de saber quando chega a geladeira que comprei';
const VOICE_BYTES = 12_000;
const foundSchema = z.object({ contacts: z.array(z.object({ id: z.int() })) });
const tagSchema = z.object({ id: z.int() });

let app: App;
let ana: Visitor;
let writer: Customer;
let admin: Client;

beforeAll(async () => {
  app = await startApp();
  admin = await signInManager(app);
  writer = app.customer('5511987650055', NAME);
  ana = await app.signIn('ana@demo.local');
  return app.stop;
});
beforeEach(({ onTestFailed, task }) => onTestFailed(() => app.keepEvidence(task.name)));

describe('a row of the list', () => {
  it('shows the beginning of what is long, two tags and how many more, and who attends to administrators', async () => {
    const { page } = ana;
    await writer.write(TEXT);
    await openTab(page, 'Aguardando');
    const row = rowOf(page, `${NAME.slice(0, 59)}…`);
    await row.getByText(`${TEXT.slice(0, 39)}…`).waitFor();
    await row.getByText('Sem departamento').waitFor();
    await app.stack.drain();
    const { contacts } = foundSchema.parse(await admin.call('GET', '/contacts?searchParam=maximiliana'));
    const tags: number[] = [];
    for (const name of ['primeira', 'segunda', 'terceira'])
      tags.push(tagSchema.parse(await admin.call('POST', '/tags', { name, color: '#112233' })).id);
    await admin.call('POST', '/tags/sync', { contactId: contacts[0]?.id, tags });
    for (const text of ['primeira', 'segunda', '+1']) await row.getByText(text, { exact: true }).waitFor();
    expect(await row.getByText('terceira', { exact: true }).count()).toBe(0);

    await openTab(page, 'Abertos');
    await rowOf(page, 'Juliana Barros').getByText('Ana Ribeiro', { exact: true }).waitFor();
    const { page: his, context } = await app.signIn('bruno@demo.local');
    await his.getByRole('list', { name: 'Abertos' }).getByRole('listitem').first().waitFor();
    expect(await his.getByRole('listitem').getByText('Bruno Carvalho', { exact: true }).count()).toBe(0);
    await context.close();
  });
});

describe('a conversation', () => {
  it('tells its number, and keeps whether one signs and how fast one listens', async () => {
    const { page } = ana;
    await openTab(page, 'Aguardando');
    await page.getByRole('button', { name: /^Aceitar Maximiliana/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Em qual fila?' });
    await choose(dialog, /Fila/, 'Vendas');
    await dialog.getByRole('button', { name: 'Aceitar' }).click();
    await page.getByRole('heading', { name: NAME, level: 1 }).waitFor();
    await page.locator('header').getByText(/^#\d+/).first().waitFor();

    const stored = (key: string) => page.evaluate(`localStorage.getItem('prosa.${key}')`);
    const sign = page.getByRole('button', { name: 'Assinar com meu nome' });
    await sign.click();
    await say(page, 'Já verifico.');
    const signed = await writer.gets(({ text = '' }) => text.includes('Já verifico.'), 'the answer');
    expect(signed.text).toBe('*Ana Ribeiro:*\nJá verifico.');
    expect(await stored('signMessages')).toBe('true');
    await admin.call('PUT', '/companySettings', { column: 'sendSignMessage', data: 'disabled' });
    await sign.waitFor({ state: 'detached' });

    await writer.write({
      type: 'voice',
      media: { mimeType: 'audio/ogg; codecs=opus', data: oggOpus(VOICE_BYTES).toString('base64') },
    });
    const rate = page.getByRole('log').getByRole('button', { name: /^Velocidade/ });
    for (const [shown, kept] of [
      ['1×', null],
      ['1,5×', '1.5'],
      ['2×', '2'],
      ['0,5×', '0.5'],
      ['1×', '1'],
    ]) {
      await rate.getByText(String(shown), { exact: true }).waitFor();
      expect(await stored('audioRate')).toBe(kept);
      await rate.click();
    }
  });

  it('drops a recording that is cancelled, and shows what was deleted as deleted', async () => {
    const { page } = ana;
    await page.getByRole('button', { name: 'Gravar áudio' }).click();
    await page.getByText(/Gravando 0:0[1-9]/).waitFor();
    await page.getByRole('button', { name: 'Descartar gravação' }).click();
    await page.getByText(/Gravando/).waitFor({ state: 'detached' });
    await say(page, 'Foi engano.');
    const bubble = bubbleOf(page, 'Foi engano.');
    await bubble.getByTestId('ticks-delivered').waitFor();
    await bubble.hover();
    await bubble.getByRole('button', { name: 'Ações da mensagem' }).click();
    await page.getByRole('menuitem', { name: 'Apagar' }).click();
    await page
      .getByRole('dialog', { name: 'Apagar mensagem?' })
      .getByRole('button', { name: 'Apagar' })
      .click();
    await bubbleOf(page, 'Esta mensagem foi apagada').waitFor();
    expect(
      (await writer.received()).filter(({ type, fromCustomer }) => type === 'voice' && !fromCustomer),
    ).toEqual([]);
    await page.locator('header').getByRole('button', { name: 'Transferir' }).click();
    const transfer = page.getByRole('dialog', { name: 'Transferir atendimento' });
    await transfer.getByRole('combobox', { name: 'Atendente' }).fill('Br');
    await page.getByText('Digite ao menos 3 caracteres').waitFor();
    await transfer.getByRole('combobox', { name: 'Atendente' }).fill('Bru');
    await page.getByRole('option', { name: /Bruno/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  });
});

describe('a conversation, further', () => {
  it('takes what is dropped onto it, and asks for a tag where the company wants one', async () => {
    const { page } = ana;
    const log = page.getByRole('log');
    const dataTransfer = await page.evaluateHandle(`(() => {
      const data = new DataTransfer();
      for (const name of ['um.txt', 'dois.txt']) data.items.add(new File(['oi'], name, { type: 'text/plain' }));
      return data;
    })()`);
    await log.dispatchEvent('dragover', { dataTransfer });
    await page.getByText('Solte o arquivo aqui').waitFor();
    await log.dispatchEvent('drop', { dataTransfer });
    const files = page.getByRole('dialog', { name: 'Enviar 2 arquivos' });
    await files.getByRole('button', { name: 'Cancelar' }).click();
    await files.waitFor({ state: 'hidden' });

    const { contacts } = foundSchema.parse(await admin.call('GET', '/contacts?searchParam=maximiliana'));
    await admin.call('POST', '/tags/sync', { contactId: contacts[0]?.id, tags: [] });
    await admin.call('PUT', '/companySettings', { column: 'requiredTag', data: 'enabled' });
    const warning = page.getByText('Você deve atribuir uma tag antes de fechar o ticket.');
    await expect
      .poll(
        async () => {
          await page.locator('header').getByRole('button', { name: 'Resolver' }).click();
          const asked = page.getByRole('dialog', { name: 'Resolver atendimento' });
          await warning.or(asked).first().waitFor();
          if (await asked.isVisible()) await page.keyboard.press('Escape');
          return warning.count();
        },
        { timeout: 30_000, interval: 500 },
      )
      .toBeGreaterThan(0);
    expect(page.url()).toMatch(/\/tickets\/[0-9a-f-]{36}$/);
  });
});

describe('the menu', () => {
  it('marks the connections where one is down', async () => {
    const { page } = ana;
    const menu = page.getByRole('navigation', { name: 'Menu principal' });
    await menu.getByRole('link', { name: 'Conexões', exact: true }).waitFor();
    await disconnect(app.stack.url);
    await menu.getByRole('link', { name: 'Conexões: requer atenção' }).waitFor();
    expect(app.complaints).toEqual([]);
  });
});
