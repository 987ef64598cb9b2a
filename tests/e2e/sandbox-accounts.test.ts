import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signIn } from '../bench/client.ts';
import { type App, startApp } from './support/app.ts';
import { bubbleOf, choose, openTab, openTicket } from './support/inbox.ts';

const PAGE = '104200000000001';

let app: App;

beforeAll(async () => {
  app = await startApp();
  return app.stop;
});
beforeEach(({ onTestFailed, task }) => onTestFailed(() => app.keepEvidence(task.name)));

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
    expect(await page.getByRole('button', { name: 'Enviar localização' }).count()).toBe(0);
    expect(app.complaints).toEqual([]);
  });
});
