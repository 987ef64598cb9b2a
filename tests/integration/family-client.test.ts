import { parseMessageId } from '@prosa/functions/domain/message-id.ts';
import { toInstant } from '@prosa/functions/platform/clock.ts';
import { metaAppSecret } from '@prosa/functions/platform/secrets.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { ConnectionState } from '@prosa/functions/platform/table/entities/connections.ts';
import { writeSendOutcome } from '@prosa/functions/platform/table/updates.ts';
import { type Stack, startStack } from '@prosa/infra/local/stack.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { INSTRUCTIONS } from '../factories/assistants.ts';
import { TEST_PASSWORD } from '../factories/company.ts';
import { PNG } from '../factories/files.ts';
import { type GraphStub, startGraphStub } from '../support/graph-stub.ts';
import { makeTenant, type Tenant } from './support/tenant.ts';

/**
 * A client written only from the specification, without code of Prosa. It sends back whole rows, sends numbers as text
 * and texts as numbers, spells lists in every way, and adds unknown fields.
 */

type Row = Record<string, unknown> & { id: number };
const rowSchema: z.ZodType<Row> = z.looseObject({ id: z.int() });
const recordSchema = z.record(z.string(), z.unknown());
const idsSchema = z.looseObject({ id: z.union([z.string(), z.int()]) });

/**
 * Specified calls that are not served yet, by area of the product. Move a call to the tests below when it is served.
 */
const TO_COME: Record<string, string[]> = {
  business: [
    'POST /auth/signup',
    'GET /plans/list',
    'GET /plans/all',
    'POST /plans',
    'PUT /plans/1',
    'DELETE /plans/1',
    'GET /companies',
    'GET /companies/list',
    'GET /companies/1',
    'POST /companies',
    'PUT /companies/1',
    'DELETE /companies/1',
    'GET /companiesPlan/',
    'GET /invoices/all',
    'POST /subscription',
    'GET /companySettingOnePayment',
    'POST /settings-whitelabel/logo',
    'POST /settings/cert-upload',
    'POST /forgetpassword/ana@example.com',
    'POST /resetpasswords/ana@example.com/token/Senha123',
    'GET /whatsapp-admin/1?session=0',
  ],
};

let graph: GraphStub;
let stack: Stack;
let tenant: Tenant;
let token = '';
let cookie = '';
let me: Row;

interface Said {
  call: string;
  status: number;
  text: string;
}
/** All calls that were made, with their responses. */
const said: Said[] = [];

const ask = async (call: string, body?: object, as = token): Promise<unknown> => {
  const [method = '', path = ''] = call.split(' ');
  const isForm = body instanceof FormData;
  const answer = await fetch(`${stack.url}${path.startsWith('/external') ? '' : '/api'}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${as}`,
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      ...(path.startsWith('/auth/') ? { cookie, origin: stack.url, 'x-prosa-client': 'family' } : {}),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const [name = ''] = path.split('?');
  said.push({
    call: `${method} ${name.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+(\.[\w.-]+)?/g, '{id}')}`,
    status: answer.status,
    text,
  });
  const [set] = answer.headers.getSetCookie();
  if (set !== undefined) cookie = set.split(';')[0] ?? '';
  const value: unknown = text === '' ? undefined : JSON.parse(text);
  return value;
};
const rowOf = async (call: string, body?: object, as?: string): Promise<Row> => {
  const value = await ask(call, body, as);
  const row = rowSchema.safeParse(value);
  if (!row.success) throw new Error(`${call} answered ${JSON.stringify(value)}`);
  return row.data;
};
const formOf = (fields: Record<string, string>, file: string): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set(file, new Blob([new Uint8Array(PNG)], { type: 'image/png' }), 'foto.png');
  return form;
};
const refusedOf = (from: number) =>
  said.slice(from).flatMap(({ call, status, text }) => (status < 300 ? [] : [`${call}: ${status} ${text}`]));
/** Makes calls, and expects that none of them is refused. */
const all = async (make: () => Promise<void>): Promise<void> => {
  const from = said.length;
  await make();
  expect(refusedOf(from)).toEqual([]);
};

beforeAll(async () => {
  graph = await startGraphStub();
  stack = await startStack({ seed: 'none', whatsapp: 'none', env: { GRAPH_ENDPOINT: graph.url } });
  tenant = await makeTenant(stack, 'CASA', 100);
  const { company, ids } = tenant;
  // The connection counts as connected, although it has no WhatsApp network.
  const state = { companyId: company.id, connectionId: ids.connection, status: 'CONNECTED' as const };
  await commit([
    company.table.put(ConnectionState, { ...state, changedAt: toInstant(Date.now()), epoch: 1 }, 'any'),
  ]);
});
afterAll(async () => {
  await stack?.stop();
  await graph?.stop();
});

const ticketNow = () => rowOf(`GET /tickets/u/${tenant.ids.ticketUuid}`);
const firstMessage = async (): Promise<Record<string, unknown>> => {
  const page = z
    .looseObject({ messages: z.array(recordSchema).min(1) })
    .parse(await ask(`GET /messages/${tenant.ids.ticketUuid}?pageNumber=1`));
  return page.messages[0] ?? {};
};

