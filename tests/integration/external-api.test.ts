import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { handler as connections } from '@prosa/functions/http/connections/handler.ts';
import { bindExternal, handler as external } from '@prosa/functions/http/external/handler.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import { findConnectionByToken } from '@prosa/functions/platform/auth/connection-token.ts';
import { getObject } from '@prosa/functions/platform/blob/blob.ts';
import { toInstant } from '@prosa/functions/platform/clock.ts';
import { fetchOutside } from '@prosa/functions/platform/fetch-outside.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { ConnectionState } from '@prosa/functions/platform/table/entities/connections.ts';
import { Contact } from '@prosa/functions/platform/table/entities/contacts.ts';
import { Outbox } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { findContactByIdentities } from '@prosa/functions/repositories/contacts/contacts.ts';
import {
  loadConversation,
  loadTicketWithAttendance,
  type TicketRow,
} from '@prosa/functions/repositories/tickets/tickets.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import { inboundEventSchema } from '@prosa/shared/messaging/inbound-event.ts';
import { sessionCommandSchema } from '@prosa/shared/messaging/session-command.ts';
import { PLAN_FLAGS } from '@prosa/shared/permissions.ts';
import { LINKED_IMAGE_MAX_BYTES } from '@prosa/shared/rules/file-limits.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { PNG } from '../factories/files.ts';
import { useBucket } from './support/bucket.ts';
import { type Answer, call } from './support/call.ts';
import { take } from './support/inbound.ts';
import { storedFrom } from './support/meta-workers.ts';
import { useTable } from './support/table.ts';
import { companyDigest } from './support/table-scan.ts';

const engine = useTable();
useBucket();

const DAY_MS = 24 * 60 * 60 * 1000;

let company: TestCompany;
let connectionId: number;
let token: string;
let sales: number;
let support: number;
let ana: TestUser;
let bruno: TestUser;

/** Creates a connection with a live WhatsApp session, and an API token for it. */
const connect = async (owner: TestCompany, status: 'CONNECTED' | 'DISCONNECTED' = 'CONNECTED') => {
  const id = await owner.addConnection({ allowGroup: true });
  const changedAt = toInstant(Date.now());
  await commit([
    owner.table.put(ConnectionState, { companyId: owner.id, connectionId: id, status, changedAt }, 'absent'),
  ]);
  return { connectionId: id, token: await owner.addApiToken(id) };
};

beforeAll(async () => {
  company = await makeCompany();
  sales = await company.addQueue({ name: 'Vendas' });
  support = await company.addQueue({ name: 'Suporte' });
  ana = await company.addUser({ name: 'Ana', queueIds: [sales, support], allTicket: true });
  bruno = await company.addUser({ name: 'Bruno', queueIds: [sales] });
  ({ connectionId, token } = await connect(company));
});

const post = (
  body: unknown,
  given: string | undefined = token,
  headers: Record<string, string> = {},
): Promise<Answer> => call(external, { to: 'POST /messages/send', token: given, body, headers });
const sent = async (body: object): Promise<void> => {
  const answer = await post(body);
  expect([answer.status, answer.body], JSON.stringify(answer.body)).toEqual([
    200,
    { status: 'SUCCESS', messages: expect.any(Array) },
  ]);
};

const commandsTo = async (to: string | number) => {
  const { pk } = keys.outbox({
    queue: 'session-commands-0',
    groupId: [company.id, connectionId, to].join(':'),
    id: '',
  });
  const { rows } = await company.table.query(Outbox, { pk, limit: 100 });
  return rows.map(({ body }) => sessionCommandSchema.parse(JSON.parse(body)));
};

const contactOf = async (value: string, kind: Identity['kind'] = 'phone') =>
  (await findContactByIdentities(company.table, [{ kind, value }])).contact;
const ticketOf = async (value: string, kind: Identity['kind'] = 'phone'): Promise<TicketRow | undefined> => {
  const contact = await contactOf(value, kind);
  if (contact === undefined) return undefined;
  const conversation = await loadConversation(company.table, contact.id, connectionId);
  const id = conversation?.lastTicketId ?? null;
  return id === null ? undefined : (await loadTicketWithAttendance(company.table, id))?.ticket;
};
const messagesOf = (value: string, kind: Identity['kind'] = 'phone') =>
  storedFrom(company.table, connectionId, value, kind);

