import { incrementsBetween } from '@prosa/functions/domain/rollups/shares.ts';
import { handler as dashboard } from '@prosa/functions/http/dashboard/handler.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { withMeter } from '@prosa/functions/platform/meter.ts';
import { commit, MAX_TRANSACTION_ITEMS, type WriteItem } from '@prosa/functions/platform/table/commit.ts';
import { Attendance, ContactTicket, Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { countShares, readFigures, rollupItems } from '@prosa/functions/repositories/figures/figures.ts';
import type { StreamRecord } from '@prosa/functions/streams/read-changes.ts';
import { dashboardRoutes } from '@prosa/shared/contracts/dashboard.ts';
import { attendanceSchema, type Attendance as Tracking } from '@prosa/shared/entities/ticket.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { ticketRow } from '../factories/rows.ts';
import { index as handler } from '../support/handlers.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { call } from './support/call.ts';
import { recordsFor } from './support/consumers.ts';
import { followStream } from './support/stream.ts';
import { useTable } from './support/table.ts';
import { spoilTable } from './support/table-faults.ts';

vi.hoisted(() => {
  process.env.METER = '1';
});

const TIME_ZONE = 'America/Sao_Paulo';
const DAY_MS = 24 * 60 * 60 * 1000;
const [FROM, UNTIL] = [Date.UTC(2026, 8, 28), Date.UTC(2026, 10, 4)];

const engine = useTable();
let company: TestCompany;
let people: TestUser[];
let queues: number[];
let records: () => Promise<StreamRecord[]>;

beforeEach(async () => {
  company = await makeCompany({ company: { timeZone: TIME_ZONE } });
  people = [company.admin];
  for (const name of ['Ana', 'Bruno', 'Carla']) people.push(await company.addUser({ name }));
  queues = [await company.addQueue(), await company.addQueue()];
  records = await followStream(engine().endpoint);
});

type TicketRow = ReturnType<typeof ticketRow>;
type AttendanceFacts = Tracking & { version: number };
interface Story {
  ticket: TicketRow;
  attendances: AttendanceFacts[];
}

const instantAt = (ms: number): string => new Date(ms).toISOString();
const dayOf = (instant: string): string =>
  new Date(instant).toLocaleDateString('sv-SE', { timeZone: TIME_ZONE });
const hourOf = (instant: string): string =>
  new Date(instant).toLocaleTimeString('sv-SE', { timeZone: TIME_ZONE }).slice(0, 2);

/** Random ticket histories, with the rows that the product writes. `stories` mirrors the table's contents. */
const histories = (random: () => number) => {
  const { table } = company;
  const pick = (count: number): number => Math.floor(random() * count);
  const stories = new Map<number, Story>();
  let lastId = 0;

  const write = async (story: Story, after: Partial<TicketRow>, attendance?: Partial<Tracking>) => {
    const ticket = { ...story.ticket, ...after, version: story.ticket.version + 1 };
    const items: WriteItem[] = [table.put(Ticket, { ...story.ticket, ...after }, story.ticket.version)];
    const last = story.attendances.at(-1);
    if (last !== undefined && attendance !== undefined) {
      items.push(table.put(Attendance, { ...last, ...attendance }, last.version));
      story.attendances[story.attendances.length - 1] = { ...last, ...attendance, version: last.version + 1 };
    }
    story.ticket = ticket;
    await commit(items);
  };
  const addedAttendance = (ticketId: number, startedOn: string): AttendanceFacts => ({
    ...attendanceSchema.parse({
      companyId: company.id,
      ticketId,
      id: systemIds.sortable(Date.now()),
      startedOn,
      queuedAt: startedOn,
    }),
    version: 1,
  });
  const make = async () => {
    const id = ++lastId;
    const madeAt = instantAt(FROM + random() * (UNTIL - FROM));
    const ticket = {
      ...ticketRow({ companyId: company.id, id, contactId: 1 + pick(6), activityAt: madeAt }),
      rowCreatedAt: madeAt,
    };
    const attendance = addedAttendance(id, madeAt);
    stories.set(id, { ticket, attendances: [attendance] });
    await commit([
      table.put(Ticket, ticket, 'absent'),
      table.put(
        ContactTicket,
        { companyId: company.id, contactId: ticket.contactId, ticketId: id },
        'absent',
      ),
      table.put(Attendance, attendance, 'absent'),
    ]);
  };
  const steps: ((story: Story) => Promise<unknown>)[] = [
    // Accepts or transfers the ticket.
    (story) => {
      const userId = people[pick(people.length)]?.id ?? null;
      const startedAt = instantAt(Date.parse(story.attendances.at(-1)?.startedOn ?? '') + pick(4_000) * 1000);
      const status = random() < 0.2 ? 'group' : 'open';
      return story.ticket.status === 'closed'
        ? Promise.resolve()
        : write(story, { status, userId }, { userId, startedAt });
    },
    (story) =>
      story.ticket.status === 'closed'
        ? Promise.resolve()
        : write(story, { status: 'pending', userId: null }, { userId: null, startedAt: null }),
    (story) => {
      if (story.ticket.status === 'closed') return Promise.resolve();
      const last = story.attendances.at(-1);
      const finishedAt = instantAt(
        Date.parse(last?.startedAt ?? last?.startedOn ?? '') + pick(20_000) * 1000,
      );
      const respondedAt = random() < 0.3 ? null : (last?.startedAt ?? null);
      return write(story, { status: 'closed' }, { finishedAt, closedAt: finishedAt, respondedAt });
    },
    // Records a rating, or a request for one that got no answer.
    (story) =>
      story.ticket.status !== 'closed'
        ? write(story, { status: 'nps' })
        : random() < 0.7
          ? write(story, {}, { rated: true, rate: pick(11) })
          : write(story, {}, { rated: false, rate: 0 }),
    // Transfers the ticket to another queue.
    (story) => write(story, {}, { queueId: queues[pick(queues.length)] ?? null }),
    // A message arrives.
    (story) => write(story, { lastMessage: `mensagem ${pick(1000)}`, unreadMessages: pick(5) }),
    // Reopens the ticket with a new attendance.
    async (story) => {
      if (story.ticket.status !== 'closed') return;
      const attendance = addedAttendance(story.ticket.id, instantAt(FROM + random() * (UNTIL - FROM)));
      story.attendances.push(attendance);
      const ticket = { ...story.ticket, status: 'pending' as const, version: story.ticket.version + 1 };
      await commit([
        table.put(Attendance, attendance, 'absent'),
        table.put(Ticket, { ...story.ticket, status: 'pending' }, story.ticket.version),
      ]);
      story.ticket = ticket;
    },
    // Moves the ticket to another contact.
    async (story) => {
      const { ticket } = story;
      const contactId = 1 + pick(6);
      if (contactId === ticket.contactId) return;
      const pointer = { companyId: company.id, ticketId: ticket.id };
      await commit([
        table.put(Ticket, { ...ticket, contactId }, ticket.version),
        table.delete(ContactTicket, { ...pointer, contactId: ticket.contactId }),
        table.put(ContactTicket, { ...pointer, contactId }, 'absent'),
      ]);
      story.ticket = { ...ticket, contactId, version: ticket.version + 1 };
    },
    async ({ ticket, attendances }) => {
      if (random() < 0.6) return;
      stories.delete(ticket.id);
      await commit([
        table.delete(Ticket, ticket),
        table.delete(ContactTicket, { contactId: ticket.contactId, ticketId: ticket.id }),
        ...attendances.map((attendance) => table.delete(Attendance, attendance)),
      ]);
    },
  ];
  const step = async (): Promise<void> => {
    const known = [...stories.values()];
    const story = known[pick(known.length)];
    const next = steps[pick(steps.length)];
    if (story === undefined || next === undefined || random() < 0.3) await make();
    else await next(story);
  };
  return { stories, step };
};

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
  const counters = {
    supportHappening: inStatus('open'),
    supportPending: inStatus('pending'),
    supportGroups: inStatus('group'),
    supportFinished: finished.length,
    leads: [...firstOf.values()].filter(({ rowCreatedAt }) => isWithin(rowCreatedAt)).length,
    avgSupportTime: minutesOf(takes),
    avgWaitTime: minutesOf(waits),
    avgFirstResponseTime: answersOf(attendances),
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
      tickets: own.length,
      avgSupportTime: minutesOf(own.flatMap(({ startedAt, finishedAt }) => positive(startedAt, finishedAt))),
      avgWaitTime: minutesOf(own.flatMap(({ queuedAt, startedAt }) => positive(queuedAt, startedAt))),
      avgFirstResponseTime: answersOf(own),
      rating:
        given.length === 0 ? null : hundredths(given.reduce((sum, rate) => sum + rate, 0) / given.length),
      countRating: given.length,
    };
  });
  const byQueue = [...queues, null].flatMap((id) => {
    const own = attendances.filter(({ queueId }) => queueId === id);
    return own.length === 0
      ? []
      : [
          {
            id,
            tickets: own.length,
            finished: own.filter(({ finishedAt }) => finishedAt !== null).length,
            avgWaitTime: minutesOf(own.flatMap(({ queuedAt, startedAt }) => positive(queuedAt, startedAt))),
            avgFirstResponseTime: answersOf(own),
          },
        ];
  });
  const begun: Record<string, number> = {};
  for (const { startedOn } of attendances) {
    const key = first === last ? hourOf(startedOn) : dayOf(startedOn).split('-').toReversed().join('/');
    begun[key] = (begun[key] ?? 0) + 1;
  }
  return { counters, attendants, byQueue, begun };
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

