import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import { type App, startApp, type Visitor } from './support/app.ts';
import { type CloudNumber, linkCloudNumber } from './support/cloud-number.ts';
import { choose, openTicket } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { layoutFlaws } from './support/layout-flaws.ts';
import { rowAction } from './support/row-action.ts';

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;
const LIA = '5511971120001';
const NAME = 'Número da loja';

let app: App;
let ana: Visitor;
let number: CloudNumber;

beforeAll(async () => {
  app = await startApp();
  number = await linkCloudNumber(app, NAME);
  ana = await app.signIn('ana@demo.local');
});
afterAll(() => app?.stop());

const tell = async (news: object): Promise<void> => {
  const response = await fetch(`${app.stack.url}/sandbox/cloud-news`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(news),
  });
  expect(response.status).toBe(202);
};
const connectionsOf = async (page: Page) => {
  await page.goto(`${app.stack.url}/connections`);
  const row = page.getByRole('row').filter({ hasText: NAME });
  await row.waitFor();
  return row;
};
const idSchema = z.object({ id: z.int() });

describe('a number that a phone shares', () => {
  it('a contact who stopped marketing messages is offered none, and the contact says since when', async () => {
    const { page } = ana;
    const whatsappId = number.connectionId;
    const made = await number.ana.call('POST', '/contacts', { name: 'Lia Prado', number: LIA });
    const contactId = idSchema.parse(made).id;
    await number.ana.call('POST', '/tickets', { contactId, whatsappId, queueId: 1, userId: 1 });
    await tell({ type: 'preference', number: LIA, value: 'stop' });
    await page.goto(`${app.stack.url}/tickets`);
    await openTicket(page, 'Lia Prado');
    await page.getByRole('button', { name: 'Enviar modelo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Enviar modelo' });
    const offer = dialog.getByRole('button', { name: /^weekend_offer/ });
    await offer.getByText('Marketing: este contato pediu para não receber').waitFor();
    await expect.poll(() => offer.getAttribute('aria-disabled')).toBe('true');
    expect(await accessibilityFlaws(page)).toEqual([]);
    await keepScreenshot(page, 'template-unwanted-desktop');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Dados do contato' }).click();
    await page.getByText('Não quer mensagens de marketing desde').waitFor();
    await keepScreenshot(page, 'contact-without-marketing-desktop');
  });

  it('turning the import on brings the old messages of the phone', async () => {
    const { page } = ana;
    const row = await connectionsOf(page);
    await rowAction(row, 'Editar');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('switch', { name: 'Importar mensagens antigas' }).click();
    await dialog.getByText('aplicativo WhatsApp Business').waitFor();
    const month = new Date(Date.now() - 30 * 24 * 60 * 60 * 1000).toISOString();
    await dialog.getByLabel('A partir de').fill(month.slice(0, 'YYYY-MM-DDTHH:mm'.length));
    await choose(dialog, /^Fila das mensagens importadas/, 'Suporte');
    await keepScreenshot(page, 'cloud-import-desktop');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await row.getByRole('button', { name: 'Encerrar importados' }).waitFor({ timeout: 60_000 });
    await keepScreenshot(page, 'cloud-imported-desktop');
    // The search reads an index, which follows the rows.
    await app.stack.drain();
    const found = await number.ana.call('GET', '/contacts?searchParam=5511955557777');
    expect(z.object({ contacts: z.array(idSchema) }).parse(found).contacts).toHaveLength(1);
  });

  it('a ban shows why the number is down, and the limit is in its health, also on a phone', async () => {
    await tell({ type: 'limit', tier: 'TIER_2K' });
    await tell({ type: 'account', event: 'ACCOUNT_VIOLATION' });
    await tell({ type: 'account', event: 'DISABLED_UPDATE', banState: 'DISABLE' });
    const { page } = ana;
    const row = await connectionsOf(page);
    await row.getByText('A Meta bloqueou ou restringiu esta conta').waitFor();
    await page.getByRole('alert').getByText('descumpriu as regras').waitFor();
    await rowAction(row, 'Ver saúde');
    const health = page.getByRole('dialog', { name: `Saúde de ${NAME}` });
    await health.getByText(/^Até 2\.000 pessoas em 24 horas$/).waitFor();
    expect(await accessibilityFlaws(page)).toEqual([]);
    await keepScreenshot(page, 'account-news-desktop');
    const mobile = await app.signIn('ana@demo.local', { ...PHONE, path: '/connections' });
    await mobile.page.getByText('descumpriu as regras').first().waitFor();
    expect(await layoutFlaws(mobile.page)).toEqual([]);
    await keepScreenshot(mobile.page, 'account-news-phone');
  });
});
