import { handler as messages } from '@prosa/functions/http/messages/handler.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { CompanySettings } from '@prosa/functions/platform/table/entities/companies.ts';
import { ConnectionState } from '@prosa/functions/platform/table/entities/connections.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { Attendance, Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { Outbox } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { loadConversation } from '@prosa/functions/repositories/tickets/tickets.ts';
import { ticketConflictSchema, ticketPageSchema, ticketViewSchema } from '@prosa/shared/contracts/tickets.ts';
import type { CompanySettings as Settings } from '@prosa/shared/entities/settings.ts';
import { TICKET_STATUSES } from '@prosa/shared/entities/ticket-terms.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { plantIntegration } from '../factories/integrations.ts';
import { makeContact, makeTicket, reload } from '../factories/tickets.ts';
import { type Answer, call } from './support/call.ts';
import { useTable } from './support/table.ts';

useTable();

let company: TestCompany;
let sales = 0;
let support = 0;
let connectionId = 0;
let ana: TestUser;
let bruno: TestUser;

const setSettings = async (settings: Partial<Settings>) => {
  await commit([company.table.put(CompanySettings, { companyId: company.id, ...settings }, 'any')]);
  forgetDirectory(company.id);
};

beforeAll(async () => {
  company = await makeCompany();
  sales = await company.addQueue({ name: 'Vendas' });
  support = await company.addQueue({ name: 'Suporte' });
  connectionId = await company.addConnection({
    complationMessage: 'Até logo, {{firstName}}!',
    isDefault: true,
  });
  ana = await company.addUser({ name: 'Ana', queueIds: [sales, support] });
  bruno = await company.addUser({ name: 'Bruno', queueIds: [support] });
  await commit([
    company.table.put(
      ConnectionState,
      { companyId: company.id, connectionId, status: 'CONNECTED', changedAt: new Date().toISOString() },
      'absent',
    ),
  ]);
});
beforeEach(() => setSettings({}));

const get = (path: string, user = ana) => call(tickets, { to: `GET ${path}`, token: user.token });
const put = (id: number, body: unknown, user = ana) =>
  call(tickets, { to: `PUT /tickets/${id}`, token: user.token, body });
const post = (path: string, body: unknown, user = ana) =>
  call(tickets, { to: `POST ${path}`, token: user.token, body });
const messagesBy = (uuid: string, user: TestUser) =>
  call(messages, { to: `GET /messages/${uuid}`, token: user.token });
const view = (answer: Answer) => ticketViewSchema.parse(answer.body);
const openTicket = (user = ana, fields = {}) =>
  makeTicket(company.table, { connectionId }, { queueId: sales, userId: user.id, status: 'open', ...fields });
const logTypes = async (id: number, user = ana) =>
  z
    .array(z.object({ type: z.string() }))
    .parse((await get(`/tickets-log/${id}`, user)).body)
    .map(({ type }) => type);
const messagesOf = async (ticket: { contactId: number }) =>
  (
    await company.table.query(Message, {
      pk: keys.message({ contactId: ticket.contactId, connectionId, sortKey: '' }).pk,
      limit: 50,
    })
  ).rows;

