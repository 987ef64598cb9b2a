import { takenIn } from '@prosa/functions/domain/turns/message-turns.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { writeBatch } from '@prosa/functions/platform/table/write-batch.ts';
import { campaignItem, loadCampaign } from '@prosa/functions/repositories/campaigns/campaigns.ts';
import { DEMO_COMPANY_ID } from '@prosa/infra/local/seed.ts';
import { type Campaign, campaignSchema } from '@prosa/shared/entities/campaign.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { signIn } from '../bench/client.ts';
import { makeCompany, TEST_PASSWORD } from '../factories/company.ts';
import { makeContact, makeTicket } from '../factories/tickets.ts';
import { dayIn } from '../support/day-in.ts';
import { ownTable } from '../support/own-company.ts';
import { type App, enter, startApp } from './support/app.ts';
import { openTab, openTicket, rowOf } from './support/inbox.ts';

const POLL = { timeout: 60_000, interval: 100 } as const;
const MINUTE_MS = 60_000;
const [ANA, CONNECTION] = [1, 1];
const MESSAGES = 120;
const DAY_MS = 24 * 60 * MINUTE_MS;
const contactsSchema = z.object({ contacts: z.array(z.object({ id: z.int() })) });

let app: App;
let page: Page;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.stop());
beforeEach(async () => {
  ({ page } = await app.signIn('ana@demo.local'));
});

/** Stops the page's clock, so that time passes only with `clock.runFor`. */
const stopClock = async (): Promise<void> => {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + MINUTE_MS);
};

/** Counts the following requests with all these texts in the URL. Returns a function that returns the count. */
const countRequests = (...texts: string[]): (() => number) => {
  let count = 0;
  page.on('request', (request) => {
    const url = decodeURIComponent(request.url());
    if (texts.every((text) => url.includes(text))) count += 1;
  });
  return () => count;
};

/** Waits until all requests that the page has sent are counted. A response to a later request shows that they are. */
const roundTrip = (): Promise<unknown> => page.evaluate('fetch("/api/version").then(({ status }) => status)');

/** Waits for two frames, in which the page handles a scroll event. */
const frame = (): Promise<unknown> =>
  page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => 0)',
  );

/** Returns the milliseconds of the page's clock until a condition holds, in steps of 50 ms. */
const runUntil = async (holds: () => Promise<boolean>): Promise<number> => {
  let ms = 0;
  for (; !(await holds()) && ms < MINUTE_MS; ms += 50) await page.clock.runFor(50);
  return ms;
};

describe('documented times', () => {
  it('a search is sent 500 ms after the last key', async () => {
    await stopClock();
    const searches = countRequests('searchParam=');
    const whole = countRequests('searchParam=juliana');
    const field = page.getByPlaceholder('Buscar').first();
    await field.fill('juli');
    await page.clock.runFor(300);
    await field.fill('juliana');
    await page.clock.runFor(499);
    await roundTrip();
    expect(searches()).toBe(0);
    await page.clock.runFor(1);
    await expect.poll(whole, POLL).toBeGreaterThan(0);
    expect(searches()).toBe(whole());
  });

  it('a form is sent at once, and its notice is shown at the bottom for 2000 ms', async () => {
    await page.goto(`${app.stack.url}/tags`);
    const row = page.getByRole('row').filter({ hasText: 'Cobrança' });
    await row.click();
    const dialog = page.getByRole('dialog', { name: 'Editar Cobrança' });
    await dialog.getByRole('textbox', { name: 'Nome' }).fill('Cobranças');
    await stopClock();
    const saved = page.waitForRequest((request) => request.method() === 'PUT');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    // The clock stands still: the form is sent at once.
    expect((await saved).url()).toContain('/api/tags/');
    const notice = page.locator('[data-sonner-toast]');
    await runUntil(async () => (await notice.count()) > 0);
    const box = await notice.boundingBox();
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    expect((box?.x ?? 0) + (box?.width ?? 0) / 2).toBeCloseTo(width / 2, -1);
    expect(box?.y).toBeGreaterThan(height / 2);
    const shownMs = await runUntil(async () => (await notice.getAttribute('data-removed')) !== 'false');
    expect(shownMs).toBeGreaterThanOrEqual(1950);
    expect(shownMs).toBeLessThanOrEqual(2050);
  });

  it('a connection that is not connected is shown in the menu 2000 ms after the start', async () => {
    await page.route('**/api/whatsapp*', async (route) => {
      const answer = await route.fetch();
      const rows = z.array(z.looseObject({})).parse(await answer.json());
      await route.fulfill({ json: rows.map((row) => ({ ...row, status: 'DISCONNECTED' })) });
    });
    await stopClock();
    await page.reload();
    const menu = page.getByRole('navigation', { name: 'Menu principal' });
    await runUntil(async () => (await menu.count()) > 0);
    const warning = menu.getByRole('link', { name: 'Conexões: requer atenção' });
    const laterMs = await runUntil(async () => {
      await roundTrip();
      return (await warning.count()) > 0;
    });
    expect(laterMs).toBeGreaterThanOrEqual(1900);
    expect(laterMs).toBeLessThanOrEqual(2100);
  });
});