describe('a blocked contact', () => {
  const CALLS: [string, (number: string) => { to: string; body: object }][] = [
    ['a text', (number) => ({ to: 'POST /messages/send', body: { number, body: 'Oi' } })],
    [
      'a text that closes its ticket',
      (number) => ({ to: 'POST /messages/send', body: { number, body: 'Oi', closeTicket: true } }),
    ],
    [
      'a text that is kept nowhere',
      (number) => ({ to: 'POST /messages/send', body: { number, body: 'Oi', noRegister: true } }),
    ],
    [
      'a scheduled text',
      (number) => ({
        to: 'POST /messages/send',
        body: { number, body: 'Até amanhã', sendAt: toInstant(Date.now() + DAY_MS) },
      }),
    ],
    [
      'a linked picture',
      (number) => ({
        to: 'POST /messages/send/linkImage',
        body: { number, url: 'https://example.com/a.png', caption: '' },
      }),
    ],
  ];

  it.each(CALLS)('gets no message of a program: %s', async (_what, request) => {
    for (const hasTicket of [false, true]) {
      const number = `55119777${String(Math.floor(Math.random() * 90_000) + 10_000)}`;
      await sent({ number, body: 'Primeira', closeTicket: !hasTicket });
      const contact = await contactOf(number);
      if (contact === undefined) throw new Error('no contact');
      await commit([company.table.put(Contact, { ...contact, active: false }, contact.version)]);
      const before = await companyDigest(engine().endpoint, company.id);
      const { to, body } = request(number);
      const refused = await call(external, { to, token, body });
      expect([refused.status, refused.body]).toMatchObject([409, { code: 'ERR_CONTACT_BLOCKED' }]);
      expect(await companyDigest(engine().endpoint, company.id)).toEqual(before);
      const again = await contactOf(number);
      if (again === undefined) throw new Error('no contact');
      await commit([company.table.put(Contact, { ...again, active: true }, again.version)]);
      await sent({ number, body: 'Desbloqueado' });
    }
  });
});