describe('reading a ticket', () => {
  it('finds it by id and by link, with names of queue, attendant and connection', async () => {
    const ticket = await openTicket();
    const byId = view(await get(`/tickets/${ticket.id}`));
    expect(byId).toMatchObject({
      id: ticket.id,
      status: 'open',
      queue: { name: 'Vendas' },
      user: { name: 'Ana' },
      whatsapp: { id: connectionId, groupAsTicket: 'disabled' },
    });
    expect(view(await get(`/tickets/u/${ticket.uuid}`))).toEqual(byId);
    expect(view(await get(`/tickets/u/${ticket.uuid.toUpperCase()}`))).toEqual(byId);
  });

  it('S-17: does not find another company’s, a hidden or a guessed ticket', async () => {
    const ticket = await openTicket();
    const other = await makeCompany();
    for (const user of [other.admin, bruno]) {
      expect((await get(`/tickets/${ticket.id}`, user)).status).toBe(404);
      expect((await get(`/tickets/u/${ticket.uuid}`, user)).status).toBe(404);
      expect((await get(`/tickets-log/${ticket.id}`, user)).status).toBe(404);
      expect((await get(`/ticket-notes/list?ticketId=${ticket.id}`, user)).status).toBe(404);
      expect((await put(ticket.id, { status: 'closed' }, user)).status).toBe(404);
      expect((await post('/ticket-notes', { note: 'nota', ticketId: ticket.id }, user)).status).toBe(404);
    }
    const guessed = `${ticket.uuid.slice(0, -1)}${ticket.uuid.endsWith('0') ? '1' : '0'}`;
    expect((await get(`/tickets/u/${guessed}`)).status).toBe(404);
    expect((await get('/tickets/u/0193f0e2-6e4a-4c1b-8f8a-000000000001')).status).toBe(404);
    expect(await reload(company.table, ticket.id)).toMatchObject({ status: 'open', version: ticket.version });
  });

  it("hides numbers from attendants when the company's settings say so", async () => {
    const contact = await makeContact(company.table, { name: '5511988887001', number: '5511988887001' });
    const ticket = await makeTicket(
      company.table,
      { contact, connectionId },
      { queueId: sales, userId: ana.id, status: 'open' },
    );
    await setSettings({ enableLGPD: true, lgpdHideNumber: true });
    const seen = view(await get(`/tickets/${ticket.id}`)).contact;
    expect(seen).toMatchObject({ number: '5511*******01', name: '5511*******01' });
    expect(view(await get(`/tickets/${ticket.id}`, company.admin)).contact.number).toBe('5511988887001');
  });

  it("logs another user's view of the ticket once per time window", async () => {
    const ticket = await openTicket();
    for (let n = 0; n < 3; n++) await get(`/tickets/u/${ticket.uuid}`, company.admin);
    await get(`/tickets/u/${ticket.uuid}`);
    expect(await logTypes(ticket.id)).toEqual(['access', 'create']);
  });
});

describe('opening a conversation', () => {
  it('gives the attendant an open ticket, and names that attendant to the next user', async () => {
    const contact = await makeContact(company.table);
    const made = view(await post('/tickets', { contactId: contact.id, queueId: support, status: 'open' }));
    expect(made).toMatchObject({
      status: 'open',
      userId: ana.id,
      queueId: support,
      whatsappId: connectionId,
      isActiveDemand: true,
      isBot: false,
    });
    const refusal = await post('/tickets', { contactId: contact.id, queueId: support }, bruno);
    expect(refusal.status).toBe(409);
    const { error, details } = z
      .object({ error: z.string(), details: ticketConflictSchema })
      .parse(refusal.body);
    expect(details).toMatchObject({
      uuid: made.uuid,
      userId: ana.id,
      user: { name: 'Ana' },
      queue: { name: 'Suporte' },
    });
    expect(JSON.parse(error)).toEqual(details);
    const own = await post('/tickets', { contactId: contact.id, queueId: support });
    expect(own.status).toBe(409);
    expect(own.body).toMatchObject({ details: { uuid: made.uuid, userId: ana.id } });
  });

  it('S-18: refuses rows of another company, or ones that the attendant may not use', async () => {
    const other = await makeCompany();
    const [theirQueue, theirConnection] = [await other.addQueue(), await other.addConnection()];
    for (let n = 0; n < 30; n++) await makeContact(other.table);
    const theirContact = await makeContact(other.table);
    const theirUser = await other.addUser();
    const contactId = (await makeContact(company.table)).id;
    const codes = async (body: object, user = ana) => {
      const answer = await post('/tickets', body, user);
      return [answer.status, z.object({ error: z.string() }).parse(answer.body).error];
    };
    expect(await codes({ contactId: theirContact.id + 10_000, queueId: sales })).toEqual([
      404,
      'ERR_NO_CONTACT_FOUND',
    ]);
    expect(await codes({ contactId, queueId: theirQueue + 10_000 })).toEqual([404, 'ERR_NO_QUEUE_FOUND']);
    expect(await codes({ contactId, queueId: sales, whatsappId: theirConnection + 10_000 })).toEqual([
      404,
      'ERR_NO_WAPP_FOUND',
    ]);
    expect(await codes({ contactId, queueId: sales, userId: theirUser.id + 10_000 })).toEqual([
      404,
      'ERR_NO_USER_FOUND',
    ]);
    expect(await codes({ contactId })).toEqual([400, 'ERR_QUEUE_REQUIRED']);
    expect(await codes({ contactId, queueId: sales }, bruno)).toEqual([403, 'ERR_NO_PERMISSION']);
    expect(await codes({ contactId, queueId: sales, userId: bruno.id })).toEqual([403, 'ERR_NO_PERMISSION']);
    expect(await codes({ contactId, queueId: sales, companyId: other.id })).toEqual([
      403,
      'ERR_NO_PERMISSION',
    ]);
    expect(await loadConversation(company.table, contactId, connectionId)).toBeUndefined();
  });

  it('requires a connection', async () => {
    const bare = await makeCompany();
    const contact = await makeContact(bare.table);
    const body = { contactId: contact.id, queueId: await bare.addQueue() };
    expect(await post('/tickets', body, bare.admin)).toMatchObject({
      status: 400,
      body: { error: 'ERR_NO_DEF_WAPP_FOUND' },
    });
  });
});

