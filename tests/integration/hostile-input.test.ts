import { systemIds } from '@prosa/functions/platform/ids.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { CampaignReceiver, Suppression } from '@prosa/functions/platform/table/entities/campaigns.ts';
import { Contact } from '@prosa/functions/platform/table/entities/contacts.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { WebhookDelivery } from '@prosa/functions/platform/table/entities/webhook-endpoints.ts';
import { nextId } from '@prosa/functions/platform/table/updates.ts';
import { loadContact } from '@prosa/functions/repositories/contacts/contacts.ts';
import { callItem } from '@prosa/functions/repositories/integrations/integration-calls.ts';
import { auditItem } from '@prosa/functions/repositories/rows/audit.ts';
import { CONTACT_TICKETS_PER_PAGE } from '@prosa/functions/repositories/tickets/ticket-lists.ts';
import { loadTicket } from '@prosa/functions/repositories/tickets/tickets.ts';
import { type Stack, startStack } from '@prosa/infra/local/stack.ts';
import { ROUTE_GROUPS } from '@prosa/infra/programs.ts';
import { CHATS_PER_PAGE } from '@prosa/shared/contracts/internal-chats.ts';
import { TEMPLATES_PER_PAGE } from '@prosa/shared/contracts/message-templates.ts';
import { CSRF_HEADER, type RouteGroup, type RouteShape } from '@prosa/shared/contracts/route.ts';
import { CALLS_PER_PAGE } from '@prosa/shared/contracts/service-calls.ts';
import { DELIVERIES_PER_PAGE } from '@prosa/shared/contracts/webhook-endpoints.ts';
import { ERROR_CATALOGUE } from '@prosa/shared/errors.ts';
import { callerOf } from '@prosa/shared/permissions.ts';
import {
  ANNOUNCEMENTS_PER_PAGE,
  AUDIT_ENTRIES_PER_PAGE,
  FILES_PER_PAGE,
  RECEIVERS_PER_PAGE,
} from '@prosa/shared/rules/list-sizes.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { plantAnnouncement } from '../factories/announcements.ts';
import { plantAssistantCall } from '../factories/assistants.ts';
import { brokenForms, FORM_TYPE, reorderedForm } from '../factories/broken-forms.ts';
import type { TestUser } from '../factories/company.ts';
import { fileMessage } from '../factories/file-message.ts';
import { textEvent } from '../factories/inbound-events.ts';
import { plantChat } from '../factories/internal-chats.ts';
import { addCloudConnection, addTemplate } from '../factories/templates.ts';
import { makeTicket } from '../factories/tickets.ts';
import { everyNth } from '../support/depth.ts';
import { inputSchemaOf } from '../support/schema-example.ts';
import { errorOf, type HttpAnswer, send } from './support/http.ts';
import { propertiesOf, type RouteRequest, requestOf } from './support/route-requests.ts';
import { companyLines } from './support/table-scan.ts';
import { makeTenant, type Tenant } from './support/tenant.ts';

const rows: RouteShape[] = Object.values<RouteGroup>(ROUTE_GROUPS).flatMap((group) => Object.values(group));
const withBody = rows.filter(({ body }) => body !== undefined);
const named = (list: readonly RouteShape[]) => list.map((row) => ({ id: row.id, row }));
const MB = 1024 * 1024;
/** Characters. Requests of ten times as many show that a refusal does not repeat them; one route gets a megabyte. */
const LONGEST_REFUSAL = 10_000;
const BUSINESS = '102300000000009';
const CODES = Object.keys(ERROR_CATALOGUE);

let stack: Stack;
let tenant: Tenant;
let other: Tenant;
/**
 * A token for each route of the external API, by the route's id. Each is of a connection of its own, because a connection
 * may make only 100 calls at once.
 */
const apiTokens = new Map<string, string>();
let operator: TestUser;
let before: readonly string[] = [];
/** A connection with message templates. */
const cloudConnections = new Map<Tenant, number>();
/**
 * Rows that change by themselves: the session host replaces its QR code regularly, and sends that it never takes end
 * as `unknown` after two minutes.
 */
