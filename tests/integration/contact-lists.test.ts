import { systemClock } from '@prosa/functions/platform/clock.ts';
import { ContactListItem } from '@prosa/functions/platform/table/entities/contact-lists.ts';
import { Unique } from '@prosa/functions/platform/table/entities/counters.ts';
import { Timer } from '@prosa/functions/platform/table/entities/work.ts';
import { writeBatch } from '@prosa/functions/platform/table/write-batch.ts';
import {
  contactListItemWrites,
  listItemsPage,
} from '@prosa/functions/repositories/contacts/contact-list-items.ts';
import { contactListRoutes } from '@prosa/shared/contracts/contact-lists.ts';
import { contactListItemId } from '@prosa/shared/rules/contact-list-item-id.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { seededRandom } from '../support/seeded-random.ts';
import {
  addItem,
  callLists,
  createList,
  expectCounted,
  readItems,
  readList,
} from './support/contact-lists.ts';
import { fireTimers } from './support/fire-timers.ts';
import { useTable } from './support/table.ts';

// The modules read METER while they load.
vi.hoisted(() => {
  process.env.METER = '1';
});

useTable();

const unitsSchema = z.object({ readUnits: z.number() });
const readUnitsOf = ({ headers }: { headers: Record<string, unknown> }): number =>
  unitsSchema.parse(JSON.parse(String(headers['x-usage']))).readUnits;

let company: TestCompany;
beforeEach(async () => {
  company = await makeCompany();
});
afterEach(() => vi.restoreAllMocks());

const ask = (to: string, body?: unknown) => callLists(company.admin, to, body);
const numberAt = (nth: number): string => `55219${String(70_000_000 + nth)}`;

/** Stores items of a list directly, because there are many of them. Their list does not count them. */
const plantItems = async (contactListId: number, count: number, from = 1): Promise<void> => {
  const { table, id: companyId } = company;
  const items = Array.from({ length: count }, (_none, nth) => {
    const id = contactListItemId(contactListId, from + nth);
    const name = `Pessoa ${from + nth}`;
    const item = { companyId, contactListId, id, name, number: numberAt(from + nth) };
    return table.put(ContactListItem, item, 'any');
  });
  await writeBatch(items);
};

