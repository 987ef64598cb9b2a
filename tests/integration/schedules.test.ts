import { handler as contacts } from '@prosa/functions/http/contacts/handler.ts';
import { handler as schedules } from '@prosa/functions/http/schedules/handler.ts';
import { headObject } from '@prosa/functions/platform/blob/blob.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { Timer } from '@prosa/functions/platform/table/entities/work.ts';
import { loadSchedule } from '@prosa/functions/repositories/tickets/schedules.ts';
import { scheduleRoutes } from '@prosa/shared/contracts/schedules.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { PDF, PNG } from '../factories/files.ts';
import { makeContact, makeTicket } from '../factories/tickets.ts';
import { index as indexReader } from '../support/handlers.ts';
import { useBucket } from './support/bucket.ts';
import { call } from './support/call.ts';
import { codeOf } from './support/desk.ts';
import { fireTimers } from './support/fire-timers.ts';
import { followStream } from './support/stream.ts';
import { useTable } from './support/table.ts';

const engine = useTable();
useBucket();

let company: TestCompany;
let ana: TestUser;
let contactId: number;
let connectionId: number;
let queueId: number;

const AT = '2030-01-15T13:00:00.000Z';
const listSchema = scheduleRoutes.list.response;
const viewSchema = scheduleRoutes.get.response;

beforeAll(async () => {
  company = await makeCompany({ company: { timeZone: 'America/Sao_Paulo' } });
  connectionId = await company.addConnection({ name: 'Matriz', isDefault: true });
  queueId = await company.addQueue();
  ana = await company.addUser({ name: 'Ana', queueIds: [queueId] });
  contactId = (await makeContact(company.table, { name: 'Maria Souza' })).id;
  forgetDirectory(company.id);
});

const save = (fields: object, to = 'POST /schedules', token = ana.token) =>
  call(schedules, { to, token, body: { body: 'Olá, tudo bem?', contactId, sendAt: AT, ...fields } });
