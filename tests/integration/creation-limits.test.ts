import { handler as contactFiles } from '@prosa/functions/http/contact-files/handler.ts';
import { handler as fileLists } from '@prosa/functions/http/file-lists/handler.ts';
import { handler as quickMessages } from '@prosa/functions/http/quick-messages/handler.ts';
import { handler as schedules } from '@prosa/functions/http/schedules/handler.ts';
import { handler as tags } from '@prosa/functions/http/tags/handler.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import { toInstant } from '@prosa/functions/platform/clock.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Attempts } from '@prosa/functions/platform/table/entities/counters.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import { countAttempt } from '@prosa/functions/platform/table/updates.ts';
import {
  CREATED_PER_DAY,
  type Created,
  creationKey,
  creationRate,
} from '@prosa/functions/repositories/limits/creation-limits.ts';
import { ROUTE_GROUPS } from '@prosa/infra/programs.ts';
import type { RouteGroup, RouteShape } from '@prosa/shared/contracts/route.ts';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { makeContact, makeTicket } from '../factories/tickets.ts';
import { call } from './support/call.ts';
import { useTable } from './support/table.ts';

useTable();

const DAY_MS = 24 * 60 * 60 * 1000;
let company: TestCompany;
let ticketId: number;
let contactId: number;
beforeAll(async () => {
  company = await makeCompany();
  const contact = await makeContact(company.table);
  contactId = contact.id;
  ticketId = (await makeTicket(company.table, { contact, connectionId: await company.addConnection() })).id;
});
afterEach(() => vi.useRealTimers());

/** Routes that create rate-limited rows. Each call creates something new. */
const CALLS: Record<
  string,
  { makes: Created; ask: (user: TestUser, nth: number) => ReturnType<typeof call> }
> = {
  'tickets.createNote': {
    makes: 'note',
    ask: ({ token }, nth) =>
      call(tickets, { to: 'POST /ticket-notes', token, body: { ticketId, note: `nota ${nth}` } }),
  },
  'tags.create': {
    makes: 'tag',
    ask: ({ token, id }, nth) => call(tags, { to: 'POST /tags', token, body: { name: `tag ${id} ${nth}` } }),
  },
  'contactFiles.importOne': {
    makes: 'tag',
    ask: ({ token, id }, nth) =>
      call(contactFiles, {
        to: 'POST /contactsImport',
        token,
        body: { name: 'Uma', number: `5521${id}${String(10_000_000 + nth)}`, tags: `nova ${id} ${nth}` },
      }),
  },
  'quickMessages.create': {
    makes: 'quickMessage',
    ask: ({ token, id }, nth) =>
      call(quickMessages, {
        to: 'POST /quick-messages',
        token,
        body: { shortcode: `q${id} ${nth}`, message: 'Oi', visao: true },
      }),
  },
  'fileLists.create': {
    makes: 'fileList',
    ask: ({ token }, nth) =>
      call(fileLists, { to: 'POST /files', token, body: { name: `lista ${nth}`, message: 'Oi' } }),
  },
  'schedules.create': {
    makes: 'schedule',
    ask: ({ token }, nth) =>
      call(schedules, {
        to: 'POST /schedules',
        token,
        body: { contactId, body: `lembrete ${nth}`, sendAt: toInstant(Date.now() + 30 * DAY_MS) },
      }),
  },
};

/** Stores the state as if the user had created `count` rows within a moment. */
const plant = (makes: Created, userId: number, count: number): Promise<void> => {
  const { limit, windowMs } = creationRate(makes);
  const emptyAtMs = Date.now() + Math.ceil(windowMs / limit) * count;
  const key = creationKey(makes, { companyId: company.id, userId });
  return commit([globalTable.put(Attempts, { ...key, emptyAtMs }, 'any')]);
};

it('the cases cover every route with a creation limit', () => {
  const rows: RouteShape[] = Object.values<RouteGroup>(ROUTE_GROUPS).flatMap((group) => Object.values(group));
  const limited = rows.filter(({ errors }) => errors.includes('ERR_CREATION_LIMIT')).map(({ id }) => id);
  expect(limited.toSorted()).toEqual(Object.keys(CALLS).toSorted());
  expect(new Set(Object.values(CALLS).map(({ makes }) => makes))).toEqual(
    new Set(Object.keys(CREATED_PER_DAY)),
  );
});

describe.each(Object.entries(CALLS))('%s', (_id, { makes, ask }) => {
  it("refuses creations beyond a user's daily limit, and allows more after the retry-after time", async () => {
    const fields = { profile: 'admin' } as const;
    const [user, colleague] = [await company.addUser(fields), await company.addUser(fields)];
    await plant(makes, user.id, CREATED_PER_DAY[makes] - 1);
    expect((await ask(user, 1)).status).toBeLessThan(300);
    const refused = await ask(user, 2);
    expect(refused).toMatchObject({ status: 429, body: { error: 'ERR_CREATION_LIMIT' } });
    const waitS = Number(refused.headers['retry-after']);
    expect(waitS).toBeGreaterThan(0);
    expect(waitS).toBeLessThanOrEqual(Math.ceil(DAY_MS / CREATED_PER_DAY[makes] / 1000));
    expect((await ask(colleague, 3)).status).toBeLessThan(300);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + waitS * 1000 });
    expect((await ask(user, 4)).status).toBeLessThan(300);
  });
});

it('an existing tag is found beyond the limit as well', async () => {
  const user = await company.addUser();
  const to = { to: 'POST /tags', token: user.token, body: { name: 'Conhecida' } };
  const made = await call(tags, to);
  await plant('tag', user.id, CREATED_PER_DAY.tag);
  expect(await call(tags, to)).toMatchObject({ status: 200, body: made.body });
});

it('parallel creations are counted up to the limit and no further', async () => {
  const key = { kind: 'create-test', subject: 'x' };
  const rate = { limit: 10, windowMs: DAY_MS };
  const nowMs = Date.now();
  let counted = 0;
  for (let round = 0; round < 4; round++) {
    const answers = await Promise.all(Array.from({ length: 8 }, () => countAttempt(key, rate, nowMs)));
    counted += answers.filter((retryAtMs) => retryAtMs === undefined).length;
  }
  expect(counted).toBe(10);
});
