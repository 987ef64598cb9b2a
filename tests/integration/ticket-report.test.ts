import { handler as report } from '@prosa/functions/http/ticket-report/handler.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Attendance, Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { REPORT_COUNTED, type ReportRow, ticketReportRoutes } from '@prosa/shared/contracts/ticket-report.ts';
import type { TicketStatus } from '@prosa/shared/entities/ticket-terms.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type PlantedAttendance, type PlantedTicket, plantAttendances } from '../factories/attendances.ts';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { makeContact, makeTicket } from '../factories/tickets.ts';
import { dayIn } from '../support/day-in.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { call } from './support/call.ts';
import { useTable } from './support/table.ts';

useTable();

const TIME_ZONE = 'America/Sao_Paulo';
const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
const TAGS = [71, 72, 73];
const TICKETS = 70;
const CONTACTS = 9;

/** An attendance as the test planted it. */
interface Planted {
  key: string;
  ticketId: number;
  contactId: number;
  name: string;
  startedOn: string;
  day: string;
  finishedAt: string | null;
  status: TicketStatus;
  ticket: { status: TicketStatus; queueId: number | null; userId: number | null };
  queueId: number | null;
  userId: number | null;
  connectionId: number;
  tagIds: number[];
  rate: number | null;
  isDeclined: boolean;
  reopened: boolean;
}

let company: TestCompany;
let people: TestUser[];
let queues: number[];
let connections: number[];
let planted: Planted[];
/** Days of the period, and as a query. Some attendances began before it. */
let first: string;
let last: string;
let range: string;

const NAMES = ['Ana Souza', 'Bruno Lima', 'Érica Dias', 'Davi 2024', 'Elis', 'Fábio', 'Gil', 'Hugo', 'Íris'];

const ask = (query: string, token = company.admin.token) =>
  call(report, { to: `GET /ticketreport/reports?${query}`, token });

const pageOf = async (query: string, token?: string) => {
  const answer = await ask(query, token);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return ticketReportRoutes.list.response.parse(answer.body);
};

/** Reads all pages, and checks that their rows are as many as the total of each page. */
const allRows = async (query: string, token?: string, pageSize = 7): Promise<ReportRow[]> => {
  const rows: ReportRow[] = [];
  for (let page = 1; ; page++) {
    const { tickets, totalTickets } = await pageOf(`${query}&page=${page}&pageSize=${pageSize}`, token);
    rows.push(...tickets);
    if (tickets.length < pageSize) {
      expect(totalTickets, query).toEqual({ total: rows.length, more: false });
      return rows;
    }
  }
};

const keyOf = ({ id, attendanceId }: Pick<ReportRow, 'id' | 'attendanceId'>): string =>
  `${id} ${attendanceId}`;

/** Recounts the attendances of the period, the latest first. */
const expected = (isWanted: (one: Planted) => boolean): string[] =>
  planted
    .filter((one) => one.day >= first && isWanted(one))
    .toSorted((a, b) => Date.parse(b.startedOn) - Date.parse(a.startedOn))
    .map(({ key }) => key);

