import { handler as contacts } from '@prosa/functions/http/contacts/handler.ts';
import { handler as schedules } from '@prosa/functions/http/schedules/handler.ts';
import { deleteObject, headObject } from '@prosa/functions/platform/blob/blob.ts';
import { systemClock, toInstant } from '@prosa/functions/platform/clock.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import type { Row } from '@prosa/functions/platform/table/define-entity.ts';
import { Company, CompanySettings } from '@prosa/functions/platform/table/entities/companies.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { User } from '@prosa/functions/platform/table/entities/users.ts';
import { TIMER_SHARDS, Timer, TimerWalk } from '@prosa/functions/platform/table/entities/work.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import { loadContact } from '@prosa/functions/repositories/contacts/contacts.ts';
import { loadSchedule } from '@prosa/functions/repositories/tickets/schedules.ts';
import { loadConversation, loadTicket } from '@prosa/functions/repositories/tickets/tickets.ts';
import { userItems } from '@prosa/functions/repositories/users/users.ts';
import { scheduleRoutes } from '@prosa/shared/contracts/schedules.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { makeConversation } from '../factories/conversation.ts';
import { PNG } from '../factories/files.ts';
import { makeContact, makeTicket } from '../factories/tickets.ts';
import { timerTick as tick } from '../support/handlers.ts';
import { useBucket } from './support/bucket.ts';
import { call } from './support/call.ts';
import { useEdge } from './support/edge.ts';
import { fireTimers } from './support/fire-timers.ts';
import { messagesWith, timerOf } from './support/planted-schedules.ts';
import { useTable } from './support/table.ts';

useTable();
useBucket();
const edge = useEdge();

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const viewSchema = scheduleRoutes.get.response;

let company: TestCompany;
let ana: TestUser;
let contactId: number;
let connectionId: number;
let queueId: number;
/** Time of users' requests: their sessions would expire at the later times of the timers. */
let deskMs = 0;
let nowMs = 0;