describe('contact lists', () => {
  it('are created, changed, listed by name and found by name', async () => {
    const connectionId = await company.addConnection({ isDefault: true });
    const natal = await createList(company.admin, 'Natal', { whatsappId: connectionId });
    expect(natal).toMatchObject({
      name: 'Natal',
      whatsappId: connectionId,
      contactsCount: 0,
      invalidCount: 0,
      uncheckedCount: 0,
      companyId: company.id,
    });
    const pascoa = await createList(company.admin, 'Páscoa');
    await createList(company.admin, 'Aniversário');
    const listed = contactListRoutes.list.response.parse((await ask('GET /contact-lists')).body);
    expect(listed).toMatchObject({ count: 3, hasMore: false, cursor: null });
    expect(listed.records.map(({ name }) => name)).toEqual(['Aniversário', 'Natal', 'Páscoa']);
    expect(await ask('GET /contact-lists?searchParam=PASC')).toMatchObject({
      body: { records: [{ id: pascoa.id }], count: 1 },
    });
    expect((await ask('GET /contact-lists/list?searchParam=nat')).body).toEqual([
      { id: natal.id, name: 'Natal', contactsCount: 0 },
    ]);
    expect(await ask(`PUT /contact-lists/${natal.id}`, { name: 'Ano novo', whatsappId: null })).toMatchObject(
      {
        status: 200,
        body: { id: natal.id, name: 'Ano novo', whatsappId: null, version: 2, createdAt: natal.createdAt },
      },
    );
    expect(await readList(company.admin, natal.id)).toMatchObject({ name: 'Ano novo' });
  });

  it('have names of 2 to 50 characters, and a connection of the company', async () => {
    for (const name of ['', 'x', 'x'.repeat(51), ' x '])
      expect((await ask('POST /contact-lists', { name })).status, name).toBe(400);
    expect(await ask('POST /contact-lists', { name: 'Lista', whatsappId: 999 })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_WAPP_FOUND' },
    });
    const list = await createList(company.admin, 'Lista');
    expect(await ask(`PUT /contact-lists/${list.id}`, { name: 'Lista', whatsappId: 999 })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_WAPP_FOUND' },
    });
    for (const to of ['GET /contact-lists/999', 'DELETE /contact-lists/999', 'POST /contact-lists/999/check'])
      expect(await ask(to), to).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_CONTACT_LIST_FOUND' },
      });
  });

  it('are paged at ten read units at most', async () => {
    const names = Array.from({ length: 45 }, (_none, nth) => `Lista ${String(nth).padStart(2, '0')}`);
    for (const name of names) await createList(company.admin, name);
    const seen: string[] = [];
    let query = '';
    for (;;) {
      const answer = await ask(`GET /contact-lists?${query}`);
      expect(readUnitsOf(answer)).toBeLessThanOrEqual(10);
      const page = contactListRoutes.list.response.parse(answer.body);
      seen.push(...page.records.map(({ name }) => name));
      if (page.cursor === null) break;
      expect(page.records).toHaveLength(20);
      query = `cursor=${encodeURIComponent(page.cursor)}`;
    }
    expect(seen).toEqual(names);
  });

  it('S-25: are for administrators of companies whose plan has campaigns', async () => {
    const list = await createList(company.admin, 'Lista');
    const item = await addItem(company.admin, list.id, numberAt(1));
    const user = await company.addUser();
    const poor = await makeCompany({ plan: { without: ['useCampaigns'] } });
    const body = { name: 'Maria', number: numberAt(2), contactListId: list.id };
    for (const [to, sent] of [
      ['GET /contact-lists'],
      ['GET /contact-lists/list'],
      ['POST /contact-lists', { name: 'Outra' }],
      [`GET /contact-lists/${list.id}`],
      [`PUT /contact-lists/${list.id}`, { name: 'Outra' }],
      [`DELETE /contact-lists/${list.id}`],
      [`POST /contact-lists/${list.id}/upload`, { key: 'x' }],
      [`GET /contact-lists/${list.id}/imports`],
      [`POST /contact-lists/${list.id}/check`],
      [`GET /contact-list-items?contactListId=${list.id}`],
      ['POST /contact-list-items', body],
      [`GET /contact-list-items/${item.id}`],
      [`PUT /contact-list-items/${item.id}`, body],
      [`DELETE /contact-list-items/${item.id}`],
    ] as const) {
      expect(await callLists(user, to, sent), to).toMatchObject({
        status: 403,
        body: { error: 'ERR_NO_PERMISSION' },
      });
      expect(await callLists(poor.admin, to, sent), to).toMatchObject({
        status: 403,
        body: { error: 'ERR_PLAN_FEATURE' },
      });
    }
    expect(await readItems(company.admin, list.id)).toMatchObject({ items: [item] });
  });

  it('S-25: of another company are not found', async () => {
    const list = await createList(company.admin, 'Lista');
    const item = await addItem(company.admin, list.id, numberAt(1));
    const other = await makeCompany();
    for (const [to, code] of [
      [`GET /contact-lists/${list.id}`, 'ERR_NO_CONTACT_LIST_FOUND'],
      [`GET /contact-list-items?contactListId=${list.id}`, 'ERR_NO_CONTACT_LIST_FOUND'],
      [`GET /contact-list-items/${item.id}`, 'ERR_NO_CONTACT_LIST_ITEM_FOUND'],
      [`DELETE /contact-list-items/${item.id}`, 'ERR_NO_CONTACT_LIST_ITEM_FOUND'],
    ])
      expect(await callLists(other.admin, to ?? ''), to).toMatchObject({
        status: 404,
        body: { error: code },
      });
    expect(await expectCounted(company.admin, list.id)).toMatchObject({ contactsCount: 1 });
  });
});