beforeAll(async () => {
  company = await makeCompany({ company: { timeZone: TIME_ZONE } });
  queues = [await company.addQueue({ name: 'Vendas' }), await company.addQueue(), await company.addQueue()];
  connections = [await company.addConnection({ name: 'Loja' }), await company.addConnection()];
  people = [
    await company.addUser({ name: 'Paula', queueIds: [queues[0] ?? 0], showDashboard: true }),
    await company.addUser({ name: 'Quim', queueIds: queues }),
  ];
  const random = seededRandom(28);
  const pick = <T>(all: readonly T[]): T => {
    const one = all[Math.floor(random() * all.length)];
    if (one === undefined) throw new Error('nothing to pick from');
    return one;
  };
  const nowMs = Date.now();
  first = dayIn(TIME_ZONE, nowMs - 40 * DAY_MS);
  last = dayIn(TIME_ZONE, nowMs);
  range = `dateFrom=${first}&dateTo=${last}`;
  planted = [];
  const tickets: PlantedTicket[] = [];
  const attendances: PlantedAttendance[] = [];
  for (let nth = 0; nth < TICKETS; nth++) {
    const id = 1_000 + nth;
    const contactId = 1 + Math.floor(random() * CONTACTS);
    const contact = {
      id: contactId,
      name: NAMES[contactId - 1] ?? '',
      number: `55119123400${contactId}0`,
      tags: [{ id: TAGS[contactId % 3] ?? 71, name: 'Tag', color: '#112233' }],
    };
    const status = pick(['closed', 'closed', 'open', 'pending', 'group'] as const);
    const userId = status === 'pending' ? null : pick(people).id;
    const queueId = pick([...queues, null]);
    tickets.push({
      id,
      contactId,
      contact,
      status,
      queueId,
      userId,
      isGroup: status === 'group',
      connectionId: pick(connections),
      lastMessage: `Pedido ${id}`,
      unreadMessages: nth % 4 === 0 ? 1 : 0,
    });
    const times = 1 + Math.floor(random() * 3);
    let atMs = nowMs - Math.floor((4 + random() * 37) * DAY_MS);
    for (let time = 0; time < times && atMs < nowMs; time++) {
      const startedOn = new Date(atMs).toISOString();
      const endMs = atMs + Math.floor(random() * 30 * HOUR_MS) + 1;
      const isEnded = time < times - 1 || status === 'closed';
      const rate = isEnded && random() < 0.4 ? Math.floor(random() * 11) : null;
      const isDeclined = isEnded && rate === null && random() < 0.3;
      const tagIds = isEnded ? [pick(TAGS)] : [];
      const one = {
        ticketId: id,
        queueId: pick([...queues, null]),
        userId: isEnded || status !== 'pending' ? pick(people).id : null,
        connectionId: pick(connections),
        startedOn,
        finishedAt: isEnded ? new Date(endMs).toISOString() : null,
        reopened: time > 0,
      };
      attendances.push({
        ...one,
        id: `${String(time).padStart(4, '0')}a`,
        rated: rate !== null,
        rate: isDeclined ? 0 : rate,
        tagIds,
      });
      planted.push({
        ...one,
        key: `${id} ${String(time).padStart(4, '0')}a`,
        contactId,
        name: contact.name,
        day: dayIn(TIME_ZONE, atMs),
        status: isEnded ? 'closed' : status,
        ticket: { status, queueId, userId },
        tagIds: isEnded ? tagIds : contact.tags.map((tag) => tag.id),
        rate,
        isDeclined,
      });
      atMs = endMs + Math.floor(random() * 3 * DAY_MS) + 1;
    }
  }
  await plantAttendances(company.table, tickets, attendances);
});