describe('a client written only from the specification', () => {
  it('signs in, and reads its user, connection, plan and settings', async () => {
    await all(async () => {
      const { email } = tenant.company.admin;
      const session = z
        .looseObject({ token: z.string(), user: rowSchema })
        .parse(await ask('POST /auth/login', { email, password: TEST_PASSWORD }));
      token = session.token;
      me = session.user;
      expect(me).toMatchObject({
        company: { id: tenant.ids.company, plan: { useSchedules: true, useKanban: true } },
        companyId: tenant.ids.company,
      });
      token = z.looseObject({ token: z.string() }).parse(await ask('POST /auth/refresh_token')).token;
      await ask('GET /auth/me');
      await ask('GET /version');
      const connection = await rowOf(`GET /whatsapp/${tenant.ids.connection}?session=0`);
      await ask(`PUT /whatsapp/${connection.id}`, { ...connection, isDefault: true });
      await ask(`GET /companies/listPlan/${tenant.ids.company}`);
      await ask(`GET /companySettings/${tenant.ids.company}`);
      await ask('GET /companySettingOne?column=enableLGPD');
      await ask('GET /settings');
      await ask('GET /setting/userRating');
      await ask('GET /public-settings/appName?token=wtV');
    });
  });

  it('lists tickets with filters in every spelling of a list', async () => {
    const { queue, tag, user, connection } = tenant.ids;
    await all(async () => {
      for (const lists of [
        `queueIds=[${queue}]&tags=[${tag}]&users=[${user}]&whatsapps=[${connection}]&statusFilter=["open"]`,
        `queueIds=${queue}&queueIds=${queue + 1}&tags=${tag}&users=${user}&whatsapps=${connection}&statusFilter=open&statusFilter=pending`,
        `queueIds[]=${queue}&tags[]=${tag}&users[]=${user}&whatsapps[]=${connection}&statusFilter[]=open`,
        `queueIds[0]=${queue}&queueIds[1]=${queue + 1}`,
      ])
        await ask(
          `GET /tickets?searchParam=&pageNumber=1&status=search&showAll=true&date=&updatedAt=&withUnreadMessages=false&sortTickets=DESC&searchOnMessages=false&${lists}`,
        );
      for (const status of ['open', 'pending', 'closed', 'group', 'lgpd', 'nps', 'chatbot'])
        await ask(`GET /tickets?status=${status}&showAll=true&queueIds[]=${queue}`);
      await ask('GET /usersMoments');
      await ask(
        `GET /dashboard/moments?showAll=true&queueIds=[${queue}]&dateStart=2026-11-01&dateEnd=2026-11-30`,
      );
    });
    const named = (lists: string) => ask(`GET /tickets?status=open&showAll=true&${lists}`);
    // Its other fields may change between two calls, because the work of calls before goes on.
    const found = { tickets: [{ id: tenant.ids.ticket }] };
    expect(await named(`queueIds=[${queue}]`)).toMatchObject(found);
    expect(await named(`queueIds=${queue}&queueIds=${queue + 1}`)).toMatchObject(found);
    expect(await named(`queueIds[]=${queue}`)).toMatchObject(found);
    expect(await named(`queueIds[]=${queue + 1}`)).toMatchObject({ tickets: [] });
  });

  it('changes a ticket through its whole life by sending back whole rows', async () => {
    await all(async () => {
      const put = async (fields: object) => {
        const row = await ticketNow();
        return rowOf(`PUT /tickets/${row.id}`, { ...row, ...fields });
      };
      expect(await ticketNow()).toMatchObject({ status: 'open', typebotStatus: false });
      // Sending back an unchanged row changes nothing.
      const before = await ticketNow();
      expect(await put({})).toEqual(before);
      expect(await put({ status: 'pending', userId: null })).toMatchObject({
        status: 'pending',
        userId: null,
      });
      expect(
        await put({ status: 'open', userId: String(me.id), queueId: String(tenant.ids.queue) }),
      ).toMatchObject({ status: 'open', userId: me.id });
      await put({ status: 'closed', sendFarewellMessage: false, amountUsedBotQueues: '0' });
      expect(await put({ status: 'open', userId: me.id })).toMatchObject({ status: 'open' });
      await ask(`GET /tickets/${tenant.ids.ticket}`);
      await ask(`GET /tickets-log/${tenant.ids.ticket}`);
      const { ticket, lane } = tenant.ids;
      const note = {
        note: 'uma nota',
        ticketId: String(ticket),
        contactId: (await ticketNow()).contactId,
        id: '',
        userId: me.id,
      };
      const { id } = idsSchema.parse(await ask('POST /ticket-notes', note));
      await ask(`GET /ticket-notes/list?ticketId=${ticket}&contactId=${note.contactId}`);
      await ask(`DELETE /ticket-notes/${id}`);
      await ask(`PUT /ticket-tags/${ticket}/${lane}`);
      const board = { queueIds: `[${tenant.ids.queue}]`, startDate: '2026-01-01', endDate: '2030-12-31' };
      expect(await ask(`GET /ticket/kanban?${new URLSearchParams(board)}`)).toMatchObject({
        tickets: [{ id: ticket, tags: [{ id: lane }] }],
        count: 1,
        hasMore: false,
      });
      expect(await ask('GET /tag/kanban/')).toMatchObject({ lista: expect.any(Array) });
      await ask(`DELETE /ticket-tags/${ticket}`);
    });
  });

  it('writes, quotes, edits and forwards messages', async () => {
    const { ticket, ticketUuid, queue, contact } = tenant.ids;
    await all(async () => {
      for (const name of [ticketUuid, ticket])
        expect(await ask(`GET /messages/${name}?pageNumber=1&selectedQueues=[${queue}]`)).toMatchObject({
          ticket: { id: ticket, uuid: ticketUuid },
        });
      const message = await firstMessage();
      expect(message).toMatchObject({
        read: true,
        wid: expect.any(String),
        remoteJid: expect.stringMatching(/^\d+@s\.whatsapp\.net$/),
        contact: { urlPicture: '' },
        ticket: { id: ticket, whatsappId: tenant.ids.connection, queueId: queue },
      });
      const person = await rowOf(`GET /contacts/${contact}`);
      const { id, name, number } = person;
      const say = (body: object) => ask(`POST /messages/${ticket}`, body);
      await say({ read: 1, fromMe: true, mediaUrl: '', body: 'oi', quotedMsg: message, isPrivate: 'false' });
      await say({
        read: 1,
        fromMe: true,
        mediaUrl: '',
        body: 12_345,
        quotedMsg: null,
        isPrivate: false,
        vCard: null,
      });
      await say({ read: 1, fromMe: true, mediaUrl: '', body: null, vCard: { id, name, number } });
      await say({ read: 1, fromMe: true, mediaUrl: '', body: '', vCard: person });
      await say(formOf({ body: 'foto', fromMe: 'true', isPrivate: 'false' }, 'medias'));
      const sent = z
        .looseObject({ messages: z.array(idsSchema).min(1) })
        .parse(await say({ body: 'a editar', fromMe: true, read: '1' }));
      const own = sent.messages[0];
      const place = parseMessageId(String(own?.id));
      if (place === undefined) throw new Error('not a message id');
      // Simulates the confirmation of the network.
      await writeSendOutcome(tenant.company.table, place, 1, { state: 'sent' });
      await ask(`POST /messages/edit/${own?.id}`, { ...own, body: 'editada' });
      await ask('POST /message/forward', {
        messageId: own?.id,
        contactId: String(contact),
        signMessage: true,
        messageType: 'text',
      });
      await ask(`POST /messages/lista/${ticket}`, {
        title: 'Menu',
        text: 'Escolha',
        buttonText: 'Ver',
        sections: [{ title: 'A', rows: [{ title: 'um', description: '', rowId: 1 }] }],
      });
      const button = { image: null, title: 't', description: 'd', buttonText: 'b' };
      await ask(`POST /messages/copy/${ticket}`, { ...button, copyText: 123 });
      await ask(`POST /messages/call/${ticket}`, { ...button, copyText: 5_511_999_990_000 });
      await ask(`POST /messages/URL/${ticket}`, { ...button, copyText: 'https://example.com' });
      await ask(`POST /messages/PIX/${ticket}`, {
        title: 'Pix',
        sendvalue: '1000',
        sendkey_type: 'EMAIL',
        sendmerchant_name: 'Loja',
        sendKey: 'loja@example.com',
      });
      await ask('GET /messages-allMe?fromMe=true&dateStart=2026-11-01&dateEnd=2026-11-30');
      await ask(`DELETE /messages/${own?.id}`);
    });
    // No transcription service is configured.
    expect(await ask(`GET /messages/transcribeAudio/${(await firstMessage()).id}`)).toHaveProperty('error');
  });

  it('manages contacts and tags', async () => {
    const { company, contact } = tenant.ids;
    await all(async () => {
      const made = await rowOf('POST /contacts', {
        name: 5511,
        number: 5_511_912_345_678,
        email: '',
        extraInfo: [],
        companyId: String(company),
        disableBot: false,
      });
      expect(made).toMatchObject({ name: '5511', number: '5511912345678' });
      expect(
        await rowOf(`PUT /contacts/${made.id}`, { ...made, name: 'Rita', companyId: company }),
      ).toMatchObject({
        name: 'Rita',
        number: '5511912345678',
      });
      await ask('GET /contacts?searchParam=&pageNumber=1&contactTag=[]&isGroup=false&channel=whatsapp');
      await ask(`GET /contacts/?searchParam=Rita&pageNumber=1&contactTag[]=${tenant.ids.tag}`);
      await ask(`GET /contacts/list?companyId=${company}`);
      await ask('GET /contacts/profile/5511912345678');
      await ask(`GET /contactTags/${made.id}`);
      await ask(`PUT /contacts/toggleAcceptAudio/${made.id}`);
      await ask(`PUT /contacts/toggleDisableBot/${made.id}`);
      await ask(`PUT /contacts/block/${made.id}`, { active: false });
      await ask(`PUT /contacts/block/${made.id}`, { active: true });
      const tag = await rowOf('POST /tags', {
        name: 'VIP 1',
        kanban: '0',
        color: '#A4CCCC',
        contactId: contact,
      });
      await rowOf(`PUT /tags/${tag.id}`, { ...tag, name: 'VIP 2' });
      await ask('POST /tags/sync', { contactId: String(made.id), tags: [tag] });
      await ask(`GET /tags/list?companyId=${company}&kanban=0`);
      await ask('GET /tags/?searchParam=&pageNumber=1&kanban=0');
      await ask(`GET /tags/${tag.id}`);
      await ask(`DELETE /tags-contacts/${tag.id}/${made.id}`);
      await ask(`DELETE /tags/${tag.id}`);
      await ask(`PUT /contact-wallet/${made.id}`, { wallets: [String(me.id)], queueId: tenant.ids.queue });
      await ask('POST /contactsImport', {
        name: 'Zé',
        number: '5511912345679',
        email: '',
        tags: 'novo, antigo',
        validateContact: 'false',
      });
      await ask('POST /contacts/import', { whatsappId: String(tenant.ids.connection) });
      await ask('POST /contacts/import/chats', {});
      await ask(`DELETE /contacts/${made.id}`);
    });
  });

  it('manages announcements as a super administrator, and reads them as a user', async () => {
    const { token: operator } = await tenant.company.addUser({ super: true });
    await all(async () => {
      const row = await rowOf(
        'POST /announcements',
        { title: 'Aviso', text: 'Oi', priority: '3', status: 'true', mediaPath: '', mediaName: '' },
        operator,
      );
      await rowOf(`PUT /announcements/${row.id}`, { ...row, priority: 1 }, operator);
      await ask(
        `POST /announcements/${row.id}/media-upload`,
        formOf({ typeArch: 'announcements' }, 'file'),
        operator,
      );
      await ask(`GET /announcements/${row.id}`, undefined, operator);
      expect(await ask('GET /announcements/?searchParam=&pageNumber=1')).toMatchObject({
        records: [{ id: row.id, title: 'Aviso', priority: 1, mediaName: 'foto.png' }],
        hasMore: false,
      });
      await ask(`DELETE /announcements/${row.id}/media-upload`, undefined, operator);
      await ask(`DELETE /announcements/${row.id}`, undefined, operator);
    });
  });

  it('talks with colleagues in the internal chat', async () => {
    const colleague = await tenant.company.addUser();
    await all(async () => {
      const chat = await rowOf('POST /chats', {
        title: 'Suporte',
        users: [{ id: colleague.id, name: 'Zé' }],
      });
      await ask(`POST /chats/${chat.id}/messages`, { message: 'Bom dia', chatId: chat.id });
      await ask(`POST /chats/${chat.id}/messages`, formOf({ message: '' }, 'file'), colleague.token);
      expect(await ask(`GET /chats/${chat.id}/messages?pageNumber=1`)).toMatchObject({
        records: [{ message: 'Bom dia', senderId: me.id }, { mediaName: 'foto.png' }],
        hasMore: false,
      });
      await ask(`POST /chats/${chat.id}/read`, { userId: me.id });
      expect(await ask('GET /chats/?searchParam=suporte&pageNumber=1')).toMatchObject({
        records: [{ id: chat.id, lastMessage: 'foto.png', ownerId: me.id }],
      });
      const users = [{ userId: String(colleague.id) }];
      await rowOf(`PUT /chats/${chat.id}`, { ...chat, title: 'Vendas', users });
      await ask(`GET /chats/${chat.id}`);
      await ask(`DELETE /chats/${chat.id}`);
    });
  });

  it('manages quick messages and schedules', async () => {
    const { company, contact } = tenant.ids;
    await all(async () => {
      const quick = await rowOf('POST /quick-messages', {
        shortcode: 'oi',
        message: 'Olá!',
        companyId: company,
        userId: me.id,
        geral: true,
        visao: 'true',
        status: true,
        mediaPath: '',
        mediaName: '',
        isMedia: false,
      });
      await rowOf(`PUT /quick-messages/${quick.id}`, { ...quick, message: 10 });
      await ask(
        `POST /quick-messages/${quick.id}/media-upload`,
        formOf({ typeArch: 'quickMessage' }, 'file'),
      );
      await ask(`DELETE /quick-messages/${quick.id}/media-upload`);
      await ask(`GET /quick-messages/list?companyId=${company}&userId=${me.id}`);
      await ask('GET /quick-messages?searchParam=&pageNumber=1');
      await ask(`GET /quick-messages/${quick.id}`);
      await ask(`DELETE /quick-messages/${quick.id}`);

      const schedule = await rowOf('POST /schedules', {
        body: 'Lembrete de amanhã',
        contactId: String(contact),
        sendAt: '2030-01-01T12:00',
        sentAt: '',
        userId: me.id,
        companyId: company,
        openTicket: 'disabled',
        ticketUserId: null,
        queueId: '',
        whatsappId: '',
        statusTicket: 'closed',
        intervalo: '1',
        valorIntervalo: '0',
        enviarQuantasVezes: '1',
        tipoDias: '4',
        assinar: false,
        contadorEnvio: 0,
        mediaPath: null,
      });
      expect(schedule).toMatchObject({ sentAt: null, intervalo: 1, tipoDias: 4, userId: me.id });
      const changed = {
        ...schedule,
        sentAt: '2020-01-01T00:00:00.000Z',
        userId: tenant.owner.id,
        status: 'ENVIADA',
      };
      expect(
        await rowOf(`PUT /schedules/${schedule.id}`, { ...changed, body: 'Outro lembrete' }),
      ).toMatchObject({
        body: 'Outro lembrete',
        sentAt: null,
        userId: me.id,
        status: 'PENDENTE',
      });
      await ask('GET /schedules?searchParam=&pageNumber=1');
      await ask(`GET /schedules/${schedule.id}`);
      await ask(`POST /schedules/${schedule.id}/media-upload`, formOf({}, 'file'));
      await ask(`DELETE /schedules/${schedule.id}/media-upload`);
      await ask(`DELETE /schedules/${schedule.id}`);
    });
  });

  it('manages users', async () => {
    const { company, queue } = tenant.ids;
    await all(async () => {
      const made = await rowOf('POST /users', {
        name: 'Bia',
        email: `bia-${company}@example.com`,
        password: 'uma frase comprida',
        profile: 'user',
        super: true,
        companyId: company,
        queueIds: [String(queue)],
        whatsappId: '',
        allTicket: 'disabled',
        allowGroup: false,
        startWork: '00:00',
        endWork: '23:59',
        farewellMessage: '',
        defaultTheme: 'light',
        defaultMenu: 'open',
        allHistoric: 'disabled',
        allUserChat: 'disabled',
        userClosePendingTicket: 'enabled',
        showDashboard: 'disabled',
        allowRealTime: 'disabled',
        allowConnections: 'disabled',
      });
      expect(made).toMatchObject({
        super: false,
        queueIds: [queue],
        company: { id: company, dueDate: expect.any(String), plan: { useSchedules: true } },
      });
      const form = { ...made, password: '', super: true, tokenVersion: 0, name: 'Bianca' };
      expect(await rowOf(`PUT /users/${made.id}`, form)).toMatchObject({ name: 'Bianca', super: false });
      await ask('POST /auth/login', { email: `bia-${company}@example.com`, password: 'uma frase comprida' });
      expect(await ask('GET /users/?searchParam=Bianca&pageNumber=1')).toMatchObject({
        users: [{ id: made.id, queueIds: [queue], company: { id: company } }],
      });
      await ask('GET /users/list');
      await ask(`GET /users/list?companyId=${company}`);
      await ask(`GET /users/${made.id}`);
      const picture = formOf({ userId: String(made.id), typeArch: 'user' }, 'profileImage');
      await ask(`POST /users/${made.id}/media-upload`, picture);
      await ask(`PUT /users/toggleChangeWidht/${me.id}`, { defaultTicketsManagerWidth: '600' });
      await ask(`DELETE /users/${made.id}`);
    });
  });

  it('manages contact lists', async () => {
    const { company } = tenant.ids;
    await all(async () => {
      const list = await rowOf('POST /contact-lists', { name: 'Natal', companyId: company });
      await rowOf(`PUT /contact-lists/${list.id}`, { ...list, name: 'Páscoa' });
      await ask('GET /contact-lists?searchParam=&pageNumber=1');
      await ask(`GET /contact-lists/list?companyId=${company}`);
      await ask(`GET /contact-lists/${list.id}`);
      const form = new FormData();
      form.append('file', new Blob(['nome,numero,email\nAna,5521944440001,\n']), 'contatos.csv');
      await ask(`POST /contact-lists/${list.id}/upload`, form);
      const person = { name: 'Bia', number: '5521944440002', email: '', contactListId: list.id };
      const item = await rowOf('POST /contact-list-items', { ...person, companyId: company });
      await ask(`GET /contact-list-items?searchParam=&pageNumber=1&contactListId=${list.id}`);
      await ask(`GET /contact-list-items/${item.id}`);
      await rowOf(`PUT /contact-list-items/${item.id}`, { ...item, email: 'b@example.com' });
      await ask(`DELETE /contact-list-items/${item.id}`);
      await ask(`DELETE /contact-lists/${list.id}`);
    });
  });

  it('manages campaigns', async () => {
    const { company, connection } = tenant.ids;
    await all(async () => {
      const list = await rowOf('POST /contact-lists', { name: 'Páscoa', companyId: company });
      const none = { message2: '', message3: '', message4: '', message5: '', confirmationMessage1: '' };
      const about = { name: 'Páscoa', message1: 'Olá {nome}', ...none, confirmation: false };
      const whom = { contactListId: list.id, tagListId: 'Nenhuma', whatsappId: connection };
      const place = { openTicket: 'disabled', statusTicket: 'closed', userId: '', queueId: '' };
      const body = { ...about, ...whom, ...place, status: 'INATIVA', scheduledAt: '', companyId: company };
      const campaign = await rowOf('POST /campaigns', body);
      await ask(
        `POST /campaigns/${campaign.id}/media-upload`,
        formOf({ typeArch: 'campaign', id: String(campaign.id) }, 'file'),
      );
      await ask(`DELETE /campaigns/${campaign.id}/media-upload`);
      await rowOf(`PUT /campaigns/${campaign.id}`, { ...campaign, name: 'Natal', tagListId: 'Nenhuma' });
      await ask(`GET /campaigns?searchParam=&pageNumber=1&companyId=${company}`);
      const whole = await rowOf(`GET /campaigns/${campaign.id}`);
      const scheduledAt = '2099-01-01T12:00:00.000Z';
      await rowOf(`PUT /campaigns/${campaign.id}`, { ...whole, scheduledAt });
      await ask(`POST /campaigns/${campaign.id}/cancel`);
      await ask(`POST /campaigns/${campaign.id}/restart`);
      const other = await rowOf('POST /campaigns', body);
      await ask(`DELETE /campaigns/${other.id}`);
    });
  });

  it('manages flows and the phrases that start them', async () => {
    const { company, connection } = tenant.ids;
    const node = (id: string, type: string, data: object) => ({
      id,
      type,
      position: { x: 250, y: 100 },
      data,
      width: 200,
      height: 80,
      selected: false,
      positionAbsolute: { x: 250, y: 100 },
    });
    await all(async () => {
      await ask('GET /flowbuilder?searchParam=&pageNumber=1');
      const flow = await rowOf('POST /flowbuilder', { name: 'Funil', userId: me.id, companyId: company });
      await ask(`GET /flowbuilder/flow/${flow.id}`);
      const form = formOf({ fromMe: 'true' }, 'medias');
      form.append('body', 'foto.png');
      form.append('medias', new Blob([new Uint8Array(PNG)], { type: 'image/png' }), 'foto2.png');
      form.append('body', 'foto2.png');
      const [name] = z.array(z.string()).parse(await ask('POST /flowbuilder/content', form));
      const image = formOf({ fromMe: 'true', body: 'foto.png' }, 'medias');
      await ask('POST /flowbuilder/img', image);
      const elements = [
        { type: 'message', value: 'Olá, {{nome}}', number: 'message0' },
        { type: 'interval', value: '5', number: 'interval1' },
        { type: 'img', value: name, original: 'foto.png', number: 'img2' },
      ];
      await ask('POST /flowbuilder/flow', {
        idFlow: String(flow.id),
        nodes: [
          node('1', 'start', { label: 'Inicio de flujo' }),
          node('b', 'singleBlock', { seq: ['message0', 'interval1', 'img2'], elements }),
        ],
        connections: [
          {
            id: 'reactflow__edge-1a-b',
            source: '1',
            sourceHandle: 'a',
            target: 'b',
            targetHandle: null,
            type: 'buttonedge',
            animated: false,
            style: { stroke: '#000' },
          },
        ],
      });
      await rowOf('PUT /flowbuilder', { flowId: flow.id, name: 'Funil de vendas' });
      const copy = await rowOf('POST /flowbuilder/duplicate', { flowId: flow.id });
      await ask(`DELETE /flowbuilder/${copy.id}`);
      const phrase = await rowOf('POST /flowcampaign', {
        name: 'Natal',
        flowId: flow.id,
        whatsappId: connection,
        phrase: 'natal',
      });
      await ask('GET /flowcampaign');
      await ask(`GET /flowcampaign/${phrase.id}`);
      await ask('PUT /flowcampaign', { ...phrase, status: 'false' });
      await ask(`DELETE /flowcampaign/${phrase.id}`);
    });
  });

  it('manages file lists', async () => {
    await all(async () => {
      const options = [
        { name: 'Preços', path: '', mediaType: '', file: {} },
        { name: 'Vitrine', path: '' },
      ];
      const list = await rowOf('POST /files', {
        name: 'Catálogo',
        message: 'Aqui está',
        options,
        userId: me.id,
      });
      const form = formOf({ fileId: String(list.id), typeArch: 'fileList' }, 'files');
      for (const name of ['Preços', 'Vitrine']) {
        form.append('mediaType', 'image/png');
        form.append('name', name);
        form.append('id', 'undefined');
      }
      form.append('files', new Blob([new Uint8Array(PNG)], { type: 'image/png' }), 'b.png');
      await ask(`POST /files/uploadList/${list.id}`, form);
      const whole = await rowOf(`GET /files/${list.id}`);
      await rowOf(`PUT /files/${list.id}`, { ...whole, message: 'Veja' });
      await ask('GET /files/?searchParam=&pageNumber=1');
      await ask(`DELETE /files/${list.id}`);
    });
  });

  it('manages queues and their options', async () => {
    const { company } = tenant.ids;
    const option = { queueType: 'text', closeTicket: false, optQueueId: '', optUserId: null, user: null };
    await all(async () => {
      const queue = await rowOf('POST /queue', {
        name: 'Vendas',
        color: '#123abc',
        orderQueue: '1',
        greetingMessage: 'Olá',
        outOfHoursMessage: '',
        closeTicket: false,
        ativarRoteador: false,
        tempoRoteador: '0',
        integrationId: '',
        fileListId: '',
        token: '',
        schedules: [],
        chatbots: [
          {
            ...option,
            name: 'Comprar',
            greetingMessage: 'O quê?',
            options: [],
            queueId: null,
            isAgent: false,
          },
        ],
      });
      const whole = await rowOf(`GET /queue/${queue.id}`);
      await rowOf(`PUT /queue/${queue.id}`, { ...whole, name: 'Vendas 2' });
      await ask('GET /queue');
      await ask(`GET /queue?companyId=${company}`);
      const options = z.array(z.looseObject({ id: z.string(), queueId: z.int() }));
      const first = options.parse(await ask('GET /chatbot')).find(({ queueId }) => queueId === queue.id);
      const made = z
        .looseObject({ id: z.string() })
        .parse(
          await ask('POST /chatbot', { ...option, name: 'Trocar', greetingMessage: '', queueId: queue.id }),
        );
      await ask('POST /chatbot', { ...option, name: 'Outra', greetingMessage: '', parentId: first?.id });
      await ask(`PUT /chatbot/${made.id}`, { ...option, ...made, queueId: undefined, name: 'Trocar já' });
      expect(await ask(`GET /chatbot/${made.id}`)).toMatchObject({ name: 'Trocar já', queueId: queue.id });
      await ask(`DELETE /chatbot/${made.id}`);
      await ask(`DELETE /queue/${queue.id}`);
    });
  });

  it('manages integrations', async () => {
    await all(async () => {
      const fields = {
        type: 'n8n',
        name: 'Pedidos',
        projectName: '',
        jsonContent: '',
        language: '',
        urlN8N: 'https://n8n.example.com/webhook/pedidos',
        typebotDelayMessage: '1000',
        typebotExpires: 1,
        typebotKeywordFinish: '',
        typebotKeywordRestart: '',
        typebotRestartMessage: '',
        typebotSlug: '',
        typebotUnknownMessage: '',
      };
      const made = await rowOf('POST /queueIntegration', fields);
      const row = await rowOf(`GET /queueIntegration/${made.id}`);
      await rowOf(`PUT /queueIntegration/${made.id}`, { ...row, name: 'Pedidos 2' });
      expect(await ask('GET /queueIntegration/?searchParam=pedidos&pageNumber=1')).toMatchObject({
        queueIntegrations: [{ id: made.id, name: 'Pedidos 2' }],
        hasMore: false,
      });
      await ask(`DELETE /queueIntegration/${made.id}`);
    });
  });

  it('manages prompts', async () => {
    await all(async () => {
      const { id: queueId } = await rowOf('POST /queue', { name: 'Padaria', color: '#0a1b2c' });
      const fields = {
        name: 'Atendente',
        prompt: INSTRUCTIONS,
        voice: 'texto',
        voiceKey: '',
        voiceRegion: '',
        maxTokens: '100',
        temperature: '1',
        apiKey: 'uma-chave-do-modelo',
        queueId,
        maxMessages: 10,
      };
      const made = await rowOf('POST /prompt', fields);
      const row = await rowOf(`GET /prompt/${made.id}`);
      expect(row).toMatchObject({ queue: { name: 'Padaria' } });
      await rowOf(`PUT /prompt/${made.id}`, { ...row, name: 'Atendente 2' });
      expect(await ask('GET /prompt')).toMatchObject({
        prompts: expect.arrayContaining([expect.objectContaining({ id: made.id, name: 'Atendente 2' })]),
      });
      expect(await ask(`DELETE /prompt/${made.id}`)).toHaveProperty('message');
    });
  });

  it('manages helps as super user, which every user reads', async () => {
    const { token: operator } = await tenant.company.addUser({ profile: 'admin', super: true });
    await all(async () => {
      const fields = { title: 'Primeiros passos', description: 'Conecte um número.', video: 'a1B2-c3_D4e' };
      const made = rowSchema.parse(await ask('POST /helps', fields, operator));
      expect(made).toMatchObject(fields);
      await ask(`PUT /helps/${made.id}`, { ...made, title: 'Comece aqui' }, operator);
      const helps = [expect.objectContaining({ id: made.id, title: 'Comece aqui' })];
      expect(await ask('GET /helps/list')).toEqual(helps);
      expect(await ask('GET /helps/?searchParam=conecte&pageNumber=1')).toMatchObject({
        records: helps,
        hasMore: false,
      });
      await ask(`DELETE /helps/${made.id}`, undefined, operator);
    });
  });

  it('links the pages of a Facebook login', async () => {
    const { appId } = await metaAppSecret();
    const scopes = ['pages_show_list', 'pages_messaging', 'pages_manage_metadata'];
    const login = { app_id: appId, is_valid: true, user_id: '1001', expires_at: 0, scopes };
    const page = { id: '2001', name: 'Casa', access_token: 'EAApage', tasks: ['MESSAGING'] };
    const account = { instagram_business_account: { id: '3001', username: 'casa' } };
    graph.answers.set('GET debug_token', { data: login });
    graph.answers.set('GET oauth/access_token', { access_token: 'EAAlong' });
    graph.answers.set('GET me/accounts', { data: [{ ...page, ...account }] });
    graph.answers.set('POST 2001/subscribed_apps', { success: true });
    const body = { facebookUserId: '1001', facebookUserToken: 'EAAuser', addInstagram: true };
    expect(await ask('POST /facebook', body)).toMatchObject([
      { channel: 'facebook', status: 'CONNECTED' },
      { channel: 'instagram', status: 'CONNECTED' },
    ]);
  });

  it('manages connections and settings', async () => {
    const { company, connection, queue } = tenant.ids;
    await all(async () => {
      await ask('GET /whatsapp/?session=0');
      await ask(`GET /whatsapp?companyId=${company}&session=0`);
      await ask('GET /whatsapp/filter?session=0&channel=whatsapp');
      const made = await rowOf('POST /whatsapp', {
        name: 'Filial',
        greetingMessage: 'Olá',
        isDefault: false,
        token: 'x'.repeat(30),
        provider: 'beta',
        queueIds: [String(queue)],
        maxUseBotQueues: '3',
        expiresTicket: '0',
        timeSendQueue: '0',
        sendIdQueue: '',
        promptId: null,
        integrationId: '',
        groupAsTicket: 'disabled',
        whenExpiresTicket: '1',
        lgpdMessage: 'Seus dados são usados para atender.',
        lgpdLink: 'https://example.com/privacidade',
      });
      const row = await rowOf(`GET /whatsapp/${made.id}?session=0`);
      expect(row).toMatchObject({
        lgpdMessage: 'Seus dados são usados para atender.',
        lgpdLink: 'https://example.com/privacidade',
      });
      expect(
        await rowOf(`PUT /whatsapp/${made.id}`, { ...row, name: 'Filial 2', status: 'CONNECTED' }),
      ).toMatchObject({
        name: 'Filial 2',
        status: row.status,
        lgpdLink: 'https://example.com/privacidade',
      });
      await ask(`POST /whatsapp/${made.id}/media-upload`, formOf({ typeArch: 'greeting' }, 'file'));
      await ask(`DELETE /whatsapp/${made.id}/media-upload`);
      await ask(`POST /whatsappsession/${made.id}`);
      await ask(`PUT /whatsappsession/${made.id}`);
      await ask(`DELETE /whatsappsession/${made.id}`);
      await ask('POST /whatsapp-restart/');
      await ask(`POST /closedimported/${connection}`);
      await ask(`DELETE /whatsapp/${made.id}`);

      await ask('PUT /companySettings', { column: 'DirectTicketsToWallets', data: 'enabled', id: 1 });
      await ask('PUT /settings/hoursCloseTicketsAuto', { value: '24', key: 'hoursCloseTicketsAuto' });
      expect(await ask(`GET /companySettings/${company}`)).toMatchObject({
        DirectTicketsToWallets: 'enabled',
        hoursCloseTicketsAuto: 24,
      });
      const pace = { messageInterval: '30', longerIntervalAfter: 10, greaterInterval: '120' };
      const variables = [{ key: 'cupom', value: 'NATAL10', id: 1 }];
      const hours = { sabado: 'true', domingo: false, startHour: '08:00', endHour: '17:30' };
      await ask('POST /campaign-settings', { settings: { ...pace, variables, ...hours }, id: 1 });
      const rows = z
        .array(z.object({ id: z.int(), key: z.string(), value: z.string() }))
        .parse(await ask('GET /campaign-settings'));
      const settings = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
      expect(settings).toMatchObject({
        messageInterval: '30',
        longerIntervalAfter: '10',
        greaterInterval: '120',
        variables: '[{"key":"cupom","value":"NATAL10"}]',
        sabado: 'true',
        startHour: '"08:00"',
      });
      await ask('POST /campaign-settings', { settings });
      expect(await ask('GET /campaign-settings')).toEqual(rows);
      const day = { weekday: 'Segunda-feira', weekdayEn: 'monday', id: 1 };
      const shifts = { startTimeA: '08:00', endTimeA: '12:00', startTimeB: '13:00', endTimeB: '18:00' };
      await ask(`PUT /companies/${company}/schedules`, { schedules: [{ ...day, ...shifts }], id: company });
    });
  });

  it('reads the dashboard, and sends messages with the external API', async () => {
    const { company, connection, queue, user } = tenant.ids;
    const apiToken = await tenant.company.addApiToken(connection);
    await all(async () => {
      await ask('GET /dashboard?days=30&date_from=&date_to=');
      await ask(
        'GET /ticketreport/reports?searchParam=&contactId=&whatsappId=[]&users=[]&queueIds=[]&status=[]&dateFrom=2026-11-01&dateTo=2026-11-30&page=1&pageSize=10&onlyRated=false',
      );
      await ask('GET /dashboard?date_from=2026-11-01&date_to=2026-11-30');
      for (const chart of ['ticketsUsers', 'ticketsDay'])
        await ask(`GET /dashboard/${chart}?initialDate=2026-11-01&finalDate=2026-11-30&companyId=${company}`);
      await ask(
        'POST /external/messages/send',
        {
          number: 5_511_955_554_444,
          body: 42,
          userId: '',
          queueId: '',
          sendSignature: false,
          closeTicket: false,
        },
        apiToken,
      );
      await ask(
        'POST /external/messages/send',
        { number: '5511955554445', body: 'oi', userId: String(user), queueId: String(queue), msdelay: 5 },
        apiToken,
      );
    });
  });

  it('opens, transfers and removes tickets, and gets the attendant of an open ticket with the refusal', async () => {
    const { company, contact, queue, connection } = tenant.ids;
    const asked = {
      contactId: String(contact),
      queueId: String(queue),
      whatsappId: connection,
      userId: me.id,
      status: 'open',
      companyId: company,
    };
    await all(async () => {
      // The forwarded message has opened a ticket of the contact.
      const { tickets } = z
        .looseObject({ tickets: z.array(rowSchema) })
        .parse(await ask(`GET /tickets?status=open&showAll=true&queueIds=[${queue}]`));
      for (const { id } of tickets.filter(({ contactId }) => contactId === contact))
        await ask(`DELETE /tickets/${id}`);
      const made = await rowOf('POST /tickets', asked);
      await rowOf(`PUT /tickets/${made.id}`, {
        ...made,
        userId: tenant.owner.id,
        isTransfered: true,
        msgTransfer: 'assuma, por favor',
      });
    });
    const conflict = z.looseObject({ error: z.string() }).parse(await ask('POST /tickets', asked));
    expect(JSON.parse(conflict.error)).toMatchObject({ userId: tenant.owner.id, queueId: queue });
    await all(async () => {
      await ask('POST /tickets/closeAll', { status: 'pending', selectedQueueIds: [String(queue)] });
    });
  });
});

