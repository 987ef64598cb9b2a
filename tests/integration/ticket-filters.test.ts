import { handler as tags } from '@prosa/functions/http/tags/handler.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { CompanySettings } from '@prosa/functions/platform/table/entities/companies.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import type { TicketRow } from '@prosa/functions/repositories/tickets/tickets.ts';
import { kanbanRoutes } from '@prosa/shared/contracts/kanban.ts';
import { ticketPageSchema, ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import type { TicketStatus } from '@prosa/shared/entities/ticket-terms.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { makeContact, makeTicket, reload } from '../factories/tickets.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { call } from './support/call.ts';
import { usageOf } from './support/desk.ts';
import { useTable } from './support/table.ts';

// The modules read METER while they load.
vi.hoisted(() => {
  process.env.METER = '1';
});

useTable();

const HOUR_MS = 3_600_000;
const TICKETS = 150;
const TAG_COLOR = '#8E24AA';

let company: TestCompany;
const stored: TicketRow[] = [];
const users: TestUser[] = [];
const queues: number[] = [];
const lanes: number[] = [];
const connections: number[] = [];

const search = (query: Record<string, unknown>): string => {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null)
      params.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  return params.toString();
};
const pageOf = async (user: TestUser, query: Record<string, unknown>) => {
  const answer = await call(tickets, { to: `GET /tickets?${search(query)}`, token: user.token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { ...ticketPageSchema.parse(answer.body), usage: usageOf(answer) };
};
/** Returns the ids of a list in its order, page by page. */
const listed = async (user: TestUser, query: Record<string, unknown>): Promise<number[]> => {
  const ids: number[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await pageOf(user, { ...query, cursor });
    ids.push(...page.tickets.map(({ id }) => id));
    cursor = page.cursor;
  }
  return ids;
};
const counted = async (user: TestUser, query: Record<string, unknown>) => {
  const answer = await call(tickets, { to: `GET /tickets/count?${search(query)}`, token: user.token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return ticketRoutes.count.response.parse(answer.body);
};
const lanesOf = async (user: TestUser, query: Record<string, unknown>) => {
  const answer = await call(tags, { to: `GET /tag/kanban?${search(query)}`, token: user.token });
  return kanbanRoutes.lanes.response.parse(answer.body);
};
const cardsOf = async (user: TestUser, query: Record<string, unknown>): Promise<number[]> => {
  const ids: number[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const answer = await call(tags, {
      to: `GET /ticket/kanban?${search({ ...query, cursor })}`,
      token: user.token,
    });
    const page = kanbanRoutes.tickets.response.parse(answer.body);
    ids.push(...page.tickets.map(({ id }) => id));
    cursor = page.cursor;
  }
  return ids;
};
const sorted = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b);
const rowOf = (id: number): TicketRow => {
  const row = stored.find((one) => one.id === id);
  if (row === undefined) throw new Error(`ticket ${id} is not stored`);
  return row;
};
/** Returns the day in São Paulo, three hours behind UTC all year. */
const dayOf = (instant: string): string =>
  new Date(Date.parse(instant) - 3 * HOUR_MS).toISOString().slice(0, 10);
const hoursSince = (instant: string): number => (Date.now() - Date.parse(instant)) / HOUR_MS;

/** Filters, and the same in code. Ages are far from their limits, so that the time of the test does not matter. */
const filters = (): [string, (ticket: TicketRow) => boolean][] => {
  const [first = 0, second = 0] = queues;
  const [lane = 0] = lanes;
  const [, attendant, other] = users;
  const [connection = 0] = connections;
  const [somebody = rowOf(0)] = stored;
  return [
    [`queue:${first},none`, ({ queueId }) => queueId === first || queueId === null],
    [`-queue:${first}`, ({ queueId }) => queueId !== first],
    [`attendant:${attendant?.id}`, ({ userId }) => userId === attendant?.id],
    [
      `attendant:${attendant?.id},${other?.id} -unread`,
      (ticket) =>
        (ticket.userId === attendant?.id || ticket.userId === other?.id) && ticket.unreadMessages === 0,
    ],
    ['attendant:none', ({ userId }) => userId === null],
    [`connection:${connection}`, ({ connectionId }) => connectionId === connection],
    ['tag:4', ({ contact }) => contact.tags.some(({ id }) => id === 4)],
    ['tag:none', ({ contact }) => contact.tags.length === 0],
    [`column:${lane}`, ({ laneId }) => laneId === lane],
    ['column:none unread', (ticket) => ticket.laneId === null && ticket.unreadMessages > 0],
    [`contact:${somebody.contactId}`, ({ contactId }) => contactId === somebody.contactId],
    ['status:open or status:closed', ({ status }) => status === 'open' || status === 'closed'],
    [
      `-(status:open queue:${second}) (unread or idle:>50h)`,
      (ticket) =>
        !(ticket.status === 'open' && ticket.queueId === second) &&
        (ticket.unreadMessages > 0 || hoursSince(ticket.activityAt) > 50),
    ],
    ['created:2026-03-01', ({ rowCreatedAt }) => dayOf(rowCreatedAt) === '2026-03-01'],
    [
      'created:2026-03-01..2026-03-02',
      ({ rowCreatedAt }) => ['2026-03-01', '2026-03-02'].includes(dayOf(rowCreatedAt)),
    ],
    [
      `active:${dayOf(somebody.activityAt)}`,
      ({ activityAt }) => dayOf(activityAt) === dayOf(somebody.activityAt),
    ],
    ['idle:<30h', ({ activityAt }) => hoursSince(activityAt) < 30],
    ['rating:0..6', ({ userRating }) => userRating !== null && userRating <= 3],
    ['rating:9..10 or rating:7', ({ userRating }) => userRating === 5 || userRating === 4],
    ['"silva ana"', ({ contact }) => contact.name === 'Ana Silva'],
    ['silva -ana', ({ contact }) => contact.name === 'João da Silva'],
    [
      String(somebody.id),
      ({ id, contact }) => id === somebody.id || contact.number.includes(String(somebody.id)),
    ],
    ['()', () => true],
    ['-()', () => false],
  ];
};

beforeAll(async () => {
  company = await makeCompany({ company: { timeZone: 'America/Sao_Paulo' } });
  for (let n = 0; n < 3; n++) queues.push(await company.addQueue());
  for (let n = 0; n < 2; n++) connections.push(await company.addConnection());
  const [first = 0, second = 0] = queues;
  users.push(
    company.admin,
    await company.addUser({ queueIds: [first], allTicket: true }),
    await company.addUser({ queueIds: [first, second], allUserChat: true }),
  );
  for (const name of ['Primeira', 'Segunda']) {
    const made = await call(tags, {
      to: 'POST /tags',
      token: company.admin.token,
      body: { name, kanban: 1 },
    });
    expect(made.status).toBe(200);
  }
  lanes.push(...(await lanesOf(company.admin, {})).lista.map(({ id }) => id));
  const random = seededRandom(28);
  const oneOf = <T>(...all: readonly T[]): T => {
    const one = all[Math.floor(random() * all.length)];
    if (one === undefined) throw new Error('nothing to choose from');
    return one;
  };
  for (let n = 0; n < TICKETS; n++) {
    const contact = await makeContact(company.table, {
      name: oneOf('Ana Silva', 'João da Silva', 'Marília Reis'),
    });
    const createdMs = Date.parse('2026-03-01T02:00:00.000Z') + n * HOUR_MS;
    const made = await makeTicket(
      company.table,
      { contact, connectionId: oneOf(...connections) },
      {},
      createdMs,
    );
    const status = oneOf<TicketStatus>('open', 'pending', 'closed', 'group');
    const laneId = oneOf(null, ...lanes);
    const row = {
      ...made,
      status,
      isGroup: status === 'group',
      latestClosed: status === 'closed',
      queueId: oneOf(null, ...queues),
      userId: oneOf(null, ...users.map(({ id }) => id)),
      unreadMessages: oneOf(0, 0, 2),
      userRating: oneOf(null, 1, 2, 3, 4, 5),
      laneId,
      tags: laneId === null ? [] : [{ id: laneId, name: 'Coluna', color: TAG_COLOR }],
      contact: {
        ...made.contact,
        tags: oneOf<number[]>([], [4], [5], [4, 5]).map((id) => ({ id, name: `T${id}`, color: TAG_COLOR })),
      },
      // Hours ago, half an hour away from the limits of the filters.
      activityAt: new Date(Date.now() - (n + 0.5) * HOUR_MS).toISOString(),
    };
    await commit([company.table.put(Ticket, row, made.version)]);
    stored.push(await reload(company.table, made.id));
  }
  forgetDirectory(company.id);
});

describe('a filter in text form', () => {
  it('S-21: shows of each list the tickets that a recount finds, in order, to each user, and counts no hidden one', async () => {
    let shown = 0;
    for (const [n, user] of users.entries())
      for (const [m, status] of (['open', 'pending', 'closed', 'group', 'search'] as const).entries()) {
        const list = {
          status,
          showAll: true,
          ...((n + m) % 2 === 0 || status === 'search' ? {} : { sortTickets: 'ASC' }),
        };
        const whole = await listed(user, list);
        for (const [filter, matches] of filters()) {
          const expected = whole.filter((id) => matches(rowOf(id)));
          const name = `${status} ${filter} ${user.email}`;
          expect(await listed(user, { ...list, filter }), name).toEqual(expected);
          shown += expected.length;
          if (status === 'search') continue;
          const { count, more } = await counted(user, { status, showAll: true, filter });
          if (more) expect(count, name).toBeLessThanOrEqual(expected.length);
          else expect(count, name).toBe(expected.length);
        }
      }
    expect(shown).toBeGreaterThan(500);
  });

  it('S-21: shows the same tickets on the board, and counts those of each column', async () => {
    for (const user of users)
      for (const [filter, matches] of filters()) {
        const name = `${filter} ${user.email}`;
        const { lista, more } = await lanesOf(user, { filter });
        expect(more, name).toBe(false);
        for (const { id, ticketsCount } of lista) {
          const whole = await cardsOf(user, { laneId: id });
          const expected = whole.filter((ticketId) => matches(rowOf(ticketId)));
          expect(await cardsOf(user, { laneId: id, filter }), name).toEqual(expected);
          expect(ticketsCount, name).toBe(expected.length);
        }
        const free = (await cardsOf(user, { laneId: 0 })).filter((id) => matches(rowOf(id)));
        expect(await cardsOf(user, { laneId: 0, filter }), name).toEqual(free);
        const all = (await cardsOf(user, {})).filter((id) => matches(rowOf(id)));
        expect(sorted(await cardsOf(user, { filter })), name).toEqual(sorted(all));
      }
  });

  it('applies besides the other parameters of a list', async () => {
    const query = { status: 'open', showAll: true, unread: true, tags: [4] };
    const whole = await listed(company.admin, query);
    const filtered = whole.filter((id) => rowOf(id).queueId === queues[0]);
    expect(await listed(company.admin, { ...query, filter: `queue:${queues[0]}` })).toEqual(filtered);
    expect(whole.length).toBeGreaterThan(filtered.length);
  });

  it('finds the listed tickets of a contact, also closed ones, in a few read units', async () => {
    const contact = await makeContact(company.table, { name: 'Contato fiel' });
    const place = { contact, connectionId: connections[0] ?? 0 };
    const made: number[] = [];
    for (let n = 0; n < 3; n++) {
      const { id } = await makeTicket(company.table, place, { status: 'open', userId: company.admin.id });
      made.push(id);
      if (n === 2) break;
      const closed = await call(tickets, {
        to: `PUT /tickets/${id}`,
        token: company.admin.token,
        body: { status: 'closed', sendFarewellMessage: false },
      });
      expect(closed.status, JSON.stringify(closed.body)).toBe(200);
    }
    const filter = `contact:${contact.id}`;
    const ask = (status: string) =>
      pageOf(company.admin, { status, showAll: true, filter, withCount: false });
    const [, latestClosed, open] = made;
    expect((await ask('open')).tickets.map(({ id }) => id)).toEqual([open]);
    // Lists show the newest closed ticket of a conversation.
    expect((await ask('closed')).tickets.map(({ id }) => id)).toEqual([latestClosed]);
    const both = await ask('search');
    expect(both.tickets.map(({ id }) => id)).toEqual([open, latestClosed]);
    expect(both.usage.readUnits).toBeLessThanOrEqual(5);
  });

  it('reads only the partitions that it needs', async () => {
    const ask = async (filter: string, user: TestUser) =>
      (await pageOf(user, { status: 'search', showAll: true, filter, withCount: false })).usage;
    const [admin = company.admin, attendant = company.admin] = users;
    await ask('()', admin);
    await ask('()', attendant);
    expect((await ask(`status:open queue:${queues[0]}`, admin)).calls).toBe(1);
    expect((await ask(`status:closed attendant:${attendant.id}`, attendant)).calls).toBe(1);
    expect((await ask(`status:open,pending column:${lanes[0]}`, admin)).calls).toBeLessThanOrEqual(2);
    expect((await ask('-()', admin)).calls).toBe(0);
  });

  it('S-58: finds no digits that are hidden from the user', async () => {
    const [, attendant = company.admin] = users;
    const hidden = stored.find(({ status, queueId }) => status === 'pending' && queueId === queues[0]);
    if (hidden === undefined) throw new Error('no such ticket');
    const digits = hidden.contact.number.slice(5, 11);
    const filter = `words:${digits} status:${hidden.status}`;
    const found = async (user: TestUser) => listed(user, { status: 'search', showAll: true, filter });
    expect(await found(company.admin)).toContain(hidden.id);
    const settings = await company.table.get(CompanySettings, {}, { consistent: true });
    if (settings === undefined) throw new Error('no settings');
    await commit([
      company.table.put(
        CompanySettings,
        { ...settings, enableLGPD: true, lgpdHideNumber: true },
        settings.version,
      ),
    ]);
    forgetDirectory(company.id);
    expect(await found(attendant)).toEqual([]);
    expect(await found(company.admin)).toContain(hidden.id);
  });

  it('S-21: of ids of another company finds nothing', async () => {
    const other = await makeCompany();
    const queueId = await other.addQueue();
    const foreign = await makeTicket(other.table, { connectionId: await other.addConnection() }, { queueId });
    for (const filter of [
      `contact:${foreign.contactId + 9_000}`,
      'queue:999999',
      'attendant:999999',
      'tag:999999',
    ])
      expect(await listed(company.admin, { status: 'search', showAll: true, filter }), filter).toEqual([]);
    expect(await listed(other.admin, { status: 'search', filter: '()' })).toEqual([foreign.id]);
  });

  it('is refused with the place of its problem', async () => {
    for (const [filter, message] of [
      ['status:opened', 'value at character 8'],
      ['queue:Vendas', 'name at character 7'],
      ['('.repeat(2_000), 'deep at character 7'],
      ['color:red', 'field at character 1'],
      ['"ana', 'quote at character 1'],
    ] as const)
      for (const [handler, to] of [
        [tickets, 'GET /tickets?status=open'],
        [tickets, 'GET /tickets/count?status=open'],
        [tags, 'GET /tag/kanban?startDate='],
        [tags, 'GET /ticket/kanban?laneId=0'],
      ] as const) {
        const answer = await call(handler, { to: `${to}&${search({ filter })}`, token: company.admin.token });
        expect([answer.status, answer.body], `${to} ${filter}`).toMatchObject([
          400,
          { details: [{ path: 'query.filter', message }] },
        ]);
      }
    const long = await call(tickets, {
      to: `GET /tickets?status=open&${search({ filter: 'a'.repeat(2_001) })}`,
      token: company.admin.token,
    });
    expect(long.status).toBe(400);
  });
});
