import { handler as announcements } from '@prosa/functions/http/announcements/handler.ts';
import { handler as media } from '@prosa/functions/http/media/handler.ts';
import { getObject, headObject, putObject } from '@prosa/functions/platform/blob/blob.ts';
import { systemClock } from '@prosa/functions/platform/clock.ts';
import { Timer } from '@prosa/functions/platform/table/entities/work.ts';
import { listAuditEntries } from '@prosa/functions/repositories/rows/audit.ts';
import { announcementRoutes, announcementViewSchema } from '@prosa/shared/contracts/announcements.ts';
import { mediaRoutes } from '@prosa/shared/contracts/media.ts';
import { PLATFORM_COMPANY_ID } from '@prosa/shared/entities/company.ts';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { HTML, PDF, PNG } from '../factories/files.ts';
import { ownTable } from '../support/own-company.ts';
import { useBucket } from './support/bucket.ts';
import { call } from './support/call.ts';
import { fireTimers } from './support/fire-timers.ts';
import { useTable } from './support/table.ts';

useTable();
useBucket();

const MINUTE_MS = 60_000;
const PER_PAGE = 20;
const TOO_MANY_BYTES = 5 * 1024 * 1024 + 1;

let operators: TestCompany;
let operator: TestUser;
let company: TestCompany;
let ana: TestUser;
beforeAll(async () => {
  operators = await makeCompany();
  operator = await operators.addUser({ profile: 'admin', super: true });
  company = await makeCompany();
  ana = await company.addUser();
});
// All companies share them, so a test begins without those of the test before.
afterEach(async () => {
  vi.restoreAllMocks();
  for (let page = await list(operator, '?all=true'); page.count > 0; page = await list(operator, '?all=true'))
    for (const { id } of page.records) await send(`DELETE /announcements/${id}`, operator);
});

const send = (to: string, user: TestUser, body?: unknown) =>
  call(announcements, { to, token: user.token, body });