describe('greeting on accepting a ticket', () => {
  const greeting = 'Olá, {{firstName}}! Sou {{userName}}, da fila {{queue}}. Protocolo {{ticket_id}}.';
  const greetedIn = async (fields: Parameters<typeof makeTicket>[2], isGroup = false) => {
    const contact = await makeContact(company.table, { name: 'Maria Souza', isGroup });
    return makeTicket(company.table, { contact, connectionId }, { queueId: sales, ...fields });
  };

  it('is sent as a read message in the same transaction, once for ten simultaneous accepts', async () => {
    await setSettings({ greetingAcceptedMessage: greeting });
    const ticket = await greetedIn({});
    const accept = (user = ana) => put(ticket.id, { status: 'open', userId: user.id, queueId: sales }, user);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, nth) => accept(nth % 2 ? ana : bruno)));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    const taken = await reload(company.table, ticket.id);
    const said = `Olá, Maria! Sou Ana, da fila Vendas. Protocolo ${ticket.id}.`;
    expect(taken).toMatchObject({ status: 'open', userId: ana.id, lastMessage: said, fromMe: true });
    expect(taken.version).toBe(ticket.version + 1);
    await accept();
    expect(await messagesOf(ticket)).toMatchObject([
      { body: said, fromMe: true, read: true, userId: ana.id, isPrivate: false, sendState: 'pending' },
    ]);
    const groupId = [company.id, connectionId, ticket.contactId].join(':');
    const { pk } = keys.outbox({ queue: 'session-commands-0', groupId, id: '' });
    const { rows } = await company.table.query(Outbox, { pk, limit: 5 });
    expect(rows.map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'send', content: { kind: 'text', text: said } },
    ]);
  });

  it('is not sent to a group, on reopening, on undoing a return, or when the company has it switched off', async () => {
    await setSettings({ greetingAcceptedMessage: greeting });
    const group = await greetedIn({}, true);
    await put(group.id, { status: 'open' }, company.admin);
    const closed = await greetedIn({ status: 'open', userId: ana.id });
    await put(closed.id, { status: 'closed', sendFarewellMessage: false });
    await put(closed.id, { status: 'open' });
    const returned = await greetedIn({ status: 'open', userId: ana.id });
    await put(returned.id, { status: 'pending', userId: null });
    await put(returned.id, { status: 'open', sendGreetingMessage: false });
    await setSettings({ greetingAcceptedMessage: greeting, sendGreetingAccepted: false });
    const quiet = await greetedIn({});
    await put(quiet.id, { status: 'open' });
    for (const { id } of [closed, returned, quiet])
      expect(await reload(company.table, id)).toMatchObject({ status: 'open', userId: ana.id });
    expect((await reload(company.table, group.id)).status).toBe('group');
    for (const ticket of [group, closed, returned, quiet]) expect(await messagesOf(ticket)).toEqual([]);
  });
});

