import { closeTicket, newTicket } from '@prosa/functions/domain/turns/ticket-turns.ts';
import { ticketOf } from '@prosa/functions/domain/turns/turn.ts';
import { handler as companies } from '@prosa/functions/http/companies/handler.ts';
import { handler as platform } from '@prosa/functions/http/platform/handler.ts';
import { handler as queues } from '@prosa/functions/http/queues/handler.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { PlatformSettings, Queue } from '@prosa/functions/platform/table/entities/companies.ts';
import { Connection } from '@prosa/functions/platform/table/entities/connections.ts';
import { User } from '@prosa/functions/platform/table/entities/users.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import { nextId } from '@prosa/functions/platform/table/updates.ts';
import { commitTurn } from '@prosa/functions/repositories/commit-turn.ts';
import {
  loadConversation,
  loadTicket,
  loadTicketSurroundings,
} from '@prosa/functions/repositories/tickets.ts';
import { queueViewSchema } from '@prosa/shared/contracts/queues.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { makeContact } from '../factories/tickets.ts';
import { call } from './support/call.ts';
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
const create = async (fields: object = {}, token = ours.admin.token) =>
  queueViewSchema.parse((await send('POST /queue', newQueue(fields), token)).body);

describe('queues', () => {
  it('are added, changed and listed in their order, with the words of the family', async () => {
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
    const list = await send('GET /queue', undefined, attendant.token);
    expect(list.body).toMatchObject([{ id: early.id }, { id: late.id }]);
    const changed = await send(
      `PUT /queue/${late.id}`,
      { name: late.name, color: late.color, orderQueue: 0 },
      token,
    );
    expect(changed).toMatchObject({
      status: 200,
      body: { orderQueue: 0, ativarRoteador: false, version: 2 },
    });
    expect((await send(`GET /queue/${late.id}`, undefined, attendant.token)).body).toEqual(changed.body);
    expect((await send('POST /queue', newQueue(), attendant.token)).status).toBe(403);
    expect((await send(`PUT /queue/${late.id}`, newQueue(), attendant.token)).status).toBe(403);
    expect((await send(`DELETE /queue/${late.id}`, undefined, attendant.token)).status).toBe(403);
  });

  it('have a name and a colour nobody else has, however they are written, also when two come at once', async () => {
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

  it('S-25: are at most as many as the plan allows', async () => {
    const small = await makeCompany({ plan: { queues: 2 } });
    await create({}, small.admin.token);
    await create({}, small.admin.token);
    expect(await send('POST /queue', newQueue(), small.admin.token)).toMatchObject({
      status: 403,
      body: { error: 'ERR_PLAN_LIMIT', details: { limit: 2 } },
    });
  });

  it('keep the ids of their options and lead only to what the company has', async () => {
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
    const many = Array.from({ length: 50 }, () => ({
      name: 'Opção',
      greetingMessage: 'x',
      options: Array.from({ length: 5 }, () => ({ name: 'Opção' })),
    }));
    expect((await send('POST /queue', newQueue({ chatbots: many }))).status).toBe(400);
  });

  it('S-19: refuse what no form sends', async () => {
    const queue = await create();
    const before = await ours.table.get(Queue, { id: queue.id }, { consistent: true });
    for (const extra of [
      { id: 5 },
      { companyId: theirs.id },
      { version: 9 },
      { createdAt: '2020-01-01T00:00:00.000Z' },
      { super: true },
      { dueDate: '2999-01-01' },
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
      }
    }
    expect(await ours.table.get(Queue, { id: queue.id }, { consistent: true })).toEqual(before);
  });

  it('S-17: are unknown to other companies', async () => {
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

describe('removing a queue', () => {
  it('keeps its tickets without a queue, each conversation showing one closed ticket, and forgets it everywhere', async () => {
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
          ticketId: await nextId(table, 'ticket'),
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
      await commitTurn(table, closeTicket({ ticket, tracking: undefined, ...around }, by, moment), moment);
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
    const other = await table.get(Queue, { id: menu.id }, { consistent: true });
    expect(other?.chatbots[0]).toMatchObject({ optQueueId: null, queueType: 'text' });
    expect((await send(`DELETE /queue/${gone.id}`, undefined, token)).status).toBe(404);
    const again = { ...newQueue(), name: gone.name, color: gone.color };
    expect((await send('POST /queue', again, token)).status).toBe(201);
  });
});

describe('settings of a company', () => {
  const settings = (to: string, body?: unknown, token = ours.admin.token) =>
    call(companies, { to, token, body });

  it('are read whole and one by one, and changed one by one', async () => {
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
  });

  it('S-17, S-19: are one column of ours, by name and type', async () => {
    for (const body of [
      { column: 'companyId', data: 5 },
      { column: '__proto__', data: 'enabled' },
      { column: 'constructor', data: 'enabled' },
      { column: 'version', data: 5 },
      { column: 'requiredTag; DROP', data: 'enabled' },
      { column: 'requiredTag', data: true },
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

  it('R15: 20 writers of different settings all land', async () => {
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

  it('S-25: stay closed to an expired company, which may still see its plan', async () => {
    const expired = await makeCompany({ company: { dueDate: '2020-01-01T00:00:00.000Z' } });
    const { token } = expired.admin;
    expect(await settings(`GET /companySettings/${expired.id}`, undefined, token)).toMatchObject({
      status: 403,
      body: { error: 'ERR_SUBSCRIPTION_EXPIRED' },
    });
    expect((await settings(`GET /companies/listPlan/${expired.id}`, undefined, token)).status).toBe(200);
  });
});

describe('what anyone may read', () => {
  it('tells version, branding and the interface, and no other setting', async () => {
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
