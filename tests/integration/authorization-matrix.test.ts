import { type Stack, startStack } from '@prosa/infra/local/stack.ts';
import { ROUTE_GROUPS } from '@prosa/shared/contracts/all-routes.ts';
import type { RouteGroup, RouteShape } from '@prosa/shared/contracts/route.ts';
import { isPermitted, PLAN_FLAGS } from '@prosa/shared/permissions.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, type TestUser } from '../factories/company.ts';
import { errorOf, send } from './support/http.ts';
import { idFieldsOf, requestOf } from './support/route-requests.ts';
import { companyDigest } from './support/table-scan.ts';
import { makeTenant, type Tenant } from './support/tenant.ts';

const rows: RouteShape[] = Object.values<RouteGroup>(ROUTE_GROUPS).flatMap((group) => Object.values(group));
const isAnonymous = ({ permission }: RouteShape) =>
  permission === 'public' || permission === 'cookie' || permission === 'webhook';
/** Rows of other systems, which show a connection's token; all that are not anonymous and not these are users'. */
const isForSystems = ({ permission }: RouteShape) => permission === 'api-token';
const userRows = rows.filter((row) => !isAnonymous(row) && !isForSystems(row));
const systemRows = rows.filter(isForSystems);
const named = (list: RouteShape[]) => list.map((row) => ({ id: row.id, row }));

/** Refusals that are decided before a handler runs. */
const GATES = ['ERR_UNAUTHENTICATED', 'ERR_NO_PERMISSION', 'ERR_SUBSCRIPTION_EXPIRED', 'ERR_PLAN_FEATURE'];
const NOTHING = {
  profile: 'user',
  super: false,
  showDashboard: false,
  allowRealTime: false,
  allowConnections: false,
  allUserChat: false,
  allowGroup: false,
  userClosePendingTicket: false,
} as const;
const FLAGS = {
  ...NOTHING,
  showDashboard: true,
  allowRealTime: true,
  allowConnections: true,
  allUserChat: true,
  allowGroup: true,
  userClosePendingTicket: true,
} as const;
const ADMIN = { ...NOTHING, profile: 'admin' } as const;
const SUPER = { ...ADMIN, super: true } as const;

let stack: Stack;
let victim: Tenant;
let other: Tenant;
const callers: Record<string, TestUser> = {};
/** Tokens of connections, by whose they are. */
const tokens = { own: '', expired: '', featureless: '' };

beforeAll(async () => {
  stack = await startStack({ seed: 'none', whatsapp: 'none' });
  victim = await makeTenant(stack, 'CANARY-VICTIM', 5000);
  other = await makeTenant(stack, 'MIRROR', 100);
  const expired = await makeCompany({ company: { dueDate: '2020-01-01T00:00:00.000Z' } });
  const featureless = await makeCompany({ plan: { without: PLAN_FLAGS } });
  Object.assign(callers, {
    user: await other.company.addUser(NOTHING),
    'user with flags': await other.company.addUser(FLAGS),
    admin: other.company.admin,
    super: await other.company.addUser(SUPER),
    'admin of an expired company': expired.admin,
    'admin without features': featureless.admin,
  });
  Object.assign(tokens, {
    own: await other.company.addApiToken(other.ids.connection),
    expired: await expired.addApiToken(await expired.addConnection()),
    featureless: await featureless.addApiToken(await featureless.addConnection()),
  });
}, 120_000);
afterAll(() => stack?.stop());

/** Numbers of nothing: a caller who passes the gates finds nothing to change. */
const NOBODYS = {
  company: 999_999,
  ticket: 999_999,
  ticketUuid: '0193f0e2-6e4a-4c1b-8f8a-000000999999',
  contact: 999_999,
  queue: 999_999,
  connection: 999_999,
  user: 999_999,
  tag: 999_999,
  message: `999999.999999.1763640000000-${'0'.repeat(20)}`,
  note: `999999.${'0'.repeat(20)}`,
  mediaKey: 'pending/t/999999/0193f0e2-6e4a-4c1b-8f8a-000000999999',
};

/** What the gates must say, or undefined where they must let pass. */
const verdict = (row: RouteShape, caller: string): string | undefined => {
  const actor = { user: NOTHING, 'user with flags': FLAGS, super: SUPER }[caller] ?? ADMIN;
  if (!isPermitted(row.permission, actor)) return 'ERR_NO_PERMISSION';
  if (caller === 'admin of an expired company' && row.expiry === 'enforced')
    return 'ERR_SUBSCRIPTION_EXPIRED';
  if (caller === 'admin without features' && row.plan !== null) return 'ERR_PLAN_FEATURE';
  return undefined;
};