describe('integration of a ticket', () => {
  it('is switched on and off by users who see the ticket, if the plan has integrations', async () => {
    const ticket = await openTicket(ana, { integrationId: 3 });
    expect(view(await put(ticket.id, { useIntegration: true }))).toMatchObject({
      useIntegration: true,
      userId: ana.id,
    });
    expect((await put(ticket.id, { useIntegration: false }, bruno)).status).toBe(404);
    expect(view(await put(ticket.id, { useIntegration: false })).useIntegration).toBe(false);
    const bare = await openTicket();
    expect(await put(bare.id, { useIntegration: true })).toMatchObject({
      status: 409,
      body: { error: 'ERR_TICKET_TRANSITION' },
    });
    const poor = await makeCompany({ plan: { without: ['useIntegrations'] } });
    const theirs = await makeTicket(
      poor.table,
      { connectionId: await poor.addConnection() },
      { queueId: await poor.addQueue(), userId: poor.admin.id, status: 'open', integrationId: 3 },
    );
    expect(await put(theirs.id, { useIntegration: true }, poor.admin)).toMatchObject({
      status: 403,
      body: { error: 'ERR_PLAN_FEATURE' },
    });
  });

  it('S-18, S-25: can be named, if it is one of the company and the plan has integrations', async () => {
    const { integration: own } = await plantIntegration(company);
    const ticket = await openTicket();
    const named = { integrationId: own, useIntegration: true };
    expect(view(await put(ticket.id, named))).toMatchObject({ integrationId: own, useIntegration: true });
    expect(view(await put(ticket.id, { integrationId: null }))).toMatchObject({ integrationId: own });
    const poor = await makeCompany({ plan: { without: ['useIntegrations'] } });
    await plantIntegration(poor);
    const { integration: theirs } = await plantIntegration(poor);
    const bare = await makeTicket(
      poor.table,
      { connectionId: await poor.addConnection() },
      { queueId: await poor.addQueue(), userId: poor.admin.id, status: 'open' },
    );
    expect(await put(bare.id, { integrationId: theirs }, poor.admin)).toMatchObject({
      status: 403,
      body: { error: 'ERR_PLAN_FEATURE' },
    });
  });
});

