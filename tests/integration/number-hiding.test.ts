import { createHash, randomUUID } from 'node:crypto';
import { channelOf } from '@prosa/functions/channels/channels.ts';
import { putObject } from '@prosa/functions/platform/blob/blob.ts';
import { storedKey } from '@prosa/functions/platform/blob/file-keys.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Tag } from '@prosa/functions/platform/table/entities/companies.ts';
import { nextId } from '@prosa/functions/platform/table/updates.ts';
import { findContactByIdentities } from '@prosa/functions/repositories/contacts/contacts.ts';
import { findMessageByProviderId } from '@prosa/functions/repositories/tickets/messages.ts';
import { type Stack, startStack } from '@prosa/infra/local/stack.ts';
import { ROUTE_GROUPS } from '@prosa/infra/programs.ts';
import type { RouteGroup, RouteShape } from '@prosa/shared/contracts/route.ts';
import { CSRF_HEADER } from '@prosa/shared/contracts/route.ts';
import type { InboundEvent, InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { callerOf } from '@prosa/shared/permissions.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import * as z from 'zod';
import { makeCompany, TEST_PASSWORD, type TestCompany, type TestUser } from '../factories/company.ts';
import { PDF } from '../factories/files.ts';
import { textEvent, type Where } from '../factories/inbound-events.ts';
import { makeContact } from '../factories/tickets.ts';
import { type HttpAnswer, send } from './support/http.ts';
import { requestOf, type TenantIds } from './support/route-requests.ts';

/** Middle digits of every planted number, which no attendant may see. Two more digits distinguish the numbers. */
const HIDDEN = '9736582';
const numberOf = (nth: number): string => `5561${HIDDEN}${String(nth).padStart(2, '0')}`;
const CUSTOMER = numberOf(0);
const WRITER = numberOf(1);
const ANSWERER = numberOf(2);
const spelled = (number: string) =>
  `+${number.slice(0, 2)} (${number.slice(2, 4)}) ${number.slice(4, 9)}-${number.slice(9)}`;
/** Six of the hidden digits in a row, in any grouping. Fewer digits can occur by chance in ids and times. */
const LEAK = new RegExp(
  [HIDDEN.slice(0, 6), HIDDEN.slice(1)].map((part) => [...part].join('[^\\p{L}\\p{N}]{0,3}')).join('|'),
  'u',
);

/** Beginnings of digests of the planted numbers: a number can be found from its digest by trying all numbers. */
const DIGESTS = [CUSTOMER, WRITER, ANSWERER].flatMap((number) =>
  [number, `phone:${number}`].map((text) => createHash('sha256').update(text).digest('hex').slice(0, 8)),
);

const rows: RouteShape[] = Object.values<RouteGroup>(ROUTE_GROUPS).flatMap((group) => Object.values(group));
const userRows = rows.filter(({ permission }) => callerOf(permission) === 'user');
/** Sorts removing routes last, so that the other routes still find their rows. */
const rank = ({ method, id }: RouteShape): number =>
  method === 'GET' ? 0 : /remove|logout|closeAll/.test(id) ? 2 : 1;
const inOrder = userRows.toSorted((a, b) => rank(a) - rank(b)).map((row) => ({ id: row.id, row }));

let stack: Stack;
let company: TestCompany;
let where: Where;
let ids: TenantIds;
let attendant: TestUser;
let admin: string;
let groupTicket: { id: number; uuid: string };
let socket: WebSocket;
const frames: string[] = [];

const ask = (token: string, method: string, target: string, body?: unknown): Promise<HttpAnswer> =>
  send(stack.url, { method, target: `/api${target}`, token, body });
/** Returns all texts of a response, with the contents of its cursor as far as they can be decoded. */
const tellsIn = ({ text, headers, body }: HttpAnswer): string[] => {
  const cursor = z.object({ cursor: z.string() }).safeParse(body).data?.cursor ?? '';
  const opened = cursor.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'));
  return [text, JSON.stringify(headers), cursor, ...opened];
};
const expectHidden = (answer: HttpAnswer) => {
  for (const told of tellsIn(answer)) {
    expect(told).not.toMatch(LEAK);
    for (const digest of DIGESTS) expect(told).not.toContain(digest);
  }
};

const deliver = async (...events: InboundEvent[]) => {
  for (const event of events) {
    stack.sqs.queue('inbound').send({
      body: JSON.stringify(event),
      groupId: 'one',
      deduplicationId: randomUUID(),
    });
  }
  await stack.drain();
};
type Content = InboundEventOf<'message'>['content'];
const said = (content: Content): InboundEventOf<'message'> => ({
  ...textEvent(where, CUSTOMER, ''),
  content,
  chat: { isGroup: false, identities: [{ kind: 'phone', value: CUSTOMER }] },
});
const saidInGroup = (writer: string, text: string, fields: object = {}): InboundEventOf<'message'> => ({
  ...textEvent(where, writer, text),
  chat: {
    isGroup: true,
    identities: [{ kind: 'group', value: '120363041234567890' }],
    name: 'Obra',
    participant: { identities: [{ kind: 'phone', value: writer }] },
  },
  ...fields,
});

const idsSchema = z.object({ tickets: z.array(z.object({ id: z.int(), uuid: z.string() })) });
const sessionSchema = z.object({ token: z.string() });
const login = async ({ email }: TestUser): Promise<string> => {
  const answer = await send(stack.url, {
    method: 'POST',
    target: '/api/auth/login',
    body: { email, password: TEST_PASSWORD },
    headers: { origin: stack.url, [CSRF_HEADER]: 'web' },
  });
  return sessionSchema.parse(answer.body).token;
};

beforeAll(async () => {
  stack = await startStack({ seed: 'none', whatsapp: 'none' });
  company = await makeCompany({ settings: { enableLGPD: true, lgpdHideNumber: true } });
  const { table, id: companyId } = company;
  const queue = await company.addQueue();
  const connection = await company.addConnection({ queueIds: [queue], allowGroup: true });
  where = { companyId, connectionId: connection };
  attendant = await company.addUser({
    queueIds: [queue],
    allTicket: true,
    allowGroup: true,
    allUserChat: true,
    allHistoric: true,
    allowConnections: true,
    allowSharedItems: true,
    showDashboard: true,
    allowRealTime: true,
    userClosePendingTicket: true,
  });
  attendant.token = await login(attendant);
  admin = (await company.addUser({ profile: 'admin', allowGroup: true })).token;
  forgetDirectory(companyId);

  const opened = await ask(attendant.token, 'POST', '/realtime/ticket');
  const { ticket: socketToken } = z.object({ ticket: z.string() }).parse(opened.body);
  const url = `${stack.url.replace('http', 'ws')}/ws?ticket=${socketToken}&join=notification`;
  socket = new WebSocket(url, { origin: stack.url });
  socket.on('message', (data) => frames.push(String(data)));
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });

  const base = { v: 1, ...where, channel: 'whatsapp', receivedAt: Date.now() } as const;
  const first = saidInGroup(WRITER, `@${ANSWERER} sou eu, ${spelled(WRITER)}`);
  const file = said({
    kind: 'document',
    media: { mimeType: 'application/pdf', fileName: `${CUSTOMER}.pdf`, voice: false, source: 's' },
  });
  const card = `BEGIN:VCARD\nVERSION:3.0\nFN:${numberOf(3)}\nTEL;waid=${numberOf(3)}:${spelled(numberOf(3))}\nEND:VCARD`;
  const question = said({ kind: 'text', text: `meu número é ${spelled(CUSTOMER)}, sem código 97365-8200` });
  await deliver(
    question,
    said({ kind: 'contacts', contacts: [{ name: numberOf(3), vcard: card }] }),
    { ...said({ kind: 'text', text: 'respondo' }), quotedProviderMessageId: question.providerMessageId },
    said({ kind: 'location', location: { latitude: 1, longitude: 2, name: `Casa ${CUSTOMER}` } }),
    file,
    first,
  );
  // Delivered one by one, so that each is the newest in events and lists for a while.
  await deliver(saidInGroup(ANSWERER, 'certo', { quotedProviderMessageId: first.providerMessageId }), {
    ...base,
    type: 'reaction',
    providerMessageId: randomUUID(),
    targetProviderMessageId: first.providerMessageId,
    emoji: '👍',
    fromMe: false,
    sentAt: first.sentAt,
    chat: {
      ...first.chat,
      participant: { identities: [{ kind: 'phone', value: ANSWERER }], name: ANSWERER },
    },
  });
  const stored = await findMessageByProviderId(
    table,
    channelOf({ channel: 'whatsapp' }),
    connection,
    file.providerMessageId,
  );
  if (stored === undefined) throw new Error('the file was not stored');
  const key = storedKey(companyId, randomUUID());
  await putObject(key, PDF, 'application/pdf');
  await deliver({
    ...base,
    type: 'media',
    messageId: stored.id,
    result: { state: 'stored', key, mimeType: 'application/pdf', size: PDF.byteLength },
  });

  const { contact } = await findContactByIdentities(table, [{ kind: 'phone', value: CUSTOMER }]);
  if (contact === undefined) throw new Error('no contact');
  const [ticket] = idsSchema.parse(
    (await ask(attendant.token, 'GET', `/tickets?status=pending&queueIds=[${queue}]`)).body,
  ).tickets;
  const [group] = idsSchema.parse((await ask(attendant.token, 'GET', '/tickets?status=group')).body).tickets;
  if (ticket === undefined || group === undefined) throw new Error('a ticket is missing');
  groupTicket = group;
  socket.send(JSON.stringify({ action: 'joinChatBox', id: ticket.uuid }));
  socket.send(JSON.stringify({ action: 'joinChatBox', id: group.uuid }));
  await ask(attendant.token, 'PUT', `/tickets/${ticket.id}`, {
    status: 'open',
    userId: attendant.id,
    queueId: queue,
  });
  await ask(admin, 'PUT', `/contacts/${contact.id}`, {
    name: spelled(CUSTOMER),
    email: `${CUSTOMER}@example.com`,
    extraInfo: [{ name: 'Outro', value: `mesmo: ${spelled(CUSTOMER)}` }],
  });
  const sent = await ask(attendant.token, 'POST', `/messages/${ticket.id}`, {
    body: `Olá {{name}}, confirma ${spelled(CUSTOMER)}?`,
    quotedMsg: stored.id,
  });
  expect(sent.status, sent.text).toBe(200);
  const note = await ask(attendant.token, 'POST', '/ticket-notes', {
    ticketId: ticket.id,
    note: `ligar para ${spelled(CUSTOMER)}`,
  });
  const schedule = await ask(attendant.token, 'POST', '/schedules', {
    body: `confirmar ${spelled(CUSTOMER)} amanhã`,
    contactId: contact.id,
    sendAt: '2030-01-01T12:00:00.000Z',
  });
  const tag = await nextId(table, Tag);
  const lane = await nextId(table, Tag);
  const quick = await ask(attendant.token, 'POST', '/quick-messages', {
    shortcode: 'oi',
    message: 'Olá, {{name}}',
  });
  await commit([
    table.put(Tag, { companyId, id: tag, name: 'etiqueta', color: '#112233' }, 'absent'),
    table.put(Tag, { companyId, id: lane, name: 'coluna', color: '#112233', kanban: true }, 'absent'),
  ]);
  // More than a page of contacts named by their numbers, so that cursors contain them.
  for (let nth = 10; nth < 100; nth++)
    await makeContact(table, { number: numberOf(nth), name: numberOf(nth) });
  for (let nth = 0; nth < 20; nth++) await makeContact(table, { name: `Ana ${nth}` });
  await stack.drain();
  ids = {
    company: companyId,
    ticket: ticket.id,
    ticketUuid: ticket.uuid,
    contact: contact.id,
    queue,
    connection,
    user: attendant.id,
    tag,
    lane,
    quickMessage: z.object({ id: z.int() }).parse(quick.body).id,
    fileList: 999_999,
    contactList: 999_999,
    contactListItem: 999_999,
    campaign: 999_999,
    flow: 999_999,
    flowPhrase: 999_999,
    message: stored.id,
    note: z.object({ id: z.string() }).parse(note.body).id,
    mediaKey: `pending/t/${companyId}/${randomUUID()}`,
    contactImport: '0'.repeat(20),
    endpoint: 999_999,
    integration: 999_999,
    integrationCall: '0'.repeat(20),
    assistant: 999_999,
    assistantCall: '0'.repeat(20),
    assistantCorrection: 999_999,
    chat: 999_999,
    delivery: '0'.repeat(20),
    session: '0'.repeat(20),
    option: '0'.repeat(20),
    schedule: z.object({ id: z.int() }).parse(schedule.body).id,
  };
});
afterAll(async () => {
  socket?.close();
  await stack?.stop();
});