const shownOf = async (first: string, last: string) => {
  const days = `initialDate=${first}&finalDate=${last}`;
  const { counters, attendants, ...shown } = dashboardRoutes.get.response.parse(
    await ask(`?date_from=${first}&date_to=${last}`),
  );
  const byQueue = shown.queues
    .map(({ queue, ...figures }) => ({ id: queue?.id ?? null, ...figures }))
    .toSorted((a, b) => (a.id ?? Infinity) - (b.id ?? Infinity));
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
    byQueue,
    begun,
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
    const { counters, attendants, byQueue, begun, count, byUser, names } = await shownOf(first, last);
    const period = `${first} to ${last}`;
    expect(counters, period).toEqual(wanted.counters);
    expect(attendants, period).toEqual(wanted.attendants);
    expect(byQueue, period).toEqual(
      wanted.byQueue.toSorted((a, b) => (a.id ?? Infinity) - (b.id ?? Infinity)),
    );
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
      const { stories, step } = histories(random);
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
  const figures = { begun: 12, finished: 11, ...times };
  const ratings = { unrated: 3, promoters: 4, passives: 2, detractors: 2, rateSum: 61 };
  function* increments() {
    for (let at = 0; at < 430 * users; at++) {
      const day = instantAt(start + Math.floor(at / users) * DAY_MS).slice(0, 10);
      const userId = 1 + (at % users);
      const queueId = 1 + (userId % 6);
      const attendance = { day, hour: at % 24, userId, queueId, figures: { ...figures, ...ratings } };
      yield* incrementsBetween(null, { status: null, ticketId: null, attendance });
    }
  }
  const items = rollupItems(company.table, increments(), Date.now());
  for (let at = 0; at < items.length; at += MAX_TRANSACTION_ITEMS)
    await commit(items.slice(at, at + MAX_TRANSACTION_ITEMS));
};

describe('read units of the dashboard', () => {
  it("a year's screen costs at most 20, and usually at most twice a month's, with 50 users working every day", async () => {
    await workedYear(50);
    // Everything that the screen requests, including its charts.
    const look = async (first: string, last: string) => {
      readUnits = 0;
      const { counters } = dashboardRoutes.get.response.parse(
        await ask(`?date_from=${first}&date_to=${last}`),
      );
      await ask(`/ticketsDay?initialDate=${first}&finalDate=${last}`);
      return { counters, readUnits };
    };
    // The first year has the most blocks possible; the second year and the month have as many blocks as most.
    const dearest = await look('2024-11-06', '2025-11-05');
    const year = await look('2024-11-09', '2025-11-08');
    const month = await look('2025-01-01', '2025-01-31');
    expect(dearest.readUnits).toBeLessThanOrEqual(20);
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
          id: `attendance.${count}.${at}`,
          version: 1,
          shareAfter: () => ({
            status: 'open' as const,
            ticketId: null,
            attendance: { day: '2026-05-05', hour: 8, userId: 1, queueId: 1, figures: { begun: 1 } },
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