describe('life of a ticket', () => {
  it('R13: a transfer to oneself is refused like accepting a taken ticket, and changes nothing', async () => {
    const reader = await company.addUser({ queueIds: [sales], allUserChat: true });
    const ticket = await makeTicket(company.table, { connectionId }, { queueId: sales });
    expect((await put(ticket.id, { status: 'open', userId: ana.id })).status).toBe(200);
    const before = await reload(company.table, ticket.id);
    for (const body of [
      { isTransfered: true, userId: reader.id },
      { isTransfered: true, userId: reader.id, status: 'open' },
      { userId: reader.id },
      { isTransfered: true, userId: reader.id, queueId: support },
    ]) {
      expect(await put(ticket.id, body, reader), JSON.stringify(body)).toMatchObject({
        status: 409,
        body: { error: 'ERR_TICKET_TAKEN', details: { userId: ana.id } },
      });
    }
    expect(await reload(company.table, ticket.id)).toEqual(before);
    expect(
      view(await put(ticket.id, { isTransfered: true, userId: company.admin.id }, company.admin)),
    ).toMatchObject({
      userId: company.admin.id,
    });
  });

  it('a ticket is accepted, returned, accepted again, transferred and resolved, and its log records it', async () => {
    const ticket = await makeTicket(company.table, { connectionId }, { queueId: sales });
    expect(view(await put(ticket.id, { status: 'open', userId: ana.id })).status).toBe('open');
    expect(view(await put(ticket.id, { status: 'pending', userId: null }))).toMatchObject({
      status: 'pending',
      user: null,
    });
    expect(view(await put(ticket.id, { status: 'open', userId: ana.id })).userId).toBe(ana.id);
    const moved = view(
      await put(ticket.id, {
        isTransfered: true,
        queueId: support,
        userId: bruno.id,
        msgTransfer: 'cliente antigo',
      }),
    );
    expect(moved).toMatchObject({ status: 'open', userId: bruno.id, queueId: support });
    expect(await messagesOf(ticket)).toMatchObject([
      { body: 'cliente antigo', isPrivate: true, userId: ana.id },
    ]);
    expect((await put(ticket.id, { status: 'closed' })).status).toBe(404);
    const closed = view(await put(ticket.id, { status: 'closed', sendFarewellMessage: false }, bruno));
    expect(closed).toMatchObject({ status: 'closed', unreadMessages: 0 });
    expect(await logTypes(ticket.id, bruno)).toEqual([
      'closed',
      'receivedTransfer',
      'transfered',
      'open',
      'pending',
      'open',
      'create',
    ]);
    const attendances = await company.table.query(Attendance, {
      pk: keys.ticket({ id: ticket.id }).pk,
      prefix: 'TRACK#',
      limit: 10,
    });
    expect(attendances.rows).toMatchObject([
      { userId: bruno.id, queueId: support, finishedAt: expect.any(String) },
    ]);
  });

  it('resolving a ticket sends the farewell as a pending message', async () => {
    const contact = await makeContact(company.table, { name: 'Maria Souza' });
    const ticket = await makeTicket(
      company.table,
      { contact, connectionId },
      { queueId: sales, userId: ana.id, status: 'open' },
    );
    const closed = view(await put(ticket.id, { status: 'closed' }));
    expect(closed).toMatchObject({ status: 'closed', lastMessage: 'Até logo, Maria!', fromMe: true });
    const [message] = await messagesOf(ticket);
    expect(message).toMatchObject({
      body: 'Até logo, Maria!',
      fromMe: true,
      sendState: 'pending',
      userId: null,
    });
    const groupId = [company.id, connectionId, contact.id].join(':');
    const outbox = await company.table.query(Outbox, {
      pk: keys.outbox({ queue: 'session-commands-0', groupId, id: '' }).pk,
      limit: 5,
    });
    expect(outbox.rows.map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'send', messageId: message?.id, content: { kind: 'text', text: 'Até logo, Maria!' } },
    ]);
  });

  it("resolving requires a tag when the company's settings say so", async () => {
    await setSettings({ requiredTag: true });
    const ticket = await openTicket();
    expect(await put(ticket.id, { status: 'closed' })).toMatchObject({
      status: 400,
      body: { error: 'ERR_TAG_REQUIRED' },
    });
  });

  it('the closed list shows the newest closed ticket of a queue', async () => {
    const contact = await makeContact(company.table);
    const close = async () => {
      const ticket = await makeTicket(
        company.table,
        { contact, connectionId },
        { queueId: sales, userId: ana.id, status: 'open' },
      );
      await put(ticket.id, { status: 'closed', sendFarewellMessage: false });
      return ticket.id;
    };
    const [first, second] = [await close(), await close()];
    expect(await reload(company.table, first)).toMatchObject({ status: 'closed', latestClosed: false });
    expect(await reload(company.table, second)).toMatchObject({ status: 'closed', latestClosed: true });

    const reopened = view(await put(first, { status: 'open', userId: ana.id }));
    expect(reopened).toMatchObject({ status: 'open', userId: ana.id });
    expect(await put(second, { status: 'open' })).toMatchObject({
      status: 409,
      body: { error: 'ERR_OTHER_OPEN_TICKET', details: { id: first, userId: ana.id } },
    });
    const conversation = await loadConversation(company.table, contact.id, connectionId);
    expect(conversation).toMatchObject({ activeTicketId: first, lastClosedByQueue: { [sales]: second } });
  });

  it('ticket, bell and count show the new attendant a transfer until it is opened', async () => {
    const counted = async (user: TestUser) =>
      z.object({ count: z.number() }).parse((await get('/tickets/count?withUnreadMessages=true', user)).body)
        .count;
    const bell = async (user: TestUser) =>
      ticketPageSchema
        .parse((await get('/tickets?withUnreadMessages=true', user)).body)
        .tickets.map(({ id }) => id);
    const clara = await company.addUser({ name: 'Clara', queueIds: [support] });
    const ticket = await openTicket(ana);
    const given = { isTransfered: true, queueId: support, userId: clara.id };
    expect(view(await put(ticket.id, given)).transferredBy).toMatchObject({ id: ana.id, name: 'Ana' });
    expect([await counted(clara), await bell(clara)]).toEqual([1, [ticket.id]]);
    // A view by another user does not count as opened by the attendant.
    await messagesBy(ticket.uuid, company.admin);
    expect(view(await get(`/tickets/${ticket.id}`, clara)).transferredBy).not.toBeNull();
    await messagesBy(ticket.uuid, clara);
    expect(view(await get(`/tickets/${ticket.id}`, clara)).transferredBy).toBeNull();
    expect([await counted(clara), await bell(clara)]).toEqual([0, []]);
    // A ticket that a user accepts was not transferred by anyone.
    await put(ticket.id, { status: 'pending', userId: null }, clara);
    expect(view(await put(ticket.id, { status: 'open' }, clara)).transferredBy).toBeNull();
  });

  it("a transfer continues as a new ticket when the company's settings say so", async () => {
    await setSettings({
      closeTicketOnTransfer: true,
      sendMsgTransfTicket: true,
      transferMessage: 'Seguimos em {{queue}}',
    });
    const ticket = await openTicket(ana, { unreadMessages: 2 });
    const next = view(await put(ticket.id, { isTransfered: true, queueId: support, userId: null }));
    expect(next.id).not.toBe(ticket.id);
    expect(next).toMatchObject({
      status: 'pending',
      queueId: support,
      userId: null,
      lastMessage: 'Seguimos em Suporte',
    });
    expect(await reload(company.table, ticket.id)).toMatchObject({ status: 'closed', latestClosed: true });
    expect(await messagesOf(ticket)).toMatchObject([{ ticketId: next.id, queueId: support }]);
    expect(await loadConversation(company.table, ticket.contactId, connectionId)).toMatchObject({
      activeTicketId: next.id,
      lastTicketId: next.id,
      lastClosedByQueue: { [sales]: ticket.id },
    });
    expect(await logTypes(next.id)).toEqual(['create']);
    expect(await logTypes(ticket.id)).toEqual(['closed', 'transfered', 'create']);
  });

  it('S-18: is not moved to missing queues, users or integrations', async () => {
    const ticket = await openTicket();
    expect((await put(ticket.id, { isTransfered: true, queueId: 9_999 })).status).toBe(404);
    expect((await put(ticket.id, { isTransfered: true, userId: 9_999 })).status).toBe(404);
    expect((await put(ticket.id, { integrationId: 5 })).status).toBe(400);
    expect((await reload(company.table, ticket.id)).version).toBe(ticket.version);
  });
});