describe('POST /external/messages/send', () => {
  it('finds or creates contact and ticket, stores the message and queues it for sending', async () => {
    const number = '5511988880001';
    await sent({ number, body: '  Seu pedido saiu.  ' });
    expect(await contactOf(number)).toMatchObject({ number, name: number, isGroup: false });
    expect(await ticketOf(number)).toMatchObject({
      status: 'pending',
      userId: null,
      queueId: null,
      connectionId,
      lastMessage: 'Seu pedido saiu.',
      fromMe: true,
      unreadMessages: 0,
      automation: { kind: 'none' },
    });
    const [message] = await messagesOf(number);
    expect(message).toMatchObject({
      body: 'Seu pedido saiu.',
      fromMe: true,
      userId: null,
      sendState: 'pending',
    });
    const commands = await commandsTo(message?.contactId ?? 0);
    expect(
      commands.filter((command) => command.type === 'send' && command.messageId === message?.id),
    ).toMatchObject([
      {
        connectionId,
        to: [{ kind: 'phone', value: number }],
        content: { kind: 'text', text: 'Seu pedido saiu.' },
      },
    ]);
    await sent({ number: Number(number), body: 'E chegou.' });
    expect((await messagesOf(number)).map(({ body, ticketId }) => [body, ticketId])).toEqual([
      ['Seu pedido saiu.', message?.ticketId],
      ['E chegou.', message?.ticketId],
    ]);
  });

  it('treats a Brazilian mobile number with and without its ninth digit as one contact', async () => {
    await sent({ number: '5511977770002', body: 'um' });
    await sent({ number: '551177770002', body: 'dois' });
    expect((await messagesOf('5511977770002')).map(({ body }) => body)).toEqual(['um', 'dois']);
  });

  it('treats longer numbers as groups', async () => {
    const group = '120363000000000001';
    await sent({ number: group, body: 'bom dia, grupo' });
    expect(await ticketOf(group, 'group')).toMatchObject({ status: 'group', isGroup: true, userId: null });
  });

  it('opens the ticket for a given attendant, with the signature on request', async () => {
    const number = '5511988880003';
    await sent({ number, body: 'oi' });
    await sent({ number, body: 'sou eu', userId: ana.id, queueId: String(sales), sendSignature: true });
    expect(await ticketOf(number)).toMatchObject({ status: 'open', userId: ana.id, queueId: sales });
    expect((await messagesOf(number)).map(({ body }) => body)).toEqual(['oi', '*Ana:*\nsou eu']);
    const fresh = '5511988880004';
    await sent({ number: fresh, body: 'oi', userId: ana.id, queueId: sales });
    const ticket = await ticketOf(fresh);
    expect(ticket).toMatchObject({ status: 'open', userId: ana.id, queueId: sales });
    expect((await loadTicketWithAttendance(company.table, ticket?.id ?? 0))?.attendance).toMatchObject({
      userId: ana.id,
      startedAt: expect.any(String),
    });
  });

  it('refuses a ticket of another attendant or queue, and names neither', async () => {
    const number = '5511988880005';
    await sent({ number, body: 'oi', userId: ana.id, queueId: sales });
    for (const wanted of [{ userId: bruno.id }, { queueId: support }]) {
      const answer = await post({ number, body: 'meu', ...wanted });
      expect([answer.status, answer.body]).toEqual([
        400,
        {
          code: 'ERR_TICKET_ELSEWHERE',
          error: 'The contact is attended by another attendant or in another queue.',
        },
      ]);
    }
    await sent({ number, body: 'da casa', userId: ana.id });
    expect((await messagesOf(number)).map(({ body }) => body)).toEqual(['oi', 'da casa']);
  });

  it('closes the ticket after the message on request, without a farewell message', async () => {
    const number = '5511988880006';
    await sent({ number, body: 'tchau', closeTicket: true });
    expect(await ticketOf(number)).toMatchObject({ status: 'closed', lastMessage: 'tchau' });
    expect(await messagesOf(number)).toHaveLength(1);
    await sent({ number, body: 'oi de novo' });
    expect(new Set((await messagesOf(number)).map(({ ticketId }) => ticketId)).size).toBe(2);
  });

  it('makes one ticket of simultaneous calls', async () => {
    const number = '5511988880007';
    await Promise.all(['a', 'b', 'c'].map((body) => sent({ number, body })));
    const messages = await messagesOf(number);
    expect(messages.map(({ body }) => body).sort()).toEqual(['a', 'b', 'c']);
    expect(new Set(messages.map(({ ticketId }) => ticketId)).size).toBe(1);
  });

  it('ignores the fields that have no effect according to the specification', async () => {
    await sent({
      number: '5511988880008',
      body: 'x',
      quotedMsg: { id: 'abc' },
      msdelay: 900,
      noRegister: false,
    });
  });

  it.each([
    ['no number', { body: 'x' }, 'body.number'],
    ['letters in the number', { number: '55 11 98888', body: 'x' }, 'body.number'],
    ['an empty text', { number: '5511988880009', body: '  ' }, 'body.body'],
    ['no text', { number: '5511988880009' }, 'body.body'],
  ])('refuses %s and names the field', async (_what, body, path) => {
    const answer = await post(body);
    expect(answer).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } });
    const { details } = z.object({ details: z.array(z.object({ path: z.string() })) }).parse(answer.body);
    expect(details.map((detail) => detail.path)).toContain(path);
    expect(await contactOf('5511988880009')).toBeUndefined();
  });

  it('a call with noRegister only sends: neither the call nor later events store anything', async () => {
    const number = '5511988880014';
    await sent({ number, body: ' só isto ', noRegister: true, userId: ana.id, sendSignature: true });
    const [command, ...more] = await commandsTo(number);
    expect([command, more]).toMatchObject([
      {
        type: 'send',
        connectionId,
        to: [{ kind: 'phone', value: number }],
        content: { kind: 'text', text: '*Ana:*\nsó isto' },
      },
      [],
    ]);
    if (command?.type !== 'send' || command.providerMessageId === undefined) throw new Error('no send');
    const { providerMessageId, messageId } = command;
    const before = await companyDigest(engine().endpoint, company.id);
    const chat = { isGroup: false, identities: [{ kind: 'phone' as const, value: number }] };
    const event = { v: 1, companyId: company.id, connectionId, channel: 'whatsapp', receivedAt: Date.now() };
    for (const told of [
      { type: 'send-result', messageId, attempt: 1, result: { state: 'sent', providerMessageId } },
      { type: 'send-result', messageId, attempt: 1, result: { state: 'failed', reason: 'x' } },
      ...[2, 3].map((ack) => ({ type: 'receipt', providerMessageId, ack })),
      { type: 'revoke', targetProviderMessageId: providerMessageId, fromMe: true, sentAt: 1 },
      {
        type: 'reaction',
        providerMessageId: 'R1',
        targetProviderMessageId: providerMessageId,
        emoji: '👍',
        fromMe: false,
        chat,
        sentAt: Date.now(),
      },
      {
        type: 'message',
        providerMessageId,
        sentAt: Date.now(),
        fromMe: true,
        chat,
        content: { kind: 'text', text: 'só isto' },
      },
    ])
      await take(inboundEventSchema.parse({ ...event, ...told }));
    expect(await companyDigest(engine().endpoint, company.id)).toEqual(before);
    expect(await contactOf(number)).toBeUndefined();
  });

  it("sends only over its token's connection", async () => {
    const other = await connect(company);
    const body = { number: '5511988880011', body: 'x' };
    expect(await post({ ...body, whatsappId: other.connectionId })).toMatchObject({
      status: 403,
      body: { error: 'ERR_NO_PERMISSION' },
    });
    await sent({ ...body, whatsappId: connectionId });
  });

  it('S-17 does not find users or queues of another company', async () => {
    const theirs = await makeCompany();
    const body = { number: '5511988880012', body: 'x' };
    const queueId = 90_000 + (await theirs.addQueue());
    expect(await post({ ...body, userId: 999_999 })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_USER_FOUND' },
    });
    expect(await post({ ...body, queueId })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_QUEUE_FOUND' },
    });
    expect(await post({ ...body, companyId: theirs.id })).toMatchObject({
      status: 403,
      body: { error: 'ERR_NO_PERMISSION' },
    });
    expect(await contactOf('5511988880012')).toBeUndefined();
  });

  it('refuses to send while the WhatsApp session is not connected', async () => {
    const idle = await connect(company, 'DISCONNECTED');
    const answer = await post({ number: '5511988880013', body: 'x' }, idle.token);
    expect(answer).toMatchObject({ status: 409, body: { error: 'ERR_WAPP_NOT_INITIALIZED' } });
    expect(await contactOf('5511988880013')).toBeUndefined();
  });
});

