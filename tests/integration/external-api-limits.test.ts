import { systemClock } from '@prosa/functions/platform/clock.ts';
import { externalRoutes } from '@prosa/shared/contracts/external.ts';
import type { RouteShape } from '@prosa/shared/contracts/route.ts';
import { EXTERNAL_RATE } from '@prosa/shared/rules/external-rate.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { freshNumber } from '../factories/conversation.ts';
import { type Answer, call } from './support/call.ts';
import { connect, external, post, textsTo, usageTotal } from './support/external-api.ts';
import { useTable } from './support/table.ts';

useTable();

const NOW_MS = Date.now();
let company: TestCompany;
let sender: Awaited<ReturnType<typeof connect>>;
let nowMs = NOW_MS;
const refused = { error: 'ERR_TOO_MANY_REQUESTS', code: 'ERR_TOO_MANY_REQUESTS' };
const ids = { id: '1.1.1795674908929-yeezpn26' };

const ask = (row: RouteShape, token: string): Promise<Answer> =>
  call(external, {
    to: `${row.method} ${row.path.replace('{id}', ids.id)}`,
    token,
    ...(row.method === 'GET' ? {} : { body: {} }),
  });

beforeEach(async () => {
  company = await makeCompany();
  sender = await connect(company);
  nowMs = NOW_MS;
  vi.spyOn(systemClock, 'now').mockImplementation(() => nowMs);
  // Calls that are refused for another reason count, too.
  const calls = Array.from({ length: EXTERNAL_RATE.limit }, () =>
    ask(externalRoutes.sendMessage, sender.token),
  );
  expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([400]));
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('S-26 rate of the calls with a connection’s tokens', () => {
  it('a call above the limit is refused with the seconds to wait, and sends nothing', async () => {
    const number = freshNumber();
    const answer = await post(sender.token, { body: { number, body: 'oi' } }, 'k');
    expect(answer).toMatchObject({ status: 429, body: refused, headers: { 'retry-after': '1' } });
    expect(await textsTo(company, sender, number)).toEqual([]);
    expect((await usageTotal(company)).UsedOnDay).toBe(0);
    nowMs += 1000;
    expect((await post(sender.token, { body: { number, body: 'oi' } }, 'k')).status).toBe(200);
    expect(await textsTo(company, sender, number)).toEqual(['oi']);
  });

  it('all routes share the limit', async () => {
    const rows: RouteShape[] = Object.values(externalRoutes);
    for (const row of rows) expect([row.id, (await ask(row, sender.token)).status]).toEqual([row.id, 429]);
  });

  it('other connections of the company, and other companies, may go on', async () => {
    const number = freshNumber();
    const theirs = await makeCompany();
    for (const other of [await connect(company), await connect(theirs)])
      expect((await post(other.token, { body: { number, body: 'oi' } })).status).toBe(200);
  });

  it('a replaced token has no limit of its own', async () => {
    const next = await company.addApiToken(sender.connectionId);
    expect((await ask(externalRoutes.sendMessage, next)).status).toBe(429);
  });

  it('after a burst, as many calls are accepted as the documentation says', async () => {
    let accepted = 0;
    for (let second = 1; second <= 6; second++) {
      nowMs += 1000;
      const calls = Array.from({ length: 15 }, () => ask(externalRoutes.sendMessage, sender.token));
      accepted += (await Promise.all(calls)).filter(({ status }) => status !== 429).length;
    }
    expect(accepted * 10).toBe(600);
    expect(externalRoutes.sendMessage.summary).toContain('600 calls a minute, 100 of them at once');
  });
});
