import { handler as tags } from '@prosa/functions/http/tags/handler.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { CompanySettings } from '@prosa/functions/platform/table/entities/companies.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { writeBatch } from '@prosa/functions/platform/table/write-batch.ts';
import type { TicketRow } from '@prosa/functions/repositories/tickets/tickets.ts';
import { kanbanRoutes } from '@prosa/shared/contracts/kanban.ts';
import { type TagView, tagViewSchema } from '@prosa/shared/contracts/tags.ts';
import { ticketViewSchema } from '@prosa/shared/contracts/tickets.ts';
import { LANES_MAX } from '@prosa/shared/rules/list-sizes.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { makeContact, makeTicket, reload } from '../factories/tickets.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { call } from './support/call.ts';
import { codeOf, usageOf } from './support/desk.ts';
import { useTable } from './support/table.ts';

// The modules read METER while they load.
vi.hoisted(() => {
  process.env.METER = '1';
});

useTable();

let company: TestCompany;
let connectionId: number;
beforeEach(async () => {
  company = await makeCompany();
  connectionId = await company.addConnection();
});

const send = (to: string, body?: unknown, user = company.admin) =>
  call(tags, { to, token: user.token, body });
const addLane = async (name: string, rules: object = {}): Promise<TagView> => {
  const answer = await send('POST /tags', { name, kanban: 1, ...rules });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return tagViewSchema.parse(answer.body);
};
const save = (lane: TagView, rules: object) =>
  send(`PUT /tags/${lane.id}`, { name: lane.name, kanban: 1, ...rules });
const lane = async (id: number): Promise<TagView> =>
  tagViewSchema.parse((await send(`GET /tags/${id}`)).body);
const queryOf = (query: object): string => {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    params.set(name, Array.isArray(value) ? JSON.stringify(value) : String(value));
  return params.size === 0 ? '' : `?${params}`;
};
const lanesOf = async (query: object = {}, user = company.admin) => {
  const answer = await send(`GET /tag/kanban/${queryOf(query)}`, undefined, user);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { ...kanbanRoutes.lanes.response.parse(answer.body), usage: usageOf(answer) };
};
const countsOf = async (query: object = {}, user = company.admin): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await lanesOf(query, user)).lista.map(({ name, ticketsCount }) => [name, ticketsCount]),
  );
const pageOf = async (query: object = {}, user = company.admin) => {
  const answer = await send(`GET /ticket/kanban${queryOf(query)}`, undefined, user);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { ...kanbanRoutes.tickets.response.parse(answer.body), usage: usageOf(answer) };
};
/** Returns the ids of a column's tickets, page by page. */
const cardsOf = async (query: object = {}, user = company.admin): Promise<number[]> => {
  const ids: number[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(
      { ...query, ...(cursor === null ? {} : { cursor }) },
      user,
    );
    expect(page.count).toBe(page.tickets.length);
    expect(page.hasMore).toBe(page.cursor !== null);
    ids.push(...page.tickets.map(({ id }) => id));
    cursor = page.cursor;
  } while (cursor !== null);
  return ids;
};
const sorted = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b);

type Fields = Parameters<typeof makeTicket>[2];
const addTicket = (fields: Fields = {}, nowMs = Date.now()) =>
  makeTicket(company.table, { connectionId }, { status: 'open', ...fields }, nowMs);
const inLaneOf = ({ id, name, color }: TagView) => ({ laneId: id, tags: [{ id, name, color }] });