describe('POST /external/messages/send/linkImage', () => {
  const files: Record<string, { bytes: Uint8Array; mimeType: string }> = {
    '/promo%C3%A7%C3%A3o.png': { bytes: PNG, mimeType: 'image/png' },
    '/opaque': { bytes: PNG, mimeType: 'application/octet-stream' },
    '/page': { bytes: Buffer.from('<html><script>1</script>'), mimeType: 'image/png' },
    '/text': { bytes: Buffer.from('oi'), mimeType: 'text/plain' },
    '/empty': { bytes: new Uint8Array(), mimeType: 'image/png' },
    '/large': { bytes: Buffer.alloc(LINKED_IMAGE_MAX_BYTES + 1), mimeType: 'image/png' },
  };
  let server: Server;
  const RULES = {
    protocols: ['http:', 'https:'],
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    mayConnect: (address: string) => address === '127.0.0.1',
  };
  /** Sends every https address to this test's server. */
  const withServer = bindExternal((url, maxBytes) => {
    const { port } = z.object({ port: z.int() }).parse(server.address());
    return fetchOutside(url.replace(/^https:\/\/[^/]+/, `http://files.example:${port}`), maxBytes, RULES);
  });
  beforeAll(async () => {
    server = createServer((request, response) => {
      const file = files[request.url ?? ''];
      if (file === undefined) response.writeHead(404).end();
      else response.writeHead(200, { 'content-type': file.mimeType }).end(file.bytes);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server.close();
  });
  const link = (number: string, url: string, caption?: string, by = withServer) =>
    call(by, { to: 'POST /messages/send/linkImage', token, body: { number, url, caption } });

  it('stores the picture, sends it with its caption and closes the ticket', async () => {
    const number = '5511988880031';
    const answer = await link(number, 'https://loja.example/promo%C3%A7%C3%A3o.png', ' só hoje ');
    expect(answer).toMatchObject({ status: 200, body: { status: 'SUCCESS' } });
    expect(await ticketOf(number)).toMatchObject({ status: 'closed' });
    const [message] = await messagesOf(number);
    expect(message).toMatchObject({
      body: 'só hoje',
      mediaType: 'image',
      media: { state: 'stored', mimeType: 'image/png', fileName: 'promoção.png', size: PNG.length },
    });
    expect(Buffer.from((await getObject(message?.media?.key ?? '')) ?? [])).toEqual(Buffer.from(PNG));
    const [command] = await commandsTo(message?.contactId ?? 0);
    expect(command).toMatchObject({
      type: 'send',
      content: { kind: 'image', key: message?.media?.key, caption: 'só hoje' },
    });
    expect((await link(number, 'https://loja.example/opaque')).status).toBe(200);
    expect((await messagesOf(number)).map(({ mediaType }) => mediaType)).toEqual(['image', 'image']);
  });

  it.each([
    ['nothing', 'https://loja.example/nothing', 422, 'ERR_MEDIA_MISSING'],
    ['an empty file', 'https://loja.example/empty', 422, 'ERR_MEDIA_EMPTY'],
    ['a page', 'https://loja.example/page', 415, 'ERR_MEDIA_TYPE'],
    ['a text', 'https://loja.example/text', 415, 'ERR_MEDIA_TYPE'],
    ['too much', 'https://loja.example/large', 413, 'ERR_FILESIZE_OVER_LIMIT'],
    ['no https', 'http://loja.example/opaque', 400, 'ERR_VALIDATION'],
    ['no address', 'loja', 400, 'ERR_VALIDATION'],
  ])('sends nothing when the link has %s', async (_what, url, status, error) => {
    const number = '5511988880032';
    expect(await link(number, url)).toMatchObject({ status, body: { error } });
    expect(await messagesOf(number).catch(() => [])).toEqual([]);
    expect(await ticketOf(number)).toBeUndefined();
  });

  it.each([
    'https://127.0.0.1/a.png',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::1]/a',
    'https://localhost/',
  ])('S-46 S-47 fetches no internal address: %s', async (url) => {
    const answer = await link('5511988880033', url, undefined, external);
    expect(answer).toMatchObject({ status: 422, body: { error: 'ERR_MEDIA_MISSING' } });
  });
});

describe('POST /external/messages/checkNumber', () => {
  /** Asks about a number and answers the command as the session host would. */
  const answering = async (number: string, result: object, given = token): Promise<Answer> => {
    const answer = call(external, { to: 'POST /messages/checkNumber', token: given, body: { number } });
    const command = await vi.waitFor(
      async () => {
        const [asked] = await commandsTo(number);
        if (asked === undefined) throw new Error('nobody asked');
        return asked;
      },
      { timeout: 60_000 },
    );
    expect(command).toMatchObject({ type: 'check-number', companyId: company.id, connectionId, number });
    await take(
      inboundEventSchema.parse({
        v: 1,
        companyId: company.id,
        connectionId,
        channel: 'whatsapp',
        receivedAt: Date.now(),
        type: 'number-check',
        number,
        result,
      }),
    );
    return answer;
  };

  it("returns WhatsApp's form of a number, and answers from the cache for a while", async () => {
    const number = '5511988880041';
    const told = { existsInWhatsapp: true, number, numberFormatted: '551188880041' };
    expect(await answering(number, { state: 'reached', number: '551188880041' })).toMatchObject({
      status: 200,
      body: told,
    });
    const again = await call(external, { to: 'POST /messages/checkNumber', token, body: { number } });
    expect(again).toMatchObject({ status: 200, body: told });
    expect(await commandsTo(number)).toHaveLength(1);
    expect(await contactOf(number)).toBeUndefined();
  });

  it('refuses a number without WhatsApp, and one that WhatsApp does not answer for', async () => {
    expect(await answering('5511988880042', { state: 'absent' })).toMatchObject({
      status: 400,
      body: { error: 'ERR_WAPP_INVALID_CONTACT' },
    });
    expect(await answering('5511988880043', { state: 'failed', reason: 'x' })).toMatchObject({
      status: 400,
      body: { error: 'ERR_WAPP_CHECK_CONTACT' },
    });
  });

  it('checks phone numbers only, over a connected WhatsApp session', async () => {
    const group = await call(external, {
      to: 'POST /messages/checkNumber',
      token,
      body: { number: '120363000000000001' },
    });
    expect(group).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } });
    const idle = await connect(company, 'DISCONNECTED');
    const answer = await call(external, {
      to: 'POST /messages/checkNumber',
      token: idle.token,
      body: { number: '5511988880044' },
    });
    expect(answer).toMatchObject({ status: 409, body: { error: 'ERR_WAPP_NOT_INITIALIZED' } });
  });
});