const make = async (fields: object = {}) => viewSchema.parse((await save(fields)).body);
const list = async (query: string, token = ana.token) => {
  const answer = await call(schedules, { to: `GET /schedules?${query}`, token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return listSchema.parse(answer.body);
};
const timerOf = (id: number) =>
  company.table.get(Timer, { kind: 'schedule', subject: String(id) }, { consistent: true });
const refusalSchema = z.object({
  error: z.string(),
  details: z.array(z.object({ path: z.string(), message: z.string() })),
});

describe('a schedule', () => {
  it('a new schedule has the specified defaults, and all fields of the list and dialog', async () => {
    const { status, body } = await save({});
    expect(status).toBe(201);
    expect(body).toMatchObject({
      body: 'Olá, tudo bem?',
      contactId,
      contact: { id: contactId, name: 'Maria Souza', companyId: company.id, urlPicture: '' },
      sendAt: AT,
      sentAt: null,
      status: 'PENDENTE',
      sendError: '',
      openTicket: 'disabled',
      statusTicket: 'closed',
      ticketUserId: null,
      queueId: null,
      intervalo: 1,
      valorIntervalo: 0,
      enviarQuantasVezes: 1,
      contadorEnvio: 0,
      tipoDias: 4,
      assinar: false,
      whatsappId: null,
      whatsapp: null,
      mediaPath: null,
      mediaName: null,
      userId: ana.id,
      user: { id: ana.id, name: 'Ana' },
      companyId: company.id,
    });
    const { id } = viewSchema.parse(body);
    expect((await call(schedules, { to: `GET /schedules/${id}`, token: ana.token })).body).toEqual(body);
    expect((await timerOf(id))?.dueAt).toBe(AT);
  });

  it('accepts the format of older forms: text for numbers, flags as words, a local time', async () => {
    const view = await make({
      sendAt: '2030-01-15T10:00',
      openTicket: 'enabled',
      statusTicket: 'open',
      intervalo: '3',
      valorIntervalo: '2',
      enviarQuantasVezes: '5',
      tipoDias: '6',
      assinar: 'true',
      whatsappId: String(connectionId),
      queueId: String(queueId),
      ticketUserId: String(ana.id),
    });
    expect(view).toMatchObject({
      sendAt: AT,
      openTicket: 'enabled',
      statusTicket: 'open',
      intervalo: 3,
      valorIntervalo: 2,
      enviarQuantasVezes: 5,
      tipoDias: 6,
      assinar: true,
      whatsapp: { id: connectionId, name: 'Matriz' },
      queueId,
      ticketUserId: ana.id,
    });
  });

  it.each([
    ['a short text', { body: 'Oi!!' }, 'body.body', 'Mensagem muito curta'],
    ['no text', { body: '   ' }, 'body.body', 'Obrigatório'],
    ['a text without end', { body: 'x'.repeat(4097) }, 'body.body', ''],
    ['no contact', { contactId: undefined }, 'body.contactId', ''],
    ['no time', { sendAt: undefined }, 'body.sendAt', ''],
    ['something that is no time', { sendAt: 'amanhã' }, 'body.sendAt', ''],
    ['a recurrence without a distance', { enviarQuantasVezes: 3 }, 'body.valorIntervalo', 'Obrigatório'],
    ['an unknown unit', { intervalo: 5 }, 'body.intervalo', ''],
    ['an unknown kind of days', { tipoDias: 7 }, 'body.tipoDias', ''],
  ])('is refused with %s', async (_name, fields, path, message) => {
    const answer = await save(fields);
    expect(answer.status).toBe(400);
    const [problem] = refusalSchema.parse(answer.body).details;
    expect(problem?.path).toBe(path);
    expect(problem?.message).toContain(message);
  });

  it.each([
    ['a contact', { contactId: 999_999 }, 'ERR_NO_CONTACT_FOUND'],
    ['a user', { ticketUserId: 999_999 }, 'ERR_NO_USER_FOUND'],
    ['a queue', { queueId: 999_999 }, 'ERR_NO_QUEUE_FOUND'],
    ['a connection', { whatsappId: 999_999 }, 'ERR_NO_WAPP_FOUND'],
  ])('is refused with %s that the company does not have', async (_name, fields, error) => {
    expect(await save(fields)).toMatchObject({ status: 404, body: { error } });
  });

  it("administrators may change it, and the signature is that of the text's author", async () => {
    const { id } = await make({ assinar: true });
    const admin = { token: company.admin.token };
    const moved = await save(
      { assinar: true, sendAt: '2030-01-16T13:00:00.000Z' },
      `PUT /schedules/${id}`,
      admin.token,
    );
    expect(moved.body).toMatchObject({ userId: ana.id, sendAt: '2030-01-16T13:00:00.000Z' });
    expect((await timerOf(id))?.dueAt).toBe('2030-01-16T13:00:00.000Z');
    const rewritten = await save({ assinar: true, body: 'Outro texto' }, `PUT /schedules/${id}`, admin.token);
    expect(rewritten.body).toMatchObject({ userId: company.admin.id });
  });

  it('moves to a working day when its option says so', async () => {
    expect(await make({ sendAt: '2030-01-19T13:00:00.000Z', tipoDias: 5 })).toMatchObject({
      sendAt: '2030-01-18T13:00:00.000Z',
    });
    expect(await make({ sendAt: '2030-01-19T13:00:00.000Z', tipoDias: 6 })).toMatchObject({
      sendAt: '2030-01-21T13:00:00.000Z',
    });
  });

  it('removing it removes its timer', async () => {
    const { id } = await make();
    const removal = { to: `DELETE /schedules/${id}`, token: ana.token };
    expect((await call(schedules, removal)).status).toBe(200);
    expect(await timerOf(id)).toBeUndefined();
    expect(await call(schedules, removal)).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_SCHEDULE_FOUND' },
    });
    expect((await save({}, `PUT /schedules/${id}`)).status).toBe(404);
  });
});

