import { NO_SHARE } from '@prosa/functions/domain/rollups/shares.ts';
import { handler as dashboard } from '@prosa/functions/http/dashboard/handler.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { countShares } from '@prosa/functions/repositories/figures/figures.ts';
import { dashboardRoutes } from '@prosa/shared/contracts/dashboard.ts';
import type { TicketStatus } from '@prosa/shared/entities/ticket-terms.ts';
import { beforeAll, expect, it } from 'vitest';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { ticketRow } from '../factories/rows.ts';
import { call } from './support/call.ts';
import { useTable } from './support/table.ts';

useTable();

const TIME_ZONE = 'America/Sao_Paulo';
const DAY_MS = 24 * 60 * 60 * 1000;

let company: TestCompany;
let ana: TestUser;
let bruno: TestUser;
let queues: number[];

const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
const dayOf = (instant: string): string =>
  new Date(instant).toLocaleDateString('sv-SE', { timeZone: TIME_ZONE });

const ask = (target: string, token = company.admin.token) =>
  call(dashboard, { to: `GET /dashboard${target}`, token });
const momentsOf = async (query: string, token?: string): Promise<number[]> => {
  const answer = await ask(`/moments?${query}`, token);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const { tickets, count } = dashboardRoutes.moments.response.parse(answer.body);
  expect(count).toBe(tickets.length);
  return tickets.map(({ id }) => id).toSorted((a, b) => a - b);
};

beforeAll(async () => {
  company = await makeCompany({ company: { timeZone: TIME_ZONE } });
  queues = [await company.addQueue(), await company.addQueue()];
  ana = await company.addUser({ name: 'Ana', queueIds: queues });
  bruno = await company.addUser({ name: 'Bruno', queueIds: queues });
  const ticket = (id: number, status: TicketStatus, days: number, userId: number | null, queueId: number) =>
    company.table.put(
      Ticket,
      {
        ...ticketRow({
          companyId: company.id,
          id,
          status,
          userId,
          queueId,
          latestClosed: status === 'closed',
          activityAt: daysAgo(0),
        }),
        rowCreatedAt: daysAgo(days),
      },
      'absent',
    );
  const [first = 0, second = 0] = queues;
  await commit([
    ticket(1, 'open', 1, ana.id, first),
    ticket(2, 'open', 2, bruno.id, second),
    ticket(3, 'pending', 3, null, first),
    ticket(4, 'closed', 10, ana.id, second),
    ticket(5, 'open', 40, ana.id, first),
  ]);
});

it('moments filter by status, queue, user and days, the last 30 days by default', async () => {
  expect(await momentsOf('')).toEqual([1, 2, 3, 4]);
  expect(await momentsOf('status=open')).toEqual([1, 2]);
  expect(await momentsOf(`queueIds=[${queues[0]}]`)).toEqual([1, 3]);
  expect(await momentsOf(`queueIds=[${queues[0]}]&showAll=true`)).toEqual([1, 2, 3, 4]);
  expect(await momentsOf(`userId=${ana.id}`)).toEqual([1, 4]);
  const [from, to] = [dayOf(daysAgo(45)), dayOf(daysAgo(5))];
  expect(await momentsOf(`dateStart=${from}&dateEnd=${to}`)).toEqual([4, 5]);
  expect((await ask(`/moments?dateStart=${to}&dateEnd=${from}`)).status).toBe(400);
});

it('moments show attendants only their own tickets, with any filter', async () => {
  expect(await momentsOf('showAll=true', bruno.token)).toEqual([2]);
  expect(await momentsOf(`userId=${ana.id}`, bruno.token)).toEqual([2]);
});

it('the last days are calendar days, today included', async () => {
  const began = (days: number, userId: number) => ({
    shareId: `attendance.${days}.${userId}`,
    seen: { of: 'attendance' as const, version: 1 },
    shareAfter: () => ({
      ...NO_SHARE,
      attendance: {
        day: dayOf(daysAgo(days)),
        hour: 9,
        userId,
        queueId: queues[0] ?? null,
        connectionId: null,
        tagIds: [],
        figures: { begun: 1, finished: 1, answered: 1, answerS: 180 },
      },
    }),
  });
  await countShares(company.table, [began(0, ana.id), began(6, ana.id), began(7, ana.id)], Date.now());
  const finished = async (query: string): Promise<number> => {
    const answer = await ask(query);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return dashboardRoutes.get.response.parse(answer.body).counters.supportFinished;
  };
  expect(await finished('?days=1')).toBe(1);
  expect(await finished('?days=7')).toBe(2);
  expect(await finished('?days=8')).toBe(3);
  expect(await finished('')).toBe(3);
  expect(await finished(`?date_from=${dayOf(daysAgo(7))}&date_to=${dayOf(daysAgo(6))}`)).toBe(2);
  const answer = dashboardRoutes.get.response.parse(
    (await ask(`?date_from=${dayOf(daysAgo(6))}&date_to=${dayOf(daysAgo(0))}&compare=true`)).body,
  );
  expect(answer.queues).toMatchObject([
    { queue: { id: queues[0] }, tickets: 2, finished: 2, avgFirstResponseTime: 3 },
  ]);
  expect(answer.counters.avgFirstResponseTime).toBe(3);
  expect((await ask('?days=93&compare=true')).body).toMatchObject({ previous: null });
  expect((await ask('?days=7')).body).toMatchObject({ previous: null });
  for (const query of [
    '?days=0',
    '?days=x',
    '?date_from=2026-02-30',
    '?date_from=2026-02-02&date_to=2026-02-01',
  ])
    expect((await ask(query)).status, query).toBe(400);
  for (const query of ['?days=3661', '?days=36500'])
    expect(await ask(query), query).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', details: [{ path: 'query.days' }] },
    });
  expect(await finished('?days=3660')).toBe(3);
});

it('users see only their own company, and figures only with the permission', async () => {
  const days = `initialDate=${dayOf(daysAgo(9))}&finalDate=${dayOf(daysAgo(0))}`;
  for (const chart of ['ticketsUsers', 'ticketsDay']) {
    expect((await ask(`/${chart}?${days}&companyId=${company.id}`)).status).toBe(200);
    expect((await ask(`/${chart}?${days}&companyId=${company.id + 1}`)).status).toBe(403);
    expect((await ask(`/${chart}?${days}`, ana.token)).status).toBe(403);
  }
  expect((await ask('', ana.token)).status).toBe(403);
  const viewer = await company.addUser({ name: 'Vera', showDashboard: true });
  expect((await ask('', viewer.token)).status).toBe(200);
});