beforeEach(async () => {
  deskMs = Math.floor(Date.now() / SECOND) * SECOND;
  nowMs = deskMs;
  for (let shard = 0; shard < TIMER_SHARDS; shard++)
    await commit([globalTable.delete(TimerWalk, { shard }, 'any')]);
  company = await makeCompany({
    company: { name: 'Loja', timeZone: 'America/Sao_Paulo' },
    settings: { sendSignMessage: true },
  });
  connectionId = await company.addConnection({ name: 'Matriz', isDefault: true });
  queueId = await company.addQueue({ name: 'Vendas' });
  ana = await company.addUser({ name: 'Ana Lima', queueIds: [queueId], allTicket: true });
  contactId = (await makeContact(company.table, { name: 'Maria Souza' })).id;
  forgetDirectory(company.id);
  vi.spyOn(systemClock, 'now').mockImplementation(() => nowMs);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const iso = (ms: number): string => toInstant(ms);
/** Sends a user's request at a time at which the session is valid. */
const ask = async (handler: typeof schedules, request: Parameters<typeof call>[1]) => {
  const before = nowMs;
  nowMs = deskMs;
  const answer = await call(handler, request);
  nowMs = before;
  return answer;
};
const save = (fields: object, to = 'POST /schedules') =>
  ask(schedules, {
    to,
    token: ana.token,
    body: { body: 'Olá, tudo bem?', contactId, sendAt: iso(nowMs + 10 * MINUTE), ...fields },
  });
const make = async (fields: object = {}) => {
  const { status, body } = await save(fields);
  expect(status, JSON.stringify(body)).toBe(201);
  return viewSchema.parse(body);
};
const show = async (id: number) =>
  viewSchema.parse((await ask(schedules, { to: `GET /schedules/${id}`, token: ana.token })).body);
const due = (id: number) => timerOf(company, id);
/** Sets the clock to the schedule's time and delivers its timer to the worker. */
const fire = async (id: number, atMs?: number) => {
  const schedule = await loadSchedule(company.table, id);
  nowMs = atMs ?? Math.max(nowMs, Date.parse(schedule?.sendAt ?? iso(nowMs)));
  return fireTimers(await due(id));
};
const messagesOf = (contact = contactId, connection = connectionId) =>
  messagesWith(company, contact, connection);
const saidTo = async (contact = contactId) => (await messagesOf(contact)).filter(({ fromMe }) => fromMe);
const ticketOf = async (id: number) => loadTicket(company.table, id);

describe('a scheduled message', () => {
  it('is sent at its time, on a ticket that is closed at once', async () => {
    const { id } = await make();
    await fire(id);
    const [message, ...others] = await messagesOf();
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      body: 'Olá, tudo bem?',
      fromMe: true,
      isPrivate: false,
      sendState: 'pending',
      userId: ana.id,
    });
    const ticket = await ticketOf(message?.ticketId ?? 0);
    expect(ticket).toMatchObject({ status: 'closed', latestClosed: true, lastMessage: 'Olá, tudo bem?' });
    const conversation = await loadConversation(company.table, contactId, connectionId);
    expect(conversation).toMatchObject({ activeTicketId: null, lastTicketId: ticket?.id });
    expect(await show(id)).toMatchObject({ status: 'ENVIADA', sentAt: iso(nowMs), contadorEnvio: 1 });
    expect((await due(id)).token).toBe('none');
  });

  it('an older closed ticket is no longer the latest closed one', async () => {
    for (let nth = 0; nth < 2; nth++) await fire((await make()).id);
    const [first, second] = await saidTo();
    expect(await ticketOf(first?.ticketId ?? 0)).toMatchObject({ status: 'closed', latestClosed: false });
    expect(await ticketOf(second?.ticketId ?? 0)).toMatchObject({ status: 'closed', latestClosed: true });
  });

  it('uses the active ticket, and leaves its unread count unchanged', async () => {
    const where = { companyId: company.id, connectionId };
    const going = await makeConversation(company, where, { status: 'pending' }, ['oi', 'tem alguém?']);
    const { id } = await make({ contactId: going.contactId, openTicket: 'enabled', statusTicket: 'closed' });
    await fire(id);
    expect(await saidTo(going.contactId)).toMatchObject([{ ticketId: going.ticket.id }]);
    expect(await ticketOf(going.ticket.id)).toMatchObject({ status: 'pending', unreadMessages: 2 });
  });

  it.each([
    ['with its agent', { openTicket: 'enabled', statusTicket: 'open' }, true, { status: 'open' }],
    ['waiting in its queue', { openTicket: 'enabled', statusTicket: 'open' }, false, { status: 'pending' }],
    ['closed', { openTicket: 'enabled', statusTicket: 'closed' }, true, { status: 'closed' }],
  ])('starts a ticket %s', async (_name, options, hasUser, expected) => {
    const { id } = await make({ ...options, queueId, ...(hasUser ? { ticketUserId: ana.id } : {}) });
    await fire(id);
    const [message] = await saidTo();
    expect(await ticketOf(message?.ticketId ?? 0)).toMatchObject({
      ...expected,
      queueId,
      userId: hasUser ? ana.id : null,
      unreadMessages: 0,
    });
  });

  it("has its placeholders filled and its author's signature", async () => {
    const { id } = await make({
      body: '{{ms}} {{firstName}}, aqui é {{userName}} da {{queue}}. {{constructor}}',
      assinar: true,
      queueId,
      openTicket: 'enabled',
      statusTicket: 'open',
    });
    await fire(id);
    const [message] = await saidTo();
    expect(message?.body).toMatch(/^\*Ana Lima:\*\nBo[am] \p{L}+ Maria, aqui é Ana Lima da Vendas\. $/u);
    const settings = await company.table.get(CompanySettings, {}, { consistent: true });
    if (settings === undefined) throw new Error('no settings');
    await commit([
      company.table.put(CompanySettings, { ...settings, sendSignMessage: false }, settings.version),
    ]);
    forgetDirectory(company.id);
    const other = await make({ body: 'Sem nome', assinar: true });
    await fire(other.id);
    expect((await saidTo()).map(({ body }) => body)).toContain('Sem nome');
  });

  it('uses the chosen connection, or the default one', async () => {
    const second = await company.addConnection({ name: 'Filial' });
    forgetDirectory(company.id);
    await fire((await make({ whatsappId: second })).id);
    await fire((await make()).id);
    expect(await messagesOf(contactId, second)).toHaveLength(1);
    expect(await messagesOf(contactId, connectionId)).toHaveLength(1);
  });

  it('sends a copy of its picture with each message', async () => {
    const { id } = await make({ valorIntervalo: 1, enviarQuantasVezes: 2 });
    const form = new FormData();
    form.append('file', new Blob([Uint8Array.from(PNG)], { type: 'image/png' }), 'foto.png');
    await ask(schedules, { to: `POST /schedules/${id}/media-upload`, token: ana.token, form });
    await fire(id);
    await fire(id);
    const said = await saidTo();
    expect(said).toMatchObject([
      { mediaType: 'image', body: 'Olá, tudo bem?', media: { state: 'stored', fileName: 'foto.png' } },
      { mediaType: 'image' },
    ]);
    const keys = said.map(({ media }) => media?.key ?? '');
    expect(new Set([...keys, (await loadSchedule(company.table, id))?.media?.key]).size).toBe(3);
    await Promise.all(keys.slice(1).map(deleteObject));
    expect(await headObject(keys[0] ?? '')).toBeDefined();
  });
});

