import { takenIn } from '@prosa/functions/domain/turns/message-turns.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import { viewerOf } from '@prosa/functions/platform/auth/principal.ts';
import { forgetDirectory, requireDirectory } from '@prosa/functions/platform/directory.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Message, MessageToken } from '@prosa/functions/platform/table/entities/messages.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import type { TicketRow } from '@prosa/functions/repositories/tickets/tickets.ts';
import { type TicketView, ticketPageSchema } from '@prosa/shared/contracts/tickets.ts';
import { TICKET_STATUSES, type TicketStatus } from '@prosa/shared/entities/ticket-terms.ts';
import { isAdmin } from '@prosa/shared/permissions.ts';
import { isAnnounced, matchesTicketList } from '@prosa/shared/rules/ticket-visibility.ts';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { indexContact, makeContact, makeTicket, reload } from '../factories/tickets.ts';
import { call } from './support/call.ts';
import { useTable } from './support/table.ts';

useTable();

const START_MS = Date.UTC(2026, 10, 1);
const MINUTE_MS = 60_000;

const queryOf = (query: Record<string, unknown>): string => {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) params.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return params.toString();
};
const ask = (user: TestUser, query: Record<string, unknown>) =>
  call(tickets, { to: `GET /tickets?${queryOf(query)}`, token: user.token });
const page = async (user: TestUser, query: Record<string, unknown>) =>
  ticketPageSchema.parse((await ask(user, query)).body);

const count = async (user: TestUser, query: Record<string, unknown>): Promise<number> => {
  const { body } = await call(tickets, { to: `GET /tickets/count?${queryOf(query)}`, token: user.token });
  return z.object({ count: z.number() }).parse(body).count;
};

/** Follows a list to its last page, as a browser would. */
const all = async (user: TestUser, query: Record<string, unknown>): Promise<TicketView[]> => {
  const found: TicketView[] = [];
  const counts: number[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { tickets: rows, count, hasMore, cursor: next } = await page(user, { ...query, cursor });
    expect(hasMore).toBe(next !== null);
    found.push(...rows);
    counts.push(count);
    expect(count).toBeGreaterThanOrEqual(Math.min(100, found.length));
    cursor = next;
  }
  // The last page knows the total; no earlier page counted more tickets than exist.
  const total = Math.min(100, found.length);
  expect(counts.at(-1)).toBe(total);
  for (const count of counts) expect(count).toBeLessThanOrEqual(total);
  return found;
};