describe('notes of a ticket', () => {
  it('are listed newest first, and removed by their author or an administrator', async () => {
    const ticket = await openTicket();
    const add = async (note: string, user = ana) =>
      z
        .object({ id: z.string() })
        .parse((await post('/ticket-notes', { note, ticketId: ticket.id }, user)).body).id;
    const [first, second] = [await add('primeira'), await add('segunda', company.admin)];
    const listed = await get(`/ticket-notes/list?ticketId=${ticket.id}&contactId=${ticket.contactId}`);
    expect(listed.body).toMatchObject([
      { id: second, note: 'segunda' },
      { id: first, note: 'primeira', user: { name: 'Ana' }, ticketId: ticket.id },
    ]);
    const remove = (id: string, user = ana) =>
      call(tickets, { to: `DELETE /ticket-notes/${id}`, token: user.token });
    expect((await remove(second)).status).toBe(403);
    expect((await remove(first, bruno)).status).toBe(404);
    expect((await remove(first, company.admin)).status).toBe(200);
    expect((await remove(first)).status).toBe(404);
    expect(
      (await get(`/ticket-notes/list?ticketId=${ticket.id}&contactId=${ticket.contactId + 1}`)).status,
    ).toBe(404);
  });
});

describe('removing a ticket', () => {
  const remove = (id: number, user = company.admin) =>
    call(tickets, { to: `DELETE /tickets/${id}`, token: user.token });

  it('removes its log, and its messages if the contact has no other ticket', async () => {
    const ticket = await openTicket();
    await post('/ticket-notes', { note: 'nota', ticketId: ticket.id });
    await put(ticket.id, { status: 'closed' });
    expect(await messagesOf(ticket)).toHaveLength(1);
    expect((await remove(ticket.id, ana)).status).toBe(403);
    expect((await remove(ticket.id)).status).toBe(200);
    expect((await remove(ticket.id)).status).toBe(404);
    expect(await company.table.queryAll(keys.ticket({ id: ticket.id }).pk, { consistent: true })).toEqual([]);
    expect(await messagesOf(ticket)).toEqual([]);
    expect(await loadConversation(company.table, ticket.contactId, connectionId)).toMatchObject({
      activeTicketId: null,
      lastTicketId: null,
      lastClosedByQueue: {},
    });
  });

  it('removes a ticket in any status', async () => {
    const admin = await company.addUser({ profile: 'admin', allowGroup: true });
    for (const status of TICKET_STATUSES) {
      const contact = await makeContact(company.table, { isGroup: status === 'group' });
      const fields = status === 'closed' ? {} : { status };
      const { id } = await makeTicket(
        company.table,
        { contact, connectionId },
        { queueId: sales, userId: ana.id, ...fields },
      );
      if (status === 'closed') await put(id, { status }, company.admin);
      expect((await reload(company.table, id)).status).toBe(status);
      expect((await remove(id, admin)).status, status).toBe(200);
      expect(await company.table.get(Ticket, { id }, { consistent: true }), status).toBeUndefined();
    }
  });

  it('keeps the history with the previous ticket, which the closed list then shows', async () => {
    const contact = await makeContact(company.table);
    const close = async () => {
      const ticket = await makeTicket(
        company.table,
        { contact, connectionId },
        { queueId: sales, userId: ana.id, status: 'open' },
      );
      await put(ticket.id, { status: 'closed' });
      return ticket;
    };
    const [first, second] = [await close(), await close()];
    expect((await remove(second.id)).status).toBe(200);
    expect(await messagesOf(first)).toHaveLength(2);
    expect(await reload(company.table, first.id)).toMatchObject({ latestClosed: true });
    expect(await loadConversation(company.table, contact.id, connectionId)).toMatchObject({
      lastTicketId: first.id,
      lastClosedByQueue: { [sales]: first.id },
    });
  });
});