describe('R30: timer of a schedule', () => {
  it('R30: delivered early, twice and ten minutes late, it sends one message, never before its time', async () => {
    const { id, sendAt } = await make();
    const early = await due(id);
    await fire(id, Date.parse(sendAt) - 30 * SECOND);
    expect(await saidTo()).toEqual([]);
    expect(await show(id)).toMatchObject({ status: 'PENDENTE' });
    nowMs = Date.parse(sendAt) + 10 * MINUTE;
    await fireTimers(early, early);
    await fireTimers(early);
    expect(await saidTo()).toHaveLength(1);
  });

  it('R30: delivered to several workers at once, it sends one message', async () => {
    const { id, sendAt } = await make({ valorIntervalo: 1, enviarQuantasVezes: 3 });
    const body = await due(id);
    nowMs = Date.parse(sendAt);
    await Promise.all(Array.from({ length: 6 }, () => fireTimers(body)));
    expect(await saidTo()).toHaveLength(1);
    expect(await show(id)).toMatchObject({ contadorEnvio: 1, sendAt: iso(nowMs + DAY) });
  });

  it('overdue after an outage, it is handed over by the next tick and fires', async () => {
    const { id } = await make();
    nowMs += 3 * DAY;
    await tick({});
    const bodies = edge()
      .takeAll('timers')
      .filter((body) => JSON.stringify(body).includes('"schedule"'));
    await fireTimers(...bodies);
    expect(await show(id)).toMatchObject({ status: 'ENVIADA', sentAt: iso(nowMs) });
    expect(await saidTo()).toHaveLength(1);
  });

  it('does not fire early after the clock was set back', async () => {
    const { id, sendAt } = await make();
    nowMs += 60 * MINUTE;
    const body = await due(id);
    nowMs = Date.parse(sendAt) - 50 * MINUTE;
    await fireTimers(body);
    expect(await saidTo()).toEqual([]);
    nowMs = Date.parse(sendAt);
    await fireTimers(body);
    expect(await saidTo()).toHaveLength(1);
  });
});

