import { handler as schedules } from '@prosa/functions/http/schedules/handler.ts';
import { headObject } from '@prosa/functions/platform/blob/blob.ts';
import { systemClock } from '@prosa/functions/platform/clock.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { loadSchedule } from '@prosa/functions/repositories/tickets/schedules.ts';
import { loadTicket } from '@prosa/functions/repositories/tickets/tickets.ts';
import { externalRoutes } from '@prosa/shared/contracts/external.ts';
import { scheduleRoutes } from '@prosa/shared/contracts/schedules.ts';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { freshNumber } from '../factories/conversation.ts';
import { PDF, PNG } from '../factories/files.ts';
import { addCloudConnection, addTemplate } from '../factories/templates.ts';
import { makeContact, makeTicket } from '../factories/tickets.ts';
import { useBucket } from './support/bucket.ts';
import { call } from './support/call.ts';
import { connect, external, formOf, post, sentIn, setStatus, usageTotal } from './support/external-api.ts';
import { fireSchedule } from './support/fire-schedule.ts';
import { storedFrom } from './support/meta-workers.ts';
import { useTable } from './support/table.ts';

useTable();
useBucket();

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const AT = new Date(Date.now() + DAY_MS).toISOString();
const statusSchema = externalRoutes.scheduleStatus.response;
const viewSchema = scheduleRoutes.get.response;

let company: TestCompany;
let ana: TestUser;
let bruno: TestUser;
let queueId: number;
let connectionId: number;
let token: string;

