import { DEMO_COMPANY_ID } from '@prosa/infra/local/seed.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn } from '../bench/client.ts';
import { dayIn } from '../support/day-in.ts';
import { type App, enter, startApp } from './support/app.ts';
import { bubbleOf, choose, chooseInHeader, openTab, say } from './support/inbox.ts';
import { keepScreenshot } from './support/keep-screenshot.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const CLOSED_SAYS = 'fora do horário';

/** A point in time, with the clock time in its time zone then and two minutes later. */
interface Moment {
  name: string;
  timeZone: string;
  at: number;
  shows: string;
  later: string;
  /** Whether midnight is between the two times. */
  isMidnight: boolean;
}

/** Returns the next yearly moment that is at least a day away. */
const next = (ofYear: (year: number) => string): number => {
  const year = new Date().getUTCFullYear();
  const times = [year, year + 1, year + 2].map((each) => Date.parse(ofYear(each)));
  return times.find((ms) => ms > Date.now() + DAY_MS) ?? 0;
};
/** Returns the day on which New York's daylight-saving time starts: the second Sunday of March. */
const springDay = (year: number): string => {
  const first = new Date(Date.UTC(year, 2, 1)).getUTCDay();
  return `${year}-03-${String(8 + ((7 - first) % 7)).padStart(2, '0')}`;
};
const tomorrow = dayIn('America/Sao_Paulo', Date.now() + DAY_MS);

/** Sorted by time, because the clock is only moved forward. */
const MOMENTS = (
  [
    {
      name: 'ten in the evening in São Paulo, when UTC has tomorrow',
      timeZone: 'America/Sao_Paulo',
      at: Date.parse(`${tomorrow}T22:00:00-03:00`),
      shows: '22:00',
      later: '22:02',
      isMidnight: false,
    },
    {
      name: 'a minute before the end of a year in São Paulo',
      timeZone: 'America/Sao_Paulo',
      at: next((year) => `${year}-12-31T23:59:00-03:00`),
      shows: '23:59',
      later: '00:01',
      isMidnight: true,
    },
    {
      name: 'a minute before the clocks of New York go from two to three',
      timeZone: 'America/New_York',
      at: next((year) => `${springDay(year)}T01:59:00-05:00`),
      shows: '01:59',
      later: '03:01',
      isMidnight: false,
    },
  ] satisfies Moment[]
).toSorted((a, b) => a.at - b.at);

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.stop());

/** Formats a time in a time zone for a field of date and time. */
const localTime = (timeZone: string, ms: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(ms)
    .replace(' ', 'T');

/**
 * Sets the company's hours: open on the day of the moment until the minute of the moment, closed on all other days.
 */
const openUntil = async ({ timeZone, at, shows }: Moment): Promise<void> => {
  const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
  const today = new Date(localTime(timeZone, at).slice(0, 10)).getUTCDay();
  const schedules = weekdays.map((weekday, day) => ({
    ...{ weekday, weekdayEn: weekday, startTimeB: '', endTimeB: '' },
    ...(day === today ? { startTimeA: '00:00', endTimeA: shows } : { startTimeA: '', endTimeA: '' }),
  }));
  const ana = await signIn(app.stack.url, 'ana@demo.local', app.stack.adminPassword);
  await ana.call('PUT', '/companySettings', { column: 'scheduleType', data: 'company' });
  await ana.call('PUT', `/companies/${DEMO_COMPANY_ID}/schedules`, { timeZone, schedules });
};

const accept = async (page: Page, name: string): Promise<void> => {
  await openTab(page, 'Aguardando');
  await page.getByRole('button', { name: `Aceitar ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Em qual fila?' });
  await choose(dialog, /Fila/, 'Vendas');
  await dialog.getByRole('button', { name: 'Aceitar' }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
};

it.each(MOMENTS.map((moment, nth) => [moment.name, moment, nth] as const))(
  '%s: messages, day separators, schedules and business hours follow the clock',
  async (_name, moment, nth) => {
    const { timeZone, at, shows, later, isMidnight } = moment;
    app.stack.setTime(at);
    await openUntil(moment);
    const early = app.customer(`551198765030${nth}`, `Cedo ${nth}`);
    const late = app.customer(`551198765040${nth}`, `Tarde ${nth}`);
    const { page, context } = await app.open({ timezoneId: timeZone });
    // The calls above took real time.
    app.stack.setTime(at);
    await context.clock.install({ time: at });
    await page.goto(`${app.stack.url}/login`);
    await enter(page, 'ana@demo.local', app.stack.adminPassword);

    await early.write('Ainda atendem?');
    await accept(page, early.name);
    await bubbleOf(page, 'Ainda atendem?').getByText(shows).waitFor();
    await say(page, 'Sim, diga.');
    await bubbleOf(page, 'Sim, diga.').getByText(shows).waitFor();
    await early.gets(({ text }) => text?.includes('Sim, diga.') === true, 'the answer');
    const log = page.getByRole('log');
    await log.getByText('Hoje', { exact: true }).first().waitFor();

    app.stack.setTime(at + 2 * MINUTE_MS);
    await page.clock.fastForward(2 * MINUTE_MS);
    await early.write('Quero dois.');
    await bubbleOf(page, 'Quero dois.').getByText(later).waitFor();
    await log.getByText('Hoje', { exact: true }).first().waitFor();
    await expect.poll(() => log.getByText('Ontem', { exact: true }).count()).toBe(isMidnight ? 1 : 0);
    await keepScreenshot(page, `time-${nth}`);
    // Only the new customer gets the out-of-hours message.
    await late.write('Alguém?');
    await late.gets(({ text }) => text?.includes(CLOSED_SAYS) === true, 'the hours');
    expect((await early.received()).filter(({ text }) => text?.includes(CLOSED_SAYS))).toEqual([]);

    const due = localTime(timeZone, at + 62 * MINUTE_MS);
    await chooseInHeader(page, 'Agendar mensagem');
    const dialog = page.getByRole('dialog', { name: 'Novo agendamento' });
    await dialog.getByRole('textbox', { name: 'Mensagem' }).fill('Lembrete de {{firstName}}');
    await dialog.getByLabel(/Data e hora/).fill(due);
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await page.waitForURL('**/schedules');
    const entry = page.locator('[class*=schedule-]').filter({ hasText: early.name });
    await page
      .locator(`[data-date="${due.slice(0, 10)}"]`)
      .filter({ has: entry })
      .first()
      .waitFor();
    await keepScreenshot(page, `time-${nth}-schedules`);

    // The scheduled message is sent as soon as the clock passes its time.
    app.stack.setTime(at + 63 * MINUTE_MS);
    await early.gets(({ text }) => text?.includes('Lembrete de') === true, 'what was scheduled');
    await context.close();
    expect(app.complaints).toEqual([]);
  },
);
