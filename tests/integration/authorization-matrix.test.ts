import { type Stack, startStack } from '@prosa/infra/local/stack.ts';
import { ROUTE_GROUPS } from '@prosa/infra/programs.ts';
import type { RouteGroup, RouteShape } from '@prosa/shared/contracts/route.ts';
import { CSRF_HEADER } from '@prosa/shared/contracts/route.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, type TestUser } from '../factories/company.ts';
import { type Access, REVIEWED_ACCESS, ROLES, type Role } from '../invariants/reviewed-access.ts';
import { importsOf, sourceFiles } from '../invariants/support/source-files.ts';
import { type GraphStub, startGraphStub } from '../support/graph-stub.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { sendForeignRequests } from './support/foreign-requests.ts';
import { errorOf, type HttpAnswer, send } from './support/http.ts';
import { idFieldsOf, requestOf, type TenantIds } from './support/route-requests.ts';
import { companyDigest } from './support/table-scan.ts';
import { makeTenant, type Tenant } from './support/tenant.ts';

const rows: RouteShape[] = Object.values<RouteGroup>(ROUTE_GROUPS).flatMap((group) => Object.values(group));
const accessTo = ({ id }: RouteShape): Access => {
  const access = REVIEWED_ACCESS[id];
  if (access === undefined)
    throw new Error(`${id}: nobody has reviewed who may call it (reviewed-access.ts)`);
  return access;
};
const reviewed = rows.map((row) => ({ id: row.id, row, access: accessTo(row) }));
const forUsers = reviewed.flatMap(({ id, row, access }) =>
  typeof access.who === 'string' ? [] : [{ id, row, access: { ...access, who: access.who } }],
);
const forSystems = reviewed.filter(({ access }) => access.who === 'system');
const forStrangers = reviewed.filter(({ access }) => 'why' in access);
const isForSystems = (row: RouteShape): boolean => accessTo(row).who === 'system';

/** What each role's user has of its own, as stored. */
const FLAGS = {
  showDashboard: true,
  allowRealTime: true,
  allUserChat: true,
  allowGroup: true,
  allTicket: true,
  allHistoric: true,
  allowSharedItems: true,
  userClosePendingTicket: true,
};
const STORED: Record<Role, object> = {
  user: { userClosePendingTicket: false },
  'user with allowConnections': { userClosePendingTicket: false, allowConnections: true },
  'user with every other flag': FLAGS,
  admin: { profile: 'admin' },
  super: { profile: 'admin', super: true },
};
const FEATURES = [
  'useWhatsapp',
  'useFacebook',
  'useExternalApi',
  'useSchedules',
  'useKanban',
  'useCampaigns',
  'useIntegrations',
  'useOpenAi',
  'useInternalChat',
] as const;

let stack: Stack;
let graph: GraphStub;
let victim: Tenant;
let other: Tenant;
const callers = new Map<Role, TestUser>();
const SIGNED_OUT = [401, 'ERR_UNAUTHENTICATED'] as const;
/** Tokens of callers that no route accepts. */
const strangers = new Map<string, string | undefined>();
const admins = { expired: '', expiredSuper: '', featureless: '' };
/** API tokens of connections, by company. */
const tokens = { own: '', expired: '', featureless: '' };
const companies = { expired: 0, featureless: 0 };

const callerOf = (role: Role): TestUser => {
  const caller = callers.get(role);
  if (caller === undefined) throw new Error(`no ${role}`);
  return caller;
};