const create = async (body: object = {}) => {
  const answer = await send('POST /announcements', operator, { title: 'Aviso', text: 'Oi', ...body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return announcementViewSchema.parse(answer.body);
};
const list = async (user: TestUser, query = '') => {
  const answer = await send(`GET /announcements${query}`, user);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return announcementRoutes.list.response.parse(answer.body);
};
const titles = async (user: TestUser, query = '') =>
  (await list(user, query)).records.map(({ title }) => title);
/** Lets the server's clock show a time. */
const setClock = (ms: number) => vi.spyOn(systemClock, 'now').mockReturnValue(ms);

describe('announcements', () => {
  it('are shown to the users of all companies, the last published first', async () => {
    await create({ title: 'primeiro' });
    const second = await create({ title: 'segundo', text: '**Oi**', priority: 1 });
    const other = await makeCompany();
    for (const user of [ana, company.admin, other.admin, operator])
      expect(await titles(user)).toEqual(['segundo', 'primeiro']);
    const { records, hasMore, count, lookedAt } = await list(ana, '/?searchParam=&pageNumber=1');
    expect(records[0]).toEqual(second);
    expect(second).toMatchObject({ priority: 1, status: true, expiresAt: null, mediaPath: null });
    expect({ hasMore, count, lookedAt }).toEqual({ hasMore: false, count: 2, lookedAt: null });
  });

  it('have priority 3 and are active unless the request says otherwise, also in the words of forms', async () => {
    expect(await create()).toMatchObject({ priority: 3, status: true });
    expect(await create({ priority: null, status: null, expiresAt: '' })).toMatchObject({
      priority: 3,
      status: true,
      expiresAt: null,
    });
    expect(await create({ priority: '2', status: 'false' })).toMatchObject({ priority: 2, status: false });
  });

  it.each([
    ['without a title', { title: ' ' }],
    ['without a text', { text: '' }],
    ['with a title of 101 characters', { title: 'a'.repeat(101) }],
    ['with a text of 5,001 characters', { text: 'a'.repeat(5001) }],
    ['with a fourth priority', { priority: 4 }],
    ['with an expiry that is no moment', { expiresAt: 'amanhã' }],
  ])('are refused %s', async (_what, body) => {
    const answer = await send('POST /announcements', operator, { title: 'Aviso', text: 'Oi', ...body });
    expect(answer).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } });
    expect(await titles(operator, '?all=true')).toEqual([]);
  });

  it('that are switched off are listed for super administrators who ask for all of them, and for nobody else', async () => {
    await create({ title: 'desligado', status: false });
    await create({ title: 'ligado' });
    for (const user of [ana, company.admin, operator]) expect(await titles(user)).toEqual(['ligado']);
    expect(await titles(operator, '?all=true')).toEqual(['ligado', 'desligado']);
    for (const user of [ana, company.admin])
      expect(await send('GET /announcements?all=true', user)).toMatchObject({
        status: 403,
        body: { error: 'ERR_NO_PERMISSION' },
      });
  });

  it('are shown until they expire; the list of all of them keeps the expired ones', async () => {
    const nowMs = systemClock.now();
    const expiresAt = new Date(nowMs + MINUTE_MS).toISOString();
    await create({ title: 'breve', expiresAt });
    expect(await titles(ana)).toEqual(['breve']);
    setClock(nowMs + MINUTE_MS - 1);
    expect(await titles(ana)).toEqual(['breve']);
    setClock(nowMs + MINUTE_MS);
    expect(await titles(ana)).toEqual([]);
    expect(await titles(operator)).toEqual([]);
    const [kept] = (await list(operator, '?all=true')).records;
    expect(kept).toMatchObject({ title: 'breve', status: true, expiresAt });
  });

  it('may only be read one by one, written and removed by super administrators', async () => {
    const { id } = await create({ title: 'intocado' });
    const body = { title: 'mudado', text: 'x' };
    const admin = company.admin;
    for (const user of [ana, admin])
      for (const answer of [
        await send(`GET /announcements/${id}`, user),
        await send('POST /announcements', user, body),
        await send(`PUT /announcements/${id}`, user, body),
        await send(`DELETE /announcements/${id}`, user),
        await send(`POST /announcements/${id}/media-upload`, user, { mediaKey: 'pending/none' }),
        await send(`DELETE /announcements/${id}/media-upload`, user),
      ])
        expect(answer).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
    expect(await titles(ana)).toEqual(['intocado']);
    expect(await send(`GET /announcements/${id}`, operator)).toMatchObject({
      status: 200,
      body: { title: 'intocado' },
    });
  });

  it('can be changed and removed by every super administrator', async () => {
    const { id, createdAt } = await create();
    const colleague = await company.addUser({ profile: 'user', super: true });
    const put = await send(`PUT /announcements/${id}`, colleague, {
      title: 'Novo',
      text: 'Texto',
      priority: 1,
      status: true,
    });
    expect(put).toMatchObject({ status: 200, body: { title: 'Novo', priority: 1, createdAt, version: 2 } });
    expect(await titles(ana)).toEqual(['Novo']);
    expect((await send(`DELETE /announcements/${id}`, colleague)).status).toBe(200);
    expect(await titles(operator, '?all=true')).toEqual([]);
    for (const to of [`GET /announcements/${id}`, `DELETE /announcements/${id}`])
      expect(await send(to, operator)).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_ANNOUNCEMENT_FOUND' },
      });
  });

  it('are found by words of title and text, without accents', async () => {
    await create({ title: 'Manutenção', text: 'no domingo' });
    await create({ title: 'Preços', text: 'novos' });
    expect(await titles(ana, '?searchParam=MANUTENCAO')).toEqual(['Manutenção']);
    expect(await titles(ana, '?searchParam=novos')).toEqual(['Preços']);
    expect(await titles(ana, '?searchParam=nada')).toEqual([]);
  });

  it('are paged by 20; hidden ones leave no trace in pages, cursor or count', async () => {
    const shown: string[] = [];
    for (let nth = 0; nth < PER_PAGE + 2; nth++) {
      await create({ title: `aviso ${nth}` });
      await create({ title: `oculto ${nth}`, status: false });
      shown.unshift(`aviso ${nth}`);
    }
    const first = await list(ana);
    expect(first).toMatchObject({ count: PER_PAGE, hasMore: true });
    const second = await list(ana, `?cursor=${encodeURIComponent(first.cursor ?? '')}`);
    expect(second).toMatchObject({ count: 2, hasMore: false, cursor: null });
    expect([...first.records, ...second.records].map(({ title }) => title)).toEqual(shown);
    expect(await titles(ana, '?pageNumber=2')).toEqual(shown.slice(PER_PAGE));
    // The cursor of one list opens no other.
    const answer = await send(
      `GET /announcements?all=true&cursor=${encodeURIComponent(first.cursor ?? '')}`,
      operator,
    );
    expect(answer.status).toBe(400);
  });

  it('S-60: every change is in the audit log of the super administrator’s company', async () => {
    const { id } = await create();
    await send(`PUT /announcements/${id}`, operator, { title: 'Outro', text: 'Oi' });
    await send(`DELETE /announcements/${id}`, operator);
    const { rows } = await listAuditEntries(
      operators.table,
      { filter: ({ targetId }) => targetId === String(id), after: undefined, limit: 10 },
      systemClock.now(),
    );
    expect(rows.map(({ action, targetId, changed }) => [action, targetId, changed])).toEqual([
      ['announcements.remove', String(id), []],
      ['announcements.update', String(id), ['title']],
      ['announcements.create', String(id), []],
    ]);
  });
});