describe('recurring schedule', () => {
  it.each([1, 2, 5])('sends exactly the requested number of messages: %i', async (count) => {
    const { id } = await make({ valorIntervalo: 1, enviarQuantasVezes: count });
    for (let nth = 0; nth < count + 3; nth++) await fire(id);
    expect(await saidTo()).toHaveLength(count);
    expect(await show(id)).toMatchObject({ status: 'ENVIADA', contadorEnvio: count });
    expect((await save({}, `PUT /schedules/${id}`)).body).toMatchObject({ error: 'ERR_SCHEDULE_SENT' });
  });

  it("sends once after a week's outage, and the rest at their regular times", async () => {
    const { id, sendAt } = await make({ valorIntervalo: 1, enviarQuantasVezes: 3 });
    const first = Date.parse(sendAt);
    await fire(id, first + 7 * DAY + 5 * MINUTE);
    expect(await saidTo()).toHaveLength(1);
    expect(await show(id)).toMatchObject({ status: 'PENDENTE', sendAt: iso(first + 8 * DAY) });
    await fire(id);
    await fire(id);
    expect(await show(id)).toMatchObject({
      status: 'ENVIADA',
      contadorEnvio: 3,
      sentAt: iso(first + 9 * DAY),
    });
  });

  it('a change in the middle sends the remaining messages, beginning at the new time', async () => {
    const { id } = await make({ valorIntervalo: 1, enviarQuantasVezes: 3 });
    await fire(id);
    const again = iso(nowMs + 30 * DAY);
    const fields = { sendAt: again, valorIntervalo: 1, enviarQuantasVezes: 3 };
    expect((await save(fields, `PUT /schedules/${id}`)).status).toBe(200);
    for (let nth = 0; nth < 4; nth++) await fire(id);
    expect(await saidTo()).toHaveLength(3);
    expect((await show(id)).sentAt).toBe(iso(Date.parse(again) + DAY));
  });

  it('cannot be reduced below the number already sent', async () => {
    const { id } = await make({ valorIntervalo: 1, enviarQuantasVezes: 3 });
    await fire(id);
    await fire(id);
    expect(await save({ enviarQuantasVezes: 2, valorIntervalo: 1 }, `PUT /schedules/${id}`)).toMatchObject({
      status: 400,
      body: { details: [{ path: 'body.enviarQuantasVezes' }] },
    });
  });
});

