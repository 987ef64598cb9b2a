import { handler as contacts } from '@prosa/functions/http/contacts/handler.ts';
import { handler as tags } from '@prosa/functions/http/tags/handler.ts';
import { systemClock } from '@prosa/functions/platform/clock.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Tag } from '@prosa/functions/platform/table/entities/companies.ts';
import { TaggedContact } from '@prosa/functions/platform/table/entities/contacts.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { Timer } from '@prosa/functions/platform/table/entities/work.ts';
import { writeBatch } from '@prosa/functions/platform/table/write-batch.ts';
import { loadContact } from '@prosa/functions/repositories/contacts/contacts.ts';
import type { StreamRecord } from '@prosa/functions/streams/read-changes.ts';
import { contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import { type TagView, tagRoutes, tagViewSchema } from '@prosa/shared/contracts/tags.ts';
import { TAGS_LISTED, TAGS_PER_PAGE } from '@prosa/shared/rules/list-sizes.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { makeContact, makeTicket, reload } from '../factories/tickets.ts';
import { index as indexReader } from '../support/handlers.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { call } from './support/call.ts';
import { fireTimers } from './support/fire-timers.ts';
import { followStream } from './support/stream.ts';
import { useTable } from './support/table.ts';

// The modules read METER while they load.
vi.hoisted(() => {
  process.env.METER = '1';
});

const engine = useTable();

const MAX_READ_UNITS = 10;
const unitsSchema = z.object({ readUnits: z.number() });

let company: TestCompany;
let ana: TestUser;
let readStream: () => Promise<StreamRecord[]>;
beforeAll(async () => {
  readStream = await followStream(engine().endpoint);
});
beforeEach(async () => {
  company = await makeCompany();
  ana = await company.addUser();
});
afterEach(() => vi.restoreAllMocks());

const send = (to: string, body?: unknown, user = ana) => call(tags, { to, token: user.token, body });
const create = async (name: string, body: object = {}, user = ana): Promise<TagView> => {
  const answer = await send('POST /tags', { name, ...body }, user);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return tagViewSchema.parse(answer.body);
};
const sync = (contactId: number, ids: number[]) => send('POST /tags/sync', { contactId, tags: ids });
/** Delivers the stream records since the last call to the index reader twice, in batches of this size. */
const settle = async (size = 100): Promise<void> => {
  const all = await readStream();
  for (let times = 0; times < 2; times++)
    for (let start = 0; start < all.length; start += size)
      expect(await indexReader({ Records: all.slice(start, start + size) })).toEqual({
        batchItemFailures: [],
      });
};
const countOf = async (id: number): Promise<number> =>
  tagViewSchema.parse((await send(`GET /tags/${id}`)).body).contactsCount;
const contactsOf = async (...ids: number[]): Promise<string[]> => {
  const names: string[] = [];
  let cursor: string | null = '';
  for (let page = 0; cursor !== null && page < 40; page++) {
    const after = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { body, headers } = await call(contacts, {
      to: `GET /contacts?contactTag=[${ids}]${after}`,
      token: ana.token,
    });
    const { readUnits } = unitsSchema.parse(JSON.parse(String(headers['x-usage'])));
    expect(readUnits).toBeLessThanOrEqual(MAX_READ_UNITS);
    const answer = contactRoutes.list.response.parse(body);
    names.push(...answer.contacts.map(({ name }) => name));
    cursor = answer.cursor;
  }
  return names;
};
const sweep = async (tagId: number): Promise<void> => {
  const timer = await company.table.get(
    Timer,
    { kind: 'tag-sweep', subject: String(tagId) },
    { consistent: true },
  );
  if (timer === undefined) throw new Error('nothing sweeps');
  vi.spyOn(systemClock, 'now').mockReturnValue(Date.parse(timer.dueAt));
  const { kind, subject, token } = timer;
  expect(await fireTimers({ companyId: company.id, kind, subject, token })).toEqual([]);
  vi.restoreAllMocks();
};

describe('tags', () => {
  it('are found by name in any spelling, or created; two simultaneous requests create one', async () => {
    const vip = await create('Vip Ouro', { color: '#8E24AA' });
    expect(vip).toMatchObject({ name: 'Vip Ouro', color: '#8E24AA', kanban: 0, contactsCount: 0 });
    expect(await create(' vip  OURO ')).toEqual(vip);
    expect((await create('Sem cor')).color).toBe('#A4CCCC');
    const both = await Promise.all([create('Corrida'), create('corrida')]);
    expect(both[0]?.id).toBe(both[1]?.id);
    expect((await send('POST /tags', { name: 'ab' })).status).toBe(400);
    expect((await send('POST /tags', { name: 'abc', color: 'red' })).status).toBe(400);
  });

  it('are listed briefly for the id of the caller’s company only', async () => {
    const tag = await create('Retorno');
    const own = await send(`GET /tags/list?companyId=${company.id}&kanban=0`);
    expect(own).toMatchObject({ status: 200, body: [{ id: tag.id, name: 'Retorno', kanban: 0 }] });
    const other = await makeCompany();
    expect(await send(`GET /tags/list?companyId=${other.id}`)).toMatchObject({
      status: 403,
      body: { error: 'ERR_NO_PERMISSION' },
    });
  });

  it('are changed and removed by their creators, and columns of the board by administrators if the plan allows', async () => {
    const tag = await create('Retorno');
    await create('Cobrança');
    const changed = await send(`PUT /tags/${tag.id}`, { name: 'Retornar', color: '#112233' });
    expect(changed).toMatchObject({ status: 200, body: { name: 'Retornar', color: '#112233' } });
    expect(await send(`PUT /tags/${tag.id}`, { name: 'cobranca' })).toMatchObject({
      status: 409,
      body: { error: 'ERR_TAG_NAME_EXISTS' },
    });
    expect((await create('Retorno')).id).not.toBe(tag.id);
    expect((await send(`PUT /tags/${tag.id}`, { name: 'Retornar', kanban: 1 }, company.admin)).status).toBe(
      400,
    );
    for (const method of ['GET', 'DELETE'])
      expect((await send(`${method} /tags/${tag.id}`)).status).toBe(200);
    for (const to of [`GET /tags/${tag.id}`, `DELETE /tags/${tag.id}`, `GET /tags?tagId=${tag.id}`])
      expect(await send(to)).toMatchObject({ status: 404, body: { error: 'ERR_NO_TAG_FOUND' } });

    expect((await send('POST /tags', { name: 'Negociação', kanban: 1 })).status).toBe(403);
    const lane = await create('Negociação', { kanban: 1 }, company.admin);
    // A contact tag may have the same name as a column.
    expect((await create('Negociação')).id).not.toBe(lane.id);
    for (const to of [`PUT /tags/${lane.id}`, `DELETE /tags/${lane.id}`])
      expect(await send(to, to.startsWith('PUT') ? { name: 'Outra', kanban: 1 } : undefined)).toMatchObject({
        status: 403,
        body: { error: 'ERR_NO_PERMISSION' },
      });
    const poor = await makeCompany({ plan: { without: ['useKanban'] } });
    expect(await send('POST /tags', { name: 'Coluna', kanban: 1 }, poor.admin)).toMatchObject({
      status: 403,
      body: { error: 'ERR_PLAN_FEATURE' },
    });
  });

  it('tags of a colleague are renamed and deleted by administrators and by users who manage shared items', async () => {
    const [colleague, keeper] = [await company.addUser(), await company.addUser({ allowSharedItems: true })];
    for (const [nth, user] of [company.admin, keeper].entries()) {
      const tag = await create(`Da Ana ${nth}`);
      expect(tag.userId).toBe(ana.id);
      // A user who only finds the tag does not become its owner.
      expect((await create(tag.name, {}, colleague)).id).toBe(tag.id);
      const renamed = { name: `Mudada ${nth}` };
      for (const [to, body] of [
        [`PUT /tags/${tag.id}`, renamed] as const,
        [`DELETE /tags/${tag.id}`] as const,
      ])
        expect(await send(to, body, colleague)).toMatchObject({
          status: 403,
          body: { error: 'ERR_NO_PERMISSION' },
        });
      expect(await send(`PUT /tags/${tag.id}`, renamed, user)).toMatchObject({
        status: 200,
        body: { ...renamed, userId: ana.id },
      });
      expect((await send(`DELETE /tags/${tag.id}`, undefined, user)).status).toBe(200);
    }
  });

  it('are counted once per contact despite repeated stream records, and their contacts are listed by name', async () => {
    const [vip, novo] = [await create('Vip'), await create('Novo')];
    const people = [];
    for (const name of ['Caio', 'Ana', 'Bia']) people.push(await makeContact(company.table, { name }));
    const [caio, ana, bia] = people.map(({ id }) => id);
    if (caio === undefined || ana === undefined || bia === undefined) throw new Error('no contacts');
    await sync(caio, [vip.id]);
    await sync(ana, [vip.id, novo.id]);
    await sync(bia, [novo.id]);
    await sync(ana, [vip.id]);
    await sync(ana, [vip.id, novo.id]);
    await settle(2);
    expect([await countOf(vip.id), await countOf(novo.id)]).toEqual([2, 2]);
    expect(await contactsOf(vip.id)).toEqual(['Ana', 'Caio']);
    expect(await contactsOf(vip.id, novo.id)).toEqual(['Ana', 'Bia', 'Caio']);
    const put = await call(contacts, {
      to: `PUT /contacts/${ana}`,
      token: company.admin.token,
      body: { name: 'Zilda' },
    });
    expect(put.status).toBe(200);
    expect((await send(`DELETE /tags-contacts/${novo.id}/${bia}`)).body).toMatchObject({ tags: [] });
    expect(
      (await call(contacts, { to: `DELETE /contacts/${caio}`, token: company.admin.token })).status,
    ).toBe(200);
    await settle();
    expect([await countOf(vip.id), await countOf(novo.id)]).toEqual([1, 1]);
    expect(await contactsOf(vip.id, novo.id)).toEqual(['Zilda']);
    for (const to of ['GET /tags?searchParam=vip', 'GET /tags/list?searchParam=vip'])
      expect(JSON.stringify((await send(to)).body)).toContain('"contactsCount":1');
    expect(await send(`GET /tags?tagId=${vip.id}`)).toMatchObject({ body: { tags: [{ contactsCount: 1 }] } });
  });

  it.each([20261, 20262, 20263])(
    'have the counts of a recount after a random history: seed %i',
    async (seed) => {
      const random = seededRandom(seed);
      const upTo = (count: number) => Math.floor(random() * count);
      const all = await Promise.all(['Um um', 'Dois', 'Três'].map((name) => create(name)));
      const people = [];
      for (let nth = 0; nth < 6; nth++)
        people.push(await makeContact(company.table, { name: `Pessoa ${nth}` }));
      for (let step = 0; step < 40; step++) {
        const person = people[upTo(people.length)];
        if (person === undefined) throw new Error('nobody');
        expect(
          (
            await sync(
              person.id,
              all.filter(() => random() < 0.5).map(({ id }) => id),
            )
          ).status,
        ).toBe(200);
        if (random() < 0.3) await settle(1 + upTo(5));
      }
      await settle(1 + upTo(5));
      const stored = await Promise.all(people.map(({ id }) => loadContact(company.table, id)));
      for (const tag of all) {
        const having = stored.filter((contact) => contact?.tags.some(({ id }) => id === tag.id));
        expect(await countOf(tag.id)).toBe(having.length);
        expect(await contactsOf(tag.id)).toEqual(having.map((contact) => contact?.name).sort());
      }
    },
  );

  it('pass a new name on to contacts and tickets, and are removed from them with their deletion', async () => {
    const tag = await create('Antigo');
    const { id } = await makeContact(company.table, { name: 'Ana' });
    await sync(id, [tag.id]);
    await settle();
    const tagsOf = async () => (await loadContact(company.table, id))?.tags;
    await send(`PUT /tags/${tag.id}`, { name: 'Recente', color: '#010203' });
    expect(await tagsOf()).toEqual([{ id: tag.id, name: 'Recente', color: '#010203' }]);
    // A contact tagged in the meantime, which the index shows later, follows within a minute.
    const { id: late } = await makeContact(company.table, { name: 'Bia' });
    await sync(late, [tag.id]);
    expect((await send(`DELETE /tags/${tag.id}`)).status).toBe(200);
    expect(await tagsOf()).toEqual([]);
    expect((await loadContact(company.table, late))?.tags).toHaveLength(1);
    await settle();
    await sweep(tag.id);
    expect((await loadContact(company.table, late))?.tags).toEqual([]);
    await settle();
    expect(await company.table.get(Tag, { id: tag.id }, { consistent: true })).toBeUndefined();
    for (const contactId of [id, late])
      expect(
        await company.table.get(TaggedContact, { tag: { id: tag.id }, contactId }, { consistent: true }),
      ).toBeUndefined();
  });
});

describe('column of a ticket', () => {
  const lane = (name: string) => create(name, { kanban: 1 }, company.admin);
  const ticketIn = async (fields: Parameters<typeof makeTicket>[2] = {}) => {
    const connectionId = await company.addConnection();
    return makeTicket(company.table, { connectionId }, { status: 'open', userId: ana.id, ...fields });
  };
  const lanesOf = async (id: number) => {
    const { laneId, tags: shown } = await reload(company.table, id);
    return { laneId, names: shown.map(({ name }) => name) };
  };

  it('is one at a time, set and removed by users who see the ticket, and not written again', async () => {
    const [talks, won] = [await lane('Negociação'), await lane('Ganho')];
    const ticket = await ticketIn();
    const set = (tagId: number, user = ana) =>
      send(`PUT /ticket-tags/${ticket.id}/${tagId}`, undefined, user);
    expect(await set(talks.id)).toMatchObject({
      status: 201,
      body: {
        ticketId: ticket.id,
        tagId: talks.id,
        ticket: { id: ticket.id, tags: [{ name: 'Negociação' }] },
      },
    });
    await Promise.all([set(won.id), set(talks.id), set(won.id)]);
    expect((await lanesOf(ticket.id)).names).toHaveLength(1);
    await set(won.id);
    expect(await lanesOf(ticket.id)).toEqual({ laneId: won.id, names: ['Ganho'] });
    const { version, activityAt } = await reload(company.table, ticket.id);
    await set(won.id);
    expect(await reload(company.table, ticket.id)).toMatchObject({ version, activityAt: ticket.activityAt });
    expect(activityAt).toBe(ticket.activityAt);

    const stranger = await company.addUser();
    const label = await create('Vip');
    const columns = z
      .array(z.object({ name: z.string(), kanban: z.literal(1) }))
      .parse((await send('GET /tags/list?kanban=1')).body);
    expect(columns.map(({ name }) => name)).toEqual(['Ganho', 'Negociação']);
    const poor = await makeCompany({ plan: { without: ['useKanban'] } });
    for (const [answer, status, error] of [
      [await set(talks.id, stranger), 404, 'ERR_NO_TICKET_FOUND'],
      [await set(label.id), 404, 'ERR_NO_TAG_FOUND'],
      [await set(9_999), 404, 'ERR_NO_TAG_FOUND'],
      [await set(talks.id, poor.admin), 403, 'ERR_PLAN_FEATURE'],
      [await send(`DELETE /ticket-tags/${ticket.id}`, undefined, stranger), 404, 'ERR_NO_TICKET_FOUND'],
    ] as const)
      expect(answer).toMatchObject({ status, body: { error } });
    expect(await send(`DELETE /ticket-tags/${ticket.id}`)).toMatchObject({
      status: 200,
      body: { ticket: { id: ticket.id, tags: [] } },
    });
    expect(await lanesOf(ticket.id)).toEqual({ laneId: null, names: [] });
  });

  it("a column's new name is copied to its tickets, also closed ones, and a removed column is removed from them", async () => {
    const talks = await lane('Negociação');
    const [open, closed] = [await ticketIn(), await ticketIn()];
    await commit([company.table.put(Ticket, { ...closed, status: 'closed' }, closed.version)]);
    for (const { id } of [open, closed])
      expect((await send(`PUT /ticket-tags/${id}/${talks.id}`)).status).toBe(201);
    const named = await send(`PUT /tags/${talks.id}`, { name: 'Proposta', kanban: 1 }, company.admin);
    expect(named.status).toBe(200);
    for (const { id } of [open, closed])
      expect(await lanesOf(id)).toEqual({ laneId: talks.id, names: ['Proposta'] });
    expect((await send(`DELETE /tags/${talks.id}`, undefined, company.admin)).status).toBe(200);
    for (const { id } of [open, closed]) expect(await lanesOf(id)).toEqual({ laneId: null, names: [] });
  });

  it('set while its tag was removed, it disappears within a minute', async () => {
    const talks = await lane('Negociação');
    const ticket = await ticketIn();
    expect((await send(`DELETE /tags/${talks.id}`, undefined, company.admin)).status).toBe(200);
    // Simulates a request that had read the tag before its removal.
    const late = await reload(company.table, ticket.id);
    const tags = [{ id: talks.id, name: talks.name, color: talks.color }];
    await commit([company.table.put(Ticket, { ...late, laneId: talks.id, tags }, late.version)]);
    await sweep(talks.id);
    expect(await lanesOf(ticket.id)).toEqual({ laneId: null, names: [] });
  });
});

describe('a long list of tags', () => {
  it('is read page by page without repetitions, searched and offered, at ten read units a page at most', async () => {
    const COUNT = 1000;
    await writeBatch(
      Array.from({ length: COUNT }, (_, nth) =>
        company.table.put(
          Tag,
          {
            companyId: company.id,
            id: nth + 1,
            name: `${nth === COUNT - 1 ? 'raríssima' : 'etiqueta'} ${String(nth).padStart(4, '0')}`,
            color: '#112233',
          },
          'any',
        ),
      ),
    );
    const pagesOf = async (query: string): Promise<number[]> => {
      const ids: number[] = [];
      let cursor: string | null = '';
      for (let page = 0; cursor !== null && page < 100; page++) {
        const after = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
        const { body, headers } = await send(`GET /tags?${query}${after}`);
        expect(unitsSchema.parse(JSON.parse(String(headers['x-usage']))).readUnits).toBeLessThanOrEqual(
          MAX_READ_UNITS,
        );
        const answer = tagRoutes.list.response.parse(body);
        expect(answer.tags.length).toBeLessThanOrEqual(TAGS_PER_PAGE);
        ids.push(...answer.tags.map(({ id }) => id));
        cursor = answer.cursor;
      }
      return ids;
    };
    expect(await pagesOf('kanban=0')).toEqual(Array.from({ length: COUNT }, (_, nth) => nth + 1));
    expect(await pagesOf('searchParam=RARISSIMA')).toEqual([COUNT]);
    expect(await pagesOf('kanban=1')).toEqual([]);
    const { body, headers } = await send('GET /tags/list?kanban=0');
    expect(body).toHaveLength(TAGS_LISTED);
    expect(unitsSchema.parse(JSON.parse(String(headers['x-usage']))).readUnits).toBeLessThanOrEqual(
      MAX_READ_UNITS,
    );
  });
});
