import { systemClock } from '@prosa/functions/platform/clock.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import {
  listSchedules,
  loadSchedule,
  scheduleItem,
} from '@prosa/functions/repositories/tickets/schedules.ts';
import { DEMO_COMPANY_ID } from '@prosa/infra/local/seed.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import { PNG } from '../factories/files.ts';
import type { Customer } from '../support/customer.ts';
import { isWhole } from '../support/depth.ts';
import { timerTick as tick } from '../support/handlers.ts';
import { ownTable } from '../support/own-company.ts';
import { accessibilityFlaws } from './support/accessibility-flaws.ts';
import { type App, startApp, type Visitor } from './support/app.ts';
import { choose, chooseInHeader, openTab } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const POLL = { timeout: 60_000, interval: 100 } as const;
/** If the product's own tick ran first, the timer is already queued with the remaining seconds as its delay. */
const ARRIVAL = { timeout: 100_000, interval: 500 } as const;

let app: App;
let ana: Visitor;
let lia: Customer;

beforeAll(async () => {
  app = await startApp();
  lia = app.customer('5511987650191', 'Lia Duarte');
  ana = await app.signIn('ana@demo.local');
});
afterAll(() => app?.stop());

/** Returns the value for a date and time field, in São Paulo's time zone. */
const localTime = (ms: number): string =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'America/Sao_Paulo',
    dateStyle: 'short',
    timeStyle: 'short',
  })
    .format(ms)
    .replace(' ', 'T');
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const entryOf = (page: Page, name: string) => page.locator('[class*=schedule-]').filter({ hasText: name });

it('a message is scheduled from a ticket, and the customer gets it once at its time', async () => {
  const { page } = ana;
  await lia.write('Oi, me lembra daqui a pouco?');
  await openTab(page, 'Aguardando');
  await page.getByRole('button', { name: `Aceitar ${lia.name}` }).click();
  const queues = page.getByRole('dialog', { name: 'Em qual fila?' });
  await choose(queues, /Fila/, 'Vendas');
  await queues.getByRole('button', { name: 'Aceitar' }).click();
  await page.getByRole('heading', { name: lia.name, level: 1 }).waitFor();

  await chooseInHeader(page, 'Agendar mensagem');
  const dialog = dialogOf(page, 'Novo agendamento');
  await dialog.getByRole('textbox', { name: 'Mensagem' }).fill('Oi');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.getByText('Mensagem muito curta').waitFor();
  await dialog.getByRole('textbox', { name: 'Mensagem' }).fill('Lembrete para {{firstName}}');
  const dueMs = Math.ceil((Date.now() + MINUTE_MS / 4) / MINUTE_MS) * MINUTE_MS;
  await dialog.getByLabel(/Data e hora/).fill(localTime(dueMs));
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Agendamento salvo').waitFor();
  await page.waitForURL('**/schedules');
  await entryOf(page, lia.name).first().waitFor();
  await keepScreenshot(page, 'schedules-after-ticket');

  const mine = async () => (await lia.received()).filter(({ text }) => text === 'Lembrete para Lia');
  await app.stack.drain();
  expect(await mine()).toEqual([]);
  // The functions' clock is moved to the chosen minute.
  const aheadMs = Math.max(0, dueMs - Date.now());
  const clock = vi.spyOn(systemClock, 'now').mockImplementation(() => Date.now() + aheadMs);
  onTestFinished(() => clock.mockRestore());
  await tick({});
  const [message] = await vi.waitFor(async () => {
    const found = await mine();
    if (found.length === 0) throw new Error('the message has not come');
    return found;
  }, ARRIVAL);
  expect(message?.fromCustomer).toBe(false);
  await expect.poll(() => page.locator('.schedule-success').count(), POLL).toBeGreaterThan(0);
  await tick({});
  await app.stack.drain();
  expect(await mine()).toHaveLength(1);

  await entryOf(page, lia.name).first().click();
  await page.getByText(/Não pode mais ser alterado/).waitFor();
  await page.getByRole('heading', { name: 'Agendamento', exact: true }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Salvar' }).count()).toBe(0);
  await page.keyboard.press('Escape');
});

it('a waiting schedule can be dragged to another day, and deleted', async () => {
  const { page } = ana;
  await page.getByRole('button', { name: 'Novo agendamento' }).click();
  const dialog = dialogOf(page, 'Novo agendamento');
  await dialog.getByRole('combobox', { name: 'Contato' }).fill('Lia Duarte');
  await page.getByRole('option', { name: /^Lia Duarte/ }).click();
  await dialog.getByRole('textbox', { name: 'Mensagem' }).fill('Até amanhã, tudo certo?');
  const [from, to] = [new Date(Date.now() + DAY_MS), new Date(Date.now() + 2 * DAY_MS)];
  await dialog.getByLabel(/Data e hora/).fill(`${localTime(from.getTime()).slice(0, 10)}T10:30`);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const entry = page.locator('.schedule-primary').filter({ hasText: lia.name }).first();
  await entry.waitFor();
  const day = page.locator(`[data-date="${localTime(to.getTime()).slice(0, 10)}"]`).first();
  // The dialog that is opened at once shows the new day, although the list with it comes later.
  const opened = Promise.withResolvers<void>();
  await page.route(/\/api\/schedules\?/, (route) => opened.promise.then(() => route.continue()));
  // Awaited from the start: the notice is shown for two seconds, and the drag's last step may take longer.
  const moved = page.getByText('Agendamento movido').waitFor();
  await entry.dragTo(day);
  await moved;
  await page.locator('.schedule-primary').filter({ hasText: lia.name }).first().click();
  const edit = dialogOf(page, 'Editar agendamento');
  await expect
    .poll(() => edit.getByLabel(/Data e hora/).inputValue(), POLL)
    .toBe(`${localTime(to.getTime()).slice(0, 10)}T10:30`);
  opened.resolve();
  await edit.getByRole('button', { name: 'Excluir agendamento' }).click();
  const question = dialogOf(page, 'Excluir o agendamento de Lia Duarte?');
  await question.getByRole('button', { name: 'Excluir agendamento' }).click();
  await page.getByText('Agendamento excluído').waitFor();
  await expect
    .poll(() => page.locator('.schedule-primary').filter({ hasText: lia.name }).count(), POLL)
    .toBe(0);
});

if (isWhole)
  it('a failed schedule shows the reason in the title of its dialog, and its picture can be removed', async () => {
    const { page } = ana;
    await page.getByRole('button', { name: 'Novo agendamento' }).click();
    const dialog = dialogOf(page, 'Novo agendamento');
    await dialog.getByRole('combobox', { name: 'Contato' }).fill('Lia Duarte');
    await page.getByRole('option', { name: /^Lia Duarte/ }).click();
    await dialog.getByRole('textbox', { name: 'Mensagem' }).fill('Com uma imagem, depois sem');
    await dialog.getByLabel(/Data e hora/).fill(localTime(Date.now() + 2 * DAY_MS));
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'convite.png', mimeType: 'image/png', buffer: PNG });
    const made = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/api/schedules'),
    );
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    const { id } = z.object({ id: z.int() }).parse(await (await made).json());
    await dialog.waitFor({ state: 'hidden' });
    await page.locator('.schedule-primary').filter({ hasText: lia.name }).click();
    const edit = dialogOf(page, 'Editar agendamento');
    await edit.getByText('convite.png').waitFor();
    await edit.getByRole('button', { name: 'Remover imagem' }).click();
    await edit.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Imagem removida').waitFor();
    await edit.waitFor({ state: 'hidden' });

    const table = ownTable(DEMO_COMPANY_ID);
    const row = await loadSchedule(table, id);
    if (row === undefined) throw new Error('the schedule is gone');
    expect(row.media).toBeNull();
    const failed = { ...row, status: 'failed' as const, failure: 'ERR_NO_DEF_WAPP_FOUND' };
    await commit([scheduleItem(table, row, failed, Date.now())]);
    await page.locator('.schedule-error').filter({ hasText: lia.name }).first().click();
    await dialogOf(page, 'Não enviado: Não há conexão padrão. Defina uma em Conexões.').waitFor();
    await page.keyboard.press('Escape');
  });