describe('a column of the board', () => {
  it('keeps its time, next column, rollback column and greeting', async () => {
    const [next, back] = [await addLane('Retorno'), await addLane('Início')];
    const rules = {
      timeLane: 24,
      nextLaneId: next.id,
      rollbackLaneId: back.id,
      greetingMessageLane: 'Podemos ajudar, {{firstName}}?',
    };
    const made = await addLane('Proposta', { ...rules, timeLane: '24' });
    expect(await lane(made.id)).toMatchObject({ kanban: 1, ...rules });
    expect((await save(made, { ...rules, timeLane: 2.5, rollbackLaneId: '' })).body).toMatchObject({
      ...rules,
      timeLane: 2.5,
      rollbackLaneId: null,
    });
    const { lista } = await lanesOf();
    expect(lista.map(({ name }) => name)).toEqual(['Retorno', 'Início', 'Proposta']);
    expect(lista[2]).toMatchObject({ ...rules, timeLane: 2.5, rollbackLaneId: null, ticketsCount: 0 });
  });

  it('names only other columns of the company', async () => {
    const talks = await addLane('Negociação');
    const label = tagViewSchema.parse((await send('POST /tags', { name: 'Vip' })).body);
    const theirs = await (async () => {
      const mine = company;
      company = await makeCompany();
      for (let n = 0; n < 4; n++) await addLane(`Coluna ${n}`);
      const made = await addLane('Deles');
      company = mine;
      return made;
    })();
    for (const id of [talks.id, label.id, theirs.id, 9_999])
      for (const field of ['nextLaneId', 'rollbackLaneId'])
        expect(codeOf(await save(talks, { [field]: id })), `${field} ${id}`).toEqual([
          404,
          'ERR_NO_TAG_FOUND',
        ]);
    expect(codeOf(await send('POST /tags', { name: 'Nova', kanban: 1, nextLaneId: label.id }))).toEqual([
      404,
      'ERR_NO_TAG_FOUND',
    ]);
    expect(await lane(talks.id)).toMatchObject({ nextLaneId: null, rollbackLaneId: null });
  });

  it('a tag of contacts has no rules', async () => {
    const other = await addLane('Negociação');
    const label = await send('POST /tags', { name: 'Vip', timeLane: 2, nextLaneId: other.id });
    expect(label.body).toMatchObject({ kanban: 0, timeLane: 0, nextLaneId: null });
  });

  it('S-25: is for administrators, and for plans with a board', async () => {
    const ana = await company.addUser();
    const talks = await addLane('Negociação');
    const poor = (await makeCompany({ plan: { without: ['useKanban'] } })).admin;
    const asked = { name: 'Ganho', kanban: 1 };
    for (const [answer, error] of [
      [await send('POST /tags', asked, ana), 'ERR_NO_PERMISSION'],
      [await send(`PUT /tags/${talks.id}`, asked, ana), 'ERR_NO_PERMISSION'],
      [await send('POST /tags', asked, poor), 'ERR_PLAN_FEATURE'],
      [await send('GET /tag/kanban', undefined, poor), 'ERR_PLAN_FEATURE'],
      [await send('GET /ticket/kanban', undefined, poor), 'ERR_PLAN_FEATURE'],
    ] as const)
      expect(codeOf(answer)).toEqual([403, error]);
  });

  it('does not lead tickets back to itself by time, also if two administrators close the loop at once', async () => {
    const [a, b, c] = [await addLane('Primeira'), await addLane('Segunda'), await addLane('Terceira')];
    expect((await save(a, { timeLane: 1, nextLaneId: b.id })).status).toBe(200);
    expect((await save(b, { timeLane: 1, nextLaneId: c.id })).status).toBe(200);
    expect(codeOf(await save(c, { timeLane: 1, nextLaneId: a.id }))).toEqual([422, 'ERR_LANE_LOOP']);
    expect((await save(c, { timeLane: 0, nextLaneId: a.id })).status).toBe(200);

    for (const one of [a, b, c]) expect((await save(one, {})).status).toBe(200);
    const answers = await Promise.all([
      save(a, { timeLane: 1, nextLaneId: b.id }),
      save(b, { timeLane: 1, nextLaneId: a.id }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });

  it('is one of 50 at most, also if two are created at once', async () => {
    for (let n = 1; n < LANES_MAX; n++) await addLane(`Coluna ${n}`);
    const answers = await Promise.all(
      ['Última', 'Outra'].map((name) => send('POST /tags', { name, kanban: 1 })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(codeOf(await send('POST /tags', { name: 'Mais uma', kanban: 1 }))).toEqual([
      409,
      'ERR_LANE_LIMIT',
    ]);
    expect((await send('POST /tags', { name: 'Coluna 7', kanban: 1 })).status).toBe(200);
    const { lista } = await lanesOf();
    expect(lista).toHaveLength(50);
    const [first] = lista;
    expect((await send(`DELETE /tags/${first?.id}`)).status).toBe(200);
    expect((await send('POST /tags', { name: 'Mais uma', kanban: 1 })).status).toBe(200);
  });

  it('that is removed is no longer named by others, and its tickets are without a column', async () => {
    const [gone, other] = [await addLane('Some'), await addLane('Fica')];
    const naming = await addLane('Nomeia', { timeLane: 1, nextLaneId: gone.id, rollbackLaneId: gone.id });
    const mixed = await addLane('Mistura', { timeLane: 1, nextLaneId: other.id, rollbackLaneId: gone.id });
    const ticket = await addTicket(inLaneOf(gone));
    expect((await send(`DELETE /tags/${gone.id}`)).status).toBe(200);
    expect(await lane(naming.id)).toMatchObject({ nextLaneId: null, rollbackLaneId: null, timeLane: 1 });
    expect(await lane(mixed.id)).toMatchObject({ nextLaneId: other.id, rollbackLaneId: null });
    expect(await reload(company.table, ticket.id)).toMatchObject({ laneId: null, laneAt: null, tags: [] });
    expect(await countsOf()).toEqual({ Fica: 0, Nomeia: 0, Mistura: 0 });
    expect(await cardsOf({ laneId: 0 })).toEqual([ticket.id]);
  });
});

describe('a ticket on the board', () => {
  it('tells since when it is in its column', async () => {
    const talks = await addLane('Negociação');
    const ticket = await addTicket();
    const beforeMs = Date.now();
    const set = await send(`PUT /ticket-tags/${ticket.id}/${talks.id}`);
    const { laneAt } = z.object({ ticket: ticketViewSchema }).parse(set.body).ticket;
    expect(Date.parse(laneAt ?? '')).toBeGreaterThanOrEqual(beforeMs);
    expect((await pageOf({ laneId: talks.id })).tickets).toMatchObject([{ id: ticket.id, laneAt }]);

    const named = await save(talks, { name: 'Proposta' });
    expect(named.status).toBe(200);
    expect((await pageOf({ laneId: talks.id })).tickets).toMatchObject([
      { id: ticket.id, laneAt, tags: [{ name: 'Proposta' }] },
    ]);
    const cleared = await send(`DELETE /ticket-tags/${ticket.id}`);
    expect(cleared.body).toMatchObject({ ticket: { laneAt: null, tags: [] } });
  });

  it('R15: is in one column after twenty users dragged it at once, and the board shows it there', async () => {
    const lanes = [await addLane('Primeira'), await addLane('Segunda'), await addLane('Terceira')];
    const ticket = await addTicket();
    const users = await Promise.all(Array.from({ length: 20 }, () => company.addUser({ profile: 'admin' })));
    const answers = await Promise.all(
      users.map((user, nth) =>
        send(`PUT /ticket-tags/${ticket.id}/${lanes[nth % lanes.length]?.id}`, undefined, user),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    const { laneId, tags: shown } = await reload(company.table, ticket.id);
    expect(shown.map(({ id }) => id)).toEqual([laneId]);
    const counts = (await lanesOf()).lista.map(({ id, ticketsCount }) => [id, ticketsCount]);
    expect(counts.filter(([, count]) => count !== 0)).toEqual([[laneId, 1]]);
    for (const { id } of lanes)
      expect(await cardsOf({ laneId: id })).toEqual(id === laneId ? [ticket.id] : []);
  });

  it('leaves the board when it closes, and comes back to its column when it is reopened', async () => {
    const talks = await addLane('Negociação');
    const queueId = await company.addQueue();
    const ticket = await addTicket({ queueId, userId: company.admin.id, ...inLaneOf(talks) });
    const put = async (body: object) =>
      expect(
        (await call(tickets, { to: `PUT /tickets/${ticket.id}`, token: company.admin.token, body })).status,
      ).toBe(200);
    expect(await countsOf()).toEqual({ Negociação: 1 });
    await put({ status: 'closed', sendFarewellMessage: false });
    expect(await countsOf()).toEqual({ Negociação: 0 });
    expect(await cardsOf({ laneId: talks.id })).toEqual([]);
    await put({ status: 'open', userId: company.admin.id });
    expect(await countsOf()).toEqual({ Negociação: 1 });
    expect(await cardsOf({ laneId: talks.id })).toEqual([ticket.id]);
    const removed = await call(tickets, { to: `DELETE /tickets/${ticket.id}`, token: company.admin.token });
    expect(removed.status).toBe(200);
    expect(await countsOf()).toEqual({ Negociação: 0 });
  });
});

describe('the cards of the board', () => {
  it('are read by the latest activity, page by page, by column, without a column, or all together', async () => {
    const talks = await addLane('Negociação');
    const ids: number[] = [];
    for (let n = 0; n < 23; n++) {
      const activityAt = new Date(Date.now() - n * 1000).toISOString();
      ids.push((await addTicket({ ...inLaneOf(talks), activityAt })).id);
    }
    const free = await addTicket({ status: 'pending', activityAt: new Date(0).toISOString() });
    await addTicket({ status: 'lgpd', ...inLaneOf(talks) });
    const first = await pageOf({ laneId: talks.id });
    expect(first).toMatchObject({ count: 10, hasMore: true });
    expect(first.tickets.map(({ id }) => id)).toEqual(ids.slice(0, 10));
    expect(await cardsOf({ laneId: talks.id })).toEqual(ids);
    expect(await cardsOf({ laneId: 0 })).toEqual([free.id]);
    expect(await cardsOf()).toEqual([...ids, free.id]);
    expect(await countsOf()).toEqual({ Negociação: 23 });
    expect(codeOf(await send('GET /ticket/kanban?laneId=9999'))).toEqual([404, 'ERR_NO_TAG_FOUND']);
    expect(codeOf(await send(`GET /ticket/kanban?laneId=0&cursor=${first.cursor}`))).toEqual([
      400,
      'ERR_CURSOR_INVALID',
    ]);
  });

  it('pass the filters of queues, attendants, connections and days in the zone of the company, as the counts do', async () => {
    company = await makeCompany({ company: { timeZone: 'America/Sao_Paulo' } });
    connectionId = await company.addConnection();
    const otherConnection = await company.addConnection();
    const [sales, support] = [await company.addQueue(), await company.addQueue()];
    const ana = await company.addUser({ queueIds: [sales, support] });
    const talks = await addLane('Negociação');
    const place = inLaneOf(talks);
    const one = await addTicket(
      { ...place, queueId: sales, userId: ana.id },
      Date.parse('2026-03-01T02:59:00Z'),
    );
    const two = await addTicket(
      { ...place, queueId: support, userId: company.admin.id },
      Date.parse('2026-03-01T03:00:00Z'),
    );
    const three = await makeTicket(
      company.table,
      { connectionId: otherConnection },
      { ...place, status: 'pending' },
      Date.parse('2026-03-03T02:59:59Z'),
    );
    for (const [query, expected] of [
      [{}, [one, two, three]],
      [{ queueIds: [sales] }, [one]],
      [{ queueIds: [sales, support] }, [one, two]],
      [{ users: [company.admin.id] }, [two]],
      [{ whatsappIds: [otherConnection] }, [three]],
      [{ startDate: '2026-03-01' }, [two, three]],
      [{ endDate: '2026-02-28' }, [one]],
      [{ startDate: '2026-03-01', endDate: '2026-03-02' }, [two, three]],
      [{ startDate: '2026-03-03', endDate: '' }, []],
      [{ users: [ana.id], queueIds: [support] }, []],
    ] as const) {
      const ids = sorted(expected.map(({ id }) => id));
      const name = JSON.stringify(query);
      expect(sorted(await cardsOf({ laneId: talks.id, ...query })), name).toEqual(ids);
      expect(await countsOf(query), name).toEqual({ Negociação: ids.length });
    }
    // Clients that load the board in one call send all queues of the user, and show tickets without a queue, too.
    expect(sorted(await cardsOf({ queueIds: [sales] }))).toEqual(sorted([one.id, three.id]));
    expect(sorted(await cardsOf({ queueIds: [] }))).toEqual([three.id]);
  });

  it('S-58: are found by words of the name, by number and by id, but not by digits that are hidden', async () => {
    const talks = await addLane('Negociação');
    const ana = await company.addUser({ allTicket: true });
    const made = async (name: string, number: string, fields: Fields = {}) => {
      const contact = await makeContact(company.table, { name, number });
      const fresh = { status: 'pending' as const, ...inLaneOf(talks), ...fields };
      return (await makeTicket(company.table, { contact, connectionId }, fresh)).id;
    };
    const jose = await made('José da Silva', '5511987654321', { unreadMessages: 2 });
    const maria = await made('Maria Silva', '5521912340000');
    const found = async (searchParam: string, user = company.admin, more: object = {}) =>
      sorted(await cardsOf({ laneId: talks.id, searchParam, ...more }, user));
    expect(await found('silva')).toEqual(sorted([jose, maria]));
    expect(await found('SILVA jose')).toEqual([jose]);
    expect(await found('+55 (21) 91234-0000')).toEqual([maria]);
    expect(await found(String(maria))).toContain(maria);
    expect(await found('ninguém')).toEqual([]);
    expect(await found('', company.admin, { withUnreadMessages: true })).toEqual([jose]);
    expect(await found('98765', ana)).toEqual([jose]);
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
    expect(await found('98765', ana)).toEqual([]);
    expect(await found('silva', ana)).toEqual(sorted([jose, maria]));
    expect(await found('98765')).toEqual([jose]);
  });
});

describe('S-21: the board shows to each user what the user may open', () => {
  it('in counts, in columns, without a column and all together, for random users and tickets', async () => {
    const random = seededRandom(2707);
    const oneOf = <T>(all: readonly T[]): T => {
      const one = all[Math.floor(random() * all.length)];
      if (one === undefined) throw new Error('nothing to choose from');
      return one;
    };
    const isTrue = () => random() < 0.5;
    const lanes = [await addLane('Primeira'), await addLane('Segunda')];
    const queueIds = [await company.addQueue(), await company.addQueue(), await company.addQueue()];
    const users: TestUser[] = [company.admin];
    for (let n = 0; n < 8; n++)
      users.push(
        await company.addUser({
          queueIds: queueIds.filter(isTrue),
          allTicket: isTrue(),
          allUserChat: isTrue(),
          allHistoric: isTrue(),
          allowGroup: isTrue(),
        }),
      );
    const all: TicketRow[] = [];
    for (let n = 0; n < 60; n++) {
      const placed = oneOf([...lanes, null]);
      all.push(
        await addTicket({
          status: oneOf(['open', 'pending', 'group', 'lgpd']),
          queueId: oneOf([...queueIds, null]),
          userId: oneOf([null, ...users.map(({ id }) => id)]),
          activityAt: new Date(Date.now() - n * 1000).toISOString(),
          ...(placed === null ? {} : inLaneOf(placed)),
        }),
      );
    }
    for (const user of users) {
      const seen: TicketRow[] = [];
      for (const ticket of all) {
        const { status } = await call(tickets, { to: `GET /tickets/${ticket.id}`, token: user.token });
        if (status === 200 && ['open', 'pending'].includes(ticket.status)) seen.push(ticket);
      }
      const idsIn = (laneId: number | null) =>
        sorted(seen.filter((ticket) => ticket.laneId === laneId).map(({ id }) => id));
      for (const { id, name } of lanes) {
        expect(sorted(await cardsOf({ laneId: id }, user))).toEqual(idsIn(id));
        expect((await countsOf({}, user))[name]).toBe(idsIn(id).length);
      }
      expect(sorted(await cardsOf({ laneId: 0 }, user))).toEqual(idsIn(null));
      expect(sorted(await cardsOf({}, user))).toEqual(sorted(seen.map(({ id }) => id)));
    }
  });
});

describe('the read units of a board', () => {
  /** Writes copies of a ticket. */
  const copies = async (count: number, fieldsOf: (nth: number) => Partial<TicketRow>): Promise<void> => {
    const { rowCreatedAt: _made, ...ticket } = await addTicket();
    await writeBatch(
      Array.from({ length: count }, (_, nth) =>
        company.table.put(
          Ticket,
          {
            ...ticket,
            id: 100_000 + nth,
            lastMessage: 'Bom dia! Gostaria de saber se o pedido já saiu.',
            activityAt: new Date(Date.now() - nth * 1000).toISOString(),
            ...fieldsOf(nth),
          },
          'any',
        ),
      ),
    );
  };

  it('of 2,000 tickets in 20 columns are at most 30 for all counts and five columns, one call each or two', async () => {
    const lanes: TagView[] = [];
    for (let n = 0; n < 20; n++) lanes.push(await addLane(`Coluna ${n}`));
    const queueId = await company.addQueue();
    await copies(2_000, (nth) => {
      const placed = lanes[nth % lanes.length];
      if (placed === undefined) throw new Error('no column');
      return { queueId, userId: 1_000 + (nth % 40), ...inLaneOf(placed) };
    });
    // The first call reads the directory.
    await pageOf({ laneId: 0 });
    const { lista, more, usage } = await lanesOf();
    expect(lista.map(({ ticketsCount }) => ticketsCount)).toEqual(Array(20).fill(100));
    expect(more).toBe(false);
    expect(usage.sequential).toBeLessThanOrEqual(3);
    let units = usage.readUnits;
    for (const { id } of lanes.slice(0, 5)) {
      const page = await pageOf({ laneId: id });
      expect(page.count).toBe(10);
      expect(page.usage).toMatchObject({ calls: 1, sequential: 1 });
      units += page.usage.readUnits;
    }
    expect(units).toBeLessThanOrEqual(30);

    // One more than are counted: the counts are lower bounds then.
    for (const lane of lanes.slice(0, 1)) await addTicket(inLaneOf(lane));
    expect((await lanesOf()).more).toBe(true);
  });

  it('do not grow with the closed tickets that were in a column', async () => {
    const talks = await addLane('Negociação');
    const cards: number[] = [];
    await copies(500, () => ({ status: 'closed' as const, ...inLaneOf(talks) }));
    for (let n = 0; n < 12; n++) cards.push((await addTicket(inLaneOf(talks))).id);
    await pageOf({ laneId: talks.id });
    const page = await pageOf({ laneId: talks.id });
    expect(page.count).toBe(10);
    expect(page.usage.readUnits).toBeLessThanOrEqual(2);
    expect((await lanesOf()).usage.readUnits).toBeLessThanOrEqual(2);
    expect(sorted(await cardsOf({ laneId: talks.id }))).toEqual(sorted(cards));
  });
});
