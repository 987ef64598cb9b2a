import { toInstant } from '@prosa/functions/platform/clock.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { ConnectionState } from '@prosa/functions/platform/table/entities/connections.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCompany, TEST_PASSWORD, type TestCompany, type TestUser } from '../factories/company.ts';
import { failedIndexes, sqsEvent, textEvent } from '../factories/inbound-events.ts';
import { makeContact, makeTicket } from '../factories/tickets.ts';
import { isWhole } from '../support/depth.ts';
import { inbound } from '../support/handlers.ts';
import { type App, enter, startApp } from './support/app.ts';
import { bubbleOf, choose, chooseInHeader, openTicket, rowOf, say } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';
import { layoutFlaws } from './support/layout-flaws.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A minute that has just begun, so that no minute ends while a test looks. */
const START_MS = Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS;

type Windowed = 'whatsappapi' | 'facebook' | 'instagram';
const KINDS = { whatsappapi: 'phone', facebook: 'psid', instagram: 'igsid' } as const;

let app: App;
let company: TestCompany;
let ana: TestUser;
let queueId: number;
let serial = 0;

beforeAll(async () => {
  app = await startApp();
  app.stack.setTime(START_MS);
  company = await makeCompany();
  queueId = await company.addQueue({ name: 'Vendas' });
  ana = await company.addUser({ name: 'Ana', queueIds: [queueId], allTicket: true });
});
afterAll(() => app.stop());

/** Makes a connection with a ticket of Ana's whose contact wrote at a time; null for never. */
const heardOn = async (channel: Windowed, name: string, heardAtMs: number | null, userId = ana.id) => {
  const connectionId = await company.addConnection({ channel, name: `Canal de ${name}` });
  const where = { companyId: company.id, connectionId };
  const changedAt = toInstant(START_MS);
  await commit([company.table.put(ConnectionState, { ...where, status: 'CONNECTED', changedAt }, 'absent')]);
  const value = `55119${71_000_000 + ++serial}`;
  const identity: Identity = { kind: KINDS[channel], value };
  const number = channel === 'whatsappapi' ? value : '';
  const contact = await makeContact(company.table, { name, channel, identities: [identity], number });
  const heardAt = heardAtMs === null ? null : toInstant(heardAtMs);
  await makeTicket(
    company.table,
    { contact, connectionId },
    { status: 'open', userId, queueId, channel, heardAt },
    START_MS,
  );
  return { channel, where, identity, name };
};

const writes = async (
  { channel, where, identity, name }: Awaited<ReturnType<typeof heardOn>>,
  text: string,
) => {
  const chat = { isGroup: false, identities: [identity], name };
  const nowMs = Date.now();
  const event = textEvent(where, identity.value, text, { channel, receivedAt: nowMs, sentAt: nowMs, chat });
  expect(failedIndexes(await inbound(sqsEvent([event])))).toEqual([]);
};

const openInbox = async (user: TestUser, options: Parameters<App['open']>[0] = {}) => {
  const visitor = await app.open(options);
  await visitor.context.clock.install({ time: Date.now() });
  await visitor.page.goto(`${app.stack.url}/login`);
  await enter(visitor.page, user.email, TEST_PASSWORD);
  return visitor;
};
const pass = async (page: Page, ms: number) => {
  app.stack.setTime(Date.now() + ms);
  await page.clock.fastForward(ms);
};
const clockAt = (ms: number) =>
  new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', timeStyle: 'short' }).format(ms);

const field = (page: Page) => page.getByRole('textbox', { name: 'Mensagem', exact: true });
const markOf = (page: Page, name: string) =>
  rowOf(page, name).getByRole('img', { name: /[Jj]anela|Responda/ });

