import { closeTicket, newTicket } from '@prosa/functions/domain/turns/ticket-turns.ts';
import { ticketOf } from '@prosa/functions/domain/turns/turn.ts';
import { handler as companies } from '@prosa/functions/http/companies/handler.ts';
import { handler as platform } from '@prosa/functions/http/platform/handler.ts';
import { handler as queues } from '@prosa/functions/http/queues/handler.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { PlatformSettings, Queue } from '@prosa/functions/platform/table/entities/companies.ts';
import { Connection } from '@prosa/functions/platform/table/entities/connections.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { User } from '@prosa/functions/platform/table/entities/users.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import { nextId } from '@prosa/functions/platform/table/updates.ts';
import { loadQueue, loadQueues } from '@prosa/functions/repositories/organisation/queues.ts';
import {
  loadConversation,
  loadTicket,
  loadTicketSurroundings,
} from '@prosa/functions/repositories/tickets/tickets.ts';
import { chatbotViewSchema } from '@prosa/shared/contracts/chatbot.ts';
import { queueViewSchema } from '@prosa/shared/contracts/queues.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { makeCompany, TEST_PASSWORD, type TestCompany } from '../factories/company.ts';
import { makeContact } from '../factories/tickets.ts';
import { commitTurn } from '../support/commit-turn.ts';
import { call } from './support/call.ts';
import { login } from './support/sign-in.ts';
import { useTable } from './support/table.ts';

useTable();

let ours: TestCompany;
let theirs: TestCompany;
beforeAll(async () => {
  ours = await makeCompany();
  theirs = await makeCompany();
});

let made = 0;
const color = () => `#${(++made).toString(16).padStart(6, 'a')}`;
const newQueue = (fields: object = {}) => ({ name: `Fila ${++made}`, color: color(), ...fields });
const send = (to: string, body?: unknown, token = ours.admin.token) => call(queues, { to, token, body });
const settings = (to: string, body?: unknown, token = ours.admin.token) =>
  call(companies, { to, token, body });
const create = async (fields: object = {}, token = ours.admin.token) =>
  queueViewSchema.parse((await send('POST /queue', newQueue(fields), token)).body);

