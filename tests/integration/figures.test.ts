import { incrementsBetween, NO_SHARE } from '@prosa/functions/domain/rollups/shares.ts';
import { handler as dashboard } from '@prosa/functions/http/dashboard/handler.ts';
import { withMeter } from '@prosa/functions/platform/meter.ts';
import { commit, MAX_TRANSACTION_ITEMS } from '@prosa/functions/platform/table/commit.ts';
import {
  countShares,
  readFigures,
  rollupItems,
  ticketShareId,
} from '@prosa/functions/repositories/figures/figures.ts';
import type { StreamRecord } from '@prosa/functions/streams/read-changes.ts';
import { dashboardRoutes } from '@prosa/shared/contracts/dashboard.ts';
import type { Attendance as Tracking } from '@prosa/shared/entities/ticket.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { TestCompany, TestUser } from '../factories/company.ts';
import { index as handler } from '../support/handlers.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { call } from './support/call.ts';
import { recordsFor } from './support/consumers.ts';
import { followStream } from './support/stream.ts';
import { useTable } from './support/table.ts';
import { spoilTable } from './support/table-faults.ts';
import {
  histories,
  makeWorkplace,
  type Story,
  type TicketRow,
  type Workplace,
} from './support/ticket-histories.ts';

vi.hoisted(() => {
  process.env.METER = '1';
});

const TIME_ZONE = 'America/Sao_Paulo';
const DAY_MS = 24 * 60 * 60 * 1000;

const engine = useTable();
let workplace: Workplace;
let company: TestCompany;
let people: TestUser[];
let queues: number[];
let connections: number[];
let tags: number[];
let records: () => Promise<StreamRecord[]>;

beforeEach(async () => {
  workplace = await makeWorkplace(TIME_ZONE);
  ({ company, people, queues, connections, tags } = workplace);
  records = await followStream(engine().endpoint);
});

const instantAt = (ms: number): string => new Date(ms).toISOString();
const dayOf = (instant: string): string =>
  new Date(instant).toLocaleDateString('sv-SE', { timeZone: TIME_ZONE });
const weekdayOf = (instant: string): string =>
  new Date(instant).toLocaleDateString('en', { timeZone: TIME_ZONE, weekday: 'long' }).toLowerCase();
const hourOf = (instant: string): string =>
  new Date(instant).toLocaleTimeString('sv-SE', { timeZone: TIME_ZONE }).slice(0, 2);

const hundredths = (value: number): number => Math.round(value * 100) / 100;
const share = (part: number, whole: number): number => (whole === 0 ? 0 : hundredths((part * 100) / whole));
const minutesOf = (seconds: readonly number[]): number =>
  seconds.length === 0 ? 0 : Math.floor(seconds.reduce((sum, s) => sum + s, 0) / seconds.length / 60);
const positive = (from: string | null, to: string | null): number[] => {
  const seconds = from === null || to === null ? 0 : (Date.parse(to) - Date.parse(from)) / 1000;
  return seconds > 0 ? [seconds] : [];
};