describe('people on a contact list', () => {
  it('are added, changed and removed, and found by their id alone', async () => {
    const list = await createList(company.admin, 'Lista');
    const made = await addItem(company.admin, list.id, '+55 (21) 97000-0001', { email: 'm@example.com' });
    expect(made).toMatchObject({
      name: 'Maria',
      number: '5521970000001',
      email: 'm@example.com',
      isWhatsappValid: null,
      contactListId: list.id,
      version: 1,
    });
    expect((await ask(`GET /contact-list-items/${made.id}`)).body).toEqual(made);
    const changed = await ask(`PUT /contact-list-items/${made.id}`, { name: 'Ana', number: made.number });
    expect(changed).toMatchObject({
      status: 200,
      body: { id: made.id, name: 'Ana', email: '', version: 2, createdAt: made.createdAt },
    });
    expect((await ask(`DELETE /contact-list-items/${made.id}`)).status).toBe(200);
    for (const [to, body] of [
      [`GET /contact-list-items/${made.id}`],
      [`PUT /contact-list-items/${made.id}`, { name: 'Ana', number: made.number }],
      [`DELETE /contact-list-items/${made.id}`],
      ['GET /contact-list-items/7'],
    ] as const)
      expect(await ask(to, body), to).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_CONTACT_LIST_ITEM_FOUND' },
      });
    expect(await expectCounted(company.admin, list.id)).toMatchObject({
      contactsCount: 0,
      uncheckedCount: 0,
    });
  });

  it('S-36: have limited fields', async () => {
    const { id: contactListId } = await createList(company.admin, 'Lista');
    const good = { contactListId, name: 'Maria', number: numberAt(1) };
    for (const wrong of [
      { name: 'M' },
      { name: 'M'.repeat(51) },
      { number: '1234567' },
      { number: '1'.repeat(51) },
      { email: 'nobody' },
      { contactListId: 'all' },
    ])
      expect(
        await ask('POST /contact-list-items', { ...good, ...wrong }),
        JSON.stringify(wrong),
      ).toMatchObject({
        status: 400,
        body: { error: 'ERR_VALIDATION' },
      });
    expect(await ask('POST /contact-list-items', { ...good, contactListId: 999 })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_CONTACT_LIST_FOUND' },
    });
    expect(await readItems(company.admin, contactListId)).toMatchObject({ items: [] });
  });

  it('have different numbers within their list, in either spelling of a Brazilian mobile number', async () => {
    const [list, other] = [
      await createList(company.admin, 'Lista'),
      await createList(company.admin, 'Outra lista'),
    ];
    const made = await addItem(company.admin, list.id, '5521970000001');
    const duplicate = { status: 409, body: { error: 'ERR_DUPLICATED_CONTACT' } };
    for (const number of ['5521970000001', '552170000001'])
      expect(
        await ask('POST /contact-list-items', { contactListId: list.id, name: 'Zé', number }),
      ).toMatchObject(duplicate);
    await addItem(company.admin, other.id, '5521970000001');
    const second = await addItem(company.admin, list.id, '5521970000002');
    expect(
      await ask(`PUT /contact-list-items/${second.id}`, { name: 'Zé', number: '552170000001' }),
    ).toMatchObject(duplicate);
    // The other spelling of its own number is no duplicate.
    expect(
      await ask(`PUT /contact-list-items/${made.id}`, { name: 'Zé', number: '552170000001' }),
    ).toMatchObject({ status: 200, body: { number: '552170000001' } });
    // A number that was given up is free again.
    await ask(`DELETE /contact-list-items/${second.id}`);
    await addItem(company.admin, list.id, '5521970000002');
    const both = await Promise.all(
      [1, 2].map(() =>
        ask('POST /contact-list-items', { contactListId: list.id, name: 'Zé', number: '5521970000003' }),
      ),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await expectCounted(company.admin, list.id)).toMatchObject({
      contactsCount: 3,
      uncheckedCount: 3,
    });
  });

  it('are listed in the order of their addition, 20 on a page, by cursor and page number', async () => {
    const list = await createList(company.admin, 'Lista');
    await plantItems(list.id, 45);
    const { items, pages } = await readItems(company.admin, list.id);
    expect(items.map(({ name }) => name)).toEqual(
      Array.from({ length: 45 }, (_none, nth) => `Pessoa ${nth + 1}`),
    );
    expect(pages).toEqual([20, 20, 5]);
    const to = `GET /contact-list-items?contactListId=${list.id}`;
    const third = await ask(`${to}&pageNumber=3`);
    expect(contactListRoutes.listItems.response.parse(third.body).contacts.map(({ id }) => id)).toEqual(
      items.slice(40).map(({ id }) => id),
    );
    expect(readUnitsOf(await ask(to))).toBeLessThanOrEqual(5);
    const { cursor } = contactListRoutes.listItems.response.parse((await ask(to)).body);
    const other = await createList(company.admin, 'Outra');
    expect(
      await ask(
        `GET /contact-list-items?contactListId=${other.id}&cursor=${encodeURIComponent(cursor ?? '')}`,
      ),
    ).toMatchObject({ status: 400, body: { error: 'ERR_CURSOR_INVALID' } });
  });

  it('are found by name, number and e-mail; a search through a large list goes on page by page', async () => {
    const list = await createList(company.admin, 'Lista');
    await addItem(company.admin, list.id, '5521970000001', { name: 'José Álvares', email: 'Ze@Example.com' });
    await addItem(company.admin, list.id, '5511988880000', { name: 'Maria' });
    const found = async (text: string) =>
      (await readItems(company.admin, list.id, text)).items.map(({ name }) => name);
    for (const text of ['jose', 'ALVARES', 'ze@example', '97000-0001', '(21) 97000', '552170000001'])
      expect(await found(text), text).toEqual(['José Álvares']);
    expect(await found('55')).toEqual(['José Álvares', 'Maria']);
    expect(await found('ninguém')).toEqual([]);

    const large = await createList(company.admin, 'Grande');
    await plantItems(large.id, 1000);
    const first = await ask(`GET /contact-list-items?contactListId=${large.id}&searchParam=${numberAt(990)}`);
    expect(readUnitsOf(first)).toBeLessThanOrEqual(25);
    expect(first).toMatchObject({ body: { contacts: [], hasMore: true } });
    const { items, pages } = await readItems(company.admin, large.id, numberAt(990));
    expect(items.map(({ name }) => name)).toEqual(['Pessoa 990']);
    expect(pages.length).toBeLessThanOrEqual(4);
  });

  it('are read for campaigns in the order of their ids', async () => {
    const list = await createList(company.admin, 'Lista');
    await plantItems(list.id, 250);
    const ids: number[] = [];
    for (let afterId = 0; ; ) {
      const page = await listItemsPage(company.table, list.id, afterId, 100);
      ids.push(...page.map(({ id }) => id));
      if (page.length < 100) break;
      afterId = page.at(-1)?.id ?? 0;
    }
    expect(ids).toEqual(Array.from({ length: 250 }, (_none, nth) => contactListItemId(list.id, nth + 1)));
  });
});