describe('failed schedule', () => {
  const expectFailed = async (id: number, sendError: string) => {
    await fire(id);
    expect(await show(id)).toMatchObject({ status: 'ERRO', sendError, sentAt: null, contadorEnvio: 0 });
    expect(await saidTo()).toEqual([]);
    expect((await due(id)).token).toBe('none');
  };

  it('shows the reason, and is sent when it is saved again', async () => {
    const gone = await company.addConnection({ name: 'Filial' });
    forgetDirectory(company.id);
    const { id } = await make({ whatsappId: gone });
    const { handler: connections } = await import('@prosa/functions/http/connections/handler.ts');
    const removal = { to: `DELETE /whatsapp/${gone}`, token: company.admin.token };
    expect((await ask(connections, removal)).status).toBe(200);
    forgetDirectory(company.id);
    await expectFailed(id, 'ERR_NO_WAPP_FOUND');
    const saved = await save({ sendAt: iso(nowMs) }, `PUT /schedules/${id}`);
    expect(saved.body).toMatchObject({ status: 'PENDENTE', sendError: '' });
    await fire(id);
    expect(await show(id)).toMatchObject({ status: 'ENVIADA' });
    expect(await saidTo()).toHaveLength(1);
  });

  it('fails without a connection that reaches the contact', async () => {
    const other = await makeContact(company.table, {
      channel: 'instagram',
      identities: [{ kind: 'igsid', value: '1' }],
    });
    await expectFailed((await make({ contactId: other.id })).id, 'ERR_SENDING_WAPP_MSG');
  });

  it.each([
    ['whatsappapi', { kind: 'phone', value: '5511970000001' }],
    // The human-agent tag is for answers by hand.
    ['facebook', { kind: 'psid', value: '7000001' }],
  ] as const)(
    'R28: is not sent over %s when the reply window is closed, and is when it is open',
    async (channel, identity) => {
      const answering = await company.addConnection({ channel });
      const contact = await makeContact(company.table, {
        channel,
        identities: [identity],
        number: identity.kind === 'phone' ? identity.value : '',
      });
      const heardAt = iso(nowMs);
      await makeTicket(
        company.table,
        { contact, connectionId: answering },
        { status: 'open', userId: ana.id, channel, heardAt },
      );
      const fields = { contactId: contact.id, whatsappId: answering };
      const inTime = await make({ ...fields, sendAt: iso(nowMs + DAY - 1) });
      const late = await make({ ...fields, sendAt: iso(nowMs + DAY) });
      await fire(inTime.id);
      expect(await show(inTime.id)).toMatchObject({ status: 'ENVIADA', sendError: '' });
      await fire(late.id);
      expect(await show(late.id)).toMatchObject({ status: 'ERRO', sendError: 'ERR_REPLY_WINDOW_CLOSED' });
      expect(await messagesOf(contact.id, answering)).toHaveLength(1);
    },
  );

  it("fails when the company's subscription has ended", async () => {
    const { id } = await make();
    const row = await company.table.get(Company, {}, { consistent: true });
    if (row === undefined) throw new Error('no company');
    await commit([
      company.table.put(Company, { ...row, dueDate: iso(nowMs - 2 * 86_400_000).slice(0, 10) }, row.version),
    ]);
    forgetDirectory(company.id);
    await fire(id);
    expect(await loadSchedule(company.table, id)).toMatchObject({
      status: 'failed',
      failure: 'ERR_SUBSCRIPTION_EXPIRED',
    });
  });

  it('fails when the contact was just removed and the stream has not processed it yet', async () => {
    const contact = await makeContact(company.table);
    const { id } = await make({ contactId: contact.id });
    const removal = { to: `DELETE /contacts/${contact.id}`, token: company.admin.token };
    expect((await ask(contacts, removal)).status).toBe(200);
    await expectFailed(id, 'ERR_NO_CONTACT_FOUND');
  });

  const failNewest = async () => {
    const message = (await saidTo()).at(-1);
    if (message === undefined) throw new Error('nothing was said');
    await commit([
      company.table.put(
        Message,
        { ...message, sendState: 'failed', sendError: 'not-connected', outcomeDueAt: null },
        message.version,
      ),
    ]);
    const subject = message.id;
    const timer = await company.table.get(Timer, { kind: 'schedule-outcome', subject }, { consistent: true });
    nowMs = Date.parse(timer?.dueAt ?? '');
    await fireTimers({ companyId: company.id, kind: 'schedule-outcome', subject, token: timer?.token });
  };

  it('R29: fails when the connection reports a failure later, and can be sent again', async () => {
    const { id } = await make();
    await fire(id);
    await failNewest();
    expect(await show(id)).toMatchObject({ status: 'ERRO', sendError: 'not-connected', sentAt: null });
    await save({ sendAt: iso(nowMs) }, `PUT /schedules/${id}`);
    await fire(id);
    expect(await show(id)).toMatchObject({ status: 'ENVIADA', sendError: '', contadorEnvio: 1 });
  });

  it('one failure does not stop a recurring schedule', async () => {
    const { id } = await make({ valorIntervalo: 1, enviarQuantasVezes: 2 });
    await fire(id);
    await failNewest();
    expect(await show(id)).toMatchObject({
      status: 'PENDENTE',
      sendError: 'not-connected',
      contadorEnvio: 1,
    });
    await fire(id);
    expect(await show(id)).toMatchObject({ status: 'ENVIADA', sendError: '', contadorEnvio: 2 });
  });

  it('R29: fails when the picture has disappeared', async () => {
    const { id } = await make();
    const form = new FormData();
    form.append('file', new Blob([Uint8Array.from(PNG)], { type: 'image/png' }), 'foto.png');
    await ask(schedules, { to: `POST /schedules/${id}/media-upload`, token: ana.token, form });
    await deleteObject((await loadSchedule(company.table, id))?.media?.key ?? '');
    await expectFailed(id, 'ERR_MEDIA_MISSING');
  });
});