beforeAll(async () => {
  // Refuses every account, so that linking one is the handler's refusal and not the network's.
  graph = await startGraphStub();
  stack = await startStack({ seed: 'none', whatsapp: 'none', env: { GRAPH_ENDPOINT: graph.url } });
  victim = await makeTenant(stack, 'CANARY-VICTIM', 5000);
  other = await makeTenant(stack, 'MIRROR', 100);
  const expired = await makeCompany({ company: { dueDate: '2020-01-01' } });
  const featureless = await makeCompany({ plan: { without: FEATURES } });
  for (const role of ROLES) callers.set(role, await other.company.addUser(STORED[role]));
  Object.assign(companies, { expired: expired.id, featureless: featureless.id });
  Object.assign(admins, {
    expired: expired.admin.token,
    expiredSuper: (await expired.addUser({ profile: 'admin', super: true })).token,
    featureless: featureless.admin.token,
  });
  Object.assign(tokens, {
    own: await other.company.addApiToken(other.ids.connection),
    expired: await expired.addApiToken(await expired.addConnection()),
    featureless: await featureless.addApiToken(await featureless.addConnection()),
  });
  const removed = await other.company.addUser({ active: false });
  strangers
    .set('nobody', undefined)
    .set('an API token', tokens.own)
    .set('half a token', callerOf('super').token.slice(0, -5))
    .set('a deactivated user', removed.token);
});
afterAll(async () => {
  await stack?.stop();
  await graph?.stop();
});

/** Ids of rows that do not exist: a caller who passes the access checks finds nothing to change. */
const nobodys = (companyId: number): TenantIds => ({
  company: companyId,
  ticket: 999_999,
  ticketUuid: '0193f0e2-6e4a-4c1b-8f8a-000000999999',
  contact: 999_999,
  queue: 999_999,
  connection: 999_999,
  schedule: 999_999,
  user: 999_999,
  tag: 999_999,
  lane: 999_999,
  message: `999999.999999.1763640000000-${'0'.repeat(20)}`,
  note: `999999.${'0'.repeat(20)}`,
  quickMessage: 999_999,
  fileList: 999_999,
  contactList: 999_999,
  contactListItem: 999_999,
  campaign: 999_999,
  flow: 999_999,
  flowPhrase: 999_999,
  mediaKey: 'pending/t/999999/0193f0e2-6e4a-4c1b-8f8a-000000999999',
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
});

const ask = (row: RouteShape, token: string | undefined, ids: TenantIds): Promise<HttpAnswer> =>
  send(stack.url, { ...requestOf(row, ids, { companions: false }), token });
const expectRefused = (answer: HttpAnswer, status: number, error: string, who: string): void =>
  expect([answer.status, errorOf(answer)], who).toEqual([status, error]);
/**
 * Expects that the caller passed the access checks. Whether the handler then finds a row does not depend on the
 * caller.
 */
const expectLetIn = (answer: HttpAnswer, who: string): void => {
  expect([401, 403], `${who}: ${answer.text}`).not.toContain(answer.status);
  expect(answer.status, `${who}: ${answer.text}`).toBeLessThan(500);
};

/** Its body has the filters of a list, so it may name ids that do not exist, too. */
const EXPORT_WITH_FILTERS = 'ticketReport.createExport';

