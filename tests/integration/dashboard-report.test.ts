import { handler as dashboard } from '@prosa/functions/http/dashboard/handler.ts';
import { handler as report } from '@prosa/functions/http/ticket-report/handler.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import { dashboardRoutes } from '@prosa/shared/contracts/dashboard.ts';
import { ticketReportRoutes } from '@prosa/shared/contracts/ticket-report.ts';
import { beforeAll, expect, it } from 'vitest';
import { index } from '../support/handlers.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { call } from './support/call.ts';
import { recordsFor } from './support/consumers.ts';
import { followStream } from './support/stream.ts';
import { useTable } from './support/table.ts';
import { histories, makeWorkplace, type Workplace } from './support/ticket-histories.ts';

const PERIODS = [
  ['2026-09-01', '2026-11-30'],
  ['2026-10-07', '2026-10-19'],
  ['2026-10-11', '2026-10-11'],
] as const;

const engine = useTable();
let workplace: Workplace;
let token: string;

beforeAll(async () => {
  workplace = await makeWorkplace('America/Sao_Paulo');
  ({ token } = await workplace.company.addUser({ name: 'Vera', profile: 'admin', allowGroup: true }));
  const records = await followStream(engine().endpoint);
  const { step } = histories(seededRandom(11), workplace);
  for (let count = 0; count < 300; count++) await step();
  const all = recordsFor('index', await records());
  while (all.length > 0) await index({ Records: all.splice(0, 10) });
});

it.each(PERIODS)(
  'I22: from %s to %s the report lists as many attendances as each figure counts',
  async (first, last) => {
    const totalOf = async (conditions: Record<string, unknown> = {}): Promise<number> => {
      const query = new URLSearchParams({ dateFrom: first, dateTo: last });
      for (const [name, value] of Object.entries(conditions))
        query.set(name, typeof value === 'string' ? value : JSON.stringify(value));
      const answer = await call(report, { to: `GET /ticketreport/reports?${query.toString()}`, token });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return ticketReportRoutes.list.response.parse(answer.body).totalTickets.total;
    };
    const answer = await call(dashboard, {
      to: `GET /dashboard?date_from=${first}&date_to=${last}&details=true`,
      token,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const { counters, queues, connections, tags, attendants, heatmap } = dashboardRoutes.get.response.parse(
      answer.body,
    );
    const ended = { status: ['closed'] };
    expect(await totalOf(ended)).toBe(counters.supportFinished);
    expect(await totalOf({ onlyRated: true })).toBe(counters.withRating);
    expect(await totalOf({ onlyReopened: true })).toBe(counters.reopened);
    expect(await totalOf({ onlyDeclined: true })).toBe(counters.withoutRating);
    expect(await totalOf({ onlyNewContacts: true })).toBe(counters.leads);
    expect(await totalOf({ ...ended, filter: '-rating:0..10' })).toBe(counters.waitRating);
    const rated = { promoters: 'rating:9..10', passives: 'rating:7..8', detractors: 'rating:0..6' };
    const shareOf = async (filter: string): Promise<number> =>
      counters.withRating === 0
        ? 0
        : Math.round(((await totalOf({ filter })) / counters.withRating) * 10_000) / 100;
    expect({
      promoters: await shareOf(rated.promoters),
      passives: await shareOf(rated.passives),
      detractors: await shareOf(rated.detractors),
    }).toEqual({
      promoters: counters.npsPromotersPerc,
      passives: counters.npsPassivePerc,
      detractors: counters.npsDetractorsPerc,
    });
    const groups = [
      ...queues.map(({ queue, ...figures }) => ({
        figures,
        conditions: queue === null ? { filter: 'queue:none' } : { queueIds: [queue.id] },
      })),
      ...connections.map(({ connection, ...figures }) => ({
        figures,
        conditions: connection === null ? { filter: 'connection:none' } : { whatsappId: [connection.id] },
      })),
      ...tags.map(({ tag, ...figures }) => ({ figures, conditions: { ...ended, tags: [tag.id] } })),
      ...attendants.map(({ id, ...figures }) => ({ figures, conditions: { users: [id] } })),
    ];
    for (const { figures, conditions } of groups) {
      const where = JSON.stringify(conditions);
      expect(await totalOf(conditions), where).toBe(figures.tickets);
      expect(await totalOf({ ...conditions, ...ended }), where).toBe(figures.finished);
      expect(await totalOf({ ...conditions, onlyReopened: true }), where).toBe(figures.reopened);
    }
    const groupsNow = await call(tickets, {
      to: `GET /tickets?status=search&statusFilter=["group"]&showAll=true&withCount=true`,
      token,
    });
    expect(groupsNow).toMatchObject({ status: 200, body: { count: counters.supportGroups } });
    const shown = heatmap?.flatMap(({ hours }) => hours).reduce((sum, total) => sum + total, 0);
    expect(await totalOf()).toBe(shown);
  },
);

it('the histories have some of what each figure counts', async () => {
  const { body } = await call(dashboard, {
    to: `GET /dashboard?date_from=${PERIODS[0][0]}&date_to=${PERIODS[0][1]}`,
    token,
  });
  const { counters } = dashboardRoutes.get.response.parse(body);
  const { leads, withoutRating, supportGroups, reopened, withRating } = counters;
  const counted = { leads, withoutRating, supportGroups, reopened, withRating };
  expect(Object.entries(counted).filter(([, count]) => count === 0)).toEqual([]);
});