const CHANGES_ALONE = /"_e":\{"S":"connection(State|Health)"\}|"sendState":\{"S":"(pending|unknown)"\}/;
const rowsAtRest = async (): Promise<string[]> =>
  (await companyLines(stack.endpoints.table, tenant.ids.company)).filter((row) => !CHANGES_ALONE.test(row));

/**
 * Creates enough of everything for a second page: 40 tickets, 20 messages, 100 contacts and 20 users fill the first.
 */
const fillPages = async ({ company, ids, owner }: Tenant): Promise<void> => {
  const { table, id: companyId } = company;
  const where = { companyId, connectionId: ids.connection };
  for (let i = 0; i < 41; i++) {
    const event = textEvent(where, `55117${String(10_000_000 + i)}`, `text ${i}`);
    stack.sqs.queue('inbound').send({
      body: JSON.stringify(event),
      groupId: `${companyId}:${i}`,
      deduplicationId: event.providerMessageId,
    });
  }
  for (let i = 0; i < 21; i++) await company.addUser();
  const first = await nextId(table, Contact, 100);
  await commit(
    Array.from({ length: 100 }, (_, i) =>
      table.put(
        Contact,
        {
          companyId,
          id: first + i,
          name: `Contact ${i}`,
          number: `55118${String(10_000_000 + i)}`,
          channel: 'whatsapp',
        },
        'absent',
      ),
    ),
  );
  const { token } = company.admin;
  const post = async (target: string, body: Record<string, unknown>): Promise<void> => {
    const { status, text } = await send(stack.url, { method: 'POST', target, token, body });
    expect(status, text).toBeLessThan(300);
  };
  for (let i = 0; i < 51; i++)
    await post('/api/schedules', {
      body: `Lembrete ${i}`,
      contactId: first,
      sendAt: '2099-01-01T12:00:00.000Z',
    });
  for (let i = 0; i < 21; i++) {
    await post('/api/tags', { name: `Etiqueta ${i}`, color: '#336699', kanban: 0 });
    await post('/api/quick-messages', { shortcode: `atalho${i}`, message: 'Olá' });
    await post('/api/files', { name: `lista ${i}`, message: 'Olá' });
    await post('/api/flowbuilder', { name: `fluxo ${i}` });
    await post('/api/contact-lists', { name: `lista ${i}` });
    const number = String(5_521_955_550_000 + i);
    await post('/api/contact-list-items', { contactListId: ids.contactList, name: 'Pessoa', number });
    const whom = { contactListId: ids.contactList, whatsappId: ids.connection };
    await post('/api/campaigns', { name: `campanha ${i}`, message1: 'Olá', ...whom });
  }
  for (let i = 0; i <= ANNOUNCEMENTS_PER_PAGE; i++) await plantAnnouncement();
  for (let i = 0; i <= CHATS_PER_PAGE; i++) await plantChat(company, [company.admin, owner]);
  const numbers = Array.from({ length: RECEIVERS_PER_PAGE + 1 }, (_, i) => `55215${String(55_600_000 + i)}`);
  await commit(
    numbers.map((number, position) =>
      table.put(
        CampaignReceiver,
        { companyId, campaignId: ids.campaign, position, name: 'Pessoa', number },
        'absent',
      ),
    ),
  );
  await commit(
    numbers.map((number) => table.put(Suppression, { companyId, number, reason: 'added' }, 'absent')),
  );
  const contact = await loadContact(table, ids.contact);
  if (contact === undefined) throw new Error('a tenant without a contact');
  for (let i = 0; i < 41; i++) {
    const connectionId = await company.addConnection();
    if (i <= CONTACT_TICKETS_PER_PAGE) await makeTicket(table, { contact, connectionId });
  }
  const ticket = await loadTicket(table, ids.ticket);
  if (ticket === undefined) throw new Error('a tenant without a ticket');
  const { contactId, id: ticketId } = ticket;
  const source = {
    principal: { userId: company.admin.id, user: { name: 'Ana' } },
    request: { ip: '127.0.0.1' },
    ids: systemIds,
    nowMs: Date.now(),
  };
  await commit(
    Array.from({ length: AUDIT_ENTRIES_PER_PAGE + 1 }, () => auditItem(table, source, 'queues.reorder')),
  );
  await commit(
    Array.from({ length: FILES_PER_PAGE + 1 }, (_, i) =>
      table.put(
        Message,
        fileMessage({ companyId, contactId, connectionId: ids.connection, ticketId }, i),
        'absent',
      ),
    ),
  );
  for (let i = 0; i <= TEMPLATES_PER_PAGE; i++)
    await addTemplate(company, { businessId: BUSINESS, id: String(i), name: `modelo_${i}` });
  const createdAt = new Date().toISOString();
  await commit(
    Array.from({ length: CALLS_PER_PAGE }, (_, i) =>
      callItem(
        table,
        {
          companyId,
          integrationId: ids.integration,
          id: `01m8ba9466000${String(i).padStart(2, '0')}`,
          ticketId: null,
          at: createdAt,
          durationMs: 12,
          request: '{}',
          status: 200,
          failure: '',
          answer: '',
        },
        Date.now(),
      ),
    ),
  );
  for (let i = 0; i < CALLS_PER_PAGE; i++)
    await plantAssistantCall(company, ids.assistant, { id: `01m8ba9466000${String(i).padStart(2, '0')}` });
  await commit(
    Array.from({ length: DELIVERIES_PER_PAGE }, (_, i) =>
      table.put(
        WebhookDelivery,
        {
          companyId,
          endpointId: ids.endpoint,
          id: `01m8ba9466000${String(i).padStart(2, '0')}-t1`,
          type: 'ticket.created',
          subject: 't1',
          body: '{}',
          state: 'delivered',
          attempts: 1,
          createdAt,
          nextAt: null,
          last: null,
        },
        'absent',
      ),
    ),
  );
  await stack.drain();
};