describe('the rows of the report', () => {
  it('are all attendances of the period, the latest first, on pages without gap or repetition', async () => {
    // Admins see groups only with `allowGroup`.
    const all = expected(({ ticket }) => ticket.status !== 'group');
    const rows = await allRows(range);
    expect(rows.map(keyOf)).toEqual(all);
    expect(all.length).toBeGreaterThan(TICKETS);
    expect((await pageOf(`${range}&pageSize=100`)).tickets.map(keyOf)).toEqual(all.slice(0, 100));
    const after = await pageOf(`${range}&page=900&pageSize=20`);
    expect(after).toEqual({ tickets: [], totalTickets: { total: all.length, more: false } });
  });

  it('are those of groups for administrators who see groups', async () => {
    const admin = await company.addUser({ profile: 'admin', allowGroup: true });
    expect((await allRows(range, admin.token)).map(keyOf)).toEqual(expected(() => true));
  });

  it('count a reopened ticket once for each attendance, and call the ended ones closed', async () => {
    const rows = await allRows(range);
    for (const row of rows) {
      const one = planted.find(({ key }) => key === keyOf(row));
      expect(row).toMatchObject({
        reopened: one?.reopened,
        ticketStatus: one?.status,
        beganAt: one?.startedOn,
        endedAt: one?.finishedAt,
        NPS: one?.rate,
      });
    }
    const reopened = rows.filter((row) => row.reopened);
    expect(reopened.length).toBeGreaterThan(10);
  });

  it.each([
    ['user', () => `users=[${people[0]?.id}]`, (one: Planted) => one.userId === people[0]?.id],
    ['users', () => `users=[${people.map(({ id }) => id)}]`, (one: Planted) => one.userId !== null],
    ['queue', () => `queueIds=[${queues[1]}]`, (one: Planted) => one.queueId === queues[1]],
    [
      'connection',
      () => `whatsappId=[${connections[1]}]`,
      (one: Planted) => one.connectionId === connections[1],
    ],
    [
      'a connection alone',
      () => `whatsappId=${connections[1]}`,
      (one: Planted) => one.connectionId === connections[1],
    ],
    ['status', () => 'status=["open","pending"]', (one: Planted) => ['open', 'pending'].includes(one.status)],
    ['closed', () => 'status=["closed"]', (one: Planted) => one.finishedAt !== null],
    ['tag', () => 'tags=[72]', (one: Planted) => one.tagIds.includes(72)],
    ['rating', () => 'onlyRated=true', (one: Planted) => one.rate !== null],
    ['reopened', () => 'onlyReopened=true', (one: Planted) => one.reopened],
    ['chose not to rate', () => 'onlyDeclined=true', (one: Planted) => one.isDeclined],
    ['contact', () => 'contactId=3', (one: Planted) => one.contactId === 3],
    ['nobody', () => 'contactId=999', () => false],
    ['name', () => 'searchParam=erica', (one: Planted) => one.name === 'Érica Dias'],
    ['number', () => 'searchParam=1234004', (one: Planted) => one.contactId === 4],
    ['ticket', () => 'searchParam=1007', (one: Planted) => one.ticketId === 1007],
    [
      'conditions',
      () => `filter=${encodeURIComponent(`rating:9.. or (status:open -queue:${queues[0]})`)}`,
      (one: Planted) =>
        (one.rate !== null && one.rate >= 9) || (one.status === 'open' && one.queueId !== queues[0]),
    ],
    [
      'several at once',
      () => `queueIds=[${queues[1]},${queues[2]}]&onlyRated=true&contactId=&searchParam=`,
      (one: Planted) => one.rate !== null && (one.queueId === queues[1] || one.queueId === queues[2]),
    ],
  ])('are filtered by %s as by a recount', async (_name, query, isWanted) => {
    const wanted = expected((one) => one.ticket.status !== 'group' && isWanted(one));
    expect((await allRows(`${range}&${query()}`)).map(keyOf)).toEqual(wanted);
  });

  it('are those that began on the days of the company, from the first of the month to today by default', async () => {
    for (let back = 0; back < 12; back++) {
      const day = dayIn(TIME_ZONE, Date.now() - back * 3 * DAY_MS);
      const wanted = expected((one) => one.ticket.status !== 'group' && one.day === day);
      expect((await allRows(`dateFrom=${day}&dateTo=${day}`)).map(keyOf), day).toEqual(wanted);
    }
    const month = expected((one) => one.ticket.status !== 'group' && one.day >= `${last.slice(0, 7)}-01`);
    expect((await allRows('dateFrom=&dateTo=')).map(keyOf)).toEqual(month);
    expect((await allRows('')).map(keyOf)).toEqual(month);
  });

  it('are on the day at both edges of midnight, also on days with a clock change', async () => {
    const other = await makeCompany({ company: { timeZone: 'Europe/Berlin' } });
    const times = [
      // The last and first milliseconds of days: the clocks changed on the 29th of March and the 25th of October.
      '2026-03-28T22:59:59.999Z',
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T21:59:59.999Z',
      '2026-03-29T22:00:00.000Z',
      '2026-10-24T21:59:59.999Z',
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T22:59:59.999Z',
      '2026-10-25T23:00:00.000Z',
    ];
    await plantAttendances(
      other.table,
      times.map((_time, nth) => ({ id: nth + 1, contactId: nth + 1 })),
      times.map((startedOn, nth) => ({ ticketId: nth + 1, id: '1', startedOn })),
    );
    const on = async (day: string) =>
      (await pageOf(`dateFrom=${day}&dateTo=${day}`, other.admin.token)).tickets.map(
        ({ beganAt, createdAt }) => [beganAt, createdAt],
      );
    expect(await on('2026-03-29')).toEqual([
      [times[2], '29/03/2026 23:59'],
      [times[1], '29/03/2026 00:00'],
    ]);
    expect(await on('2026-10-25')).toEqual([
      [times[6], '25/10/2026 23:59'],
      [times[5], '25/10/2026 00:00'],
    ]);
  });

  it('have names, times and duration in the words of older clients', async () => {
    const other = await makeCompany({ company: { timeZone: TIME_ZONE } });
    const queueId = await other.addQueue({ name: 'Vendas' });
    const connectionId = await other.addConnection({ name: 'Loja' });
    const { id: userId } = await other.addUser({ name: 'Paula' });
    await plantAttendances(
      other.table,
      [{ id: 7, contactId: 7, status: 'open', lastMessage: 'Obrigado' }],
      [
        {
          ...{ ticketId: 7, id: '1', startedOn: '2026-11-20T12:00:00.000Z', userId, queueId, connectionId },
          ...{
            finishedAt: '2026-11-22T12:10:00.000Z',
            ratingAt: '2026-11-21T13:25:59.000Z',
            rated: true,
            rate: 9,
          },
        },
        { ticketId: 7, id: '2', startedOn: '2026-11-22T12:30:00.000Z', reopened: true, userId: 999 },
      ],
    );
    const { tickets } = await pageOf('dateFrom=2026-11-20&dateTo=2026-11-22', other.admin.token);
    expect(tickets).toMatchObject([
      {
        ...{ id: 7, reopened: true, whatsappName: '', contactName: 'Contact 7', userName: '', queueName: '' },
        ...{ status: 'ABERTO', lastMessage: 'Obrigado', createdAt: '22/11/2026 09:30', closedAt: '' },
        ...{ supportTime: '', supportSeconds: null, NPS: null },
      },
      {
        ...{ id: 7, reopened: false, whatsappName: 'Loja', userName: 'Paula', queueName: 'Vendas' },
        ...{ status: 'FECHADO', createdAt: '20/11/2026 09:00', closedAt: '22/11/2026 09:10' },
        ...{ supportTime: '1 days, 1 hours and 25 minutes', supportSeconds: 91_559, NPS: 9 },
      },
    ]);
  });
});

