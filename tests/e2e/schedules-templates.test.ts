import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { timerTick as tick } from '../support/handlers.ts';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import { type App, startApp, type Visitor } from './support/app.ts';
import { type CloudNumber, linkCloudNumber } from './support/cloud-number.ts';
import { chooseInHeader, openTicket } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { layoutFlaws } from './support/layout-flaws.ts';
import { smallTargets } from './support/small-targets.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const POLL = { timeout: 60_000, interval: 200 } as const;
/** If the product's own tick ran first, the timer is already queued with the remaining seconds as its delay. */
const ARRIVAL = { timeout: 100_000, interval: 500 } as const;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;
const NAME = 'Lia Prado';
const NUMBER = '5511971120001';

let app: App;
let ana: Visitor;
let number: CloudNumber;
/** The API token of the connection. */
let token: string;

beforeAll(async () => {
  app = await startApp();
  number = await linkCloudNumber(app, 'API oficial');
  ana = await app.signIn('ana@demo.local');
  const contact = z
    .object({ id: z.int() })
    .parse(await number.ana.call('POST', '/contacts', { name: NAME, number: NUMBER }));
  const ticket = { contactId: contact.id, whatsappId: number.connectionId, queueId: 1, userId: 1 };
  await number.ana.call('POST', '/tickets', ticket);
  ({ token } = z
    .object({ token: z.string() })
    .parse(await number.ana.call('POST', `/whatsapp/${number.connectionId}/token`, {})));
  await number.ana.call('POST', '/message-templates/sync', { whatsappId: number.connectionId });
});
afterAll(() => app?.stop());

const linesSchema = z.array(z.object({ type: z.string(), text: z.string().optional() }));
/** Returns the templates on the contact's phone. */
const received = async () => {
  const { accountId } = number;
  const query = new URLSearchParams({ contact: NUMBER, side: 'both', channel: 'whatsappapi', accountId });
  const answer = await fetch(`${app.stack.url}/sandbox/messages?${query}`);
  return linesSchema.parse(await answer.json()).filter(({ type }) => type === 'template');
};
/** Returns the value for a date and time field, in São Paulo's time zone. */
const localTime = (ms: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo', dateStyle: 'short', timeStyle: 'short' })
    .format(ms)
    .replace(' ', 'T');
const dialogOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name });
const openScheduling = async (page: Page): Promise<Locator> => {
  await page.goto(`${app.stack.url}/tickets`);
  await openTicket(page, NAME);
  await chooseInHeader(page, 'Agendar mensagem');
  return dialogOf(page, 'Novo agendamento');
};

it('a template is scheduled from the hint about the closed window, and reaches the customer at its time', async () => {
  const { page } = ana;
  const dialog = await openScheduling(page);
  await dialog.getByText('Um modelo é enviado mesmo assim.').waitFor();
  await keepScreenshot(page, 'schedule-window-template');
  await dialog.getByRole('button', { name: 'Escolher modelo' }).click();
  const picker = dialogOf(page, 'Escolher modelo');
  await picker.getByRole('button', { name: /^order_update/ }).click();
  await picker.getByRole('textbox', { name: 'Campo {{1}}' }).fill('{{firstName}}');
  await picker.getByRole('textbox', { name: 'Campo {{2}}' }).fill('88');
  await picker.getByText('{{firstName}}, {{name}}').waitFor();
  expect(await accessibilityFlaws(page)).toEqual([]);
  await keepScreenshot(page, 'schedule-template-values');
  await picker.getByRole('button', { name: 'Usar modelo' }).click();
  await picker.waitFor({ state: 'hidden' });

  await dialog.getByText('Oi, {{firstName}}! O pedido 88 saiu para entrega.').first().waitFor();
  await expect.poll(() => dialog.getByText('Um modelo é enviado mesmo assim.').count()).toBe(0);
  const dueMs = Math.ceil((Date.now() + HOUR_MS) / MINUTE_MS) * MINUTE_MS;
  await dialog.getByLabel(/Data e hora/).fill(localTime(dueMs));
  expect(await accessibilityFlaws(page)).toEqual([]);
  expect(await layoutFlaws(page)).toEqual([]);
  await keepScreenshot(page, 'schedule-template');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Agendamento salvo').waitFor();
  await page.waitForURL('**/schedules');

  await app.stack.drain();
  expect(await received()).toEqual([]);
  app.stack.setTime(dueMs);
  await tick({});
  await expect.poll(async () => (await received()).length, ARRIVAL).toBe(1);
  expect((await received())[0]?.text).toContain('Oi, Lia! O pedido 88 saiu para entrega.');
  await expect.poll(() => page.locator('.schedule-success').count(), POLL).toBeGreaterThan(0);
});

it('a program’s schedule says so, and its template can be changed to a text', async () => {
  const { page } = ana;
  const template = { name: 'order_update', language: 'pt_BR', values: { body: { '1': 'Lia', '2': '99' } } };
  const sendAt = new Date(Date.now() + 2 * HOUR_MS).toISOString();
  const response = await fetch(`${app.stack.url}/external/messages/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ number: NUMBER, template, sendAt }),
  });
  expect(response.status, await response.text()).toBe(200);
  await page.goto(`${app.stack.url}/schedules`);
  await page.locator('.schedule-primary').filter({ hasText: NAME }).first().click();
  const dialog = dialogOf(page, 'Editar agendamento');
  await dialog.getByText('Agendado por outro sistema, pela conexão API oficial.').waitFor();
  await dialog.getByText('Oi, Lia! O pedido 99 saiu para entrega.').first().waitFor();
  await keepScreenshot(page, 'schedule-of-program');
  await dialog.getByRole('button', { name: 'Escrever texto' }).click();
  const text = dialog.getByRole('textbox', { name: 'Mensagem' });
  await expect.poll(() => text.evaluate((element) => element.matches(':focus')), POLL).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Descartar' }).click();
});

it('the choice fits a phone', async () => {
  const { page, context } = await app.signIn('ana@demo.local', PHONE);
  const dialog = await openScheduling(page);
  expect(await layoutFlaws(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Usar um modelo' }).click();
  const picker = dialogOf(page, 'Escolher modelo');
  await picker.getByRole('button', { name: /^order_update/ }).click();
  await picker.getByRole('textbox', { name: 'Campo {{1}}' }).fill('{{firstName}}');
  await picker.getByRole('textbox', { name: 'Campo {{2}}' }).fill('88');
  expect(await layoutFlaws(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  await picker.getByRole('button', { name: 'Usar modelo' }).click();
  await dialog.getByText('Oi, {{firstName}}! O pedido 88 saiu para entrega.').first().waitFor();
  expect(await layoutFlaws(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  await keepScreenshot(page, 'schedule-template-phone');
  await context.close();
});