describe("S-21 the rights of the schedule's user are checked when it fires", () => {
  const OPENS = { openTicket: 'enabled', statusTicket: 'open' };
  const changeUser = async (id: number, fields: Partial<Row<typeof User>>) => {
    const user = await company.table.get(User, { id }, { consistent: true });
    if (user === undefined) throw new Error('the user is gone');
    await commit(userItems(company.table, user, { ...user, ...fields }, nowMs));
    forgetDirectory(company.id);
  };
  const expectFailed = async (id: number, failure: string, to = contactId) => {
    await fire(id);
    expect(await loadSchedule(company.table, id)).toMatchObject({ status: 'failed', failure, sentAt: null });
    expect(await saidTo(to)).toEqual([]);
  };

  it("a removed user's schedule is not sent, and an administrator can send it again", async () => {
    const { id } = await make();
    await changeUser(ana.id, { active: false });
    await expectFailed(id, 'ERR_NO_USER_FOUND');
    const body = { body: 'Olá, tudo bem?', contactId, sendAt: iso(nowMs) };
    const to = `PUT /schedules/${id}`;
    expect((await ask(schedules, { to, token: company.admin.token, body })).status).toBe(200);
    await fire(id);
    expect(await saidTo()).toHaveLength(1);
  });

  it('a user who left the queue opens no ticket in it', async () => {
    const { id } = await make({ ...OPENS, queueId });
    await changeUser(ana.id, { queueIds: [] });
    await expectFailed(id, 'ERR_NO_PERMISSION');
  });

  it('a former administrator opens no ticket for a colleague', async () => {
    const bruno = await company.addUser({ queueIds: [queueId] });
    await changeUser(ana.id, { profile: 'admin' });
    const { id } = await make({ ...OPENS, queueId, ticketUserId: bruno.id });
    await changeUser(ana.id, { profile: 'user' });
    await expectFailed(id, 'ERR_NO_PERMISSION');
  });

  it('nothing is sent on a ticket that a colleague attends by then', async () => {
    const { id } = await make();
    const contact = await loadContact(company.table, contactId);
    if (contact === undefined) throw new Error('the contact is gone');
    const bruno = await company.addUser({ queueIds: [queueId] });
    const place = { status: 'open', queueId, userId: bruno.id } as const;
    const ticket = await makeTicket(company.table, { contact, connectionId }, place);
    await expectFailed(id, 'ERR_CONTACT_ATTENDED');
    expect(await ticketOf(ticket.id)).toEqual(ticket);
  });

  it('an administrator’s change of another user’s schedule is sent with the administrator’s rights', async () => {
    const otherQueue = await company.addQueue({ name: 'Caixa' });
    const { id } = await make();
    const body = { body: 'Olá, tudo bem?', contactId, sendAt: iso(nowMs), ...OPENS, queueId: otherQueue };
    const to = `PUT /schedules/${id}`;
    expect((await ask(schedules, { to, token: company.admin.token, body })).status).toBe(200);
    await fire(id);
    const [message] = await saidTo();
    expect(message).toMatchObject({ userId: ana.id });
    expect(await ticketOf(message?.ticketId ?? 0)).toMatchObject({ status: 'pending', queueId: otherQueue });
  });

  it('no ticket is opened when the queue was removed, but a ticket closed at once needs no queue', async () => {
    const gone = await company.addQueue({ name: 'Temporária' });
    await changeUser(ana.id, { queueIds: [queueId, gone] });
    const [opens, closes] = [await make({ ...OPENS, queueId: gone }), await make({ queueId: gone })];
    const { handler: queues } = await import('@prosa/functions/http/queues/handler.ts');
    const removal = { to: `DELETE /queue/${gone}`, token: company.admin.token };
    expect((await ask(queues, removal)).status).toBe(200);
    forgetDirectory(company.id);
    await expectFailed(opens.id, 'ERR_NO_QUEUE_FOUND');
    await fire(closes.id);
    expect(await saidTo()).toHaveLength(1);
  });
});