beforeAll(async () => {
  stack = await startStack({ seed: 'none', whatsapp: 'none' });
  tenant = await makeTenant(stack, 'HERE', 100, 25);
  other = await makeTenant(stack, 'THERE', 5000);
  for (const { id } of rows.filter(({ permission }) => permission === 'api-token'))
    apiTokens.set(id, await tenant.company.addApiToken(await tenant.company.addConnection()));
  operator = await tenant.company.addUser({ profile: 'admin', super: true });
  for (const each of [tenant, other])
    cloudConnections.set(
      each,
      await addCloudConnection(each.company, { accountId: `${each.ids.company}`, businessId: BUSINESS }),
    );
  await fillPages(tenant);
  // The bot answers a second after a customer's last text.
  await vi.waitFor(
    async () => expect((await rowsAtRest()).some((row) => row.includes('unanswered'))).toBe(false),
    { timeout: 60_000, interval: 200 },
  );
  await stack.drain();
  before = await rowsAtRest();
});
afterAll(() => stack?.stop());

const tokenFor = ({ id, permission }: RouteShape): string | undefined => {
  if (permission === 'public') return undefined;
  if (permission === 'api-token') return apiTokens.get(id);
  return permission === 'super' ? operator.token : tenant.company.admin.token;
};
/** Headers of the app's own pages. Without them a route that takes the cookie reads nothing of a request. */
const headersOfPages = (): Record<string, string> => ({ origin: stack.url, [CSRF_HEADER]: 'web' });
const sendAs = (row: RouteShape, request: RouteRequest, body: unknown): Promise<HttpAnswer> =>
  send(stack.url, { ...request, body, token: tokenFor(row), headers: headersOfPages() });