describe('S-15 S-16 access of every caller to every route, as reviewed by hand', () => {
  it('this test imports no permission code of the product', () => {
    const checks = sourceFiles('tests').filter(({ path }) =>
      /authorization-matrix\.test|reviewed-access|support\/(route-requests|tenant)\./.test(path),
    );
    expect(checks).toHaveLength(4);
    expect(
      checks.flatMap(importsOf).filter(({ specifier }) => /permissions|\/rules\//.test(specifier)),
    ).toEqual([]);
  });

  it.each(forUsers)('$id', async ({ row, access }) => {
    const none = nobodys(other.ids.company);
    for (const [name, token] of strangers) expectRefused(await ask(row, token, none), ...SIGNED_OUT, name);
    for (const role of ROLES) {
      const { token, id } = callerOf(role);
      const answer = await ask(row, token, none);
      if (access.who.includes(role)) expectLetIn(answer, role);
      else expectRefused(answer, 403, 'ERR_NO_PERMISSION', role);
      if (access.self) expectLetIn(await ask(row, token, { ...none, user: id }), `${role}, oneself`);
    }
    const isSupers = access.who.includes('super') && !access.who.includes('admin');
    const late = await ask(row, isSupers ? admins.expiredSuper : admins.expired, nobodys(companies.expired));
    if (!access.expired) expectRefused(late, 403, 'ERR_SUBSCRIPTION_EXPIRED', 'an expired company');
    else expectLetIn(late, 'an expired company');
    const poor = await ask(row, admins.featureless, nobodys(companies.featureless));
    if (access.plan !== undefined) expectRefused(poor, 403, 'ERR_PLAN_FEATURE', 'a plan without the feature');
    else if (access.who.includes('admin')) expectLetIn(poor, 'a plan without features');
  });

  it.each(forSystems)('$id, for other systems', async ({ row }) => {
    const none = nobodys(other.ids.company);
    expectRefused(await ask(row, undefined, none), 401, 'ERR_UNAUTHENTICATED', 'nobody');
    for (const [name, token, error] of [
      ['half a token', tokens.own.slice(0, -5), 'ERR_NO_PERMISSION'],
      ['an expired company', tokens.expired, 'ERR_SUBSCRIPTION_EXPIRED'],
      ['a plan without the feature', tokens.featureless, 'ERR_PLAN_FEATURE'],
      ...ROLES.map((role) => [role, callerOf(role).token, 'ERR_NO_PERMISSION'] as const),
    ] as const)
      expectRefused(await ask(row, token, none), 403, error, name);
    const answer = await send(stack.url, {
      ...requestOf(row, { ...none, connection: other.ids.connection }, { companions: false }),
      token: tokens.own,
    });
    expectLetIn(answer, 'its own token');
  });

  it.each(forStrangers)('$id needs no user, and a token gives no further access', async ({ row, access }) => {
    const none = nobodys(other.ids.company);
    const own = { origin: stack.url, [CSRF_HEADER]: 'web' };
    const all = [undefined, tokens.own, ...ROLES.map((role) => callerOf(role).token)];
    for (const token of all) {
      const request = requestOf(row, none);
      const answer = await send(stack.url, { ...request, token });
      const named = await send(stack.url, { ...request, token, headers: own });
      for (const { status, text } of [answer, named]) {
        expect(status, text).toBeLessThan(500);
        expect(text).not.toContain(victim.canary);
      }
      if (access.who === 'cookie') {
        expectRefused(answer, 403, 'ERR_ORIGIN_REFUSED', 'a foreign page');
        // Signing out without a session succeeds, because there is nothing to end. Refreshing without a session is
        // refused.
        expect([named.status, errorOf(named)]).toEqual(
          row.method === 'DELETE' ? [200, undefined] : [401, 'ERR_UNAUTHENTICATED'],
        );
      } else if (access.who === 'provider') {
        for (const { status } of [answer, named]) expect([400, 401, 403]).toContain(status);
      } else if (row.method === 'GET') expect([200, 404]).toContain(answer.status);
      else expectRefused(answer, 401, 'ERR_INVALID_CREDENTIALS', 'made-up credentials');
    }
  });

  it('routes outside the table do not exist', async () => {
    for (const [method, target] of [
      ['GET', '/api/'],
      ['GET', '/api/companies'],
      ['POST', '/api/tickets/1'],
      ['PATCH', '/api/tickets'],
      ['GET', '/api/tickets/../users'],
    ]) {
      const answer = await send(stack.url, {
        method: method ?? '',
        target: target ?? '',
        token: callerOf('super').token,
      });
      expect([404, 405], `${method} ${target}`).toContain(answer.status);
    }
  });
});

describe("S-17 S-18 access to another company's rows", () => {
  const cases = rows
    .filter((row) => !('why' in accessTo(row)))
    .flatMap((row) =>
      idFieldsOf(row).map((field) => ({
        name: `${row.id} ${field.place}.${field.path.join('.')}`,
        row,
        field,
      })),
    );

  it('the id fields of every route are known', () => {
    for (const row of rows) expect(() => idFieldsOf(row)).not.toThrow();
  });

  it('the cases cover every kind of row a company owns', () => {
    expect(new Set(cases.map(({ field }) => field.kind))).toEqual(new Set(Object.keys(nobodys(1))));
  });

  let before = '';
  beforeAll(async () => {
    before = await companyDigest(stack.endpoints.table, victim.ids.company);
  });
  afterAll(async () => {
    expect(await companyDigest(stack.endpoints.table, victim.ids.company)).toBe(before);
  });

  it.each(cases)('S-17 $name', async ({ row, field }) => {
    const request = requestOf(row, other.ids, { foreign: [{ field, ids: victim.ids }] });
    const theirs = isForSystems(row) ? [tokens.own] : [other.company.admin.token, other.owner.token];
    for (const token of theirs) {
      const answer = await send(stack.url, { ...request, token });
      expect(answer.text).not.toContain(victim.canary);
      if (answer.status === 400) {
        // A 400 must complain about this field, and only because its id belongs to another company.
        expect(answer.text).toContain(
          `"${field.path.join('.').replaceAll('[]', '0')}"`.replace('"', `"${field.place}.`),
        );
        const control = requestOf(row, other.ids, { foreign: [{ field, ids: other.ids }] });
        const fine = await send(stack.url, { ...control, token });
        expect(fine.status, `the request itself is wrong: ${fine.text}`).not.toBe(400);
        continue;
      }
      // A list filter may name an id that does not exist; every other request is refused.
      if (!(row.method === 'GET' && field.place === 'query') && row.id !== EXPORT_WITH_FILTERS)
        expect([403, 404, 422], answer.text).toContain(answer.status);
    }
    if (row.method !== 'GET')
      expect(await companyDigest(stack.endpoints.table, victim.ids.company)).toBe(before);
  });

  it('S-17 lists, searches and counts show nothing of another company', async () => {
    const lists = forUsers
      .map(({ row }) => row)
      .filter((row) => row.method === 'GET' && row.params === undefined);
    expect(lists.length).toBeGreaterThan(5);
    for (const row of lists) {
      for (const query of ['', '?searchParam=CANARY', '?searchParam=canary&status=search&showAll=true']) {
        const { target } = requestOf(row, other.ids);
        const answer = await send(stack.url, {
          method: 'GET',
          target: target.includes('?') ? target : target + query,
          token: other.company.admin.token,
        });
        expect(answer.text, `${row.id}${query}`).not.toContain(victim.canary);
      }
    }
  });
});

describe('S-21 access of an attendant to a ticket hidden from them', () => {
  const TICKET_KINDS = new Set(['ticket', 'ticketUuid', 'message', 'note']);
  const cases = forUsers.flatMap(({ row }) => {
    const field = idFieldsOf(row).find(({ kind }) => TICKET_KINDS.has(kind));
    return field === undefined ? [] : [{ name: row.id, row, field }];
  });

  it.each(cases)('$name', async ({ row, field }) => {
    const before = await companyDigest(stack.endpoints.table, victim.ids.company);
    const answer = await send(stack.url, {
      ...requestOf(row, victim.ids, { foreign: [{ field, ids: victim.ids }] }),
      token: victim.stranger.token,
    });
    expect([403, 404], answer.text).toContain(answer.status);
    expect(answer.text).not.toContain(victim.canary);
    expect(await companyDigest(stack.endpoints.table, victim.ids.company)).toBe(before);
  });

  it('no list shows the ticket to the attendant', async () => {
    for (const query of [
      'status=open',
      'status=pending',
      'status=closed',
      'status=open&showAll=true',
      'status=search&searchParam=canary',
      'withUnreadMessages=true',
    ]) {
      const target = `/api/tickets?${query}&queueIds=[${victim.ids.queue}]`;
      const answer = await send(stack.url, { method: 'GET', target, token: victim.stranger.token });
      expect(answer.text, query).not.toContain(victim.canary);
    }
  });
});

describe("S-17 S-21 requests that mix own ids with another company's", () => {
  it('three hundred random requests change nothing of the other company and reveal nothing of it', async () => {
    const who = { victim, other, apiToken: tokens.own };
    const random = seededRandom(20_261_123);
    const ledger = await sendForeignRequests(stack.endpoints.table, stack.url, who, 300, random);
    expect(ledger).toMatchObject({ requests: 300, told: [], failed: [], changed: [] });
  });
});
