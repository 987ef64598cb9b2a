import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { signIn } from '../bench/client.ts';
import { type App, startApp } from './support/app.ts';
import { bubbleOf, choose, openTab, openTicket } from './support/inbox.ts';

const PAGE = '104200000000001';
const POLL = { timeout: 15_000 };

let app: App;
let desk: Page;

beforeAll(async () => {
  app = await startApp();
  desk = (await app.signIn('ana@demo.local', { permissions: ['microphone'] })).page;
});
afterAll(() => app?.stop());

describe('the sandbox with accounts at Meta', () => {
  it('gives a token to copy, says which account is not linked, and writes to a linked one', async () => {
    const { page, context } = await app.open();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${app.stack.url}/sandbox`);
    const main = page.getByRole('main');
    await choose(main, /Conexão/, 'Facebook · Prosa Demo');
    await main.getByRole('note').waitFor();
    await main.getByText('Contas na Meta').click();
    await main.getByRole('button', { name: /Copiar Token de acesso · Usuário do Facebook/ }).click();
    const facebookUserToken = await page.evaluate('navigator.clipboard.readText()');

    const admin = await signIn(app.stack.url, 'ana@demo.local', app.stack.adminPassword);
    const facebookUserId = '10223300000000001';
    await admin.call('POST', '/facebook', { facebookUserId, facebookUserToken, pageIds: [PAGE] });
    await main.getByRole('note').waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Mensagem do cliente' }).fill('Vocês abrem hoje?');
    await page.getByRole('button', { name: 'Enviar', exact: true }).click();
    await page.getByRole('log', { name: 'Conversa' }).getByText('Vocês abrem hoje?').waitFor();

    const ana = await app.signIn('ana@demo.local');
    await openTab(ana.page, 'Aguardando');
    await openTicket(ana.page, 'Maria Souza');
    await bubbleOf(ana.page, 'Vocês abrem hoje?').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Enviar localização' }).count()).toBe(0);
    expect(app.complaints).toEqual([]);
  });

  it('shows the picture of a customer, and shows the customer that the attendant is typing', async () => {
    const page = desk;
    const typing = page.waitForResponse((response) => response.url().includes('/messages/typing/'));
    await openTab(page, 'Aguardando');
    await page.getByRole('button', { name: 'Aceitar Maria Souza' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Em qual fila?' });
    await choose(dialog, /Fila/, 'Suporte');
    await dialog.getByRole('button', { name: 'Aceitar' }).click();
    await bubbleOf(page, 'Vocês abrem hoje?').waitFor();
    await expect
      .poll(() => page.evaluate('document.querySelector(\'img[src^="/media/t/"]\')?.naturalWidth ?? 0'), POLL)
      .toBeGreaterThan(0);
    await page.getByRole('textbox', { name: 'Mensagem', exact: true }).fill('Abrimos');
    expect((await typing).status()).toBe(200);
    await page.getByRole('textbox', { name: 'Mensagem', exact: true }).fill('');
  });

  it('sends a recording as AAC or WAV over Messenger', async () => {
    const page = desk;
    await page.getByRole('button', { name: 'Gravar áudio' }).click();
    await page.getByText(/Gravando 0:0[2-9]/).waitFor();
    await page.getByRole('button', { name: 'Enviar gravação' }).click();
    await page.getByRole('log').getByTestId('ticks-delivered').last().waitFor();
    const chat = `contact=5511987650001&channel=facebook&accountId=${PAGE}`;
    const gotten = await fetch(`${app.stack.url}/sandbox/messages?${chat}`);
    const [sound] = z
      .tuple([z.object({ media: z.object({ mimeType: z.string() }) })])
      .parse(await gotten.json());
    expect(['audio/mp4', 'audio/wav']).toContain(sound.media.mimeType);
  });
});