describe('S-58 an attendant from whom numbers are hidden', () => {
  it('an administrator sees the planted numbers', async () => {
    for (const target of [
      '/contacts',
      `/contacts/${ids.contact}`,
      `/messages/${ids.ticketUuid}`,
      `/messages/${groupTicket.uuid}`,
      `/ticket-notes/list?ticketId=${ids.ticket}`,
      `/schedules/${ids.schedule}`,
    ])
      expect((await ask(admin, 'GET', target)).text, target).toMatch(LEAK);
  });

  it.each(inOrder)('sees no number in the response of $id', async ({ row }) => {
    const request = requestOf(row, ids);
    expectHidden(await send(stack.url, { ...request, token: attendant.token }));
    // Error responses must not reveal a number either.
    expectHidden(
      await send(stack.url, { ...requestOf(row, ids, { companions: false }), token: attendant.token }),
    );
  });

  it('sees no number on any page or in any cursor', async () => {
    for (const path of [
      '/contacts?',
      '/contacts?searchParam=ana&',
      '/tickets?status=closed&',
      '/tickets?status=search&',
    ]) {
      let cursor: string | null = '';
      for (let page = 0; cursor !== null && page < 10; page++) {
        const answer: HttpAnswer = await ask(
          attendant.token,
          'GET',
          cursor === '' ? path.slice(0, -1) : `${path}cursor=${encodeURIComponent(cursor)}`,
        );
        expectHidden(answer);
        cursor = z.object({ cursor: z.string().nullable() }).parse(answer.body).cursor;
      }
    }
    expect(
      z.object({ hasMore: z.literal(true) }).safeParse((await ask(attendant.token, 'GET', '/contacts')).body)
        .success,
    ).toBe(true);
  });

  it('sees no number in a group: writers, mentions, quotes, reactions', async () => {
    const answer = await ask(attendant.token, 'GET', `/messages/${groupTicket.uuid}`);
    expect(answer.status).toBe(200);
    expectHidden(answer);
    expect(answer.text).toContain(`5561*******01`);
  });

  it('finds no contact by digits of a number, and every contact by name', async () => {
    const digits = [HIDDEN, '97365', '3658', '8299', numberOf(99), spelled(numberOf(99)), '55619', '6582'];
    for (const text of digits) {
      for (const path of [
        '/contacts?',
        '/schedules?',
        '/tickets?status=search&showAll=true&searchOnMessages=true&',
      ]) {
        const target = `${path}searchParam=${encodeURIComponent(text)}`;
        const answer = await ask(attendant.token, 'GET', target);
        expect(answer.body, target).toMatchObject({ count: 0, hasMore: false, cursor: null });
      }
    }
    // Looking up whole numbers is refused as well, because that would confirm guesses.
    for (const number of [numberOf(99), '5500000000000'])
      expect(await ask(attendant.token, 'GET', `/contacts/profile/${number}`)).toMatchObject({
        status: 403,
        body: { error: 'ERR_NO_PERMISSION' },
      });
    expect((await ask(admin, 'GET', `/contacts/profile/${CUSTOMER}`)).status).toBe(200);
    expect((await ask(admin, 'GET', '/contacts?searchParam=97365')).body).toMatchObject({
      count: 16,
      hasMore: true,
    });
    expect((await ask(attendant.token, 'GET', '/contacts?searchParam=ana')).body).toMatchObject({
      count: 16,
      hasMore: true,
    });
    expect((await ask(attendant.token, 'GET', '/contacts?searchParam=ana%2012')).body).toMatchObject({
      count: 1,
    });
    expect(
      (await ask(attendant.token, 'GET', '/tickets?status=search&showAll=true&searchParam=obra')).body,
    ).toMatchObject({ count: 1 });
  });

  it('changes no number by sending back the masked form', async () => {
    const number = `5521${HIDDEN}55`;
    const hidden = { name: spelled(number), number, email: `${number}@example.com` };
    const { id } = await makeContact(company.table, {
      ...hidden,
      extraInfo: [{ id: 'a', name: 'recado', value: number }],
    });
    const shown = await ask(attendant.token, 'GET', `/contacts/${id}`);
    expectHidden(shown);
    const whole = z.record(z.string(), z.unknown()).parse(shown.body);
    const before = await ask(admin, 'GET', `/contacts/${id}`);
    expect(before.body).toMatchObject(hidden);
    expect((await ask(attendant.token, 'PUT', `/contacts/${id}`, whole)).status).toBe(200);
    const sameSchema = z.object({
      name: z.string(),
      number: z.string(),
      email: z.string(),
      extraInfo: z.array(z.unknown()),
    });
    const after = await ask(admin, 'GET', `/contacts/${id}`);
    expect(sameSchema.parse(after.body)).toEqual(sameSchema.parse(before.body));
    // A masked number that the user made up is no valid number.
    for (const [made, status] of [
      [{ number: '5511*******99' }, 403],
      [{ email: 'r*@example.com' }, 400],
    ] as const)
      expect(await ask(attendant.token, 'PUT', `/contacts/${id}`, { ...whole, ...made })).toMatchObject({
        status,
      });
    const renamed = await ask(attendant.token, 'PUT', `/contacts/${id}`, { ...whole, name: 'Rita' });
    expect(renamed.body).toMatchObject({ name: 'Rita' });
  });

  it('sees no number in the file name of a download', async () => {
    const linked = await ask(attendant.token, 'GET', `/media/link/${ids.message}`);
    const { url } = z.object({ url: z.string() }).parse(linked.body);
    const file = await send(stack.url, { method: 'GET', target: url });
    expect(file.status).toBe(200);
    expectHidden(file);
  });

  it('cannot send on a number as a contact card or a message that contains it', async () => {
    const target = await makeContact(company.table, { name: 'Cúmplice' });
    const forwarded = await ask(attendant.token, 'POST', '/message/forward', {
      messageId: ids.message,
      contactId: target.id,
    });
    expect([403, 404]).toContain(forwarded.status);
    expectHidden(forwarded);
  });

  it('gets no number in live events', async () => {
    await stack.drain();
    expect(frames.length).toBeGreaterThan(10);
    for (const frame of frames) expect(frame.match(LEAK)?.[0], frame).toBeUndefined();
    for (const digest of DIGESTS) expect(frames.join('\n')).not.toContain(digest);
  });
});