/** Recounts from the rows alone everything that the dashboard shows of a period. */
const recount = (stories: ReadonlyMap<number, Story>, first: string, last: string) => {
  const isWithin = (instant: string): boolean => first <= dayOf(instant) && dayOf(instant) <= last;
  const tickets = [...stories.values()].map(({ ticket }) => ticket);
  const attendances = [...stories.values()]
    .flatMap((story) => story.attendances)
    .filter(({ startedOn }) => isWithin(startedOn));
  const finished = attendances.filter(({ finishedAt }) => finishedAt !== null);
  const rated = attendances.filter((attendance) => attendance.rated);
  const rates = (min: number, max: number) =>
    rated.filter(({ rate }) => rate !== null && rate >= min && rate <= max).length;
  const inStatus = (status: string) => tickets.filter((ticket) => ticket.status === status).length;
  const firstOf = new Map<number, TicketRow>();
  for (const ticket of tickets.toSorted((a, b) => b.id - a.id)) firstOf.set(ticket.contactId, ticket);
  const waits = attendances.flatMap(({ queuedAt, startedAt }) => positive(queuedAt, startedAt));
  const takes = attendances.flatMap(({ startedAt, finishedAt }) => positive(startedAt, finishedAt));
  const answersOf = (of: readonly Tracking[]) =>
    minutesOf(
      of.flatMap(({ queuedAt, startedOn, respondedAt }) => positive(queuedAt ?? startedOn, respondedAt)),
    );
  const reopenedOf = (of: readonly Tracking[]) => ({
    avgResolutionTime: minutesOf(
      of.flatMap(({ startedOn, finishedAt }) =>
        finishedAt === null ? [] : [(Date.parse(finishedAt) - Date.parse(startedOn)) / 1000],
      ),
    ),
    reopened: of.filter(({ reopened }) => reopened).length,
    reopenRate: share(of.filter(({ reopened }) => reopened).length, of.length),
  });
  const groupOf = (of: readonly Tracking[]) => ({
    tickets: of.length,
    finished: of.filter(({ finishedAt }) => finishedAt !== null).length,
    avgWaitTime: minutesOf(of.flatMap(({ queuedAt, startedAt }) => positive(queuedAt, startedAt))),
    avgFirstResponseTime: answersOf(of),
    ...reopenedOf(of),
  });
  const groupsOf = (ids: readonly (number | null)[], isOf: (id: number | null, of: Tracking) => boolean) =>
    ids.flatMap((id) => {
      const own = attendances.filter((attendance) => isOf(id, attendance));
      return own.length === 0 ? [] : [{ id, ...groupOf(own) }];
    });
  const counters = {
    supportHappening: inStatus('open'),
    supportPending: inStatus('pending'),
    supportGroups: inStatus('group'),
    supportFinished: finished.length,
    leads: [...firstOf.values()].filter(({ rowCreatedAt }) => isWithin(rowCreatedAt)).length,
    avgSupportTime: minutesOf(takes),
    avgWaitTime: minutesOf(waits),
    avgFirstResponseTime: answersOf(attendances),
    ...reopenedOf(attendances),
    tickets: finished.length,
    waitRating: finished.filter((attendance) => !attendance.rated).length,
    withoutRating: finished.filter((attendance) => !attendance.rated && attendance.rate === 0).length,
    withRating: rated.length,
    percRating: share(rated.length, attendances.length),
    npsScore: share(rates(9, 10) - rates(0, 6), rated.length),
    npsPromotersPerc: share(rates(9, 10), rated.length),
    npsPassivePerc: share(rates(7, 8), rated.length),
    npsDetractorsPerc: share(rates(0, 6), rated.length),
  };
  const attendants = people.map(({ id }) => {
    const own = attendances.filter(({ userId }) => userId === id);
    const given = own.flatMap(({ rated: isRated, rate }) => (isRated && rate !== null ? [rate] : []));
    return {
      id,
      ...groupOf(own),
      avgSupportTime: minutesOf(own.flatMap(({ startedAt, finishedAt }) => positive(startedAt, finishedAt))),
      rating:
        given.length === 0 ? null : hundredths(given.reduce((sum, rate) => sum + rate, 0) / given.length),
      countRating: given.length,
    };
  });
  const groups = {
    byQueue: groupsOf([...queues, null], (id, { queueId }) => queueId === id),
    byConnection: groupsOf([...connections, null], (id, { connectionId }) => connectionId === id),
    byTag: groupsOf(tags, (id, { tagIds }) => id !== null && tagIds.includes(id)),
  };
  const begun: Record<string, number> = {};
  for (const { startedOn } of attendances) {
    const key = first === last ? hourOf(startedOn) : dayOf(startedOn).split('-').toReversed().join('/');
    begun[key] = (begun[key] ?? 0) + 1;
  }
  const hours: Record<string, number> = {};
  for (const { startedOn } of attendances) {
    const key = `${weekdayOf(startedOn)} ${hourOf(startedOn)}`;
    hours[key] = (hours[key] ?? 0) + 1;
  }
  return { counters, attendants, ...groups, begun, hours };
};

/** Read units used by answers since the last reset. */
let readUnits = 0;
const usageSchema = z.object({ readUnits: z.number().positive() });

