import { handler as media } from '@prosa/functions/http/media/handler.ts';
import { handler as quickMessages } from '@prosa/functions/http/quick-messages/handler.ts';
import { getObject, headObject, putObject } from '@prosa/functions/platform/blob/blob.ts';
import { systemClock } from '@prosa/functions/platform/clock.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { QuickMessage } from '@prosa/functions/platform/table/entities/quick-messages.ts';
import { Timer } from '@prosa/functions/platform/table/entities/work.ts';
import { writeBatch } from '@prosa/functions/platform/table/write-batch.ts';
import { loadQuickMessage } from '@prosa/functions/repositories/organisation/quick-messages.ts';
import { mediaRoutes } from '@prosa/shared/contracts/media.ts';
import { quickMessageRoutes, quickMessageViewSchema } from '@prosa/shared/contracts/quick-messages.ts';
import { QUICK_MESSAGES_LISTED, QUICK_MESSAGES_PER_PAGE } from '@prosa/shared/rules/list-sizes.ts';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { HTML, PDF, PNG } from '../factories/files.ts';
import { useBucket } from './support/bucket.ts';
import { call } from './support/call.ts';
import { fireTimers } from './support/fire-timers.ts';
import { useTable } from './support/table.ts';

// The modules read METER while they load.
vi.hoisted(() => {
  process.env.METER = '1';
});

useTable();
useBucket();

const MAX_READ_UNITS = 10;
const unitsSchema = z.object({ readUnits: z.number() });

let company: TestCompany;
let ana: TestUser;
let bob: TestUser;
beforeAll(async () => {
  company = await makeCompany();
  ana = await company.addUser();
  bob = await company.addUser();
});
afterEach(() => vi.restoreAllMocks());

const send = (to: string, user: TestUser, body?: unknown) =>
  call(quickMessages, { to, token: user.token, body });
