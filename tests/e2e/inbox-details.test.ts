import { makeDemoFile } from '@prosa/infra/local/demo/demo-files.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Client, signIn } from '../bench/client.ts';
import { type Customer, disconnect } from '../support/customer.ts';
import { type App, startApp, type Visitor } from './support/app.ts';
import { bubbleOf, choose, openTab, rowOf, say } from './support/inbox.ts';

const NAME = 'Maximiliana Aparecida de Albuquerque Cavalcanti Wanderley e Souza Filha';
const TEXT = 'Bom dia, gostaria de saber quando chega a geladeira que comprei';
const foundSchema = z.object({ contacts: z.array(z.object({ id: z.int() })) });
const tagSchema = z.object({ id: z.int() });

let app: App;
let ana: Visitor;
let writer: Customer;
let admin: Client;

beforeAll(async () => {
  app = await startApp();
  admin = await signIn(app.stack.url, 'ana@demo.local', app.stack.adminPassword);
  writer = app.customer('5511987650055', NAME);
  ana = await app.signIn('ana@demo.local');
});
afterAll(() => app?.stop());

describe('a row of the list', () => {
  it('truncates long names, shows as much of the message and as many tags as fit, and other attendants to administrators', async () => {
    const { page } = ana;
    await writer.write(TEXT);
    await openTab(page, 'Aguardando');
    const row = rowOf(page, `${NAME.slice(0, 59)}…`);
    await row.getByText(TEXT, { exact: true }).waitFor();
    await row.getByText('Sem fila').waitFor();
    await app.stack.drain();
    const { contacts } = foundSchema.parse(await admin.call('GET', '/contacts?searchParam=maximiliana'));
    const tags: number[] = [];
    for (const name of ['primeira', 'segunda', 'terceira'])
      tags.push(tagSchema.parse(await admin.call('POST', '/tags', { name, color: '#112233' })).id);
    await admin.call('POST', '/tags/sync', { contactId: contacts[0]?.id, tags });
    for (const text of ['primeira', 'segunda', 'terceira'])
      await row.getByText(text, { exact: true }).waitFor();
    await page.setViewportSize({ width: 800, height: 900 });
    await row.getByText('+3', { exact: true }).waitFor();
    for (const text of ['primeira', 'segunda', 'terceira'])
      await expect.poll(() => row.getByText(text, { exact: true }).isVisible()).toBe(false);
    await page.setViewportSize({ width: 1440, height: 900 });
    await row.getByText('terceira', { exact: true }).waitFor();

    await openTab(page, 'Abertos');
    await rowOf(page, 'Juliana Barros').waitFor();
    await expect
      .poll(() => page.getByRole('listitem').getByText('Ana Ribeiro', { exact: true }).count())
      .toBe(0);
    await page.getByRole('button', { name: 'Mostrar os de todos' }).click();
    await page.getByRole('listitem').getByText('Bruno Carvalho', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Mostrar só os meus' }).click();
    const { page: his } = await app.signIn('bruno@demo.local');
    await his.getByRole('list', { name: 'Abertos' }).getByRole('listitem').first().waitFor();
    await expect
      .poll(() => his.getByRole('listitem').getByText('Bruno Carvalho', { exact: true }).count())
      .toBe(0);
  });
});

describe('a conversation', () => {
  it('shows its number, and remembers the signature switch and the playback speed', async () => {
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

    const { bytes, mimeType } = makeDemoFile({ kind: 'voice', durationS: 4 });
    await writer.write({ type: 'voice', media: { mimeType, data: bytes.toString('base64') } });
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

  it('discards a cancelled recording, and shows deleted messages as deleted', async () => {
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
  it('accepts dropped files, and requires a tag if configured', async () => {
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
        { timeout: 60_000, interval: 500 },
      )
      .toBeGreaterThan(0);
    expect(page.url()).toMatch(/\/tickets\/[0-9a-f-]{36}$/);
  });
});

describe('the menu', () => {
  it('marks the connections when one is down', async () => {
    const { page } = ana;
    const menu = page.getByRole('navigation', { name: 'Menu principal' });
    await menu.getByRole('link', { name: 'Conexões', exact: true }).waitFor();
    await disconnect(app.stack.url);
    await menu.getByRole('link', { name: 'Conexões: requer atenção' }).waitFor();
    expect(app.complaints).toEqual([]);
  });
});