describe('queues', () => {
  it('queues are added, changed and listed in order, with the field names of the specification', async () => {
    const company = await makeCompany();
    const { token } = company.admin;
    const late = await create({ orderQueue: 2, ativarRoteador: true, tempoRoteador: 15 }, token);
    const early = await create({ orderQueue: 1 }, token);
    expect(late).toMatchObject({
      ativarRoteador: true,
      tempoRoteador: 15,
      companyId: company.id,
      version: 1,
    });
    const attendant = await company.addUser();
    for (const to of ['GET /queue', 'GET /queue/list']) {
      const list = await send(to, undefined, attendant.token);
      expect(list.body).toMatchObject([{ id: early.id }, { id: late.id }]);
    }
    const changed = await send(
      `PUT /queue/${late.id}`,
      { name: late.name, color: late.color, orderQueue: 0 },
      token,
    );
    expect(changed).toMatchObject({
      status: 200,
      body: { orderQueue: 0, ativarRoteador: false, version: 2 },
    });
    expect((await send(`GET /queue/${late.id}`, undefined, token)).body).toEqual(changed.body);
    expect((await send(`GET /queue/${late.id}`, undefined, attendant.token)).status).toBe(403);
    expect((await send('POST /queue', newQueue(), attendant.token)).status).toBe(403);
    expect((await send(`PUT /queue/${late.id}`, newQueue(), attendant.token)).status).toBe(403);
    expect((await send(`DELETE /queue/${late.id}`, undefined, attendant.token)).status).toBe(403);
  });

  it('names and colours are unique in any spelling, also when two requests race', async () => {
    const one = await create({ name: 'Suporte Técnico', color: '#AbC' });
    for (const [fields, error] of [
      [{ name: ' suporte  tecnico ' }, 'ERR_QUEUE_NAME_EXISTS'],
      [{ color: '#aabbcc' }, 'ERR_QUEUE_COLOR_ALREADY_EXISTS'],
    ] as const) {
      expect(await send('POST /queue', newQueue(fields))).toMatchObject({ status: 409, body: { error } });
      const other = await create();
      const body = { name: other.name, color: other.color, ...fields };
      expect(await send(`PUT /queue/${other.id}`, body)).toMatchObject({ status: 409, body: { error } });
    }
    expect((await send(`PUT /queue/${one.id}`, { name: 'SUPORTE técnico', color: '#ABC' })).status).toBe(200);
    const same = newQueue();
    const race = await Promise.all([send('POST /queue', same), send('POST /queue', same)]);
    expect(race.map((answer) => answer.status).sort()).toEqual([201, 409]);
    const [left, right] = [await create(), await create()];
    const wanted = color();
    const moves = await Promise.all(
      [left, right].map(({ id, name }) => send(`PUT /queue/${id}`, { name, color: wanted })),
    );
    expect(moves.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect((await send('POST /queue', newQueue(), theirs.admin.token)).status).toBe(201);
    expect(
      (await send('POST /queue', { ...newQueue(), name: one.name, color: one.color }, theirs.admin.token))
        .status,
    ).toBe(201);
  });

  it('S-25: a company has at most as many queues as its plan allows', async () => {
    const small = await makeCompany({ plan: { queues: 2 } });
    await create({}, small.admin.token);
    await create({}, small.admin.token);
    expect(await send('POST /queue', newQueue(), small.admin.token)).toMatchObject({
      status: 403,
      body: { error: 'ERR_PLAN_LIMIT', details: { limit: 2 } },
    });
  });

  it('options keep their ids and lead only to targets of the company', async () => {
    const target = await create();
    const queue = await create({
      chatbots: [
        {
          name: 'Falar com vendas',
          greetingMessage: 'Escolha:',
          options: [{ name: 'Preços', queueType: 'queue', optQueueId: target.id }],
        },
      ],
    });
    const [option] = queue.chatbots;
    expect(option?.id).toMatch(/^.{20}$/);
    const body = {
      name: queue.name,
      color: queue.color,
      chatbots: [{ ...option, name: 'Falar com o comercial' }],
    };
    const changed = queueViewSchema.parse((await send(`PUT /queue/${queue.id}`, body)).body);
    expect(changed.chatbots[0]).toMatchObject({ id: option?.id, options: [{ id: option?.options[0]?.id }] });
    const leads = (fields: object) => newQueue({ chatbots: [{ name: 'Opção', ...fields }] });
    for (const [fields, path] of [
      [{ optQueueId: 9999 }, 'body.chatbots.0.optQueueId'],
      [{ optUserId: 9999 }, 'body.chatbots.0.optUserId'],
      [{ optIntegrationId: 1 }, 'body.chatbots.0.optIntegrationId'],
      [{ options: [{ name: 'Nível dois' }] }, 'body.chatbots.0.greetingMessage'],
      [{ name: 'abc' }, 'body.chatbots.0.name'],
    ] as const) {
      expect(await send('POST /queue', leads(fields))).toMatchObject({
        status: 400,
        body: { error: 'ERR_VALIDATION', details: [{ path }] },
      });
    }
    // A caller cannot choose an option's id; only ids that the tree already has are kept.
    const chosen = await create({
      chatbots: [
        { id: 'mine', name: 'Opção' },
        { id: 'mine', name: 'Outra' },
      ],
    });
    expect(new Set(chosen.chatbots.map(({ id }) => id)).add('mine').size).toBe(3);
    const chain = (levels: number): object[] =>
      levels === 0 ? [] : [{ name: 'Opção', greetingMessage: 'Escolha:', options: chain(levels - 1) }];
    expect((await send('POST /queue', newQueue({ chatbots: chain(9) }))).status).toBe(201);
    expect(await send('POST /queue', newQueue({ chatbots: chain(10) }))).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    });
    const many = Array.from({ length: 50 }, () => ({
      name: 'Opção',
      greetingMessage: 'x',
      options: Array.from({ length: 5 }, () => ({ name: 'Opção' })),
    }));
    expect((await send('POST /queue', newQueue({ chatbots: many }))).status).toBe(400);
  });

  it('a queue has a fixed token of 30 letters and digits that only administrators see', async () => {
    const company = await makeCompany();
    const { token } = company.admin;
    const queue = await create({}, token);
    expect(queue.token).toMatch(/^[A-Za-z0-9]{30}$/);
    const other = await create({}, token);
    expect(other.token).not.toBe(queue.token);
    const { name, color } = queue;
    const changed = await send(`PUT /queue/${queue.id}`, { name, color, greetingMessage: 'Oi' }, token);
    expect(changed).toMatchObject({ status: 200, body: { token: queue.token } });
    const chosen = await send(`PUT /queue/${queue.id}`, { name, color, token: 'x'.repeat(30) }, token);
    expect(chosen).toMatchObject({ status: 200, body: { token: queue.token } });
    const attendant = await company.addUser();
    for (const to of ['GET /queue', 'GET /queue/list']) {
      const { body } = await send(to, undefined, attendant.token);
      expect(JSON.stringify(body)).not.toContain(queue.token);
    }
  });

  it('reordering writes only the queues that move', async () => {
    const company = await makeCompany();
    const { token } = company.admin;
    const ids: number[] = [];
    for (let n = 0; n < 12; n++) ids.push((await create({ orderQueue: n + 1 }, token)).id);
    const last = ids.at(-1) ?? 0;
    const order = [last, ...ids.slice(0, -1)];
    const moved = await send('PUT /queue/order', { queueIds: order }, token);
    expect(moved.status).toBe(200);
    expect(moved.body).toMatchObject(order.map((id, index) => ({ id, orderQueue: index + 1 })));
    expect((await send('GET /queue', undefined, token)).body).toMatchObject(order.map((id) => ({ id })));
    const swapped = [last, order[2], order[1], ...order.slice(3)];
    await send('PUT /queue/order', { queueIds: swapped }, token);
    const rows = await loadQueues(company.table);
    expect(rows.filter(({ version }) => version > 2).map(({ id }) => id)).toEqual([order[1], order[2]]);
    expect((await send('PUT /queue/order', { queueIds: [99] }, token)).status).toBe(404);
    const attendant = await company.addUser();
    expect((await send('PUT /queue/order', { queueIds: ids }, attendant.token)).status).toBe(403);
  });

  it('S-19: ignore fields that users cannot choose', async () => {
    const queue = await create();
    const before = await ours.table.get(Queue, { id: queue.id }, { consistent: true });
    const forged = {
      id: 5,
      version: 9,
      token: 'a'.repeat(30),
      createdAt: '2020-01-01T00:00:00.000Z',
      super: true,
    };
    const answer = await send(`PUT /queue/${queue.id}`, { ...queue, ...forged });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const { version, rowCreatedAt, token } = { version: 0, rowCreatedAt: '', token: '', ...before };
    expect(await ours.table.get(Queue, { id: queue.id }, { consistent: true })).toMatchObject({
      id: queue.id,
      version: version + 1,
      rowCreatedAt,
      token,
    });
  });

  it('S-19: refuse values that no form sends', async () => {
    const queue = await create();
    const before = await ours.table.get(Queue, { id: queue.id }, { consistent: true });
    for (const extra of [
      { name: 'x' },
      { color: 'url(javascript:alert(1))' },
      { color: '#12' },
      { tempoRoteador: 7 },
      { orderQueue: -1 },
      { integrationId: 3 },
      {
        schedules: [
          {
            weekday: 'segunda',
            weekdayEn: 'monday',
            startTimeA: '99:00',
            endTimeA: '',
            startTimeB: '',
            endTimeB: '',
          },
        ],
      },
    ]) {
      for (const to of ['POST /queue', `PUT /queue/${queue.id}`]) {
        expect((await send(to, { ...newQueue(), ...extra })).status, JSON.stringify(extra)).toBe(400);
        expect((await send(to, { ...newQueue(), companyId: theirs.id })).status).toBe(403);
      }
    }
    expect(await ours.table.get(Queue, { id: queue.id }, { consistent: true })).toEqual(before);
  });

  it("S-17: another company's queues are not found", async () => {
    for (let step = 0; step < 20; step++) await theirs.addQueue();
    const foreign = Math.max(await theirs.addQueue(), 40) + 100;
    for (const [to, body] of [
      [`GET /queue/${foreign}`, undefined],
      [`PUT /queue/${foreign}`, newQueue()],
      [`DELETE /queue/${foreign}`, undefined],
    ] as const) {
      expect(await send(to, body)).toMatchObject({ status: 404, body: { error: 'ERR_NO_QUEUE_FOUND' } });
    }
    expect((await send(`GET /queue?companyId=${theirs.id}`)).status).toBe(403);
  });
});

