import { handler as dashboard } from '@prosa/functions/http/dashboard/handler.ts';
import { handler as tags } from '@prosa/functions/http/tags/handler.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import type { BoundRoutes } from '@prosa/functions/platform/http/bind-routes.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { writeBatch } from '@prosa/functions/platform/table/write-batch.ts';
import type { TicketRow } from '@prosa/functions/repositories/tickets/tickets.ts';
import { BOARD_TICKETS_MAX as CARDS, CARDS_PER_PAGE, kanbanRoutes } from '@prosa/shared/contracts/kanban.ts';
import { tagViewSchema } from '@prosa/shared/contracts/tags.ts';
import { ticketViewSchema } from '@prosa/shared/contracts/tickets.ts';
import type { TicketStatus } from '@prosa/shared/entities/ticket-terms.ts';
import { MOMENTS_MAX as MOMENTS, PANEL_TICKETS_MAX as PANEL } from '@prosa/shared/rules/list-sizes.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { ticketRow } from '../factories/rows.ts';
import { dayIn } from '../support/day-in.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { addQueues } from './support/add-queues.ts';
import { call } from './support/call.ts';
import { usageOf } from './support/desk.ts';
import { useTable } from './support/table.ts';

// The modules read METER while they load.
vi.hoisted(() => {
  process.env.METER = '1';
});

useTable();

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TICKETS = 2_000;

interface Scene {
  company: TestCompany;
  queues: number[];
  /** Works in a twentieth of the queues, or in the only one. */
  ana: TestUser;
  anaQueues: number[];
  /** Works in three fifths of the queues. */
  bruno: TestUser;
  brunoQueues: number[];
  /** A column that half of the tickets are in. */
  laneId: number;
  rows: TicketRow[];
}

/** How the tickets of a company are spread. */
interface Shape {
  queueCount: number;
  /** Statuses from the most frequent to the rarest: each is half as frequent as the one before. */
  statuses: readonly TicketStatus[];
  /** Share of tickets without a queue. */
  withoutQueue: number;
}

const makeScene = async ({ queueCount, statuses, withoutQueue }: Shape): Promise<Scene> => {
  const random = seededRandom(queueCount + statuses.length);
  const oneOf = <T>(all: readonly T[]): T => {
    const one = all[Math.floor(random() * all.length)];
    if (one === undefined) throw new Error('nothing to choose from');
    return one;
  };
  const company = await makeCompany();
  const queues = await addQueues(company, queueCount);
  const anaQueues = queues.filter((_id, index) => index % 20 === 0);
  const brunoQueues = queues.filter((_id, index) => index % 5 < 3);
  const ana = await company.addUser({ queueIds: anaQueues, allowRealTime: true });
  const bruno = await company.addUser({ queueIds: brunoQueues, allowRealTime: true });
  const { body } = await call(tags, {
    to: 'POST /tags',
    token: company.admin.token,
    body: { name: 'Coluna', kanban: 1 },
  });
  const lane = tagViewSchema.parse(body);
  const others = [bruno.id, company.admin.id, 901, 902];
  const statusOf = (): TicketStatus =>
    statuses.find((_status, index) => random() < 0.5 || index === statuses.length - 1) ?? 'open';
  const nowMs = Date.now();
  const rows = Array.from({ length: TICKETS }, (_none, index) => {
    const status = statusOf();
    const activeMs = nowMs - HOUR_MS - index * 6 * 60_000 * (0.5 + random());
    // Some are older than the 30 days of the moments.
    const ageMs = random() < 0.1 ? 40 * DAY_MS : random() * DAY_MS;
    const isWaiting = status === 'pending' && random() < 0.9;
    return {
      ...ticketRow({
        companyId: company.id,
        id: index + 1,
        status,
        queueId: random() < withoutQueue ? null : oneOf(queues),
        userId: isWaiting ? null : oneOf([ana.id, ...others]),
        isGroup: status === 'group',
        latestClosed: status === 'closed' && random() < 0.8,
        laneId: random() < 0.5 ? lane.id : null,
        lastMessage: 'Gostaria de saber o prazo de entrega.',
        activityAt: new Date(activeMs).toISOString(),
      }),
      rowCreatedAt: new Date(activeMs - ageMs).toISOString(),
      version: 0,
    };
  });
  await writeBatch(rows.map((row) => company.table.put(Ticket, row, 'any')));
  return { company, queues, ana, anaQueues, bruno, brunoQueues, laneId: lane.id, rows };
};