describe('S-26 API tokens of connections', () => {
  const body = { number: '5511988880020', body: 'x' };

  it("a missing token is refused with 401; a wrong token or a user's token with 403", async () => {
    expect(await call(external, { to: 'POST /messages/send', body })).toMatchObject({
      status: 401,
      body: { error: 'ERR_UNAUTHENTICATED' },
    });
    for (const wrong of ['x'.repeat(30), token.slice(0, -1), `${token}0`, company.admin.token])
      expect(await post(body, wrong)).toMatchObject({
        status: 403,
        body: {
          error: 'ERR_NO_PERMISSION',
          details: { message: expect.stringContaining('contact the administrator of the platform') },
        },
      });
  });

  it('an API token opens no route for users', async () => {
    expect(await call(tickets, { to: 'GET /tickets?status=open', token })).toMatchObject({
      status: 401,
      body: { error: 'ERR_UNAUTHENTICATED' },
    });
  });

  it('S-25 a token sends nothing for an expired company or a plan without the feature', async () => {
    const expired = await makeCompany({ company: { dueDate: '2020-01-01' } });
    expect(await post(body, (await connect(expired)).token)).toMatchObject({
      status: 403,
      body: { error: 'ERR_SUBSCRIPTION_EXPIRED' },
    });
    const without = await makeCompany({ plan: { without: ['useExternalApi'] } });
    expect(await post(body, (await connect(without)).token)).toMatchObject({
      status: 403,
      body: { error: 'ERR_PLAN_FEATURE' },
    });
    const only = await makeCompany({
      plan: { without: PLAN_FLAGS.filter((flag) => flag !== 'useExternalApi') },
    });
    expect((await post(body, (await connect(only)).token)).status).toBe(200);
  });

  it('a token is created with the connection, works for a day after its replacement, and ends with the connection', async () => {
    const owner = await makeCompany();
    const created = await call(connections, {
      to: 'POST /whatsapp',
      token: owner.admin.token,
      body: { name: 'Loja' },
    });
    const { id, issuedToken } = z.object({ id: z.int(), issuedToken: z.string() }).parse(created.body);
    const place = { companyId: owner.id, connectionId: id };
    const found = (of: string, nowMs = Date.now()) => findConnectionByToken(of, nowMs);
    expect(await found(issuedToken)).toEqual(place);
    const rotated = await call(connections, { to: `POST /whatsapp/${id}/token`, token: owner.admin.token });
    const { token: next } = z.object({ token: z.string() }).parse(rotated.body);
    expect([await found(issuedToken), await found(next)]).toEqual([place, place]);
    expect(await found(issuedToken, Date.now() + DAY_MS)).toBeUndefined();
    expect(await found(next, Date.now() + 400 * DAY_MS)).toEqual(place);
    const removed = await call(connections, { to: `DELETE /whatsapp/${id}`, token: owner.admin.token });
    expect(removed.status).toBe(200);
    expect(await found(next)).toBeUndefined();
    // The older token's row still names the connection, which no longer exists.
    for (const old of [issuedToken, next]) expect((await post(body, old)).status).toBe(403);
  });
});