describe('who sees the report', () => {
  it('S-21: a user with `showDashboard` sees and counts only attendances of visible tickets', async () => {
    const [paula] = people;
    const visible = expected(
      ({ ticket }) =>
        ticket.userId === paula?.id ||
        (ticket.queueId === queues[0] &&
          ticket.status !== 'open' &&
          ticket.status !== 'group' &&
          (ticket.status === 'closed' || ticket.userId === null)),
    );
    expect(visible.length).toBeGreaterThan(10);
    expect((await allRows(range, paula?.token)).map(keyOf)).toEqual(visible);
    const rated = await allRows(`${range}&onlyRated=true`, paula?.token);
    expect(rated.map(keyOf)).toEqual(
      visible.filter((key) => planted.find((one) => one.key === key)?.rate != null),
    );
  });

  it('nobody without the permission', async () => {
    expect(await ask(range, people[1]?.token)).toMatchObject({
      status: 403,
      body: { error: 'ERR_NO_PERMISSION' },
    });
  });

  it('S-58: searches of users from whom numbers are hidden look only in names, and rows show no number', async () => {
    const other = await makeCompany({ settings: { enableLGPD: true, lgpdHideNumber: true } });
    const user = await other.addUser({ showDashboard: true, allUserChat: true, allHistoric: true });
    const contact = { id: 5, name: '+55 11 98877-6655', number: '5511988776655' };
    await plantAttendances(
      other.table,
      [
        {
          id: 5,
          contactId: 5,
          contact,
        },
      ],
      [{ ticketId: 5, id: '1', startedOn: '2026-11-20T12:00:00.000Z' }],
    );
    const days = 'dateFrom=2026-11-20&dateTo=2026-11-20';
    const { tickets } = await pageOf(days, user.token);
    expect(tickets).toHaveLength(1);
    expect(JSON.stringify(tickets)).not.toMatch(/98877|6655/);
    expect((await pageOf(`${days}&searchParam=988776655`, user.token)).totalTickets.total).toBe(0);
    expect((await pageOf(`${days}&searchParam=988776655`, other.admin.token)).totalTickets.total).toBe(1);
  });

  it('S-22: other companies see nothing of it, also not by its ids', async () => {
    const other = await makeCompany({ company: { timeZone: TIME_ZONE } });
    for (const query of ['', '&contactId=3', `&queueIds=[${queues[0]}]`])
      expect(await pageOf(`${range}${query}`, other.admin.token)).toEqual({
        tickets: [],
        totalTickets: { total: 0, more: false },
      });
  });
});