/** Returns the ids of tickets, the latest activity first. */
const newestFirst = (rows: readonly TicketRow[]): number[] =>
  rows
    .toSorted((a, b) => (a.activityAt === b.activityAt ? b.id - a.id : a.activityAt < b.activityAt ? 1 : -1))
    .map(({ id }) => id);

const listSchema = z.object({ tickets: z.array(ticketViewSchema), count: z.int() });
const ask = async (handler: BoundRoutes, target: string, user: TestUser) => {
  const answer = await call(handler, { to: `GET ${target}`, token: user.token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer;
};
const moments = async (user: TestUser, query = '') => {
  const answer = await ask(dashboard, `/dashboard/moments?${query}`, user);
  const { tickets: rows, count } = listSchema.parse(answer.body);
  expect(count).toBe(rows.length);
  return { ids: rows.map(({ id }) => id), usage: usageOf(answer) };
};
const board = async (user: TestUser, query = '') => {
  const answer = await ask(tags, `/ticket/kanban?${query}`, user);
  const { tickets: rows, ...page } = kanbanRoutes.tickets.response.parse(answer.body);
  return { ids: rows.map(({ id }) => id), ...page, usage: usageOf(answer) };
};
/** Follows the board to its end. */
const wholeBoard = async (user: TestUser, query = ''): Promise<number[]> => {
  const ids: number[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await board(user, cursor === undefined ? query : `${query}&cursor=${cursor}`);
    ids.push(...page.ids);
    cursor = page.cursor;
  }
  return ids;
};
const panel = async (user: TestUser) => {
  const answer = await ask(tickets, '/usersMoments', user);
  return {
    ids: z
      .array(ticketViewSchema)
      .parse(answer.body)
      .map(({ id }) => id),
    usage: usageOf(answer),
  };
};

/** What the moments show of these days: a closed ticket only if it is the latest of its contact and queue. */
const ofLastDays = (rows: readonly TicketRow[]): TicketRow[] =>
  rows.filter(
    ({ status, latestClosed, rowCreatedAt }) =>
      (status !== 'closed' || latestClosed) && Date.parse(rowCreatedAt) > Date.now() - 30 * DAY_MS,
  );
/** The tickets that the board shows to a user of some queues: waiting ones without an attendant, and the user's own. */
const onBoardOf = (rows: readonly TicketRow[], userId: number, queueIds: readonly number[]): TicketRow[] =>
  rows.filter(
    (ticket) =>
      (ticket.status === 'open' && ticket.userId === userId) ||
      (ticket.status === 'pending' &&
        (ticket.userId === userId ||
          (ticket.userId === null && ticket.queueId !== null && queueIds.includes(ticket.queueId)))),
  );
const onBoard = ({ status }: TicketRow): boolean => status === 'open' || status === 'pending';

/** What a call may cost. */
interface Limits {
  calls: number;
  sequential: number;
  readUnits: number;
}
const expectWithin = (usage: Limits, limits: Limits): void => {
  for (const name of ['calls', 'sequential', 'readUnits'] as const)
    expect(usage[name], `${name} of ${JSON.stringify(usage)}`).toBeLessThanOrEqual(limits[name]);
};

const BOARD_LIMITS = { calls: 24, sequential: 3, readUnits: 30 };
const COLUMN_LIMITS = { calls: 10, sequential: 3, readUnits: 6 };
/** Two fifths of the rows that are read for the user of the other queues are hidden. */
const MOST_QUEUES_LIMITS = { calls: 10, sequential: 3, readUnits: 45 };
const OWN_MOMENTS_LIMITS = { calls: 12, sequential: 3, readUnits: 20.5 };

const USUAL = { statuses: ['closed', 'open', 'pending'], withoutQueue: 0 } as const;
const EVERY = { statuses: ['open', 'pending', 'closed', 'group', 'lgpd', 'nps'], withoutQueue: 0.2 } as const;

describe.each([
  ['one queue', { ...USUAL, queueCount: 1 }, { calls: 14, sequential: 4, readUnits: 22.5 }],
  ['100 queues', { ...USUAL, queueCount: 100 }, { calls: 14, sequential: 4, readUnits: 21.5 }],
  [
    '100 queues and tickets of every status, some without a queue',
    { ...EVERY, queueCount: 100 },
    { calls: 26, sequential: 4, readUnits: 25 },
  ],
])('a company of %s', (_name, shape, momentsLimits) => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await makeScene(shape);
    // The first calls also read the directory.
    for (const user of [scene.company.admin, scene.ana, scene.bruno]) await moments(user);
  });

  it('S-21: moments are the latest tickets of the last 30 days, to users only their own', async () => {
    const { company, ana, queues, rows } = scene;
    const recent = ofLastDays(rows);
    // The administrator sees no groups.
    const seen = recent.filter(({ status, userId }) => status !== 'group' || userId === company.admin.id);
    const all = await moments(company.admin);
    expect(all.ids).toEqual(newestFirst(seen).slice(0, MOMENTS));
    expectWithin(all.usage, momentsLimits);
    const own = await moments(ana);
    expect(own.ids).toEqual(newestFirst(recent.filter(({ userId }) => userId === ana.id)).slice(0, MOMENTS));
    expectWithin(own.usage, OWN_MOMENTS_LIMITS);
    const chosen = queues.slice(0, 2);
    const ofQueues = recent.filter(
      ({ status, queueId }) => status === 'pending' && queueId !== null && chosen.includes(queueId),
    );
    const { ids } = await moments(company.admin, `queueIds=${JSON.stringify(chosen)}&status=pending`);
    expect(ids).toEqual(newestFirst(ofQueues).slice(0, MOMENTS));
  });

  it('moments of a period long ago are the latest of a thousand rows, at a bounded cost', async () => {
    const { company, rows } = scene;
    const day = (ago: number): string => dayIn('America/Sao_Paulo', Date.now() - ago * DAY_MS);
    const { ids, usage } = await moments(
      company.admin,
      `status=open&dateStart=${day(70)}&dateEnd=${day(35)}`,
    );
    const expected = newestFirst(
      rows.filter(
        ({ status, rowCreatedAt }) =>
          status === 'open' && Date.parse(rowCreatedAt) < Date.now() - 30 * DAY_MS,
      ),
    );
    expect(ids.length).toBeGreaterThanOrEqual(Math.min(50, expected.length));
    expect(ids).toEqual(expected.slice(0, ids.length));
    expectWithin(usage, { calls: 12, sequential: 6, readUnits: 80 });
  });

  it('S-21: a page of the board has the latest cards that the user may see, and its pages have all of them', async () => {
    const { company, ana, anaQueues, bruno, brunoQueues, laneId, rows } = scene;
    for (const [user, expected, limits] of [
      [company.admin, rows.filter(onBoard), BOARD_LIMITS],
      [ana, onBoardOf(rows, ana.id, anaQueues), BOARD_LIMITS],
      [bruno, onBoardOf(rows, bruno.id, brunoQueues), MOST_QUEUES_LIMITS],
    ] as const) {
      const ids = newestFirst(expected);
      const page = await board(user);
      expect(page.ids).toEqual(ids.slice(0, CARDS));
      expect(page.hasMore).toBe(ids.length > CARDS);
      expectWithin(page.usage, limits);
      expect(await wholeBoard(user)).toEqual(ids);
      for (const [query, isIn] of [
        [`laneId=${laneId}`, (ticket: TicketRow) => ticket.laneId === laneId],
        ['laneId=0', (ticket: TicketRow) => ticket.laneId === null],
      ] as const) {
        const cards = await board(user, query);
        const column = newestFirst(expected.filter(isIn));
        expect(cards.ids).toEqual(column.slice(0, CARDS_PER_PAGE));
        expectWithin(cards.usage, COLUMN_LIMITS);
        expect(await wholeBoard(user, query)).toEqual(column);
      }
    }
  });

  it('the attendance panel has the latest open and waiting tickets', async () => {
    const { company, bruno, brunoQueues, rows } = scene;
    const all = await panel(company.admin);
    expect(all.ids).toEqual(newestFirst(rows.filter(onBoard)).slice(0, PANEL).reverse());
    expectWithin(all.usage, { calls: 10, sequential: 3, readUnits: 35 });
    const watched = rows.filter(
      (ticket) =>
        onBoard(ticket) &&
        (ticket.userId === bruno.id || (ticket.queueId !== null && brunoQueues.includes(ticket.queueId))),
    );
    const some = await panel(bruno);
    expect(some.ids).toEqual(newestFirst(watched).slice(0, PANEL).reverse());
    expectWithin(some.usage, { calls: 10, sequential: 3, readUnits: 65 });
  });
});