describe('ticket lists', () => {
  let company: TestCompany;
  let stored: TicketRow[] = [];
  const users: TestUser[] = [];
  const queues: number[] = [];

  beforeAll(async () => {
    company = await makeCompany();
    for (let n = 0; n < 3; n++) queues.push(await company.addQueue());
    const connectionId = await company.addConnection();
    const [first = 0, second = 0] = queues;
    users.push(
      company.admin,
      await company.addUser({ queueIds: [first] }),
      await company.addUser({ queueIds: [first, second], allTicket: true, allowGroup: true }),
      await company.addUser({ queueIds: [second], allUserChat: true, allHistoric: true }),
      await company.addUser({
        queueIds: queues,
        allUserChat: true,
        allowGroup: true,
        connectionId: connectionId + 1,
      }),
      await company.addUser({ profile: 'admin', queueIds: [second], allowGroup: true, allTicket: true }),
    );
    const random = fc.sample(
      fc.record({
        status: fc.constantFrom(...TICKET_STATUSES),
        queueId: fc.constantFrom(null, ...queues, first),
        userId: fc.constantFrom(null, null, ...users.map(({ id }) => id)),
        unreadMessages: fc.integer({ min: 0, max: 2 }),
      }),
      { numRuns: 260, seed: 20_261_121 },
    );
    const contact = await makeContact(company.table);
    const template = await makeTicket(company.table, { contact, connectionId });
    const rows = random.map((fields, index) => ({
      ...template,
      ...fields,
      id: 1_000 + index,
      isGroup: fields.status === 'group',
      latestClosed: fields.status === 'closed',
      // Some tickets share a moment, so that their order depends on the id.
      activityAt: new Date(START_MS + Math.floor(index / 2) * MINUTE_MS).toISOString(),
    }));
    for (let start = 0; start < rows.length; start += 100) {
      await commit(rows.slice(start, start + 100).map((row) => company.table.put(Ticket, row, 'absent')));
    }
    stored = [...rows, await reload(company.table, template.id)];
    forgetDirectory(company.id);
  });

  it('S-21, S-23: show exactly the visible tickets, in order and once, page by page', async () => {
    const directory = await requireDirectory(company.id);
    const statuses: TicketStatus[] = ['open', 'pending', 'group', 'closed', 'lgpd', 'nps'];
    const asked = [
      [false, undefined, 'DESC'],
      [true, queues.slice(0, 2), 'ASC'],
      [true, undefined, 'DESC'],
      [false, queues.slice(0, 1), 'ASC'],
    ] as const;
    for (const [n, user] of users.entries()) {
      const row = directory.users.get(user.id);
      if (row === undefined) throw new Error('user is gone');
      const viewer = viewerOf(row, directory);
      for (const [m, status] of statuses.entries()) {
        // Tests half of the combinations, spread over viewers and statuses.
        for (const [showAll, queueIds, sortTickets] of asked.filter(
          (_some, index) => (n + m + index) % 2 === 0,
        )) {
          const expected = stored
            .filter((ticket) => matchesTicketList(ticket, { status, showAll, queueIds }, viewer))
            .map((ticket) => ({
              key: `${ticket.activityAt}#${String(ticket.id).padStart(10, '0')}`,
              id: ticket.id,
            }))
            .sort((a, b) => (a.key < b.key ? -1 : 1));
          if (sortTickets === 'DESC') expected.reverse();
          const shown = await all(user, { status, showAll, queueIds, sortTickets });
          expect(shown.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
        }
      }
    }
  });

  it('S-21: have the counts of a recount of the rows, for every viewer, tab and bell', async () => {
    const directory = await requireDirectory(company.id);
    const showPending = directory.settings.showNotificationPending;
    const counts = new Set<number>();
    for (const user of users) {
      const row = directory.users.get(user.id);
      if (row === undefined) throw new Error('user is gone');
      const viewer = viewerOf(row, directory);
      for (const status of TICKET_STATUSES) {
        for (const [showAll, queueIds] of [
          [false, undefined],
          [true, undefined],
          [true, queues.slice(0, 2)],
        ] as const) {
          const expected = stored.filter((one) =>
            matchesTicketList(one, { status, showAll, queueIds }, viewer),
          ).length;
          expect(await count(user, { status, showAll, queueIds }), `${status} ${user.email}`).toBe(expected);
          counts.add(expected);
        }
      }
      const unread = stored.filter((one) => isAnnounced(one, viewer, showPending)).length;
      expect(await count(user, { withUnreadMessages: true }), `bell of ${user.email}`).toBe(unread);
      counts.add(unread);
    }
    expect(counts.size).toBeGreaterThan(10);
  });

  it('S-21: the first page has the total of a recount, filtered or not', async () => {
    const directory = await requireDirectory(company.id);
    let isCounted = 0;
    for (const user of users) {
      const row = directory.users.get(user.id);
      if (row === undefined) throw new Error('user is gone');
      const viewer = viewerOf(row, directory);
      const seesUsers = isAdmin(viewer);
      for (const status of TICKET_STATUSES)
        for (const [showAll, filters] of [
          [false, {}],
          [true, {}],
          [true, { users: [user.id] }],
          [true, { whatsapps: [999_999] }],
          [false, { unread: true }],
        ] as const) {
          const expected = stored.filter(
            (one) =>
              matchesTicketList(one, { status, showAll }, viewer) &&
              (!('users' in filters) || !seesUsers || one.userId === user.id) &&
              !('whatsapps' in filters) &&
              (!('unread' in filters) || one.unreadMessages > 0 || one.transferredById !== null),
          ).length;
          const asked = { status, showAll, ...filters };
          const what = JSON.stringify({ ...asked, by: user.email });
          const first = await page(user, asked);
          const counted = await call(tickets, {
            to: `GET /tickets/count?${queryOf(asked)}`,
            token: user.token,
          });
          const { more, count: badge } = z
            .object({ count: z.number(), more: z.boolean() })
            .parse(counted.body);
          // No key tells which tickets of other attendants are unread, nor which ended ones.
          if (!more) expect(badge, what).toBe(Math.min(100, expected));
          else expect(badge, what).toBeLessThanOrEqual(expected);
          expect(more && badge < 100, what).toBe(more && 'unread' in filters);
          // Exact, or the number of rows read when the page uses up its read units.
          const met = first.tickets.length;
          expect([Math.min(100, expected), ...(first.hasMore ? [met] : [])], what).toContain(first.count);
          if (first.hasMore && first.count > met) isCounted += 1;
        }
    }
    expect(isCounted).toBeGreaterThan(5);
  });

  it('the first page counts only its own tickets when no total is requested', async () => {
    let isDearer = 0;
    for (const status of TICKET_STATUSES) {
      const asked = { status, showAll: true };
      const counted = await page(company.admin, asked);
      const { tickets: rows, ...first } = await page(company.admin, { ...asked, withCount: false });
      expect(rows).toEqual(counted.tickets);
      expect(first).toMatchObject({ count: rows.length, hasMore: counted.hasMore });
      if (counted.count > first.count) isDearer += 1;
    }
    expect(isDearer).toBeGreaterThan(0);
  });

  it('a page fills up within ten read units', async () => {
    const first = await page(company.admin, { status: 'pending', showAll: true });
    expect(first.tickets.length).toBeGreaterThanOrEqual(10);
    expect(first.tickets.length).toBeLessThanOrEqual(40);
    expect(first.hasMore).toBe(true);
  });

  it('the bell shows unread tickets of the user and of groups', async () => {
    const [, , member] = users;
    if (member === undefined) throw new Error('no such user');
    const shown = await all(member, { withUnreadMessages: true });
    expect(shown.length).toBeGreaterThan(0);
    for (const ticket of shown) {
      expect(ticket.unreadMessages).toBeGreaterThan(0);
      expect(ticket.status === 'group' || (ticket.status === 'open' && ticket.userId === member.id)).toBe(
        true,
      );
    }
  });

  it('S-23: refuse a cursor that was edited, or belongs to another list, user or company', async () => {
    const query = { status: 'pending', showAll: true };
    const { cursor } = await page(company.admin, query);
    if (cursor === null) throw new Error('one page only');
    expect((await ask(company.admin, { ...query, cursor })).status).toBe(200);
    const [position = '', mac = ''] = cursor.split('.');
    const other = await makeCompany();
    const refused = await Promise.all([
      ask(company.admin, { ...query, cursor: `${position.slice(0, -2)}AA.${mac}` }),
      ask(company.admin, { ...query, cursor: `${position}.${mac.slice(0, -2)}AA` }),
      ask(company.admin, { ...query, cursor: position }),
      ask(company.admin, { ...query, cursor: '../../etc' }),
      ask(company.admin, { ...query, showAll: false, cursor }),
      ask(company.admin, { status: 'open', showAll: true, cursor }),
      ask(company.admin, { ...query, sortTickets: 'ASC', cursor }),
      ask(users[1] ?? company.admin, { ...query, cursor }),
      ask(other.admin, { ...query, cursor }),
    ]);
    for (const answer of refused)
      expect(answer).toMatchObject({ status: 400, body: { error: 'ERR_CURSOR_INVALID' } });
  });
});

describe('ticket search', () => {
  let company: TestCompany;
  let ana: TestUser;
  let queueId = 0;
  let otherQueueId = 0;
  let connectionId = 0;
  const ids = async (user: TestUser, query: Record<string, unknown>) =>
    (await all(user, { status: 'search', ...query })).map(({ id }) => id).sort((a, b) => a - b);

  const ticketOf = async (name: string, number: string, fields = {}) => {
    const contact = await makeContact(company.table, { name, number });
    const ticket = await makeTicket(company.table, { contact, connectionId }, { queueId, ...fields });
    await indexContact(company.table, contact, [{ connectionId, ticketId: ticket.id }]);
    return ticket;
  };
  /** Writes a message, and the index rows that the stream would write for it. */
  const say = async (ticket: TicketRow, body: string, words: string[]) => {
    const message = takenIn({ ...ticket, connectionId }, { body, fromMe: false }, Date.now(), {
      ids: systemIds,
      nowMs: Date.now(),
    });
    const { companyId, sortKey } = message;
    await commit([
      company.table.put(Message, message, 'absent'),
      ...words.map((word) =>
        company.table.put(
          MessageToken,
          { companyId, word, messageId: message.id, sortKey, ticketId: ticket.id },
          'absent',
        ),
      ),
    ]);
  };

  let silva: TicketRow;
  let silvana: TicketRow;
  let hidden: TicketRow;

  beforeAll(async () => {
    company = await makeCompany();
    queueId = await company.addQueue();
    otherQueueId = await company.addQueue();
    connectionId = await company.addConnection();
    ana = await company.addUser({ queueIds: [queueId] });
    silva = await ticketOf('João da Silva', '5511988880001');
    silvana = await ticketOf('Silvana Silveira Prado', '351912345678');
    hidden = await ticketOf('Silvestre Oculto', '5511977770003', { queueId: otherQueueId });
    await say(silva, 'Meu boleto venceu ontem', ['boleto', 'venceu', 'ontem']);
    await say(silvana, 'Segunda via do boleto, por favor', ['segunda', 'boleto', 'favor']);
    await say(hidden, 'boleto oculto', ['boleto', 'oculto']);
  });

  it('finds parts of names without accents, and numbers in any format, each ticket once', async () => {
    expect(await ids(ana, { searchParam: 'silv' })).toEqual([silva.id, silvana.id]);
    expect(await ids(ana, { searchParam: 'SÍLVA joao' })).toEqual([silva.id]);
    expect(await ids(ana, { searchParam: 'veira' })).toEqual([silvana.id]);
    expect(await ids(ana, { searchParam: '(11) 98888-0001' })).toEqual([silva.id]);
    expect(await ids(ana, { searchParam: '8888' })).toEqual([silva.id]);
    expect(await ids(ana, { searchParam: '+351 912 345 678' })).toEqual([silvana.id]);
    expect(await ids(ana, { searchParam: 'ninguém' })).toEqual([]);
    expect(await ids(ana, { searchParam: '?' })).toEqual([]);
  });

  it('S-21: finds no hidden ticket, by name or by message', async () => {
    expect(await ids(ana, { searchParam: 'silvestre' })).toEqual([]);
    expect(await ids(ana, { searchParam: 'boleto', searchOnMessages: true })).toEqual([silva.id, silvana.id]);
    expect(await ids(company.admin, { searchParam: 'boleto', searchOnMessages: true })).toEqual([
      silva.id,
      silvana.id,
      hidden.id,
    ]);
    const other = await makeCompany();
    expect(await ids(other.admin, { searchParam: 'silv', searchOnMessages: true })).toEqual([]);
  });

  it('finds messages that contain every word', async () => {
    expect(await ids(ana, { searchParam: 'boleto segunda', searchOnMessages: true })).toEqual([silvana.id]);
    expect(await ids(ana, { searchParam: 'boleto segunda' })).toEqual([]);
  });

  it('S-21: returns the matching messages and their texts for visible tickets only', async () => {
    const { tickets: rows, found = [] } = await page(ana, { searchParam: 'boleto', searchOnMessages: true });
    expect(found.map(({ ticketId }) => ticketId).toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
    for (const { ticketId, messageId, text, createdAt } of found) {
      const contactId = rows.find(({ id }) => id === ticketId)?.contactId;
      expect(messageId.startsWith(`${contactId}.${connectionId}.`)).toBe(true);
      expect(text.toLowerCase()).toContain('boleto');
      expect(Date.parse(createdAt)).toBeGreaterThan(0);
    }
    expect((await page(ana, { searchParam: 'silv' })).found).toBeUndefined();
  });

  it('filters by status, queue, tag, connection and attendant', async () => {
    const query = { searchParam: 'silv' };
    expect(await ids(ana, { ...query, statusFilter: ['closed'] })).toEqual([]);
    expect(await ids(ana, { ...query, statusFilter: ['pending'] })).toEqual([silva.id, silvana.id]);
    expect(await ids(ana, { ...query, whatsapps: [connectionId + 1] })).toEqual([]);
    expect(await ids(ana, { ...query, tags: [77] })).toEqual([]);
    expect(await ids(company.admin, { ...query, users: [ana.id] })).toEqual([]);
    expect(await ids(company.admin, { ...query, queueIds: [otherQueueId] })).toEqual([hidden.id]);
  });

  it('a ticket search without words lists the visible tickets, newest first', async () => {
    expect(await ids(ana, {})).toEqual([silva.id, silvana.id]);
    expect(await ids(company.admin, {})).toEqual([silva.id, silvana.id, hidden.id]);
    expect(await ids(company.admin, { users: [ana.id] })).toEqual([]);
  });

  it('pages through more tickets than one page holds, without gaps', async () => {
    const made: number[] = [];
    for (let n = 0; n < 40; n++) made.push((await ticketOf(`Paginado ${n}`, `55119${62_000_000 + n}`)).id);
    expect(await ids(ana, { searchParam: 'pagina' })).toEqual(made);
    const first = await page(ana, { status: 'search', searchParam: 'pagina' });
    expect(first.count).toBe(16);
  });

  it('finds a name, a number and messages with one search, and every message of a ticket', async () => {
    const named = await ticketOf('Cometa Transportes', '5511966660001');
    const written = await ticketOf('Rita Prado', '5511966660002');
    for (const body of ['O cometa chegou', 'Cometa 5511955550009', 'Um cometa']) {
      await say(
        written,
        body,
        ['cometa', '5511955550009'].filter((word) => body.toLowerCase().includes(word)),
      );
    }
    const { tickets: rows, found = [] } = await page(ana, { searchParam: 'cometa', searchOnMessages: true });
    expect(rows.map(({ id }) => id).toSorted()).toEqual([named.id, written.id].toSorted());
    expect(found.map(({ ticketId, text }) => [ticketId, text])).toEqual([
      [written.id, 'Um cometa'],
      [written.id, 'Cometa 5511955550009'],
      [written.id, 'O cometa chegou'],
    ]);
    expect(await ids(ana, { searchParam: '96666', searchOnMessages: true })).toEqual([named.id, written.id]);
  });

  it('pages through more messages of one ticket than a page holds, each once', async () => {
    const ticket = await ticketOf('Vera Pires', '5511944440001');
    for (let n = 0; n < 17; n++) await say(ticket, `planeta ${n}`, ['planeta']);
    const texts: string[] = [];
    const sizes: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const next = await page(ana, { searchParam: 'planeta', searchOnMessages: true, cursor });
      const hits = next.found ?? [];
      texts.push(...hits.map(({ text }) => text));
      sizes.push(hits.length);
      cursor = next.cursor;
    }
    expect(texts).toEqual(Array.from({ length: 17 }, (_, n) => `planeta ${16 - n}`));
    // No contact is found, so later pages read more messages with the same read units.
    expect(sizes).toEqual([5, 9, 3]);
  });
});