describe('the last look of a user', () => {
  it('is stored for the user alone and returned with the list', async () => {
    const bob = await company.addUser();
    await create();
    const nowMs = systemClock.now() + MINUTE_MS;
    setClock(nowMs);
    const lookedAt = new Date(nowMs).toISOString();
    expect(await send('PUT /announcements/read', ana)).toMatchObject({ status: 200, body: { lookedAt } });
    expect((await list(ana)).lookedAt).toBe(lookedAt);
    expect((await list(bob)).lookedAt).toBeNull();
  });

  it('is before the publication of what is switched on, or dated anew, after it', async () => {
    const nowMs = systemClock.now();
    const past = new Date(nowMs + MINUTE_MS).toISOString();
    const drafted = await create({ title: 'rascunho', status: false });
    const short = await create({ title: 'curto', expiresAt: past });
    const plain = await create({ title: 'comum' });
    setClock(nowMs + 2 * MINUTE_MS);
    const { lookedAt } = announcementRoutes.look.response.parse(
      (await send('PUT /announcements/read', ana)).body,
    );
    setClock(nowMs + 3 * MINUTE_MS);
    for (const { id, title } of [drafted, short, plain])
      await send(`PUT /announcements/${id}`, operator, { title, text: 'mudado', status: true });
    const { records } = await list(ana);
    expect(records.map(({ title, publishedAt }) => [title, publishedAt > lookedAt])).toEqual([
      ['curto', true],
      ['rascunho', true],
      ['comum', false],
    ]);
  });
});