const detailsSchema = z.object({
  error: z.string(),
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
const pathsOf = ({ body }: HttpAnswer): string[] =>
  (detailsSchema.parse(body).details ?? []).map(({ path }) => path);

const expectRefused = (answer: HttpAnswer, path: string): void => {
  expect([answer.status, errorOf(answer)], `${path}: ${answer.text}`).toEqual([400, 'ERR_VALIDATION']);
  expect(
    pathsOf(answer).some((found) => found === path || found.startsWith(`${path}.`)),
    `${path} in ${answer.text}`,
  ).toBe(true);
};
/** Expects an answer of the product: an error has a code of the catalogue, and no text reveals internals. */
const expectOurs = (answer: HttpAnswer, what: string): void => {
  expect(answer.status, `${what}: ${answer.text}`).toBeLessThan(500);
  if (answer.status >= 400) expect(CODES, `${what}: ${answer.text}`).toContain(errorOf(answer));
  expect(answer.text).not.toMatch(/\bat \w+.*\.(ts|js):\d+|node_modules|ValidationException|ZodError/);
};

const HOSTILE_TEXTS = [
  '',
  '0',
  '-1',
  '1.5',
  '1e3',
  '99999999999999999999',
  'NaN',
  'null',
  "' OR 1=1 --",
  '{"$gt":""}',
  'C#1#ORG',
  'constructor',
  '__proto__',
  '../../etc/passwd',
  '\u0000',
  '\r\nset-cookie: a=b',
  '\u202egnp.exe',
  '\ud800',
  '💥'.repeat(100),
  'x'.repeat(5000),
];

/**
 * Numbers and days at and beyond the ends of every reasonable range. Every request with them gets an answer or a
 * proper refusal.
 */
const EXTREMES = [
  '2',
  '3660',
  '36500',
  '99999',
  '1000000000',
  '2147483648',
  '999999999999999',
  '-2147483648',
  'Infinity',
  '-0',
  '1970-01-01',
  '2199-12-31',
  '0001-01-01',
  '9999-12-31',
  '2026-02-30',
  '+275760-09-13',
  '0001-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
];

/**
 * Fields that would raise a user's rights or change a row's identity, for any body. `family-client.test.ts` checks that
 * they are not written when clients send back whole rows.
 */
const EXTRA = {
  id: 1,
  super: true,
  profile: 'admin',
  createdAt: '2020-01-01T00:00:00.000Z',
  dueDate: '2999-01-01T00:00:00.000Z',
  version: 99,
  passwordHash: 'x',
  sessionVersion: 0,
  tokenHash: 'x',
};

const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

describe.each(named(everyNth(withBody, 4)))('the body of $id', ({ row }) => {
  const base = () => requestOf(row, tenant.ids, { companions: false });
  const schema = row.body === undefined ? {} : inputSchemaOf(row.body);
  const properties = propertiesOf(row.body);

  it('a missing field is named', async () => {
    for (const name of schema.required ?? []) {
      const request = base();
      const { [name]: _left, ...rest } = request.body ?? {};
      expectRefused(await sendAs(row, request, rest), `body.${name}`);
    }
  });

  it('a field of the wrong type is named', async () => {
    for (const [name, property] of Object.entries(properties)) {
      if (JSON.stringify(property) === '{}') continue;
      const request = base();
      // An object without required fields may be any other object, whose fields are ignored.
      const wrong = z.object({ type: z.literal('object') }).safeParse(property).success
        ? [[]]
        : { unexpected: [[]] };
      expectRefused(await sendAs(row, request, { ...request.body, [name]: wrong }), `body.${name}`);
    }
  });

  it('a field that is too long is named', async () => {
    for (const [name, property] of Object.entries(properties)) {
      const limit = /^\{[^{}]*"maxLength":(\d+)[^{}]*\}$/.exec(JSON.stringify(property))?.[1];
      if (limit === undefined || !JSON.stringify(property).includes('"string"')) continue;
      const request = base();
      expectRefused(
        await sendAs(row, request, { ...request.body, [name]: 'x'.repeat(Number(limit) + 1) }),
        `body.${name}`,
      );
    }
  });

  it('S-19 drops fields that the contract does not name', () => {
    if (row.body === undefined) throw new Error('no body');
    const { body } = requestOf(row, tenant.ids);
    const unasked = Object.keys(EXTRA).filter((name) => !(name in properties));
    const handed = z.record(z.string(), z.unknown()).parse(z.parse(row.body, { ...EXTRA, ...body }));
    expect(unasked.filter((name) => name in handed)).toEqual([]);
  });

  it('S-19 is refused when it names another company', async () => {
    if (callerOf(row.permission) !== 'user') return expect(row.permission).not.toBe('authenticated');
    const { companyId: _own, ...body } = base().body ?? {};
    const foreign = await sendAs(row, base(), { ...body, companyId: other.ids.company });
    expect([foreign.status, errorOf(foreign)], foreign.text).toEqual([403, 'ERR_NO_PERMISSION']);
  });

  it('S-31 the prototype is not polluted', async () => {
    const request = base();
    const rest = JSON.stringify(request.body ?? {}).slice(1);
    const comma = rest === '}' ? '' : ',';
    for (const poison of [
      '"__proto__":{"polluted":1}',
      '"constructor":{"prototype":{"polluted":1}}',
      '"prototype":{"polluted":1}',
    ]) {
      expectRefused(await sendAs(row, request, `{${poison}${comma}${rest}`), 'body');
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it("S-36 S-37 a refusal does not repeat the request's contents", async () => {
    const request = base();
    const large = 'x'.repeat(row === withBody[0] ? MB - 1000 : 10 * LONGEST_REFUSAL);
    const many = Object.fromEntries(
      Array.from({ length: LONGEST_REFUSAL / 10 }, (_none, at) => [`${at}-${'k'.repeat(100)}`, at]),
    );
    const first = Object.keys(properties)[0] ?? 'a';
    const bodies: unknown[] = [
      { [large]: 1 },
      many,
      { a: { [large]: { b: 1 } } },
      { [first]: many },
      { [first]: { [large]: [] } },
      `{"${large}":{"__proto__":1}}`,
      `{"${large}":{"a":${nested(21)}}}`,
      { ...request.body, [first]: large },
    ];
    // A body without required fields is accepted, because unknown fields are ignored. The id of another company keeps it
    // from being written.
    const foreign = { companyId: other.ids.company };
    for (const body of bodies) {
      const sent = typeof body === 'string' ? body : { ...foreign, ...z.looseObject({}).parse(body) };
      const answer = await sendAs(row, request, sent);
      expectOurs(answer, 'a large body');
      expect(answer.text.length, answer.text.slice(0, 300)).toBeLessThan(LONGEST_REFUSAL);
      expect(JSON.stringify(answer.headers).length).toBeLessThan(4_000);
    }
  });

  it('S-36 size, depth and length are limited', async () => {
    const request = base();
    for (const malformed of [
      '{',
      '[]',
      '"x"',
      'null',
      '1',
      '{"a":1}{"b":2}',
      '\ufeff{}',
      nested(21),
      `{"a":[${'1,'.repeat(1000)}1]}`,
    ]) {
      expectRefused(await sendAs(row, request, malformed), 'body');
    }
    const large = await sendAs(row, request, JSON.stringify({ a: 'x'.repeat(MB) }));
    expect([large.status, errorOf(large)]).toEqual([413, 'ERR_PAYLOAD_TOO_LARGE']);
  });
});

describe.each(named(everyNth(rows, 4)))('a form for $id', ({ row }) => {
  const asForm = (type: string, body: string): Promise<HttpAnswer> => {
    const { method, target } = requestOf(row, tenant.ids, { companions: false });
    const headers = {
      ...headersOfPages(),
      'content-type': type,
      'content-length': String(Buffer.byteLength(body)),
    };
    return send(stack.url, { method, target, token: tokenFor(row), body, headers });
  };
  const refusal = row.multipart === undefined ? [415, 'ERR_MEDIA_TYPE'] : [400, 'ERR_VALIDATION'];

  it('is refused when malformed, and the server survives', async () => {
    // Only routes that read a body look at the form.
    for (const { what, type, body } of row.body === undefined ? [] : brokenForms(row.multipart ?? 'file')) {
      const answer = await asForm(type, body);
      expect([answer.status, errorOf(answer)], `${what}: ${answer.text}`).toEqual(refusal);
    }
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('may have its file before the fields', async () => {
    if (row.multipart === undefined) return expect(row.multipart).toBeUndefined();
    if (callerOf(row.permission) === 'api-token') {
      const named = await asForm(FORM_TYPE, reorderedForm(row.multipart, { number: 'none' }));
      // A number that was not read would be missing.
      return expect(named.text).toContain('digits alone');
    }
    const answer = await asForm(
      FORM_TYPE,
      reorderedForm(row.multipart, { companyId: String(other.ids.company) }),
    );
    // The field after the file was read, because it names another company.
    expect([answer.status, errorOf(answer)], answer.text).toEqual([403, 'ERR_NO_PERMISSION']);
  });
});

describe.each(
  named(
    everyNth(
      rows.filter(({ params, query }) => params !== undefined || query !== undefined),
      4,
    ),
  ),
)('the address of $id', ({ row }) => {
  const target = (): URL => new URL(requestOf(row, tenant.ids, { companions: false }).target, stack.url);
  /**
   * Sends a request to the address, with an empty body if the route has a body. A hostile address must not reach a
   * row, so writes change nothing.
   */
  const ask = async (url: string, what: string): Promise<HttpAnswer> => {
    const answer = await send(stack.url, {
      method: row.method,
      target: url,
      token: tokenFor(row),
      ...(row.body === undefined ? {} : { body: {} }),
    });
    expectOurs(answer, what);
    return answer;
  };

  it('hostile parameters find nothing', async () => {
    const names = Object.keys(propertiesOf(row.params));
    for (const name of names) {
      for (const text of HOSTILE_TEXTS.filter((candidate) => candidate !== '' && candidate !== '\ud800')) {
        const path = `/api${row.path.replace(/\{(\w+)\}/g, (_whole, other: string) => (other === name ? encodeURIComponent(text) : '1'))}`;
        const answer = await ask(path, `${name}=${text}`);
        expect(answer.status).toBeGreaterThanOrEqual(400);
      }
    }
    expect(names.every((name) => row.path.includes(`{${name}}`))).toBe(true);
  });

  it('extreme numbers and days are answered, alone and combined', async () => {
    // Only GET calls are sent, because one of these values may name an existing row.
    if (row.method !== 'GET') return expect(row.method).not.toBe('GET');
    const names = Object.entries(propertiesOf(row.query)).flatMap(([name, property]) => {
      const text = JSON.stringify(property);
      return /"(integer|number)"|"date|\\d/.test(text) && !text.includes('"array"') ? [name] : [];
    });
    for (const [at, text] of EXTREMES.entries()) {
      const opposite = EXTREMES.at(-1 - at) ?? text;
      const queries = [...names.map((name) => [[name, text]]), names.map((name) => [name, text])];
      if (names.length > 1) queries.push(names.map((name, index) => [name, index % 2 ? opposite : text]));
      for (const query of names.length === 0 ? [] : queries) {
        const url = target();
        for (const [name = '', value = ''] of query) url.searchParams.set(name, value);
        await ask(`${url.pathname}${url.search}`, url.search);
      }
    }
  });

  it('hostile queries are survived', async () => {
    const names = Object.keys(propertiesOf(row.query));
    for (const name of names) {
      for (const text of HOSTILE_TEXTS.filter((candidate) => candidate !== '\ud800')) {
        const url = target();
        url.searchParams.set(name, text);
        await ask(`${url.pathname}${url.search}`, `${name}=${text}`);
      }
    }
    if (row.query === undefined || row.permission === 'webhook') return;
    const url = target();
    url.searchParams.set('unasked', '1');
    expect((await ask(`${url.pathname}${url.search}`, 'an unknown parameter')).status).toBe(400);
  });
});

describe('bodies of unknown routes', () => {
  it('S-36 11 MB are refused before routing', async () => {
    const answer = await send(stack.url, {
      method: 'POST',
      target: '/api/auth/login',
      body: 'x'.repeat(11 * MB),
    });
    expect([answer.status, errorOf(answer)]).toEqual([413, 'ERR_PAYLOAD_TOO_LARGE']);
  });
});

describe('S-23 cursors belong to one company and one list', () => {
  const paged = rows.filter((row) => 'cursor' in propertiesOf(row.query));
  const pageSchema = z.looseObject({ cursor: z.string().nullable().optional() });
  const FIRST_PAGE: Record<string, (of: Tenant) => string> = {
    'tickets.list': ({ ids }) => `/api/tickets?status=pending&showAll=true&queueIds=[${ids.queue}]`,
    'messages.list': ({ ids }) => `/api/messages/${ids.ticketUuid}?markRead=false`,
    'messages.files': ({ ids }) => `/api/messages/${ids.ticketUuid}/files?`,
    'tickets.ofContact': ({ ids }) => `/api/contacts/${ids.contact}/tickets?`,
    'messageTemplates.list': (of) => `/api/message-templates?whatsappId=${cloudConnections.get(of)}`,
    'webhookEndpoints.deliveries': ({ ids }) => `/api/webhook-endpoints/${ids.endpoint}/deliveries?`,
    'integrations.calls': ({ ids }) => `/api/queueIntegration/${ids.integration}/calls?`,
    'assistants.calls': ({ ids }) => `/api/prompt/${ids.assistant}/calls?`,
    'contacts.list': () => '/api/contacts?',
    'users.list': () => '/api/users?',
    'schedules.list': () => '/api/schedules?',
    'tags.list': () => '/api/tags?',
    'kanban.tickets': () => '/api/ticket/kanban?laneId=0',
    'quickMessages.list': () => '/api/quick-messages?',
    'fileLists.list': () => '/api/files?',
    'flows.list': () => '/api/flowbuilder?',
    'campaigns.list': () => '/api/campaigns?',
    'campaigns.listReceivers': ({ ids }) => `/api/campaigns/${ids.campaign}/receivers?`,
    'campaigns.listSuppressions': () => '/api/campaign-suppressions?',
    'contactLists.list': () => '/api/contact-lists?',
    'contactLists.listItems': ({ ids }) => `/api/contact-list-items?contactListId=${ids.contactList}`,
    'connections.listAll': () => '/api/whatsapp/all?',
    'audit.list': () => '/api/audit?',
    'announcements.list': () => '/api/announcements?',
    'internalChats.list': () => '/api/chats?',
    'internalChats.messages': ({ ids }) => `/api/chats/${ids.chat}/messages?`,
  };
  const targetOf = (row: RouteShape, of = tenant): string => {
    const target = FIRST_PAGE[row.id]?.(of);
    if (target === undefined) throw new Error(`say in FIRST_PAGE how a page of ${row.id} is asked for`);
    return target;
  };
  const get = (row: RouteShape, target: string, cursor: string | undefined, token = tokenFor(row)) =>
    send(stack.url, {
      method: 'GET',
      target: cursor === undefined ? target : `${target}&cursor=${encodeURIComponent(cursor)}`,
      token,
    });
  const cursorOf = async (row: RouteShape): Promise<string> => {
    const { body, headers } = await get(row, targetOf(row), undefined);
    const [, linked] = /[?&]cursor=([^>&]+)/.exec(String(headers.link ?? '')) ?? [];
    const cursor = Array.isArray(body) ? linked && decodeURIComponent(linked) : pageSchema.parse(body).cursor;
    if (typeof cursor !== 'string') throw new Error(`${row.id} has no second page`);
    return cursor;
  };
  const REFUSED = [400, 'ERR_CURSOR_INVALID'];

  it.each(named(paged))('$id: accepts its own cursor', async ({ row }) => {
    expect((await get(row, targetOf(row), await cursorOf(row))).status).toBe(200);
  });

  it.each(named(paged))('$id: refuses invented and edited cursors', async ({ row }) => {
    const cursor = await cursorOf(row);
    const edited = [0, 5, Math.floor(cursor.length / 2), cursor.length - 2].map(
      (at) => cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1),
    );
    for (const wrong of [
      ...edited,
      'x',
      'a.b',
      'a.b.c',
      '.',
      cursor.slice(0, -1),
      `${cursor}A`,
      cursor.replace('.', '..'),
    ]) {
      const answer = await get(row, targetOf(row), wrong);
      expect([answer.status, errorOf(answer)], wrong).toEqual(REFUSED);
    }
  });

  /** A cursor of each list: one serves for all other lists. */
  const cursors = new Map<string, string>();
  it.each(named(paged))('$id: refuses cursors of another list', async ({ row }) => {
    for (const from of paged.filter((candidate) => candidate !== row)) {
      const cursor = cursors.get(from.id) ?? (await cursorOf(from));
      cursors.set(from.id, cursor);
      const answer = await get(row, targetOf(row), cursor);
      expect([answer.status, errorOf(answer)], from.id).toEqual(REFUSED);
    }
  });

  it.each(named(paged.filter(({ params, tenancy }) => params === undefined && tenancy === 'company')))(
    '$id: refuses cursors of another company',
    async ({ row }) => {
      const cursor = await cursorOf(row);
      const answer = await get(row, targetOf(row, other), cursor, other.company.admin.token);
      expect([answer.status, errorOf(answer)]).toEqual(REFUSED);
    },
  );
});

describe('after all hostile requests', () => {
  it('no row of the company has changed', async () => {
    const after = await rowsAtRest();
    expect([
      ...after.filter((row) => !before.includes(row)),
      ...before.filter((row) => !after.includes(row)),
    ]).toEqual([]);
  });
});