const ask = async (target: string) => {
  const answer = await call(dashboard, { to: `GET /dashboard${target}`, token: company.admin.token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  readUnits += usageSchema.parse(JSON.parse(String(answer.headers['x-usage']))).readUnits;
  return answer.body;
};

const byId = <T extends { id: number | null }>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => (a.id ?? Infinity) - (b.id ?? Infinity));

const shownOf = async (first: string, last: string) => {
  const days = `initialDate=${first}&finalDate=${last}`;
  const { counters, attendants, ...shown } = dashboardRoutes.get.response.parse(
    await ask(`?date_from=${first}&date_to=${last}&details=true`),
  );
  const groups = {
    byQueue: byId(shown.queues.map(({ queue, ...figures }) => ({ id: queue?.id ?? null, ...figures }))),
    byConnection: byId(
      shown.connections.map(({ connection, ...figures }) => ({ id: connection?.id ?? null, ...figures })),
    ),
    byTag: byId(shown.tags.map(({ tag, ...figures }) => ({ id: tag.id, ...figures }))),
  };
  const hours = Object.fromEntries(
    (shown.heatmap ?? []).flatMap((row) =>
      row.hours.flatMap((total, hour) =>
        total === 0 ? [] : [[`${row.weekday} ${String(hour).padStart(2, '0')}`, total]],
      ),
    ),
  );
  const byDay = dashboardRoutes.ticketsDay.response.parse(await ask(`/ticketsDay?${days}`));
  const byUser = dashboardRoutes.ticketsUsers.response.parse(await ask(`/ticketsUsers?${days}`));
  const begun = Object.fromEntries(
    byDay.data.map((row) => ['horario' in row ? row.horario : row.data, row.total]),
  );
  return {
    counters,
    attendants: attendants
      .map(({ name: _name, online: _online, ...figures }) => figures)
      .toSorted((a, b) => a.id - b.id),
    ...groups,
    begun,
    hours,
    count: byDay.count,
    byUser: Object.fromEntries(byUser.data.map(({ nome, quantidade }) => [nome, quantidade])),
    names: new Map(attendants.map(({ id, name }) => [id, name])),
  };
};

const PERIODS = [
  ['2026-09-01', '2026-11-30'],
  ['2026-10-01', '2026-10-31'],
  ['2026-10-07', '2026-10-19'],
  ['2026-10-11', '2026-10-11'],
] as const;

const expectRecounted = async (stories: ReadonlyMap<number, Story>): Promise<void> => {
  for (const [first, last] of PERIODS) {
    const wanted = recount(stories, first, last);
    const { counters, attendants, begun, count, byUser, names, ...shown } = await shownOf(first, last);
    const period = `${first} to ${last}`;
    expect(counters, period).toEqual(wanted.counters);
    expect(attendants, period).toEqual(wanted.attendants);
    expect(shown, period).toEqual({
      byQueue: byId(wanted.byQueue),
      byConnection: byId(wanted.byConnection),
      byTag: byId(wanted.byTag),
      hours: wanted.hours,
    });
    expect(begun, period).toEqual(wanted.begun);
    expect(count, period).toBe(Object.values(wanted.begun).reduce((sum, total) => sum + total, 0));
    expect(byUser, period).toEqual(
      Object.fromEntries(
        wanted.attendants
          .filter(({ tickets }) => tickets > 0)
          .map(({ id, tickets }) => [names.get(id), tickets]),
      ),
    );
  }
};

describe('I22 the figures of the dashboard', () => {
  it.each([1, 2, 3, 4])(
    'R18: equal a recount of the rows after repeated, lost or late deliveries, seed %i',
    async (seed) => {
      const random = seededRandom(seed);
      const { stories, step } = histories(random, workplace);
      const earlier: StreamRecord[][] = [];
      const deliver = async (batch: StreamRecord[]): Promise<boolean> =>
        (await handler({ Records: batch })).batchItemFailures.length === 0;

      for (let round = 0; round < 5; round++) {
        for (let count = 0; count < 14; count++) await step();
        const all = recordsFor('index', await records());
        const batches: StreamRecord[][] = [];
        while (all.length > 0) batches.push(all.splice(0, 1 + Math.floor(random() * 9)));
        // Batches are delivered out of order, as in a replay.
        for (const batch of batches.toSorted(() => random() - 0.5)) {
          earlier.push(batch);
          const seen = new Set<string>();
          const mend = await spoilTable(({ operation, body }) => {
            if (operation !== 'TransactWriteItems' || seen.has(body) || random() < 0.5) return undefined;
            seen.add(body);
            return random() < 0.5 ? 'lose' : { refuse: 'ValidationException' };
          });
          await deliver(batch);
          mend();
          expect(await deliver(batch)).toBe(true);
          const old = earlier[Math.floor(random() * earlier.length)] ?? [];
          // A repeated batch is split differently from the first time.
          const rest = old.slice(Math.floor(random() * old.length));
          expect(await deliver(rest)).toBe(true);
        }
        await expectRecounted(stories);
      }
      expect(stories.size).toBeGreaterThan(5);
    },
    120_000,
  );
});

/**
 * Writes the sums of a company whose users all worked and were rated on every day of more than a year. Writes them
 * directly, without the tickets, because reading them costs the same.
 */
const workedYear = async (users: number): Promise<void> => {
  const start = Date.UTC(2024, 9, 1);
  const times = { waited: 10, waitS: 9_000, answered: 10, answerS: 9_600, handled: 10, handlingS: 12_000 };
  const figures = { begun: 12, finished: 11, ...times, resolved: 11, resolvedS: 19_800, reopened: 2 };
  const ratings = { unrated: 3, promoters: 4, passives: 2, detractors: 2, rateSum: 61 };
  function* increments() {
    for (let at = 0; at < 430 * users; at++) {
      const day = instantAt(start + Math.floor(at / users) * DAY_MS).slice(0, 10);
      const userId = 1 + (at % users);
      const groups = { queueId: 1 + (userId % 6), connectionId: 1 + (userId % 3), tagIds: [1 + (at % 15)] };
      const attendance = { day, hour: at % 24, userId, ...groups, figures: { ...figures, ...ratings } };
      yield* incrementsBetween(NO_SHARE, { ...NO_SHARE, attendance });
    }
  }
  const items = rollupItems(company.table, increments(), Date.now());
  for (let at = 0; at < items.length; at += MAX_TRANSACTION_ITEMS)
    await commit(items.slice(at, at + MAX_TRANSACTION_ITEMS));
};

describe('read units of the dashboard', () => {
  it("a year's screen costs at most 65, and usually at most twice a month's, with 50 users and 15 tags in use every day", async () => {
    await workedYear(50);
    // Everything that the screen requests, including its charts.
    const look = async (first: string, last: string) => {
      readUnits = 0;
      const { counters } = dashboardRoutes.get.response.parse(
        await ask(`?date_from=${first}&date_to=${last}&details=true`),
      );
      await ask(`/ticketsDay?initialDate=${first}&finalDate=${last}`);
      return { counters, readUnits };
    };
    // The first year has the most blocks possible; the second year and the month have as many blocks as most.
    const dearest = await look('2024-11-06', '2025-11-05');
    const year = await look('2024-11-09', '2025-11-08');
    const month = await look('2025-01-01', '2025-01-31');
    expect(dearest.readUnits).toBeLessThanOrEqual(65);
    expect(year.readUnits).toBeLessThanOrEqual(2 * month.readUnits);
    expect([dearest, year, month].map(({ counters }) => counters.supportFinished)).toEqual([
      365 * 550,
      365 * 550,
      31 * 550,
    ]);
  });

  it('the costs do not grow with the tickets of a day', async () => {
    const units = async () =>
      (await withMeter(() => readFigures(company.table, { first: '2026-01-01', last: '2026-12-31' }))).usage
        .readUnits;
    const tell = (count: number) =>
      countShares(
        company.table,
        Array.from({ length: count }, (_none, at) => ({
          shareId: ticketShareId(1_000 * count + at),
          seen: { of: 'ticket' as const, version: 1 },
          shareAfter: () => ({
            ...NO_SHARE,
            status: 'open' as const,
            attendance: {
              day: '2026-05-05',
              hour: 8,
              userId: 1,
              queueId: 1,
              connectionId: 1,
              tagIds: [],
              figures: { begun: 1 },
            },
          }),
        })),
        Date.now(),
      );
    await tell(1);
    const before = await units();
    expect(before).toBeGreaterThan(0);
    await tell(200);
    expect(await units()).toBe(before);
  });
});
