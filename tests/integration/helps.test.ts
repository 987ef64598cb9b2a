import { randomUUID } from 'node:crypto';
import { handler as helps } from '@prosa/functions/http/helps/handler.ts';
import { toInstant } from '@prosa/functions/platform/clock.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { GlobalCounter } from '@prosa/functions/platform/table/entities/counters.ts';
import { Help } from '@prosa/functions/platform/table/entities/helps.ts';
import { Socket, SocketOwner } from '@prosa/functions/platform/table/entities/users.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import { readHelps } from '@prosa/functions/repositories/organisation/helps.ts';
import type { StreamRecord } from '@prosa/functions/streams/read-changes.ts';
import { HELPS_MAX, type HelpView, helpRoutes, helpViewSchema } from '@prosa/shared/contracts/helps.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { plantHelp } from '../factories/helps.ts';
import { type Answer, call } from './support/call.ts';
import { consume } from './support/consumers.ts';
import { codeOf } from './support/desk.ts';
import { useEdge } from './support/edge.ts';
import { followStream } from './support/stream.ts';
import { useTable } from './support/table.ts';

const engine = useTable();
const edge = useEdge();
const CODE = 'a1B2-c3_D4e';
let company: TestCompany;
let other: TestCompany;
/** The super administrator, and an attendant of another company. */
let operator: TestUser;
let reader: TestUser;

beforeEach(async () => {
  company = await makeCompany();
  other = await makeCompany();
  operator = await company.addUser({ profile: 'admin', super: true });
  reader = await other.addUser();
  // Helps belong to no company, so those of the tests before are still there.
  for (const { id } of await readHelps()) await commit([globalTable.delete(Help, { id })]);
});

const send = (to: string, body?: object, { token } = operator): Promise<Answer> =>
  call(helps, { to, token, body });
const create = async (fields: object): Promise<HelpView> => {
  const answer = await send('POST /helps', fields);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return helpViewSchema.parse(answer.body);
};
const all = async (user = reader) =>
  helpRoutes.listAll.response.parse((await send('GET /helps/list', undefined, user)).body);
const found = async (query: string) =>
  helpRoutes.list.response.parse((await send(`GET /helps${query}`, undefined, reader)).body);
const titlesOf = (rows: readonly HelpView[]) => rows.map(({ title }) => title);