if (isWhole)
  it('an empty calendar shows that nothing is scheduled', async () => {
    const { page } = ana;
    await page.getByRole('searchbox', { name: 'Buscar agendamentos' }).fill('ninguém com este nome');
    await page.getByText('Nenhum agendamento encontrado').waitFor();
    expect(app.complaints).toEqual([]);
  });

/** Creates more schedules late today than a day of the month view has room for. */
const fillToday = async (): Promise<void> => {
  const table = ownTable(DEMO_COMPANY_ID);
  const { rows } = await listSchedules(table, {}, { limit: 1 });
  const [one] = rows;
  if (one === undefined) throw new Error('nothing is scheduled');
  const nowMs = Date.now();
  const copies = Array.from({ length: 6 }, (_, n) => ({
    ...one,
    id: 1_000_000 + n,
    sendAt: new Date(`${localTime(nowMs).slice(0, 10)}T23:30-03:00`).toISOString(),
  }));
  await commit(copies.map((copy) => scheduleItem(table, undefined, copy, nowMs)));
};

if (isWhole)
  it('fits on a phone: a list first, and a month view that can be used by touch', async () => {
    const { page, context } = await app.signIn('ana@demo.local', {
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
      path: '/schedules',
    });
    await page.getByText('Clínica Sorriso').first().waitFor();
    await fillToday();
    await expect.poll(() => page.getByRole('button', { name: 'Lista', pressed: true }).count()).toBe(1);
    await page.getByRole('button', { name: 'Mês' }).click();
    await page.getByRole('button', { name: 'Mês', pressed: true }).waitFor();
    await page
      .getByTitle(/^Mostrar mais \d+ eventos$/)
      .first()
      .waitFor();
    await keepScreenshot(page, 'schedules-full-day-phone');
    expect(await accessibilityFlaws(page)).toEqual([]);
    const widths = await page
      .locator('[class*=schedule-]:visible')
      .evaluateAll((entries) => entries.map((entry) => entry.getBoundingClientRect().width));
    expect(Math.max(...widths)).toBeLessThan(390 / 7);
    const width = await page.locator('html').evaluate((html) => html.scrollWidth);
    expect(width).toBe(390);
    await context.close();
  });

if (isWhole)
  it('the hours of a week without schedules can be scrolled by keyboard', async () => {
    const { page } = await app.signIn('ana@demo.local', { path: '/schedules' });
    await page.getByRole('button', { name: 'Semana' }).click();
    await page.getByRole('button', { name: 'Semana', pressed: true }).waitFor();
    const firstDay = page.getByRole('columnheader').first();
    for (let week = 0; week < 8; week++) {
      const before = await firstDay.textContent();
      await page.getByRole('button', { name: 'Próximo período' }).click();
      await expect.poll(() => firstDay.textContent(), POLL).not.toBe(before);
    }
    await expect.poll(() => page.locator('[class*=schedule-]').count()).toBe(0);
    expect(await accessibilityFlaws(page)).toEqual([]);
    await page.context().close();
  });
