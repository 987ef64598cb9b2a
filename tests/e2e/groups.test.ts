import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../bench/client.ts';
import { type App, startApp } from './support/app.ts';
import { bubbleOf, choose, openTab, openTicket, rowOf, say } from './support/inbox.ts';

const GROUP = 'Clientes da loja';

let app: App;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.stop());

describe('a group', () => {
  it('appears in the list of groups, and an answer reaches all members', async () => {
    const admin = await signIn(app.stack.url, 'ana@demo.local', app.stack.adminPassword);
    await admin.call('PUT', '/whatsapp/1', {
      name: 'WhatsApp principal',
      greetingMessage: 'Olá!',
      queueIds: [1, 2, 3],
      allowGroup: true,
      groupAsTicket: 'disabled',
    });
    const ana = await app.signIn('ana@demo.local');
    const { page: sandbox } = await app.open();
    await sandbox.goto(`${app.stack.url}/sandbox`);
    await choose(sandbox.getByRole('main'), /Onde o cliente escreve/, 'Em um grupo');
    const write = async (text: string) => {
      await sandbox.getByRole('textbox', { name: 'Mensagem do cliente' }).fill(text);
      await sandbox.getByRole('button', { name: 'Enviar', exact: true }).click();
    };
    const conversation = sandbox.getByRole('log', { name: 'Conversa' });
    await write('Alguém sabe se abre no feriado?');

    await openTab(ana.page, 'Grupos');
    await rowOf(ana.page, GROUP).getByText('Grupo', { exact: true }).waitFor();
    await openTicket(ana.page, GROUP);
    await bubbleOf(ana.page, 'Alguém sabe se abre no feriado?').waitFor();
    await say(ana.page, 'Bom dia! Abrimos das 9h às 13h.');
    await conversation.getByText('Abrimos das 9h às 13h.').waitFor();

    await sandbox.getByLabel('Número do cliente').fill('5511987650002');
    await sandbox.getByLabel('Nome do cliente').fill('Paulo Reis');
    await conversation.getByText('5511987650001').waitFor();
    await write('Obrigado!');
    await bubbleOf(ana.page, 'Obrigado!').getByText('Paulo Reis').waitFor();
    await bubbleOf(ana.page, 'Abrimos das 9h às 13h.').getByTestId('ticks-delivered').waitFor();
    expect(app.complaints).toEqual([]);
  });
});