describe('single options of a queue', () => {
  const body = (queueId: number, fields: object = {}) => ({ queueId, name: 'Segunda via', ...fields });

  it('are added below another option, read with one level below them, changed and removed', async () => {
    const queue = await create({ chatbots: [{ name: 'Financeiro', greetingMessage: 'Sobre o quê?' }] });
    const [above] = queue.chatbots;
    if (above === undefined) throw new Error('no option');
    const added = await send('POST /chatbot', {
      ...body(queue.id, { parentId: above.id, greetingMessage: 'De que mês?' }),
      options: [{ name: 'Deste mês' }],
    });
    const { id, ...rest } = chatbotViewSchema.parse(added.body);
    expect(added.status).toBe(201);
    expect(rest).toMatchObject({ queueId: queue.id, parentId: above.id, options: [{ name: 'Deste mês' }] });
    const first = await send(`GET /chatbot?queueId=${queue.id}`);
    expect(first.body).toMatchObject([{ id: above.id, parentId: null, options: [{ id }] }]);
    // Only one level is included; deeper options are requested separately.
    expect(JSON.stringify(first.body)).not.toContain('Deste mês');
    expect((await send(`GET /chatbot/${id}?queueId=${queue.id}`)).body).toEqual(added.body);

    const before = await loadQueue(ours.table, queue.id);
    const changed = await send(`PUT /chatbot/${id}`, body(queue.id, { greetingMessage: 'Qual mês?' }));
    expect(changed).toMatchObject({ status: 200, body: { id, options: [{ id: rest.options[0]?.id }] } });
    const after = await loadQueue(ours.table, queue.id);
    expect(after?.version).toBe((before?.version ?? 0) + 1);
    expect(after?.chatbots[0]?.options[0]).toMatchObject({ id, greetingMessage: 'Qual mês?' });

    const emptied = await send(`PUT /chatbot/${id}`, body(queue.id, { options: [] }));
    expect(emptied.body).toMatchObject({ greetingMessage: '', options: [] });
    const removed = await send(`DELETE /chatbot/${above.id}?queueId=${queue.id}`);
    expect(removed.status).toBe(200);
    expect((await loadQueue(ours.table, queue.id))?.chatbots).toEqual([]);
    for (const gone of [id, above.id]) {
      expect(await send(`GET /chatbot/${gone}?queueId=${queue.id}`)).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_CHATBOT_FOUND' },
      });
    }
  });

  it('must follow the rules of their tree', async () => {
    const queue = await create({ chatbots: [{ name: 'Sem mensagem' }] });
    const parentId = queue.chatbots[0]?.id;
    for (const [fields, path] of [
      [{ parentId }, 'body.parentId'],
      [{ options: [{ name: 'Outra' }] }, 'body.greetingMessage'],
      [
        { greetingMessage: 'x', options: [{ name: 'Outra', options: [{ name: 'Mais uma' }] }] },
        'body.options.0.greetingMessage',
      ],
      [{ name: 'abc' }, 'body.name'],
      [{ optUserId: 9999 }, 'body.optUserId'],
      [{ optFileId: 1 }, 'body.optFileId'],
    ] as const) {
      expect(await send('POST /chatbot', body(queue.id, fields))).toMatchObject({
        status: 400,
        body: { details: [{ path }] },
      });
    }
    const full = Array.from({ length: 4 }, (_none, n) => ({
      name: `Nível ${n}`,
      greetingMessage: 'x',
      options: Array.from({ length: 49 }, () => ({ name: 'Opção' })),
    }));
    const large = await create({ chatbots: full });
    expect(await send('POST /chatbot', body(large.id))).toMatchObject({
      status: 400,
      body: { details: [{ path: 'body.options' }] },
    });
    expect((await loadQueue(ours.table, queue.id))?.version).toBe(1);
  });

  it('R15: ten simultaneous additions lose no option', async () => {
    const queue = await create();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_none, n) => send('POST /chatbot', body(queue.id, { name: `Opção ${n}` }))),
    );
    const added = answers.filter(({ status }) => status === 201).length;
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect((await loadQueue(ours.table, queue.id))?.chatbots).toHaveLength(added);
    expect(added).toBeGreaterThan(1);
  });
});