describe("an announcement's picture", () => {
  const formWith = (bytes: Uint8Array, type: string, name: string): FormData => {
    const form = new FormData();
    form.append('typeArch', 'announcements');
    form.append('file', new Blob([Uint8Array.from(bytes)], { type }), name);
    return form;
  };
  const give = (id: number, form: FormData) =>
    call(announcements, { to: `POST /announcements/${id}/media-upload`, token: operator.token, form });
  const keyIn = (mediaPath: string | null): string => /^\/media\/(.+)\?/.exec(mediaPath ?? '')?.[1] ?? '';
  const pictureOf = async (user: TestUser) => {
    const [record] = (await list(user)).records;
    return { key: keyIn(record?.mediaPath ?? null), name: record?.mediaName };
  };
  const upload = async (bytes: Uint8Array, mimeType = 'image/png') => {
    const { key } = mediaRoutes.createUpload.response.parse(
      (
        await call(media, {
          to: 'POST /media/uploads',
          token: operator.token,
          body: { fileName: 'aviso.png', mimeType, size: bytes.byteLength },
        })
      ).body,
    );
    await putObject(key, bytes, mimeType);
    return key;
  };
  /** Fires the timer of a file at its due time. */
  const fireRemoval = async (key: string): Promise<void> => {
    const timer = await ownTable(PLATFORM_COMPANY_ID).get(
      Timer,
      { kind: 'file-removal', subject: key },
      { consistent: true },
    );
    if (timer === undefined) throw new Error('nothing removes the file');
    const { kind, subject, token } = timer;
    setClock(Date.parse(timer.dueAt));
    expect(await fireTimers({ companyId: PLATFORM_COMPANY_ID, kind, subject, token })).toEqual([]);
    vi.restoreAllMocks();
  };

  it('is linked for the users of all companies; S-44: its predecessor is removed', async () => {
    const { id } = await create();
    expect(await give(id, formWith(PNG, 'image/png', 'cartaz.png'))).toMatchObject({
      status: 200,
      body: { mediaName: 'cartaz.png' },
    });
    const first = await pictureOf(ana);
    expect(first.name).toBe('cartaz.png');
    expect(Buffer.from((await getObject(first.key)) ?? [])).toEqual(PNG);
    expect(await headObject(first.key)).toMatchObject({ mimeType: 'image/png' });

    // Another super administrator, of another company, replaces it.
    const colleague = await company.addUser({ super: true });
    const again = await call(announcements, {
      to: `POST /announcements/${id}/media-upload`,
      token: colleague.token,
      form: formWith(PNG, 'image/png', 'novo.png'),
    });
    expect(again).toMatchObject({ status: 200, body: { mediaName: 'novo.png' } });
    const second = await pictureOf(ana);
    await fireRemoval(first.key);
    expect(await headObject(first.key)).toBeUndefined();
    expect(await headObject(second.key)).toBeDefined();
    // A changed text keeps the picture.
    const put = await send(`PUT /announcements/${id}`, operator, { title: 'Aviso', text: 'outro' });
    expect(put.body).toMatchObject({ mediaName: 'novo.png' });
    expect((await send(`DELETE /announcements/${id}/media-upload`, operator)).body).toMatchObject({
      mediaName: null,
      mediaPath: null,
    });
    await fireRemoval(second.key);
    expect(await headObject(second.key)).toBeUndefined();
  });

  it('may be an earlier upload, used once; S-44: it is removed with the announcement', async () => {
    const { id } = await create();
    const mediaKey = await upload(PNG);
    const use = () => send(`POST /announcements/${id}/media-upload`, operator, { mediaKey });
    expect(await use()).toMatchObject({ status: 200, body: { mediaName: 'aviso.png' } });
    expect(await use()).toMatchObject({ status: 422, body: { error: 'ERR_MEDIA_MISSING' } });
    const { key } = await pictureOf(ana);
    expect((await send(`DELETE /announcements/${id}`, operator)).status).toBe(200);
    await fireRemoval(key);
    expect(await headObject(key)).toBeUndefined();
  });

  it('S-39: is refused when empty, missing, several, too large, or anything but PNG and JPEG by its bytes', async () => {
    const { id } = await create();
    const none = new FormData();
    none.append('typeArch', 'announcements');
    const two = formWith(PNG, 'image/png', 'a.png');
    two.append('file', new Blob([Uint8Array.from(PNG)], { type: 'image/png' }), 'b.png');
    const webp = Buffer.concat([
      Buffer.from('RIFF'),
      Buffer.from([22, 0, 0, 0]),
      Buffer.from('WEBPVP8L'),
      Buffer.from([10, 0, 0, 0, 0x2f, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    ]);
    for (const [form, status] of [
      [none, 400],
      [two, 400],
      [formWith(new Uint8Array(), 'image/png', 'a.png'), 422],
      [formWith(HTML, 'text/html', 'a.html'), 415],
      [formWith(HTML, 'image/png', 'a.png'), 415],
      [formWith(PDF, 'application/pdf', 'a.pdf'), 415],
      [formWith(webp, 'image/webp', 'a.webp'), 415],
    ] as const)
      expect((await give(id, form)).status).toBe(status);
    const large = await upload(Buffer.concat([PNG, Buffer.alloc(TOO_MANY_BYTES - PNG.byteLength)]));
    for (const [mediaKey, error] of [
      [large, 'ERR_FILESIZE_OVER_LIMIT'],
      [await upload(PDF, 'application/pdf'), 'ERR_MEDIA_TYPE'],
      ['pending/none', 'ERR_MEDIA_MISSING'],
    ] as const)
      expect(await send(`POST /announcements/${id}/media-upload`, operator, { mediaKey })).toMatchObject({
        body: { error },
      });
    expect((await pictureOf(ana)).name).toBeNull();
    expect((await give(id + 1, formWith(PNG, 'image/png', 'a.png'))).status).toBe(404);
  });
});