it('R28: counts down, closes without a request, keeps draft and notes, and reopens when the contact writes', async () => {
  const endMs = START_MS + 3 * HOUR_MS + 12 * MINUTE_MS;
  const lia = await heardOn('whatsappapi', 'Lia Prado', endMs - DAY_MS);
  const { page, context } = await openInbox(ana);
  await openTicket(page, lia.name);
  const timer = page.getByRole('timer');
  await timer.getByText('faltam 3 h 10 min').waitFor();
  await expect.poll(() => timer.textContent()).toContain(clockAt(endMs));
  await expect.poll(() => timer.getAttribute('data-tone')).toBe('calm');
  await expect.poll(() => markOf(page, lia.name).count()).toBe(0);
  await keepScreenshot(page, 'reply-window-open');

  await pass(page, HOUR_MS + 30 * MINUTE_MS);
  await timer.getByText('faltam 1 h 40 min').waitFor();
  await expect.poll(() => timer.getAttribute('data-tone')).toBe('soon');
  await markOf(page, lia.name).getByText('1 h 40 min').waitFor();
  await field(page).fill('Chega amanhã');
  await keepScreenshot(page, 'reply-window-soon');
  await pass(page, HOUR_MS + 30 * MINUTE_MS);
  await timer.getByText(/faltam 1[01] min/).waitFor();
  await pass(page, MINUTE_MS);
  await timer.getByText(/faltam (9|10) min/).waitFor();

  await pass(page, 12 * MINUTE_MS);
  const notice = page.getByRole('status').filter({ hasText: 'Janela de resposta fechada desde' });
  await notice.getByText(clockAt(endMs)).waitFor();
  await notice.getByText('até 24 horas depois da última mensagem').waitFor();
  await notice.getByText('Seu rascunho continua guardado.').waitFor();
  await expect.poll(() => field(page).count()).toBe(0);
  await expect.poll(() => timer.count()).toBe(0);
  await page.getByRole('img', { name: `Janela de resposta fechada desde ${clockAt(endMs)}` }).waitFor();
  await keepScreenshot(page, 'reply-window-closed');
  expect(await layoutFlaws(page)).toEqual([]);

  await page.getByRole('tab', { name: 'Nota' }).click();
  await page.getByRole('textbox', { name: 'Nota privada' }).fill('Esperar a Lia escrever');
  await page.getByRole('button', { name: 'Salvar nota' }).click();
  await bubbleOf(page, 'Esperar a Lia escrever').waitFor();
  await page.getByRole('tab', { name: 'Resposta' }).click();
  await notice.waitFor();

  await writes(lia, 'Ainda têm?');
  await bubbleOf(page, 'Ainda têm?').waitFor();
  await expect.poll(() => field(page).inputValue()).toBe('Chega amanhã');
  await timer.getByText(/faltam 23 h 5[05] min/).waitFor();
  await timer.getByText('Responda até amanhã').waitFor();
  await expect.poll(() => markOf(page, lia.name).count()).toBe(0);
  await context.close();
  expect(app.complaints).toEqual([]);
});

if (isWhole)
  it('after a day on a channel with a tag, says until when a person may answer, and warns a schedule', async () => {
    const endMs = Date.now() + 5 * DAY_MS + HOUR_MS;
    const rui = await heardOn('facebook', 'Rui Alves', endMs - 7 * DAY_MS);
    const { page, context } = await openInbox(ana);
    await openTicket(page, rui.name);
    const timer = page.getByRole('timer');
    await timer.getByText('Uma pessoa ainda pode responder até').waitFor();
    await timer.getByText('faltam 5 d 0 h').waitFor();
    await say(page, 'Segue o prazo');
    await bubbleOf(page, 'Segue o prazo').waitFor();
    await chooseInHeader(page, 'Agendar mensagem');
    const dialog = page.getByRole('dialog', { name: 'Novo agendamento' });
    await dialog.getByText('a janela de 24 horas deste contato estará fechada').waitFor();
    await keepScreenshot(page, 'reply-window-schedule');
    await dialog.getByRole('button', { name: 'Cancelar' }).click();

    await page.getByRole('button', { name: 'Novo atendimento' }).first().click();
    const fresh = page.getByRole('dialog', { name: 'Novo atendimento' });
    await choose(fresh, /Conexão/, 'Canal de Rui Alves');
    await fresh.getByText('Esta conexão só responde').waitFor();
    await context.close();
    expect(app.complaints).toEqual([]);
  });

it('refuses a picture that is too large for the channel before its upload', async () => {
  const eva = await heardOn('instagram', 'Eva Reis', Date.now() - HOUR_MS);
  const { page, context } = await openInbox(ana);
  await openTicket(page, eva.name);
  await page.locator('input[type=file][multiple]').setInputFiles({
    name: 'foto.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(8_000_001, 1),
  });
  const dialog = page.getByRole('dialog', { name: 'Nenhum arquivo para enviar' });
  await dialog.getByText('Este canal aceita imagens de até 7,6 MB').waitFor();
  await expect.poll(() => dialog.getByRole('button', { name: 'Enviar' }).isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await field(page).fill('a'.repeat(950));
  await page.getByText('950 de 1.000 caracteres').waitFor();
  await context.close();
});

if (isWhole)
  it('on a phone, the notice of a contact who never wrote is laid out correctly in the dark', async () => {
    const bia = await company.addUser({
      name: 'Bia',
      queueIds: [queueId],
      allTicket: true,
      defaultTheme: 'dark',
    });
    const ivo = await heardOn('instagram', 'Ivo Dias', null, bia.id);
    const { page, context } = await openInbox(bia, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await rowOf(page, ivo.name).getByRole('img', { name: 'Este contato ainda não escreveu' }).waitFor();
    await keepScreenshot(page, 'reply-window-phone-list');
    await openTicket(page, ivo.name);
    await page.getByText('Este contato ainda não escreveu por esta conexão').waitFor();
    await keepScreenshot(page, 'reply-window-phone-closed');
    expect(await layoutFlaws(page)).toEqual([]);
    await context.close();
  });