describe('privilege escalation', () => {
  it('S-19 is ignored or refused when an attendant sends back their own row with more rights', async () => {
    const own = await rowOf(`GET /users/${tenant.owner.id}`, undefined, tenant.owner.token);
    const put = async (fields: object) => {
      await ask(`PUT /users/${own.id}`, { ...own, ...fields }, tenant.owner.token);
      return said.at(-1)?.status;
    };
    expect(await put({ password: '' })).toBe(200);
    for (const fields of [
      { profile: 'admin' },
      { queueIds: [] },
      { allUserChat: 'enabled' },
      { allowConnections: 'enabled' },
      { allowRealTime: true },
      { showDashboard: 'enabled' },
      { startWork: '01:00' },
      { companyId: tenant.ids.company + 1 },
      { companyId: String(tenant.ids.company + 1) },
    ])
      expect(await put(fields), JSON.stringify(fields)).toBe(403);
    expect(await put({ super: true, tokenVersion: 9, passwordHash: 'x', version: 99 })).toBe(200);
    const { version: _was, ...same } = own;
    expect(await rowOf(`GET /users/${own.id}`, undefined, tenant.owner.token)).toMatchObject({
      ...same,
      super: false,
      profileImage: own.profileImage,
    });
  });

  it('S-19 no call moves a row to another company', async () => {
    const foreign = tenant.ids.company + 1;
    for (const call of [
      'POST /contacts',
      `PUT /contacts/${tenant.ids.contact}`,
      'POST /tags',
      'POST /queue',
      'POST /users',
      'POST /schedules',
      'POST /quick-messages',
      `PUT /tickets/${tenant.ids.ticket}`,
      `PUT /whatsapp/${tenant.ids.connection}`,
    ]) {
      await ask(call, { name: 'Fora', companyId: foreign });
      expect([400, 403], call).toContain(said.at(-1)?.status);
    }
  });
});

describe('calls of the specification', () => {
  const toCome = Object.entries(TO_COME).flatMap(([area, calls]) => calls.map((call) => ({ area, call })));
  it.each(toCome)('$call is not served until $area is built', async ({ call }) => {
    const answer = await ask(call, call.startsWith('GET') ? undefined : {});
    said.pop();
    expect(answer).toMatchObject({ error: 'ERR_NOT_FOUND' });
  });

  it('each succeeded at least once, except transcription, which needs a service', () => {
    const calls = new Set(said.map(({ call }) => call));
    const answered = new Set(said.filter(({ status }) => status < 300).map(({ call }) => call));
    const never = [...calls].filter((call) => !answered.has(call));
    expect(never).toEqual(['GET /messages/transcribeAudio/{id}']);
    expect(answered.size).toBeGreaterThan(100);
  });
});