describe('removing a queue', () => {
  it('keeps its tickets without a queue, leaves one closed ticket per conversation, and removes all references', async () => {
    const company = await makeCompany();
    const { table } = company;
    const { token } = company.admin;
    const gone = await create({}, token);
    const menu = await create(
      { chatbots: [{ name: 'Opção', queueType: 'queue', optQueueId: gone.id }] },
      token,
    );
    const connectionId = await company.addConnection({
      queueIds: [gone.id, menu.id],
      sendIdQueue: gone.id,
      timeSendQueue: 5,
    });
    const bia = await company.addUser({ queueIds: [gone.id, menu.id] });
    const contact = await makeContact(table);
    const contactId = contact.id;
    const open = async (queueId: number | null, at: number) => {
      const moment = { ids: systemIds, nowMs: at };
      const made = newTicket(
        {
          ticketId: await nextId(table, Ticket),
          contact,
          connectionId,
          channel: 'whatsapp',
          conversation: await loadConversation(table, contactId, connectionId),
          status: 'pending',
          queueId,
          isActiveDemand: false,
        },
        moment,
      );
      await commitTurn(table, made, moment);
      return ticketOf(made);
    };
    const close = async (id: number, at: number) => {
      const ticket = await loadTicket(table, id);
      if (ticket === undefined) throw new Error('no ticket');
      const around = await loadTicketSurroundings(table, ticket);
      const moment = { ids: systemIds, nowMs: at };
      const by = { userId: null, logType: 'closed' } as const;
      await commitTurn(table, closeTicket({ ticket, attendance: undefined, ...around }, by, moment), moment);
    };
    const start = Date.now() - 100_000;
    const older = await open(null, start);
    await close(older.id, start + 1000);
    const newer = await open(gone.id, start + 2000);
    await close(newer.id, start + 3000);
    const waiting = await open(gone.id, start + 4000);

    expect((await send(`DELETE /queue/${gone.id}`, undefined, token)).status).toBe(200);

    const after = await Promise.all([older, newer, waiting].map(({ id }) => loadTicket(table, id)));
    expect(after.map((ticket) => ticket?.queueId)).toEqual([null, null, null]);
    expect(after.map((ticket) => ticket?.latestClosed)).toEqual([false, true, false]);
    expect(after[2]?.status).toBe('pending');
    expect((await loadConversation(table, contactId, connectionId))?.lastClosedByQueue).toEqual({
      0: newer.id,
    });
    expect(await table.get(Connection, { id: connectionId }, { consistent: true })).toMatchObject({
      queueIds: [menu.id],
      sendIdQueue: null,
      timeSendQueue: 0,
    });
    expect((await table.get(User, { id: bia.id }, { consistent: true }))?.queueIds).toEqual([menu.id]);
    const other = await loadQueue(table, menu.id);
    expect(other?.chatbots[0]).toMatchObject({ optQueueId: null, queueType: 'text' });
    expect((await send(`DELETE /queue/${gone.id}`, undefined, token)).status).toBe(404);
    const again = { ...newQueue(), name: gone.name, color: gone.color };
    expect((await send('POST /queue', again, token)).status).toBe(201);
  });
});