describe('closing all tickets', () => {
  it("closes only the selected queues' tickets in the given status, without a farewell", async () => {
    const queueId = await company.addQueue();
    const made = await Promise.all(
      Array.from({ length: 6 }, () => makeTicket(company.table, { connectionId }, { queueId })),
    );
    const kept = await makeTicket(company.table, { connectionId }, { queueId: support });
    const attended = await openTicket(ana, { queueId });
    const body = { status: 'pending', selectedQueueIds: JSON.stringify([queueId]) };
    expect((await post('/tickets/closeAll', body)).status).toBe(403);
    const answer = await post('/tickets/closeAll', body, company.admin);
    expect(answer.body).toEqual({ closed: 6, more: false });
    for (const { id } of made) {
      expect(await company.table.get(Ticket, { id }, { consistent: true })).toMatchObject({
        status: 'closed',
        latestClosed: true,
      });
    }
    expect((await reload(company.table, kept.id)).status).toBe('pending');
    expect((await reload(company.table, attended.id)).status).toBe('open');
    const open = await post('/tickets/closeAll', { ...body, status: 'open' }, company.admin);
    expect(open.body).toEqual({ closed: 1, more: false });
    expect((await reload(company.table, attended.id)).status).toBe('closed');
    for (const ticket of [...made, kept, attended]) expect(await messagesOf(ticket)).toEqual([]);
    const unknown = { status: 'pending', selectedQueueIds: [99_999] };
    expect((await post('/tickets/closeAll', unknown, company.admin)).status).toBe(404);
  });
});