describe('the counts of a list', () => {
  it.each([20261, 20262])('equal a recount after simultaneous random changes: seed %i', async (seed) => {
    const random = seededRandom(seed);
    const list = await createList(company.admin, 'Lista');
    const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)];
    for (let round = 0; round < 6; round++) {
      const { items } = await readItems(company.admin, list.id);
      const steps = Array.from({ length: 8 }, (): (() => Promise<unknown>) => {
        const item = pick(items);
        const number = numberAt(Math.floor(random() * 30));
        const chance = random();
        if (item === undefined || chance < 0.5)
          return () => ask('POST /contact-list-items', { contactListId: list.id, name: 'Zé', number });
        if (chance < 0.7) return () => ask(`DELETE /contact-list-items/${item.id}`);
        if (chance < 0.9) return () => ask(`PUT /contact-list-items/${item.id}`, { name: 'Ana', number });
        return () => ask(`PUT /contact-lists/${list.id}`, { name: `Lista ${round}` });
      });
      await Promise.all(steps.map((step) => step()));
      await expectCounted(company.admin, list.id);
    }
  });
});

describe('a removed list', () => {
  const markersOf = async (contactListId: number): Promise<number> => {
    const found = await company.table.getMany(
      Unique,
      Array.from({ length: 130 }, (_none, nth) => ({
        kind: 'listedNumber',
        value: `${contactListId} 5521${70_000_001 + nth}`,
      })),
      { consistent: true },
    );
    return found.filter((marker) => marker !== undefined).length;
  };
  const sweep = async (contactListId: number) => {
    const key = { kind: 'contact-list-sweep', subject: String(contactListId) };
    const timer = await company.table.get(Timer, key, { consistent: true });
    if (timer === undefined) return false;
    const { kind, subject, token } = timer;
    expect(await fireTimers({ companyId: company.id, kind, subject, token })).toEqual([]);
    return true;
  };

  it('is gone at once; its people are removed in the background, even if the sweep is killed in between', async () => {
    const list = await createList(company.admin, 'Lista');
    const kept = await createList(company.admin, 'Outra');
    await addItem(company.admin, kept.id, numberAt(1));
    const { table } = company;
    const at = systemClock.now();
    const changes = Array.from({ length: 130 }, (_none, nth) => ({
      after: {
        companyId: company.id,
        contactListId: list.id,
        id: contactListItemId(list.id, nth + 1),
        name: `Pessoa ${nth}`,
        number: numberAt(nth + 1),
        email: '',
        numberState: 'unchecked' as const,
        checkedAt: null,
        importId: '',
      },
    }));
    const { commit } = await import('@prosa/functions/platform/table/commit.ts');
    for (let start = 0; start < changes.length; start += 40)
      await commit(contactListItemWrites(table, list.id, changes.slice(start, start + 40), at));
    expect(await expectCounted(company.admin, list.id)).toMatchObject({ contactsCount: 130 });
    const [first] = (await readItems(company.admin, list.id)).items;
    expect(await markersOf(list.id)).toBe(130);

    expect(await ask(`DELETE /contact-lists/${list.id}`)).toMatchObject({ status: 200 });
    for (const to of [`GET /contact-lists/${list.id}`, `GET /contact-list-items?contactListId=${list.id}`])
      expect(await ask(to)).toMatchObject({ status: 404 });
    expect(await ask(`GET /contact-list-items/${first?.id}`)).toMatchObject({ status: 404 });
    expect(
      await ask('POST /contact-list-items', { contactListId: list.id, name: 'Zé', number: numberAt(500) }),
    ).toMatchObject({ status: 404, body: { error: 'ERR_NO_CONTACT_LIST_FOUND' } });

    // The first transaction of a sweep that then died.
    const some = await listItemsPage(table, list.id, 0, 45);
    await commit(
      some.flatMap(({ id, number }) => [
        table.delete(ContactListItem, { id }),
        table.delete(Unique, { kind: 'listedNumber', value: `${list.id} ${number.replace('219', '21')}` }),
      ]),
    );
    expect(await sweep(list.id)).toBe(true);
    expect(await sweep(list.id)).toBe(false);
    expect(await listItemsPage(table, list.id, 0, 10)).toEqual([]);
    expect(await markersOf(list.id)).toBe(0);
    expect(await expectCounted(company.admin, kept.id)).toMatchObject({ contactsCount: 1 });
  });
});