beforeAll(async () => {
  company = await makeCompany();
  queueId = await company.addQueue({ name: 'Vendas' });
  ana = await company.addUser({ name: 'Ana', queueIds: [queueId] });
  bruno = await company.addUser({ name: 'Bruno', queueIds: [queueId] });
  ({ connectionId, token } = await connect(company));
  forgetDirectory(company.id);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const schedule = async (fields: object, key?: string): Promise<number> => {
  const body = { number: freshNumber(), body: 'Seu pedido saiu.', sendAt: AT, ...fields };
  return sentIn(await post(token, { body }, key)).scheduleId ?? 0;
};
const statusOf = async (id: number, given = token) =>
  call(external, { to: `GET /messages/schedules/${id}`, token: given });
const stateOf = async (id: number) => statusSchema.parse((await statusOf(id)).body);
const cancel = (id: number, given = token) =>
  call(external, { to: `DELETE /messages/schedules/${id}`, token: given });
const stored = (number: string) => storedFrom(company.table, connectionId, number);
const shownTo = (user: { token: string }, id: number) =>
  call(schedules, { to: `GET /schedules/${id}`, token: user.token });
const ticketIdOf = async (number: string) => (await stored(number))[0]?.ticketId ?? 0;

describe('a message of a program at a later time', () => {
  it('is a schedule until its time, and then a message whose status the program can read', async () => {
    const number = freshNumber();
    const answer = await post(token, { body: { number, body: 'Seu pedido saiu.', sendAt: AT } });
    expect(answer).toMatchObject({ status: 200, body: { status: 'SUCCESS', messages: [] } });
    const id = sentIn(answer).scheduleId ?? 0;
    expect(await stateOf(id)).toEqual({
      id,
      state: 'pending',
      sendAt: AT,
      sentAt: null,
      error: null,
      messageId: null,
    });
    expect(await stored(number)).toEqual([]);

    expect(await fireSchedule(company, id)).toEqual([]);
    const [message] = await stored(number);
    expect(message).toMatchObject({ body: 'Seu pedido saiu.', userId: null, saidBy: 'schedule' });
    expect(await stateOf(id)).toMatchObject({
      state: 'sent',
      sentAt: AT,
      error: null,
      messageId: message?.id,
    });
    expect(await call(external, { to: `GET /messages/${message?.id}/status`, token })).toMatchObject({
      status: 200,
      body: { state: 'pending' },
    });
  });

  it('a repetition with the same key makes no second schedule, also after its time', async () => {
    const before = (await usageTotal(company)).usedText;
    const number = freshNumber();
    const id = await schedule({ number }, 'lembrete-7');
    vi.spyOn(systemClock, 'now').mockReturnValue(Date.parse(AT) - HOUR_MS);
    expect(await schedule({ number }, 'lembrete-7')).toBe(id);
    vi.restoreAllMocks();
    const other = await post(token, { body: { number, body: 'Outro texto', sendAt: AT } }, 'lembrete-7');
    expect(other).toMatchObject({ status: 422, body: { code: 'ERR_IDEMPOTENCY_MISMATCH' } });
    expect((await usageTotal(company)).usedText).toBe(before + 1);
  });

  it('of simultaneous calls with one key, all get the same schedule', async () => {
    const number = freshNumber();
    const ids = await Promise.all(Array.from({ length: 4 }, () => schedule({ number }, 'lembrete-8')));
    expect(new Set(ids).size).toBe(1);
  });

  it('can be scheduled while the connection is down', async () => {
    const down = await connect(company, 'DISCONNECTED');
    const body = { number: freshNumber(), body: 'Seu pedido saiu.' };
    expect(await post(down.token, { body })).toMatchObject({ body: { code: 'ERR_WAPP_NOT_INITIALIZED' } });
    expect((await post(down.token, { body: { ...body, sendAt: AT } })).status).toBe(200);
    await setStatus(company, down.connectionId, 'CONNECTED');
  });

  it.each([
    ['a time that is past', { sendAt: '2020-01-01T12:00:00.000Z' }, 'body.sendAt'],
    [
      'a time in more than a year',
      { sendAt: new Date(Date.now() + 367 * DAY_MS).toISOString() },
      'body.sendAt',
    ],
    ['a local time', { sendAt: '2030-01-01T12:00' }, 'body.sendAt'],
    ['something that is no time', { sendAt: 'amanhã' }, 'body.sendAt'],
    ['a message that is not stored', { noRegister: true }, 'body.noRegister'],
    ['a short text', { body: 'oi' }, 'body.body'],
    ['a text without end', { body: 'x'.repeat(4097) }, 'body.body'],
  ])('is refused with the field: %s', async (_what, fields, path) => {
    const body = { number: freshNumber(), body: 'Seu pedido saiu.', sendAt: AT, ...fields };
    expect(await post(token, { body })).toMatchObject({
      status: 400,
      body: { code: 'ERR_VALIDATION', details: [{ path }] },
    });
  });

  it('needs a plan with schedules', async () => {
    const plain = await makeCompany({ plan: { without: ['useSchedules'] } });
    const own = await connect(plain);
    const body = { number: freshNumber(), body: 'Seu pedido saiu.', sendAt: AT };
    expect(await post(own.token, { body })).toMatchObject({
      status: 403,
      body: { code: 'ERR_PLAN_FEATURE' },
    });
  });

  it('has a picture as its file, which is checked as in the dialog', async () => {
    const number = freshNumber();
    const fields = { number, body: 'Veja a foto.', sendAt: AT };
    const png = { name: 'foto.png', type: 'image/png', bytes: PNG };
    const { scheduleId = 0 } = sentIn(await post(token, { form: formOf(fields, [png]) }));
    expect((await shownTo(company.admin, scheduleId)).body).toMatchObject({ mediaName: 'foto.png' });
    await fireSchedule(company, scheduleId);
    expect(await stored(number)).toMatchObject([{ mediaType: 'image', body: 'Veja a foto.' }]);

    const pdf = { name: 'boleto.pdf', type: 'application/pdf', bytes: PDF };
    expect((await post(token, { form: formOf(fields, [pdf]) })).body).toMatchObject({
      code: 'ERR_MEDIA_TYPE',
    });
    expect((await post(token, { form: formOf(fields, [png, png]) })).body).toMatchObject({
      code: 'ERR_VALIDATION',
      details: [{ path: 'body.medias' }],
    });
  });

  it('is sent as it is written: braces are no placeholders, and the name above it is that of the attendant', async () => {
    const number = freshNumber();
    const body = 'Código {{firstName}} válido';
    const id = await schedule({ number, body, userId: ana.id, queueId, sendSignature: true });
    await fireSchedule(company, id);
    expect(await stored(number)).toMatchObject([{ body: `*Ana:*\n${body}` }]);
    expect(await loadTicket(company.table, await ticketIdOf(number))).toMatchObject({
      status: 'open',
      userId: ana.id,
      queueId,
    });
  });

  it('begins a conversation that waits, or that is closed with the message', async () => {
    const [waiting, closed] = [freshNumber(), freshNumber()];
    await fireSchedule(company, await schedule({ number: waiting }));
    await fireSchedule(company, await schedule({ number: closed, closeTicket: true }));
    expect(await loadTicket(company.table, await ticketIdOf(waiting))).toMatchObject({
      status: 'pending',
      userId: null,
      queueId: null,
    });
    expect(await loadTicket(company.table, await ticketIdOf(closed))).toMatchObject({ status: 'closed' });
  });

  it('goes in the conversation that the contact has then, unless another attendant has it', async () => {
    const number = freshNumber();
    const identities = [{ kind: 'phone', value: number } as const];
    const contact = await makeContact(company.table, { number, identities });
    const fields = { status: 'open', userId: bruno.id, queueId } as const;
    const ticket = await makeTicket(company.table, { contact, connectionId }, fields);
    await fireSchedule(company, await schedule({ number, closeTicket: true }));
    expect(await stored(number)).toMatchObject([{ ticketId: ticket.id }]);
    expect(await loadTicket(company.table, ticket.id)).toMatchObject({ status: 'open', userId: bruno.id });

    const elsewhere = await schedule({ number, userId: ana.id });
    await fireSchedule(company, elsewhere);
    expect(await stateOf(elsewhere)).toMatchObject({ state: 'failed', error: 'ERR_TICKET_ELSEWHERE' });
    expect(await stored(number)).toHaveLength(1);
  });
});

describe('a template of a program at a later time', () => {
  it('is sent through a closed window, with values as they are written', async () => {
    const businessId = '102290129340398';
    const cloudId = await addCloudConnection(company, { accountId: '106540352242922', businessId });
    await addTemplate(company, { businessId, name: 'pedido', body: 'Olá {{1}}, seu pedido saiu.' });
    const cloud = await company.addApiToken(cloudId);
    const number = freshNumber();
    const template = { name: 'pedido', language: 'pt_BR', values: { body: { '1': '{{name}}' } } };
    const { scheduleId = 0 } = sentIn(await post(cloud, { body: { number, template, sendAt: AT } }));
    await fireSchedule(company, scheduleId);
    expect(await storedFrom(company.table, cloudId, number)).toMatchObject([
      { body: 'Olá {{name}}, seu pedido saiu.', dataJson: { kind: 'template' } },
    ]);

    const missing = { name: 'pedido', language: 'pt_BR' };
    expect(await post(cloud, { body: { number, template: missing, sendAt: AT } })).toMatchObject({
      status: 422,
      body: { code: 'ERR_TEMPLATE_VALUES', details: { missing: ['body.1'] } },
    });
    const text = await post(cloud, { body: { number, body: 'Sem janela aberta', sendAt: AT } });
    const { scheduleId: refused = 0 } = sentIn(text);
    await fireSchedule(company, refused);
    expect(statusSchema.parse((await statusOf(refused, cloud)).body)).toMatchObject({
      state: 'failed',
      error: 'ERR_REPLY_WINDOW_CLOSED',
      messageId: null,
    });
  });
});

describe('schedules of programs and users', () => {
  it('users see whose it is; administrators and its attendant change it, and then it is theirs', async () => {
    const number = freshNumber();
    const id = await schedule({ number, userId: ana.id, queueId });
    expect((await shownTo(bruno, id)).body).toMatchObject({
      body: 'Seu pedido saiu.',
      userId: null,
      user: null,
      tokenWhatsappId: connectionId,
      openTicket: 'enabled',
      statusTicket: 'open',
      ticketUserId: ana.id,
    });
    const { contactId } = viewSchema.parse((await shownTo(ana, id)).body);
    const place = { contactId, whatsappId: connectionId, queueId, ticketUserId: ana.id };
    const change = (user: TestUser, fields: object) =>
      call(schedules, {
        to: `PUT /schedules/${id}`,
        token: user.token,
        body: { sendAt: AT, ...place, ...fields },
      });
    expect((await change(bruno, { body: 'Outro texto' })).status).toBe(403);
    expect((await change(ana, { body: 'Seu pedido saiu.' })).body).toMatchObject({ userId: null });
    const body = 'Oi {{firstName}}, seu pedido saiu.';
    expect((await change(ana, { body })).body).toMatchObject({
      userId: ana.id,
      tokenWhatsappId: connectionId,
    });
    await fireSchedule(company, id);
    const [message] = await stored(number);
    expect(message?.userId).toBe(ana.id);
    expect(message?.body).not.toContain('{{');
    expect(await stateOf(id)).toMatchObject({ state: 'sent', messageId: message?.id });
  });

  it('a program cancels its own, once, and not after it was sent', async () => {
    const number = freshNumber();
    const png = { name: 'foto.png', type: 'image/png', bytes: PNG };
    const form = formOf({ number, body: 'Veja a foto.', sendAt: AT }, [png]);
    const { scheduleId: id = 0 } = sentIn(await post(token, { form }));
    const key = (await loadSchedule(company.table, id))?.media?.key ?? '';
    expect(await headObject(key)).toBeDefined();
    expect(await cancel(id)).toMatchObject({ status: 200, body: { status: 'SUCCESS' } });
    expect(await cancel(id)).toMatchObject({ status: 404, body: { code: 'ERR_NO_SCHEDULE_FOUND' } });
    expect((await statusOf(id)).status).toBe(404);

    const sent = await schedule({});
    await fireSchedule(company, sent);
    expect(await cancel(sent)).toMatchObject({ status: 409, body: { code: 'ERR_SCHEDULE_SENT' } });
  });

  it('S-26 a token reads and cancels no schedule of a user, of another connection or of another company', async () => {
    const contact = await makeContact(company.table, {});
    const body = { contactId: contact.id, body: 'Olá, tudo bem?', sendAt: AT, whatsappId: connectionId };
    const made = await call(schedules, { to: 'POST /schedules', token: company.admin.token, body });
    const { id: ofUser } = viewSchema.parse(made.body);
    const program = await schedule({});
    const other = await connect(company);
    const theirs = await connect(await makeCompany());
    for (const [id, given] of [
      [ofUser, token],
      [program, other.token],
      [program, theirs.token],
    ] as const) {
      expect(await statusOf(id, given)).toMatchObject({
        status: 404,
        body: { code: 'ERR_NO_SCHEDULE_FOUND' },
      });
      expect((await cancel(id, given)).status).toBe(404);
    }
    expect(await stateOf(program)).toMatchObject({ state: 'pending' });
  });

  it('R32 of a cancellation and a run at the same time, one wins', async () => {
    const numbers = Array.from({ length: 6 }, freshNumber);
    for (const number of numbers) {
      const id = await schedule({ number });
      const [, cancelled] = await Promise.all([fireSchedule(company, id), cancel(id)]);
      const messages = await stored(number);
      expect([cancelled.status, messages.length], JSON.stringify(cancelled.body)).toEqual(
        cancelled.status === 200 ? [200, 0] : [409, 1],
      );
    }
  });
});