describe('settings of a company', () => {
  it('are read all at once or singly, and changed singly', async () => {
    const changed = await settings('PUT /companySettings', { column: 'requiredTag', data: 'enabled' });
    expect(changed).toMatchObject({
      status: 200,
      body: { response: true, result: { requiredTag: 'enabled' } },
    });
    const attendant = await ours.addUser();
    const whole = await settings(`GET /companySettings/${ours.id}`, undefined, attendant.token);
    expect(whole.body).toMatchObject({ requiredTag: 'enabled', companyId: ours.id });
    const one = await settings('GET /companySettingOne?column=requiredTag', undefined, attendant.token);
    expect(one.body).toEqual({ requiredTag: 'enabled' });
    expect(
      (await settings('PUT /companySettings', { column: 'requiredTag', data: 'disabled' }, attendant.token))
        .status,
    ).toBe(403);
    const plan = await settings(`GET /companies/listPlan/${ours.id}`, undefined, attendant.token);
    expect(plan.body).toMatchObject({ id: ours.id, plan: { users: 50, flags: { useWhatsapp: true } } });
    const shownSchema = z.object({ plan: z.looseObject({ flags: z.record(z.string(), z.boolean()) }) });
    const shown = shownSchema.parse(plan.body).plan;
    expect(Object.keys(shown.flags)).toHaveLength(10);
    expect(shown).toMatchObject(shown.flags);
  });

  it('S-17, S-19: only known settings of the own company, with the right type, are changed', async () => {
    for (const body of [
      { column: 'companyId', data: 5 },
      { column: '__proto__', data: 'enabled' },
      { column: 'constructor', data: 'enabled' },
      { column: 'version', data: 5 },
      { column: 'requiredTag; DROP', data: 'enabled' },
      { column: 'requiredTag', data: { enabled: true } },
      { column: 'transferMessage', data: 'x'.repeat(4097) },
      { column: 'requiredTag' },
      { column: 'requiredTag', data: 'enabled', companyId: theirs.id },
    ]) {
      const answer = await settings('PUT /companySettings', body);
      expect([400, 403], JSON.stringify(body)).toContain(answer.status);
    }
    for (const to of [`GET /companySettings/${theirs.id}`, `GET /companies/listPlan/${theirs.id}`]) {
      expect(await settings(to)).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
    }
    expect((await settings('GET /companySettingOne?column=passwordHash')).status).toBe(400);
  });

  it('R15: 20 simultaneous changes of different settings are all stored', async () => {
    const company = await makeCompany();
    const columns = ['userRating', 'requiredTag', 'enableLGPD', 'lgpdConsent', 'lgpdHideNumber'];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        settings(
          'PUT /companySettings',
          { column: columns[index % columns.length], data: index < 15 ? 'disabled' : 'enabled' },
          company.admin.token,
        ),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 200));
  });

  it('S-25: an expired company cannot use its settings, but may still see its plan', async () => {
    const expired = await makeCompany({ company: { dueDate: '2020-01-01' } });
    const { token } = expired.admin;
    expect(await settings(`GET /companySettings/${expired.id}`, undefined, token)).toMatchObject({
      status: 403,
      body: { error: 'ERR_SUBSCRIPTION_EXPIRED' },
    });
    expect((await settings(`GET /companies/listPlan/${expired.id}`, undefined, token)).status).toBe(200);
  });
});