const create = async (user: TestUser, body: object) => {
  const answer = await send('POST /quick-messages', user, { message: 'Oi', ...body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return quickMessageViewSchema.parse(answer.body);
};
const listed = async (user: TestUser, search = '') => {
  const answer = await send(`GET /quick-messages?searchParam=${encodeURIComponent(search)}`, user);
  return quickMessageRoutes.list.response.parse(answer.body).records.map(({ shortcode }) => shortcode);
};
const offered = async (user: TestUser) => {
  const answer = await send(`GET /quick-messages/list?companyId=${company.id}&userId=${user.id}`, user);
  return quickMessageRoutes.listBrief.response.parse(answer.body);
};

describe('quick messages', () => {
  it('are listed by shortcode: own ones, and shared ones for every user', async () => {
    const own = await makeCompany();
    const [one, other] = [await own.addUser(), await own.addUser()];
    await create(one, { shortcode: '/prazo', visao: true });
    await create(one, { shortcode: 'Ágil' });
    await create(other, { shortcode: 'boleto' });
    await create(one, { shortcode: 'cofre', status: false });
    expect(await listed(one)).toEqual(['Ágil', 'cofre', 'prazo']);
    expect(await listed(other)).toEqual(['boleto', 'prazo']);
    expect(await listed(one, 'AGIL')).toEqual(['Ágil']);
    expect(await listed(own.admin)).toEqual(['prazo']);
  });

  it("are offered for replies with their company's name, unless disabled", async () => {
    const own = await makeCompany({ company: { name: 'Loja Sol' } });
    await create(own.admin, { shortcode: 'oi', message: 'Olá, {{firstName}}' });
    await create(own.admin, { shortcode: 'velha', status: false });
    const answer = await send('GET /quick-messages/list', own.admin);
    expect(answer.body).toMatchObject([
      { shortcode: 'oi', message: 'Olá, {{firstName}}', mediaPath: null, company: { name: 'Loja Sol' } },
    ]);
    expect(answer.body).toHaveLength(1);
    expect((await send(`GET /quick-messages/list?userId=${ana.id + 50}`, own.admin)).status).toBe(404);
  });

  it('quick messages of another user are read-only when shared but not editable by all, and not found when private', async () => {
    const readOnly = await create(ana, { shortcode: 'somente leitura', visao: true, geral: false });
    const open = await create(ana, { shortcode: 'aberta', visao: true, geral: true });
    const hers = await create(ana, { shortcode: 'dela', geral: true });
    // A private quick message cannot be editable by all, and sharing it later does not make it so.
    expect(hers).toMatchObject({ visao: false, geral: false });
    const change = { shortcode: 'mudada', message: 'x', visao: true, geral: true };
    const refused = { status: 403, body: { error: 'ERR_NO_PERMISSION' } };
    expect((await send(`GET /quick-messages/${readOnly.id}`, bob)).status).toBe(200);
    for (const act of [
      () => send(`PUT /quick-messages/${readOnly.id}`, bob, change),
      () => send(`DELETE /quick-messages/${readOnly.id}`, bob),
      () => send(`DELETE /quick-messages/${readOnly.id}/media-upload`, bob),
    ])
      expect(await act()).toMatchObject(refused);
    for (const user of [bob, company.admin])
      for (const to of ['GET', 'DELETE'])
        expect(await send(`${to} /quick-messages/${hers.id}`, user)).toMatchObject({
          status: 404,
          body: { error: 'ERR_NO_QUICK_MESSAGE_FOUND' },
        });
    const text = { shortcode: 'aberta', message: 'x', visao: true, geral: true, status: false };
    const changed = await send(`PUT /quick-messages/${open.id}`, bob, text);
    expect(changed).toMatchObject({ status: 200, body: { message: 'x', userId: ana.id, version: 2 } });
    expect((await send(`DELETE /quick-messages/${hers.id}`, ana)).status).toBe(200);
    expect((await send(`GET /quick-messages/${hers.id}`, ana)).status).toBe(404);
  });

  it('shared by a colleague are renamed and deleted by administrators and managers of shared items', async () => {
    const keeper = await company.addUser({ allowSharedItems: true });
    for (const user of [company.admin, keeper])
      for (const geral of [true, false]) {
        const shared = await create(ana, { shortcode: `da ana ${user.id} ${geral}`, visao: true, geral });
        const to = `/quick-messages/${shared.id}`;
        const same = { shortcode: shared.shortcode, message: 'Oi', visao: true, geral };
        for (const change of [{ shortcode: 'outra' }, { visao: false }, { geral: !geral }])
          expect(await send(`PUT ${to}`, bob, { ...same, ...change })).toMatchObject({
            status: 403,
            body: { error: 'ERR_NO_PERMISSION' },
          });
        expect((await send(`DELETE ${to}`, bob)).status).toBe(403);
        expect(
          await send(`PUT ${to}`, user, { ...same, shortcode: `mudada ${user.id} ${geral}` }),
        ).toMatchObject({ status: 200, body: { userId: ana.id } });
        expect((await send(`DELETE ${to}`, user)).status).toBe(200);
      }
  });

  it('have a shortcode that is unique among those their author sees, in any spelling', async () => {
    const shared = await create(ana, { shortcode: 'Bom Dia', visao: true });
    const taken = { status: 409, body: { error: 'ERR_SHORTCODE_EXISTS' } };
    for (const fields of [{ shortcode: 'bom  dia' }, { shortcode: '/BOM DIA', visao: true }])
      expect(await send('POST /quick-messages', bob, fields)).toMatchObject(taken);
    const his = await create(bob, { shortcode: 'tchau' });
    const hers = await create(ana, { shortcode: 'tchau' });
    expect(await send('POST /quick-messages', bob, { shortcode: 'tchau', visao: true })).toMatchObject(taken);
    // Bob's private shortcode does not block Ana; otherwise she would learn of it.
    const put = (id: number, body: object, user = ana) => send(`PUT /quick-messages/${id}`, user, body);
    expect((await put(hers.id, { shortcode: 'tchau', visao: true })).status).toBe(200);
    expect(await put(his.id, { shortcode: 'tchau', visao: true }, bob)).toMatchObject(taken);
    expect((await put(his.id, { shortcode: 'tchau', message: 'até' }, bob)).status).toBe(200);
    expect((await put(hers.id, { shortcode: 'tchau' })).status).toBe(200);
    // A shortcode that was given up is free again.
    expect((await put(shared.id, { shortcode: 'Boa tarde', visao: true })).status).toBe(200);
    await create(bob, { shortcode: 'bom dia', visao: true });
    const both = await Promise.all(
      [ana, bob].map((user) => send('POST /quick-messages', user, { shortcode: 'corrida', visao: true })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const mixed = await Promise.all(
      [true, false].map((visao) => send('POST /quick-messages', ana, { shortcode: 'mista', visao })),
    );
    expect(mixed.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it.each([
    [{ shortcode: '' }],
    [{ shortcode: ' / ' }],
    [{ shortcode: 'x'.repeat(51) }],
    [{ shortcode: 'a', message: 'x'.repeat(4097) }],
    [{ shortcode: 'a', visao: 'perhaps' }],
    [{ message: 'sem atalho' }],
  ])('quick messages with invalid fields are refused: %o', async (body) => {
    expect(await send('POST /quick-messages', ana, body)).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    });
  });
});

describe('a long list of quick messages', () => {
  const HALF = 1000;
  let many: TestCompany;
  beforeAll(async () => {
    many = await makeCompany();
    const rows = Array.from({ length: 2 * HALF }, (_, nth) =>
      many.table.put(
        QuickMessage,
        {
          companyId: many.id,
          id: nth + 1,
          shortcode: `atalho ${String(nth).padStart(4, '0')}`,
          message: `${nth === 2 * HALF - 1 ? 'raríssima ' : ''}${'texto '.repeat(40)}`,
          isShared: nth % 2 === 0,
          userId: many.admin.id,
        },
        'any',
      ),
    );
    await writeBatch(rows);
  });

  it('is read page by page without repetitions, at most ten read units a page', async () => {
    const seen: number[] = [];
    let cursor: string | null = '';
    for (let page = 0; cursor !== null && page < 200; page++) {
      const query = cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`;
      const { body, headers } = await send(`GET /quick-messages${query}`, many.admin);
      const { readUnits } = unitsSchema.parse(JSON.parse(String(headers['x-usage'])));
      expect(readUnits).toBeLessThanOrEqual(MAX_READ_UNITS);
      const answer = quickMessageRoutes.list.response.parse(body);
      expect(answer.records).toHaveLength(QUICK_MESSAGES_PER_PAGE);
      seen.push(...answer.records.map(({ id }) => id));
      cursor = answer.cursor;
    }
    expect(seen).toEqual(Array.from({ length: 2 * HALF }, (_, nth) => nth + 1));
  });

  it('is searched within the same limits, and the cursor leads to matches on later pages', async () => {
    let cursor: string | null = '';
    const found: string[] = [];
    for (let page = 0; cursor !== null && page < 60; page++) {
      const after = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const { body, headers } = await send(`GET /quick-messages?searchParam=rarissima${after}`, many.admin);
      const { readUnits } = unitsSchema.parse(JSON.parse(String(headers['x-usage'])));
      expect(readUnits).toBeLessThanOrEqual(MAX_READ_UNITS);
      const answer = quickMessageRoutes.list.response.parse(body);
      found.push(...answer.records.map(({ shortcode }) => shortcode));
      cursor = answer.cursor;
    }
    expect(found).toEqual([`atalho ${2 * HALF - 1}`]);
  });

  it('is offered up to its limit, and the rest by the beginning of the shortcode', async () => {
    for (const [query, count] of [
      ['', QUICK_MESSAGES_LISTED],
      ['?searchParam=atalho%20199', 10],
      ['?searchParam=/Atalho%201999', 1],
      ['?searchParam=texto', 0],
    ] as const) {
      const { body, headers } = await send(`GET /quick-messages/list${query}`, many.admin);
      expect(body, query).toHaveLength(count);
      const { readUnits } = unitsSchema.parse(JSON.parse(String(headers['x-usage'])));
      expect(readUnits).toBeLessThanOrEqual(MAX_READ_UNITS);
    }
  });
});

describe("a quick message's file", () => {
  const formWith = (bytes: Uint8Array, type: string, name: string): FormData => {
    const form = new FormData();
    form.append('typeArch', 'quickMessage');
    form.append('file', new Blob([Uint8Array.from(bytes)], { type }), name);
    return form;
  };
  const give = (id: number, form: FormData, user = ana) =>
    call(quickMessages, { to: `POST /quick-messages/${id}/media-upload`, token: user.token, form });
  const keyOf = async (id: number): Promise<string> =>
    (await loadQuickMessage(company.table, id))?.media?.key ?? '';
  /** Fires the timer of a file at its due time. */
  const fireRemoval = async (key: string): Promise<void> => {
    const timer = await company.table.get(
      Timer,
      { kind: 'file-removal', subject: key },
      { consistent: true },
    );
    if (timer === undefined) throw new Error('nothing removes the file');
    const { kind, subject, token } = timer;
    vi.spyOn(systemClock, 'now').mockReturnValue(Date.parse(timer.dueAt));
    expect(await fireTimers({ companyId: company.id, kind, subject, token })).toEqual([]);
    vi.restoreAllMocks();
  };

  it('is stored under its own name and linked; S-44: its predecessor is removed', async () => {
    const { id } = await create(ana, { shortcode: 'foto' });
    const answer = await give(id, formWith(PNG, 'image/png', 'vitrine.png'));
    expect(answer).toMatchObject({ status: 200, body: { mediaName: 'vitrine.png' } });
    const key = await keyOf(id);
    expect(quickMessageViewSchema.parse(answer.body).mediaPath).toMatch(`/media/${key}?`);
    expect(Buffer.from((await getObject(key)) ?? [])).toEqual(PNG);
    expect((await offered(ana)).find((one) => one.id === id)?.mediaPath).toMatch(`/media/${key}?`);

    expect((await give(id, formWith(PDF, 'application/pdf', 'tabela.pdf'))).status).toBe(200);
    const second = await keyOf(id);
    await fireRemoval(key);
    expect(await headObject(key)).toBeUndefined();
    expect(await headObject(second)).toMatchObject({ mimeType: 'application/pdf' });
    // A changed text keeps the file.
    const put = await send(`PUT /quick-messages/${id}`, ana, { shortcode: 'foto', message: 'outra' });
    expect(put.body).toMatchObject({ mediaName: 'tabela.pdf' });
    expect((await send(`DELETE /quick-messages/${id}/media-upload`, ana)).body).toMatchObject({
      mediaName: null,
      mediaPath: null,
    });
    await fireRemoval(second);
    expect(await headObject(second)).toBeUndefined();
  });

  it('may use a prior upload, once and by the same user; S-44: it is removed with the quick message', async () => {
    const { id } = await create(ana, { shortcode: 'catálogo' });
    const uploaded = mediaRoutes.createUpload.response.parse(
      (
        await call(media, {
          to: 'POST /media/uploads',
          token: ana.token,
          body: { fileName: 'catalogo.pdf', mimeType: 'application/pdf', size: PDF.byteLength },
        })
      ).body,
    );
    await putObject(uploaded.key, PDF, 'application/pdf');
    const use = (user: TestUser, to = id) =>
      send(`POST /quick-messages/${to}/media-upload`, user, { mediaKey: uploaded.key });
    const bobs = await create(bob, { shortcode: 'catálogo' });
    expect((await use(bob, bobs.id)).status).toBe(422);
    expect(await use(ana)).toMatchObject({ status: 200, body: { mediaName: 'catalogo.pdf' } });
    expect((await use(ana)).status).toBe(422);
    const key = await keyOf(id);
    expect((await send(`DELETE /quick-messages/${id}`, ana)).status).toBe(200);
    await fireRemoval(key);
    expect(await headObject(key)).toBeUndefined();
  });

  it('S-39: is refused when empty, missing, several or executable in a browser', async () => {
    const { id } = await create(ana, { shortcode: 'recusas' });
    const none = new FormData();
    none.append('typeArch', 'quickMessage');
    const two = formWith(PNG, 'image/png', 'a.png');
    two.append('file', new Blob([Uint8Array.from(PNG)], { type: 'image/png' }), 'b.png');
    for (const [form, status] of [
      [none, 400],
      [two, 400],
      [formWith(new Uint8Array(), 'image/png', 'a.png'), 422],
      [formWith(HTML, 'text/html', 'a.html'), 415],
      [formWith(HTML, 'image/png', 'a.png'), 415],
    ] as const)
      expect((await give(id, form)).status).toBe(status);
    expect(await keyOf(id)).toBe('');
  });

  it('is kept while the quick message shows it, despite a removal timer', async () => {
    const { id } = await create(ana, { shortcode: 'fica' });
    await give(id, formWith(PNG, 'image/png', 'fica.png'));
    const key = await keyOf(id);
    const row = await loadQuickMessage(company.table, id);
    await send(`DELETE /quick-messages/${id}/media-upload`, ana);
    const now = await loadQuickMessage(company.table, id);
    if (row === undefined || now === undefined) throw new Error('the quick message is gone');
    await commit([company.table.put(QuickMessage, { ...now, media: row.media }, now.version)]);
    await fireRemoval(key);
    expect(await headObject(key)).toBeDefined();
  });
});