describe('the report of a campaign', () => {
  it('is refetched 5000 ms after the campaign is finished', async () => {
    const company = await makeCompany();
    const connectionId = await company.addConnection();
    const { table, id: companyId } = company;
    const draft = campaignSchema.parse({
      ...{
        companyId,
        id: 1,
        name: 'Ofertas',
        messages: ['Olá'],
        connectionId,
        createdById: company.admin.id,
      },
      status: 'running',
    });
    const nowMs = Date.now();
    await commit([campaignItem(table, undefined, draft, nowMs)]);
    const visitor = await app.open();
    ({ page } = visitor);
    // Before the page sets its timers, which otherwise go on in real time: a running campaign is fetched every 3 s.
    await page.clock.install();
    await page.goto(`${app.stack.url}/login`);
    await enter(page, company.admin.email, TEST_PASSWORD);
    await page.goto(`${app.stack.url}/campaign/1/report`);
    await page.getByText('Enviando').first().waitFor();
    const change = async (fields: Partial<Campaign>) => {
      const before = await loadCampaign(table, 1);
      if (before === undefined) throw new Error('no campaign');
      await commit([campaignItem(table, before, { ...before, ...fields }, nowMs)]);
    };
    // The page fetches again when its live channel opens: what it then shows tells that this is done.
    await change({ name: 'Ofertas de novembro' });
    await page.getByRole('heading', { name: 'Ofertas de novembro' }).waitFor();
    await page.clock.pauseAt(Date.now() + MINUTE_MS);
    const reports = countRequests('/api/campaigns/1');
    await change({ status: 'finished' });
    // The chip, not the time of the end.
    const finished = page.getByText('Concluída', { exact: true }).first();
    await runUntil(async () => {
      await roundTrip();
      return finished.isVisible();
    });
    // The event of the change before may still cause a request.
    const settledMs = 1000;
    await page.clock.runFor(settledMs);
    await roundTrip();
    const seen = reports();
    const furtherMs = await runUntil(async () => {
      await roundTrip();
      return reports() > seen;
    });
    const laterMs = settledMs + furtherMs;
    expect(laterMs).toBeGreaterThanOrEqual(4900);
    expect(laterMs).toBeLessThanOrEqual(5100);
  });
});