it('deleted tickets are neither listed nor counted', async () => {
  const other = await makeCompany();
  const connectionId = await other.addConnection();
  const kept = await makeTicket(other.table, { connectionId });
  const gone = await makeTicket(other.table, { connectionId, contact: await makeContact(other.table) });
  const before = await pageOf('', other.admin.token);
  expect(before.totalTickets.total).toBe(2);
  await commit([other.table.delete(Ticket, { id: gone.id })]);
  // Its attendance is still in the index, as while the index lags.
  expect((await pageOf('', other.admin.token)).tickets.map(({ id }) => id)).toEqual([kept.id]);
  const rows = await other.table.query(Attendance, { pk: `T#${gone.id}`, limit: 10 });
  await commit(rows.rows.map((row) => other.table.delete(Attendance, row)));
  expect((await pageOf('', other.admin.token)).totalTickets.total).toBe(1);
});

it('counts two thousand rows exactly, and says that there are more', async () => {
  const other = await makeCompany({ company: { timeZone: TIME_ZONE } });
  const atMs = Date.parse('2026-10-20T12:00:00.000Z');
  const many = REPORT_COUNTED + 30;
  await plantAttendances(
    other.table,
    [{ id: 1, contactId: 1, status: 'closed' }],
    Array.from({ length: many }, (_none, nth) => ({
      ticketId: 1,
      id: String(nth).padStart(6, '0'),
      startedOn: new Date(atMs - nth * 60_000).toISOString(),
      finishedAt: new Date(atMs).toISOString(),
    })),
  );
  const days = 'dateFrom=2026-10-01&dateTo=2026-10-20';
  const on = (query: string) => pageOf(`${days}&${query}`, other.admin.token);
  expect((await on('')).totalTickets).toEqual({ total: REPORT_COUNTED, more: true });
  const { tickets, totalTickets } = await on(`page=${many / 10}&pageSize=10`);
  expect(totalTickets).toEqual({ total: REPORT_COUNTED, more: true });
  expect(tickets.map(({ attendanceId }) => Number(attendanceId))).toEqual(
    Array.from({ length: 10 }, (_none, nth) => many - 10 + nth),
  );
  await commit(
    Array.from({ length: 30 }, (_none, nth) =>
      other.table.delete(Attendance, { ticketId: 1, id: String(nth).padStart(6, '0') }),
    ),
  );
  expect((await on('')).totalTickets).toEqual({ total: REPORT_COUNTED, more: false });
});

it.each([
  ['dateFrom=2026-02-30', 'query.dateFrom'],
  ['dateFrom=2026-02-02&dateTo=2026-02-01', 'dateFrom'],
  ['dateFrom=2000-01-01&dateTo=2026-02-01', 'dateFrom'],
  ['filter=status%3Anothing', 'filter'],
  ['pageSize=101', 'query.pageSize'],
  ['page=0', 'query.page'],
  ['status=["lost"]', 'query.status'],
])('refuses %s', async (query, path) => {
  const { status, body } = await ask(query);
  expect({ status, body }).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } });
  expect(JSON.stringify(body)).toContain(path);
});