describe('helps', () => {
  it('are written by a super administrator and read by the users of every company, by title', async () => {
    const late = await create({ title: 'Transferir', description: 'Escolha a fila.', video: CODE });
    const early = await create({ title: 'Ébano' });
    expect(late).toMatchObject({
      title: 'Transferir',
      description: 'Escolha a fila.',
      video: CODE,
      version: 1,
    });
    expect(early).toMatchObject({ description: '', video: '' });
    for (const user of [reader, other.admin, company.admin]) expect(await all(user)).toEqual([early, late]);
    expect((await send(`GET /helps/${late.id}`, undefined, reader)).body).toEqual(late);

    const body = { title: 'Acolher', description: '', video: null };
    const changed = await send(`PUT /helps/${late.id}`, { ...body, version: 1 });
    expect(changed).toMatchObject({ status: 200, body: { title: 'Acolher', video: '', version: 2 } });
    expect(titlesOf(await all())).toEqual(['Acolher', 'Ébano']);
    expect(codeOf(await send(`PUT /helps/${late.id}`, { ...body, version: 1 }))).toEqual([
      409,
      'ERR_CONFLICT',
    ]);

    expect(await send(`DELETE /helps/${late.id}`)).toMatchObject({
      status: 200,
      body: { message: 'Help deleted' },
    });
    expect(await all()).toEqual([early]);
    for (const [to, fields] of [
      [`GET /helps/${late.id}`],
      [`PUT /helps/${late.id}`, body],
      [`DELETE /helps/${late.id}`],
    ] as const)
      expect(codeOf(await send(to, fields)), to).toEqual([404, 'ERR_NO_HELP_FOUND']);
  });

  it('S-15: cannot be written by administrators and users', async () => {
    const id = await plantHelp();
    for (const user of [company.admin, reader])
      for (const [to, body] of [
        ['POST /helps', { title: 'Minha' }],
        [`PUT /helps/${id}`, { title: 'Minha' }],
        [`DELETE /helps/${id}`],
      ] as const)
        expect(codeOf(await send(to, body, user)), to).toEqual([403, 'ERR_NO_PERMISSION']);
    expect(await all()).toHaveLength(1);
  });

  it('are found by title and description, whatever the case and accents', async () => {
    await plantHelp({ title: 'Conexões', description: 'Leia o código QR.' });
    await plantHelp({ title: 'Filas', description: 'Ordene as filas.' });
    const one = await found('?searchParam=CODIGO&pageNumber=1');
    expect([titlesOf(one.records), one.count, one.hasMore]).toEqual([['Conexões'], 1, false]);
    expect(titlesOf((await found('')).records)).toEqual(['Conexões', 'Filas']);
    expect(await found('?pageNumber=2')).toEqual({ records: [], count: 2, hasMore: false });
    expect((await found('?searchParam=nada')).records).toEqual([]);
  });

  it('have a title of their own, with any case and accents', async () => {
    const first = await create({ title: 'Início' });
    const second = await create({ title: 'Fim' });
    const taken = [409, 'ERR_HELP_TITLE_EXISTS'];
    expect(codeOf(await send('POST /helps', { title: 'INICIO' }))).toEqual(taken);
    expect(codeOf(await send(`PUT /helps/${second.id}`, { title: 'início' }))).toEqual(taken);
    expect((await send(`PUT /helps/${first.id}`, { title: 'INÍCIO' })).status).toBe(200);
  });

  it.each([`https://www.youtube.com/watch?v=${CODE}&t=3`, `youtu.be/${CODE}`, ` ${CODE} `])(
    'S-27: of the video %j only the code is stored',
    async (video) => {
      expect(await create({ title: 'Vídeo', video })).toMatchObject({ video: CODE });
    },
  );

  it.each([
    { video: 'a1B2-c3_D4' },
    { video: 'https://example.com/a1B2-c3_D4e' },
    { video: `${CODE}"><script>` },
    { video: `javascript:${CODE}` },
    { title: '' },
    { title: ' ' },
    { title: 'x'.repeat(101) },
    { description: 'x'.repeat(2001) },
  ])('S-19, S-27: %j is refused', async (fields) => {
    const [field = ''] = Object.keys(fields);
    expect(await send('POST /helps', { title: 'Ajuda', ...fields })).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', details: [{ path: `body.${field}` }] },
    });
  });

  it('R15: of two that are added at once, only one takes the last place', async () => {
    const counter = await globalTable.get(GlobalCounter, { name: Help.name }, { consistent: true });
    const first = (counter?.value ?? 0) + 1;
    for (let at = 0; at < HELPS_MAX - 1; at += 1) await plantHelp({ title: `Ajuda ${first + at}` });
    const answers = await Promise.all(['A', 'B'].map((title) => send('POST /helps', { title })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject({
      body: { error: 'ERR_HELP_LIMIT', details: { limit: HELPS_MAX } },
    });
    expect(await all()).toHaveLength(HELPS_MAX);
  });
});

describe('events of helps', () => {
  const listen = async (of: TestCompany, userId: number): Promise<string> => {
    const socketId = `s-${randomUUID()}`;
    const base = { companyId: of.id, userId, socketId, expiresAt: toInstant(Date.now() + 60_000) };
    const socket = { ...base, sessionId: `session-${userId}`, sessionVersion: 1, rooms: [] };
    await commit([of.table.put(Socket, socket, 'absent'), globalTable.put(SocketOwner, base, 'absent')]);
    return socketId;
  };

  it('S-20, R42: reach the open browsers of every company, under the name of its own', async () => {
    const records: () => Promise<StreamRecord[]> = await followStream(engine().endpoint);
    const sockets = [await listen(company, company.admin.id), await listen(other, reader.id)];
    const catchUp = async () => expect(await consume(await records())).toEqual({ batchItemFailures: [] });
    await catchUp();
    edge().sockets.reset();
    const { id } = await create({ title: 'Início', video: CODE });
    await catchUp();
    await send(`PUT /helps/${id}`, { title: 'Fim' });
    await catchUp();
    await send(`DELETE /helps/${id}`);
    await catchUp();
    for (const [nth, { id: companyId }] of [company, other].entries()) {
      const frames = edge().sockets.framesOf(sockets[nth] ?? '');
      const event = `company-${companyId}-help`;
      expect(frames).toEqual([
        { event, data: { action: 'create', record: expect.objectContaining({ id, title: 'Início' }) } },
        {
          event,
          data: { action: 'update', record: expect.objectContaining({ id, title: 'Fim', version: 2 }) },
        },
        { event, data: { action: 'delete', id } },
      ]);
    }
  });
});