describe("S-21 rights of a schedule's author", () => {
  const OPENS = { openTicket: 'enabled', statusTicket: 'open' };
  const NO_PERMISSION = [403, 'ERR_NO_PERMISSION'];
  let bruno: TestUser;
  let otherQueue: number;
  let group: number;

  beforeAll(async () => {
    otherQueue = await company.addQueue();
    bruno = await company.addUser({ name: 'Bruno', queueIds: [otherQueue] });
    group = (await makeContact(company.table, { isGroup: true })).id;
    forgetDirectory(company.id);
  });

  const cases = (): [fields: object, refusal: unknown[]][] => [
    [{ queueId: otherQueue }, NO_PERMISSION],
    [{ ...OPENS, queueId: otherQueue }, NO_PERMISSION],
    [{ ...OPENS, queueId }, []],
    [OPENS, [400, 'ERR_QUEUE_REQUIRED']],
    [{ ...OPENS, queueId, ticketUserId: bruno.id }, NO_PERMISSION],
    [{ ticketUserId: bruno.id }, NO_PERMISSION],
    [{ contactId: group }, NO_PERMISSION],
  ];

  it('a schedule opens only tickets that its author may open, when created and when changed', async () => {
    const { id } = await make();
    for (const [fields, refusal] of cases())
      for (const to of ['POST /schedules', `PUT /schedules/${id}`]) {
        const answer = await save(fields, to);
        if (refusal.length === 0) expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
        else expect(codeOf(answer), `${to} ${JSON.stringify(fields)}`).toEqual(refusal);
      }
    const byAdmin = { ...OPENS, queueId: otherQueue, ticketUserId: bruno.id };
    expect((await save(byAdmin, 'POST /schedules', company.admin.token)).status).toBe(201);
  });

  it('is refused when its connection has a ticket of the contact that its author does not see', async () => {
    const second = await company.addConnection({ name: 'Filial' });
    forgetDirectory(company.id);
    const contact = await makeContact(company.table);
    const place = { status: 'open', queueId: otherQueue, userId: bruno.id } as const;
    await makeTicket(company.table, { contact, connectionId }, place);
    const { id } = await make();
    for (const whatsappId of [null, connectionId])
      for (const to of ['POST /schedules', `PUT /schedules/${id}`]) {
        const answer = await save({ contactId: contact.id, whatsappId }, to);
        expect(codeOf(answer)).toEqual([403, 'ERR_CONTACT_ATTENDED']);
        expect(JSON.stringify(answer.body)).not.toContain('Bruno');
      }
    expect((await save({ contactId: contact.id, whatsappId: second })).status).toBe(201);
    expect((await save({ contactId: contact.id }, 'POST /schedules', bruno.token)).status).toBe(201);
  });

  it('is changed and removed only by its author, the user it is for, and administrators', async () => {
    const byAdmin = { ...OPENS, queueId, ticketUserId: ana.id };
    const made = await save(byAdmin, 'POST /schedules', company.admin.token);
    const { id } = viewSchema.parse(made.body);
    const before = await loadSchedule(company.table, id);
    for (const to of [
      `PUT /schedules/${id}`,
      `DELETE /schedules/${id}`,
      `POST /schedules/${id}/media-upload`,
      `DELETE /schedules/${id}/media-upload`,
    ]) {
      const body = to.startsWith('PUT') ? { body: 'Outro texto', contactId, sendAt: AT } : {};
      const answer = await call(schedules, { to, token: bruno.token, body });
      expect(codeOf(answer), to).toEqual(NO_PERMISSION);
    }
    expect(await loadSchedule(company.table, id)).toEqual(before);
    expect((await save(byAdmin, `PUT /schedules/${id}`)).status).toBe(200);
    expect(await loadSchedule(company.table, id)).toMatchObject({
      userId: company.admin.id,
      savedById: ana.id,
    });
    expect((await call(schedules, { to: `DELETE /schedules/${id}`, token: ana.token })).status).toBe(200);
  });
});

describe('list of schedules', () => {
  let own: TestCompany;
  let first: number;
  let second: number;

  beforeAll(async () => {
    own = await makeCompany();
    first = (await makeContact(own.table, { name: 'Zélia Prado' })).id;
    second = (await makeContact(own.table, { name: 'Bruno Reis' })).id;
    const bob = await own.addUser();
    forgetDirectory(own.id);
    for (let day = 120; day > 0; day--) {
      const answer = await call(schedules, {
        to: 'POST /schedules',
        token: day % 2 === 0 ? own.admin.token : bob.token,
        body: {
          body: day % 40 === 0 ? 'Lembrete da revisão' : 'Olá, tudo bem?',
          contactId: day % 3 === 0 ? first : second,
          sendAt: new Date(Date.UTC(2030, 0, day, 12)).toISOString(),
        },
      });
      expect(answer.status).toBe(201);
    }
  });

  const all = async (query: string) => {
    const found = [];
    let cursor = '';
    for (let page = 0; page < 20; page++) {
      const answer = await list(`${query}&${cursor}`, own.admin.token);
      found.push(...answer.schedules);
      if (answer.cursor === null) return found;
      cursor = `cursor=${encodeURIComponent(answer.cursor)}`;
    }
    throw new Error('a list without end');
  };

  it('lists schedules in the order of their times, page by page', async () => {
    const found = await all('');
    expect(found.map(({ sendAt }) => sendAt)).toEqual(
      Array.from({ length: 120 }, (_none, day) => new Date(Date.UTC(2030, 0, day + 1, 12)).toISOString()),
    );
    const page = await list('pageNumber=3', own.admin.token);
    expect([page.count, page.hasMore]).toEqual([20, false]);
  });

  it('filters by a period whose end is exclusive', async () => {
    const found = await all('dateFrom=2030-02-01T12:00:00.000Z&dateTo=2030-03-01T12:00:00.000Z');
    expect(found).toHaveLength(28);
    expect(found[0]?.sendAt).toBe('2030-02-01T12:00:00.000Z');
    const searched = await all(
      'searchParam=lembrete&dateFrom=2030-02-01T00:00:00.000Z&dateTo=2030-03-01T00:00:00.000Z',
    );
    expect(searched.map(({ sendAt }) => sendAt)).toEqual(['2030-02-09T12:00:00.000Z']);
  });

  it('filters by contact, by user, and by both', async () => {
    expect(await all(`contactId=${first}`)).toHaveLength(40);
    expect(await all(`userId=${own.admin.id}`)).toHaveLength(60);
    expect(await all(`userId=${own.admin.id}&contactId=${first}`)).toHaveLength(20);
  });

  it('finds schedules by text and contact name, ignoring accents', async () => {
    expect(await all('searchParam=REVISAO')).toHaveLength(3);
    expect(await all('searchParam=zelia')).toHaveLength(40);
    expect(await all('searchParam=nobody')).toHaveLength(0);
  });
});