describe('S-15 S-16 every route for every caller', () => {
  it.each(named(userRows))('$id', async ({ row }) => {
    const request = requestOf(row, NOBODYS, { companions: false });
    const strangers: Record<string, string | undefined> = {
      nobody: undefined,
      'an API token': tokens.own,
      'half a token': callers.admin?.token.slice(0, -5),
    };
    for (const [name, token] of Object.entries(strangers)) {
      const answer = await send(stack.url, { ...request, token });
      expect([answer.status, errorOf(answer)], name).toEqual([401, 'ERR_UNAUTHENTICATED']);
    }
    for (const [name, { token }] of Object.entries(callers)) {
      const answer = await send(stack.url, { ...requestOf(row, NOBODYS, { companions: false }), token });
      const wanted = verdict(row, name);
      if (wanted !== undefined) {
        expect([answer.status, errorOf(answer)], name).toEqual([403, wanted]);
        continue;
      }
      // Behind the gates a handler may still refuse, where its row says so.
      const code = String(errorOf(answer));
      if (!row.errors.some((listed) => listed === code))
        expect(GATES, `${name}: ${answer.text}`).not.toContain(code);
      expect(answer.status, `${name}: ${answer.text}`).toBeLessThan(500);
    }
  });

  it.each(named(systemRows))('$id, for other systems', async ({ row }) => {
    const refusals: [name: string, token: string | undefined, status: number, error: string][] = [
      ['nobody', undefined, 401, 'ERR_UNAUTHENTICATED'],
      ['half a token', tokens.own.slice(0, -5), 403, 'ERR_NO_PERMISSION'],
      ['a system of an expired company', tokens.expired, 403, 'ERR_SUBSCRIPTION_EXPIRED'],
      ['a system without the feature', tokens.featureless, 403, 'ERR_PLAN_FEATURE'],
      ...Object.entries(callers).map(([name, { token }]): (typeof refusals)[number] => [
        name,
        token,
        403,
        'ERR_NO_PERMISSION',
      ]),
    ];
    expect(row).toMatchObject({ plan: expect.any(String), expiry: 'enforced' });
    for (const [name, token, status, error] of refusals) {
      const answer = await send(stack.url, { ...requestOf(row, NOBODYS, { companions: false }), token });
      expect([answer.status, errorOf(answer)], name).toEqual([status, error]);
    }
    const answer = await send(stack.url, {
      ...requestOf(row, NOBODYS, { companions: false }),
      token: tokens.own,
    });
    expect(GATES, answer.text).not.toContain(errorOf(answer));
    expect(answer.status, answer.text).toBeLessThan(500);
  });

  it.each(named(rows.filter(isAnonymous)))(
    '$id answers nobody with an error of its own, or with what it is for',
    async ({ row }) => {
      const answer = await send(stack.url, requestOf(row, NOBODYS));
      expect(answer.status).toBeLessThan(500);
      const code = String(errorOf(answer));
      if (!row.errors.some((listed) => listed === code)) expect(GATES).not.toContain(code);
      if (row.permission !== 'public') expect(answer.status).toBeGreaterThanOrEqual(400);
    },
  );

  it('routes that are not in the table do not exist', async () => {
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
        token: callers.super?.token,
      });
      expect([404, 405], `${method} ${target}`).toContain(answer.status);
    }
  });
});

describe('S-17 S-18 nothing of one company is reached from another', () => {
  const cases = rows
    .filter((row) => !isAnonymous(row))
    .flatMap((row) =>
      idFieldsOf(row).map((field) => ({ name: `${row.id} ${field.place}.${field.name}`, row, field })),
    );

  it('covers every kind of thing a company owns', () => {
    expect(new Set(cases.map(({ field }) => field.kind))).toEqual(new Set(Object.keys(NOBODYS)));
  });

  let before = '';
  beforeAll(async () => {
    before = await companyDigest(stack.endpoints.table, victim.ids.company);
  });
  afterAll(async () => {
    expect(await companyDigest(stack.endpoints.table, victim.ids.company)).toBe(before);
  });

  it.each(cases)('S-17 $name', async ({ row, field }) => {
    const request = requestOf(row, other.ids, { foreign: { field, ids: victim.ids } });
    const theirs = isForSystems(row) ? [tokens.own] : [other.company.admin.token, other.owner.token];
    for (const token of theirs) {
      const answer = await send(stack.url, { ...request, token });
      expect(answer.text).not.toContain(victim.canary);
      expect(errorOf(answer), `the request itself is wrong: ${answer.text}`).not.toBe('ERR_VALIDATION');
      // A filter of a list may name what is not there; all else is refused.
      if (!(row.method === 'GET' && field.place === 'query'))
        expect([403, 404, 422], answer.text).toContain(answer.status);
    }
    if (row.method !== 'GET')
      expect(await companyDigest(stack.endpoints.table, victim.ids.company)).toBe(before);
  });

  it('S-17 lists, searches and counts hold nothing of another company', async () => {
    const lists = userRows.filter((row) => row.method === 'GET' && row.params === undefined);
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

describe('S-21 an attendant sees only the tickets the rules show', () => {
  const TICKET_KINDS = new Set(['ticket', 'ticketUuid', 'message', 'note']);
  const cases = userRows.flatMap((row) => {
    const field = idFieldsOf(row).find(({ kind }) => TICKET_KINDS.has(kind));
    return field === undefined ? [] : [{ name: row.id, row, field }];
  });

  it.each(cases)('$name', async ({ row, field }) => {
    const before = await companyDigest(stack.endpoints.table, victim.ids.company);
    const answer = await send(stack.url, {
      ...requestOf(row, victim.ids, { foreign: { field, ids: victim.ids } }),
      token: victim.stranger.token,
    });
    expect([403, 404], answer.text).toContain(answer.status);
    expect(answer.text).not.toContain(victim.canary);
    expect(await companyDigest(stack.endpoints.table, victim.ids.company)).toBe(before);
  });

  it('shows the stranger no ticket in any list', async () => {
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