describe('documented sizes', () => {
  it('the next page of a list is loaded within 100 px of its end', async () => {
    const company = await makeCompany();
    const connectionId = await company.addConnection();
    for (let nth = 0; nth < 60; nth++) await makeTicket(company.table, { connectionId });
    const visitor = await app.open();
    ({ page } = visitor);
    await page.goto(`${app.stack.url}/login`);
    await enter(page, company.admin.email, TEST_PASSWORD);
    await openTab(page, 'Aguardando');
    const list = page.getByRole('list', { name: 'Aguardando' });
    await list.getByRole('listitem').first().waitFor();
    // The first page may be fetched again when the live channel opens.
    const pages = countRequests('/api/tickets?', 'cursor=');
    const scrollTo = async (leftPx: number) => {
      await list.locator('..').evaluate((element, left) => {
        element.scrollTop = element.scrollHeight - element.clientHeight - left;
      }, leftPx);
      await frame();
      await roundTrip();
    };
    await scrollTo(100);
    expect(pages()).toBe(0);
    await scrollTo(99);
    await expect.poll(pages, POLL).toBe(1);
  });

  it('older messages are loaded within 50 px of the top', async () => {
    const table = ownTable(DEMO_COMPANY_ID);
    const contact = await makeContact(table, { name: 'Conversa Longa' });
    const ticket = await makeTicket(
      table,
      { contact, connectionId: CONNECTION },
      { status: 'open', userId: ANA },
    );
    const startMs = Date.now() - MESSAGES * MINUTE_MS;
    const fields = { fromMe: false, sendState: 'received' as const, body: 'Uma linha de muitas' };
    await writeBatch(
      Array.from({ length: MESSAGES }, (_, nth) => {
        const row = takenIn(ticket, fields, startMs + nth * MINUTE_MS, { ids: systemIds, nowMs: Date.now() });
        return table.put(Message, row, 'any');
      }),
    );
    await page.reload();
    await openTicket(page, 'Conversa Longa');
    const log = page.getByRole('log');
    await log.getByRole('article').first().waitFor();
    const pages = countRequests(`/api/messages/${ticket.uuid}?`, 'cursor=');
    const scrollTo = async (topPx: number) => {
      await log.evaluate((element, top) => element.scrollTo({ top }), topPx);
      await frame();
      await roundTrip();
    };
    await scrollTo(51);
    expect(pages()).toBe(0);
    await scrollTo(49);
    await expect.poll(pages, POLL).toBe(1);
  });

  it('a window up to 767 px wide has the layout of a phone', async () => {
    const menu = page.getByRole('navigation', { name: 'Menu principal' });
    const topOfMenu = async (width: number) => {
      await page.setViewportSize({ width, height: 900 });
      await page.reload();
      await page.getByRole('tab', { name: 'Abertos' }).waitFor();
      return (await menu.boundingBox())?.y;
    };
    expect(await topOfMenu(767)).toBeGreaterThan(800);
    expect(await topOfMenu(768)).toBeLessThan(100);
  });

  it('the list of notifications is at most 300 px high', async () => {
    await page.getByRole('button', { name: /^Notificações/ }).click();
    const list = page.getByRole('dialog', { name: 'Notificações' }).getByRole('list');
    await list.getByRole('listitem').first().waitFor();
    const { shown, whole } = await list.evaluate(({ clientHeight, scrollHeight }) => ({
      shown: clientHeight,
      whole: scrollHeight,
    }));
    expect(shown).toBe(300);
    expect(whole).toBeGreaterThan(300);
  });
});

describe('documented defaults', () => {
  it('a ticket without a queue has the colour #7C7C7C', async () => {
    await openTab(page, 'Aguardando');
    const chip = rowOf(page, 'Sofia Andrade').getByText('Sem fila');
    await chip.waitFor();
    const style = await chip.locator('.dot').getAttribute('style');
    expect(style).toBe('background-color: rgb(124, 124, 124);');
  });

  it('the language is Portuguese, whatever the browser prefers', async () => {
    const visitor = await app.open({ locale: 'en-US' });
    await visitor.page.goto(`${app.stack.url}/login`);
    await visitor.page.getByRole('button', { name: 'Entrar' }).waitFor();
    await expect.poll(() => visitor.page.locator('html').getAttribute('lang')).toMatch(/^pt/);
  });

  it('a schedule takes 7200 s in the calendar', async () => {
    const ana = await signIn(app.stack.url, 'ana@demo.local', app.stack.adminPassword);
    const { contacts } = contactsSchema.parse(await ana.call('GET', '/contacts?searchParam=juliana'));
    const day = dayIn('America/Sao_Paulo', Date.now() + DAY_MS);
    await ana.call('POST', '/schedules', {
      body: 'Duas horas',
      contactId: contacts[0]?.id,
      sendAt: `${day}T13:00:00.000Z`,
    });
    await page.goto(`${app.stack.url}/schedules`);
    await page.getByRole('button', { name: 'Dia', exact: true }).click();
    await page.getByRole('button', { name: 'Próximo período' }).click();
    const event = page.getByRole('button').filter({ hasText: 'Juliana' });
    await event.waitFor();
    const heightPx = (await event.boundingBox())?.height ?? 0;
    const topOf = async (hour: string) => (await page.getByText(hour, { exact: true }).boundingBox())?.y ?? 0;
    const hourPx = (await topOf('11')) - (await topOf('10'));
    expect(heightPx / hourPx).toBeCloseTo(2, 1);
  });
});