describe('picture of a schedule', () => {
  const upload = (id: number, bytes: Uint8Array, type: string, name: string) => {
    const form = new FormData();
    form.append('typeArch', 'schedule');
    form.append('file', new Blob([Uint8Array.from(bytes)], { type }), name);
    return call(schedules, { to: `POST /schedules/${id}/media-upload`, token: ana.token, form });
  };
  const keyOf = async (id: number) => (await loadSchedule(company.table, id))?.media?.key ?? '';

  it('is stored, replaced and removed without leaving a file (S-44)', async () => {
    const { id } = await make();
    const answer = await upload(id, PNG, 'image/png', 'foto.png');
    expect(answer).toMatchObject({ status: 200, body: { mediaName: 'foto.png' } });
    expect(viewSchema.parse(answer.body).mediaPath).toMatch(/^\/media\/t\/\d+\//);
    const before = await keyOf(id);
    await upload(id, PNG, 'image/png', 'outra.png');
    const after = await keyOf(id);
    const removal = await company.table.get(
      Timer,
      { kind: 'file-removal', subject: before },
      { consistent: true },
    );
    await fireTimers({ companyId: company.id, kind: 'file-removal', subject: before, token: removal?.token });
    expect(await headObject(before)).toBeUndefined();
    expect(await headObject(after)).toBeDefined();
    const taken = await call(schedules, { to: `DELETE /schedules/${id}/media-upload`, token: ana.token });
    expect(taken.body).toMatchObject({ mediaPath: null, mediaName: null });
    const last = await company.table.get(
      Timer,
      { kind: 'file-removal', subject: after },
      { consistent: true },
    );
    await fireTimers({ companyId: company.id, kind: 'file-removal', subject: after, token: last?.token });
    expect(await headObject(after)).toBeUndefined();
  });

  it.each([
    ['a PDF that calls itself a picture', PDF, 'image/png', 'ERR_MEDIA_TYPE'],
    ['nothing', new Uint8Array(), 'image/png', 'ERR_MEDIA_EMPTY'],
    ['more than 2 MB', new Uint8Array(2 * 1024 * 1024 + 1), 'image/png', 'ERR_FILESIZE_OVER_LIMIT'],
  ])('S-39 S-41: refuses %s', async (_name, bytes, type, error) => {
    const { id } = await make();
    expect((await upload(id, bytes, type, 'foto.png')).body).toMatchObject({ error });
    expect(await keyOf(id)).toBe('');
  });
});

describe('contact of a schedule', () => {
  it("a schedule shows the contact's current name, and is removed with the contact", async () => {
    const contact = await makeContact(company.table, { name: 'Nome antigo' });
    const { id } = await make({ contactId: contact.id });
    const read = await followStream(engine().endpoint);
    const renamed = { name: 'Nome novo', number: contact.number };
    const to = `PUT /contacts/${contact.id}`;
    expect((await call(contacts, { to, token: ana.token, body: renamed })).status).toBe(200);
    await indexReader({ Records: await read() });
    expect((await list('searchParam=nome novo')).schedules).toMatchObject([
      { id, contact: { name: 'Nome novo' } },
    ]);
    const removed = await call(contacts, {
      to: `DELETE /contacts/${contact.id}`,
      token: company.admin.token,
    });
    expect(removed.status).toBe(200);
    await indexReader({ Records: await read() });
    expect(await loadSchedule(company.table, id)).toBeUndefined();
    expect(await timerOf(id)).toBeUndefined();
  });
});