describe('working hours of a company', () => {
  const day = (weekdayEn: string, times: object = {}) => ({
    weekday: weekdayEn,
    weekdayEn,
    startTimeA: '08:00',
    endTimeA: '12:00',
    startTimeB: '13:00',
    endTimeB: '18:00',
    ...times,
  });

  it('are stored with time zone and holidays; fields left out stay unchanged', async () => {
    const company = await makeCompany();
    const { token } = company.admin;
    const to = `/companies/${company.id}/schedules`;
    expect((await settings(`GET ${to}`, undefined, token)).body).toEqual({
      companyId: company.id,
      schedules: [],
      timeZone: 'America/Sao_Paulo',
      holidays: [],
    });
    const schedules = [
      day('monday'),
      day('sunday', { startTimeA: '', endTimeA: '', startTimeB: '', endTimeB: '' }),
    ];
    const saved = await settings(`PUT ${to}`, { schedules }, token);
    expect(saved).toMatchObject({ status: 200, body: { schedules, timeZone: 'America/Sao_Paulo' } });
    const holidays = [
      { date: '2026-12-25', name: ' Natal\u200b ' },
      { date: '2026-11-20', name: 'Consciência Negra' },
    ];
    const more = await settings(`PUT ${to}`, { timeZone: 'America/Manaus', holidays }, token);
    const all = {
      companyId: company.id,
      schedules,
      timeZone: 'America/Manaus',
      holidays: [
        { date: '2026-11-20', name: 'Consciência Negra' },
        { date: '2026-12-25', name: 'Natal' },
      ],
    };
    expect(more).toMatchObject({ status: 200, body: all });
    const attendant = await company.addUser();
    expect((await settings(`GET ${to}`, undefined, attendant.token)).body).toEqual(all);
    expect((await settings(`PUT ${to}`, { schedules }, attendant.token)).status).toBe(403);
  });

  it("decide in the company's time zone who may sign in", async () => {
    const company = await makeCompany({ company: { timeZone: 'Pacific/Honolulu' } });
    const timeInTokyo = (inMs: number) =>
      new Date(Date.now() + inMs).toLocaleTimeString('sv-SE', {
        timeZone: 'Asia/Tokyo',
        hour: '2-digit',
        minute: '2-digit',
      });
    const hours = { startWork: timeInTokyo(-60 * 60_000), endWork: timeInTokyo(60 * 60_000) };
    const who = await company.addUser(hours);
    expect(await login(who.email, TEST_PASSWORD)).toMatchObject({ body: { error: 'ERR_OUT_OF_HOURS' } });
    const to = `PUT /companies/${company.id}/schedules`;
    expect((await settings(to, { timeZone: 'Asia/Tokyo' }, company.admin.token)).status).toBe(200);
    expect((await login(who.email, TEST_PASSWORD)).status).toBe(200);
  });

  it('S-17, S-19: only valid hours, zones and days of the own company are stored', async () => {
    const to = `PUT /companies/${ours.id}/schedules`;
    for (const body of [
      { schedules: [day('monday', { endTimeA: '' })] },
      { schedules: [day('monday', { startTimeB: '' })] },
      { schedules: [day('monday', { endTimeA: '08:00' })] },
      { schedules: [day('monday', { startTimeA: '24:00' })] },
      { schedules: [day('monday'), day('monday')] },
      { schedules: [day('holiday')] },
      { schedules: 'always' },
      { timeZone: 'America/Atlantis' },
      { timeZone: '+03:00' },
      { timeZone: '' },
      { holidays: [{ date: '2026-02-30', name: 'Nunca' }] },
      { holidays: [{ date: '2026-12-25', name: 'x'.repeat(61) }] },
      { holidays: [{ date: '2026-12-25' }, { date: '2026-12-25' }] },
      {
        holidays: Array.from({ length: 101 }, (_, index) => ({
          date: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
        })),
      },
    ]) {
      expect(await settings(to, body), JSON.stringify(body).slice(0, 90)).toMatchObject({ status: 400 });
    }
    for (const method of ['GET', 'PUT'])
      expect(
        (await settings(`${method} /companies/${theirs.id}/schedules`, method === 'PUT' ? {} : undefined))
          .status,
      ).toBe(403);
  });

  it('R15: 20 simultaneous changes of hours, zone and holidays are all stored', async () => {
    const company = await makeCompany();
    const to = `PUT /companies/${company.id}/schedules`;
    const bodies = [
      { schedules: [day('friday')] },
      { timeZone: 'America/Belem' },
      { holidays: [{ date: '2026-12-25', name: 'Natal' }] },
    ];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => settings(to, bodies[index % 3], company.admin.token)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await settings(`GET ${to.slice(4)}`, undefined, company.admin.token)).body).toMatchObject(
      Object.assign({}, ...bodies),
    );
  });
});

describe('public settings', () => {
  it('contain version, branding and interface, and no other setting', async () => {
    expect((await call(platform, { to: 'GET /version' })).body).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
    expect((await call(platform, { to: 'GET /openapi.json' })).body).toMatchObject({
      openapi: expect.any(String),
    });
    const settings = await call(platform, { to: 'GET /public-settings' });
    expect(settings.body).toMatchObject({ allowSignup: false, appName: '' });
    await commit([globalTable.put(PlatformSettings, { appName: 'Atende', downloadLimit: 128 }, 'any')]);
    const after = await call(platform, { to: 'GET /public-settings' });
    expect(after.body).toMatchObject({ appName: 'Atende' });
    expect(after.body).not.toHaveProperty('downloadLimit');
    expect((await call(platform, { to: 'GET /public-settings/appName?token=wtV' })).body).toBe('Atende');
    expect((await call(platform, { to: 'GET /public-settings/downloadLimit' })).status).toBe(400);
    expect((await call(platform, { to: 'GET /public-settings/version' })).status).toBe(400);
  });
});
