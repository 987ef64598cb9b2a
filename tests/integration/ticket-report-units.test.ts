import { handler as report } from '@prosa/functions/http/ticket-report/handler.ts';
import { ticketReportRoutes } from '@prosa/shared/contracts/ticket-report.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type PlantedAttendance, type PlantedTicket, plantAttendances } from '../factories/attendances.ts';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { addQueues } from './support/add-queues.ts';
import { call } from './support/call.ts';
import { usageOf } from './support/desk.ts';
import { useTable } from './support/table.ts';

// The modules read METER while they load.
vi.hoisted(() => {
  process.env.METER = '1';
});

useTable();

const DAY_MS = 24 * 60 * 60 * 1000;
/** The time zone of the company is three hours behind UTC. */
const TIME_ZONE = 'America/Sao_Paulo';
const LAST_MS = Date.parse('2026-11-20T12:00:00.000Z');
const YEAR = 'dateFrom=2025-11-21&dateTo=2026-11-20';
const FIVE_YEARS = 'dateFrom=2021-11-21&dateTo=2026-11-20';

const ask = async (user: TestUser, query: string) => {
  const answer = await call(report, { to: `GET /ticketreport/reports?${query}`, token: user.token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { ...ticketReportRoutes.list.response.parse(answer.body), usage: usageOf(answer) };
};

describe.each([1, 100])('the report of a company of %i queues', (queueCount) => {
  let company: TestCompany;
  let ana: TestUser;
  let anaQueues: number[];
  /** One attendance every nine days, of three years, the latest first. */
  let planted: { id: number; queueId: number; startedOn: string }[];

  beforeAll(async () => {
    company = await makeCompany({ company: { timeZone: TIME_ZONE } });
    const queues = await addQueues(company, queueCount);
    anaQueues = queues.filter((id) => id % 3 === 1);
    ana = await company.addUser({ queueIds: anaQueues, showDashboard: true });
    planted = Array.from({ length: 120 }, (_none, nth) => ({
      id: nth + 1,
      queueId: queues[nth % queues.length] ?? 0,
      startedOn: new Date(LAST_MS - nth * 9 * DAY_MS).toISOString(),
    }));
    await plantAttendances(
      company.table,
      planted.map(
        ({ id, queueId }): PlantedTicket => ({ id, contactId: id, status: 'closed', queueId, userId: null }),
      ),
      planted.map(
        ({ id, queueId, startedOn }): PlantedAttendance => ({
          ...{ ticketId: id, id: '1', queueId, userId: null, startedOn, finishedAt: startedOn },
        }),
      ),
    );
    // The first calls also read the directory.
    for (const user of [company.admin, ana]) await ask(user, 'dateFrom=2026-11-20&dateTo=2026-11-20');
  });

  it('costs three units at most where nothing is found, also over five years', async () => {
    for (const user of [company.admin, ana]) {
      const year = await ask(user, 'dateFrom=2019-03-01&dateTo=2020-02-29');
      expect(year).toMatchObject({ tickets: [], totalTickets: { total: 0, more: false } });
      expect(year.usage).toMatchObject({ calls: 2, readUnits: 1 });
      const years = await ask(user, 'dateFrom=2017-01-01&dateTo=2022-01-01');
      expect(years.usage).toMatchObject({ calls: 6, readUnits: 3 });
    }
  });

  it('S-21: has the rows of a year that the user sees, in a call for each year and one for the tickets', async () => {
    for (const [query, from] of [
      [YEAR, '2025-11-21T03:00:00.000Z'],
      [FIVE_YEARS, '2021-11-21T03:00:00.000Z'],
    ] as const)
      for (const [user, sees] of [
        [company.admin, () => true],
        [ana, (queueId: number) => anaQueues.includes(queueId)],
      ] as const) {
        const ids = planted
          .filter(({ queueId, startedOn }) => startedOn >= from && sees(queueId))
          .map(({ id }) => id);
        const { tickets, totalTickets, usage } = await ask(user, `${query}&pageSize=20`);
        expect(tickets.map(({ id }) => id)).toEqual(ids.slice(0, 20));
        expect(totalTickets).toEqual({ total: ids.length, more: false });
        const years = query === YEAR ? 2 : 6;
        // The tickets of a user's report decide whether the user sees its rows.
        expect(usage.calls).toBeLessThanOrEqual(2 * years + 1);
        expect(usage.readUnits).toBeLessThanOrEqual(query === YEAR ? 35 : 75);
      }
  });

  it('begins and ends at midnight of the company, also where a UTC year ends in between', async () => {
    const idsOf = async (query: string) => (await ask(company.admin, query)).tickets.map(({ id }) => id);
    const between = (from: string, to: string) =>
      planted.filter(({ startedOn }) => startedOn >= from && startedOn < to).map(({ id }) => id);
    expect(await idsOf('dateFrom=2025-12-20&dateTo=2025-12-31')).toEqual(
      between('2025-12-20T03', '2026-01-01T03'),
    );
    expect(await idsOf('dateFrom=2025-12-25&dateTo=2026-01-10')).toEqual(
      between('2025-12-25T03', '2026-01-11T03'),
    );
    const [first] = planted;
    expect(await idsOf('dateFrom=2026-11-20&dateTo=2026-11-20')).toEqual([first?.id]);
    expect(await idsOf('dateFrom=2026-11-21&dateTo=2026-11-22')).toEqual([]);
  });
});
