import { handler as endpoints } from '@prosa/functions/http/webhook-endpoints/handler.ts';
import { systemClock, toInstant } from '@prosa/functions/platform/clock.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import {
  EndpointHealth,
  WebhookDelivery,
} from '@prosa/functions/platform/table/entities/webhook-endpoints.ts';
import { loadEndpoint } from '@prosa/functions/repositories/webhooks/webhook-endpoints.ts';
import { ENDPOINTS_MAX, webhookEndpointRoutes } from '@prosa/shared/contracts/webhook-endpoints.ts';
import type { WebhookDelivery as DeliveryFields } from '@prosa/shared/entities/webhook-endpoint.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { type Answer, call } from './support/call.ts';
import { codeOf } from './support/desk.ts';
import { useEdge } from './support/edge.ts';
import { useReceiver, withStatus } from './support/receiver.ts';
import { useTable } from './support/table.ts';
import { addEndpoint, deliveriesTo, healthOf, runWebhooks } from './support/webhook-desk.ts';

const engine = useTable();
const edge = useEdge();
const receiver = useReceiver();
let company: TestCompany;
beforeEach(async () => {
  company = await makeCompany();
  edge().takeAll('webhook-deliveries');
});

const send = (to: string, body?: object, { token } = company.admin): Promise<Answer> =>
  call(endpoints, { to, token, body });
const good = { name: 'CRM', url: 'https://crm.example/prosa', events: ['ticket.created'] };
const listed = async () =>
  webhookEndpointRoutes.list.response.parse((await send('GET /webhook-endpoints')).body);
/** Stores deliveries of an endpoint, the oldest first. */
const plant = async (
  endpointId: number,
  states: readonly DeliveryFields['state'][],
  createdAt = toInstant(systemClock.now()),
): Promise<void> => {
  for (const [nth, state] of states.entries()) {
    const id = `01m${String(nth).padStart(4, '0')}-t1`;
    const row = {
      companyId: company.id,
      endpointId,
      id,
      type: 'ticket.created',
      subject: 't1',
      state,
    } as const;
    const rest = { body: `{"nth":${nth}}`, attempts: 1, createdAt, nextAt: null, last: null };
    await commit([company.table.put(WebhookDelivery, { ...row, ...rest }, 'absent')]);
  }
};

describe('endpoints', () => {
  it('the secret is shown once, stored encrypted, and replaced by a rotation', async () => {
    const { id, secret, secretLast4 } = await addEndpoint(company);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(secretLast4).toBe(secret.slice(-4));
    const [view] = await listed();
    expect(JSON.stringify(view)).not.toContain(secret);
    const { endpoint } = await loadEndpoint(company.table, id);
    expect(JSON.stringify(endpoint)).not.toContain(secret.slice('whsec_'.length));
    const rotated = webhookEndpointRoutes.rotateSecret.response.parse(
      (await send(`POST /webhook-endpoints/${id}/secret`)).body,
    );
    expect(rotated.secret).not.toBe(secret);
    expect(Date.parse(rotated.oldSecretUntil ?? '')).toBeGreaterThan(Date.now() + 86_000_000);
  });

  it('a company has ten at most, also when they are added at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: ENDPOINTS_MAX + 3 }, () => send('POST /webhook-endpoints', good)),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(codeOf)).toEqual(Array(3).fill([409, 'ERR_WEBHOOK_LIMIT']));
    expect(await listed()).toHaveLength(ENDPOINTS_MAX);
  });

  it.each([
    'https://localhost/',
    'https://crm/',
    'https://crm.local/',
    'https://db.internal/',
    'https://127.0.0.1/',
    'https://169.254.169.254/latest',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://0x7f.1/',
    'https://ana:senha@crm.example/',
  ])('S-46: %s is refused', async (url) => {
    expect(codeOf(await send('POST /webhook-endpoints', { ...good, url }))).toEqual([422, 'ERR_WEBHOOK_URL']);
    const { id } = await addEndpoint(company);
    expect(codeOf(await send(`PUT /webhook-endpoints/${id}`, { url }))).toEqual([422, 'ERR_WEBHOOK_URL']);
  });

  it('an address without TLS is refused', async () => {
    const answer = await send('POST /webhook-endpoints', { ...good, url: 'http://crm.example/' });
    expect(codeOf(answer)).toEqual([400, 'ERR_VALIDATION']);
  });

  it('a change of an older version is a conflict', async () => {
    const { id, version } = await addEndpoint(company);
    const changed = await send(`PUT /webhook-endpoints/${id}`, { name: 'ERP', version });
    expect(changed).toMatchObject({ status: 200, body: { name: 'ERP', version: version + 1 } });
    expect(codeOf(await send(`PUT /webhook-endpoints/${id}`, { name: 'CRM', version }))).toEqual([
      409,
      'ERR_CONFLICT',
    ]);
  });

  it('switching on again forgets the failures before', async () => {
    const { id } = await addEndpoint(company);
    const failing = {
      failures: 9,
      failingSince: toInstant(Date.now()),
      pausedUntil: '2999-01-01T00:00:00.000Z',
    };
    const health = { companyId: company.id, endpointId: id, ...failing };
    await commit([company.table.put(EndpointHealth, health, 'any')]);
    expect(await listed()).toMatchObject([
      { failingSince: failing.failingSince, pausedUntil: failing.pausedUntil },
    ]);
    const off = await send(`PUT /webhook-endpoints/${id}`, { isOn: false });
    expect(off.body).toMatchObject({ off: { reason: 'user' }, pausedUntil: null });
    expect(codeOf(await send(`POST /webhook-endpoints/${id}/test`))).toEqual([409, 'ERR_WEBHOOK_OFF']);
    const on = await send(`PUT /webhook-endpoints/${id}`, { isOn: true });
    expect(on.body).toMatchObject({ off: null, failingSince: null });
    expect(await healthOf(company, id)).toBeUndefined();
  });

  it('a removed endpoint is gone, with its log', async () => {
    const { id } = await addEndpoint(company);
    expect((await send(`DELETE /webhook-endpoints/${id}`)).status).toBe(200);
    expect(await listed()).toEqual([]);
    for (const to of [`DELETE /webhook-endpoints/${id}`, `GET /webhook-endpoints/${id}/deliveries`])
      expect(codeOf(await send(to))).toEqual([404, 'ERR_NO_WEBHOOK_FOUND']);
  });

  it('another company finds none of them', async () => {
    const { id } = await addEndpoint(company);
    await plant(id, ['failed']);
    const other = await makeCompany();
    const token = { token: other.admin.token };
    for (const to of [
      `PUT /webhook-endpoints/${id}`,
      `DELETE /webhook-endpoints/${id}`,
      `POST /webhook-endpoints/${id}/secret`,
      `POST /webhook-endpoints/${id}/test`,
      `GET /webhook-endpoints/${id}/deliveries`,
      `GET /webhook-endpoints/${id}/deliveries/01m0000-t1`,
      `POST /webhook-endpoints/${id}/deliveries/01m0000-t1/redeliver`,
    ]) {
      const body = to.startsWith('PUT') ? { name: 'Outra' } : undefined;
      const answer = await call(endpoints, { to, ...token, body });
      expect(codeOf(answer), to).toEqual([404, 'ERR_NO_WEBHOOK_FOUND']);
    }
  });
});

describe('the log of an endpoint', () => {
  const pageOf = async (id: number, query = '') =>
    webhookEndpointRoutes.deliveries.response.parse(
      (await send(`GET /webhook-endpoints/${id}/deliveries${query}`)).body,
    );

  it('lists deliveries of a state, the newest first, page by page, without their bodies', async () => {
    const { id } = await addEndpoint(company);
    await plant(
      id,
      Array.from({ length: 50 }, (_none, nth) => (nth % 2 === 0 ? 'failed' : 'delivered')),
    );
    const first = await pageOf(id, '?state=failed');
    expect(first).toMatchObject({ hasMore: true });
    const second = await pageOf(id, `?state=failed&cursor=${encodeURIComponent(first.cursor ?? '')}`);
    expect(second).toMatchObject({ hasMore: false, cursor: null });
    const ids = [...first.deliveries, ...second.deliveries].map((delivery) => delivery.id);
    expect(ids).toHaveLength(25);
    expect(ids).toEqual(ids.toSorted().reverse());
    expect(JSON.stringify(first)).not.toContain('nth');
  });

  it('leaves out what has expired and was not deleted yet', async () => {
    const { id } = await addEndpoint(company);
    await plant(id, ['failed'], toInstant(Date.now() - 8 * 86_400_000));
    expect((await pageOf(id)).deliveries).toEqual([]);
    const answer = await send(`GET /webhook-endpoints/${id}/deliveries/01m0000-t1`);
    expect(codeOf(answer)).toEqual([404, 'ERR_NO_DELIVERY_FOUND']);
  });

  it('a trial is delivered once, also while the endpoint is paused', async () => {
    const run = await runWebhooks(engine().endpoint, edge(), receiver.ask);
    const { id } = await addEndpoint(company);
    const health = {
      companyId: company.id,
      endpointId: id,
      failures: 5,
      failingSince: toInstant(Date.now()),
    };
    await commit([
      company.table.put(EndpointHealth, { ...health, pausedUntil: '2999-01-01T00:00:00.000Z' }, 'any'),
    ]);
    receiver.answers.set('crm.example', withStatus(500));
    expect((await send(`POST /webhook-endpoints/${id}/test`)).body).toMatchObject({
      type: 'test',
      state: 'pending',
    });
    await run.settle();
    expect(receiver.received).toMatchObject([
      { body: { type: 'test', data: { endpoint: { name: 'CRM' } } } },
    ]);
    expect(await deliveriesTo(company, id)).toMatchObject([
      { state: 'failed', attempts: 1, last: { status: 500 } },
    ]);
  });

  it('a failed delivery is sent again with the same id and body', async () => {
    const run = await runWebhooks(engine().endpoint, edge(), receiver.ask);
    const { id } = await addEndpoint(company);
    const body = JSON.stringify({
      id: 'x',
      type: 'test',
      timestamp: toInstant(Date.now()),
      companyId: 1,
      data: {},
    });
    const row = {
      companyId: company.id,
      endpointId: id,
      id: '01m0000-t1',
      type: 'test',
      subject: 't1',
    } as const;
    const failed = { ...row, body, state: 'failed', attempts: 9, nextAt: null, last: null } as const;
    const createdAt = toInstant(Date.now() - 3 * 86_400_000);
    await commit([company.table.put(WebhookDelivery, { ...failed, createdAt }, 'absent')]);
    const answer = await send(`POST /webhook-endpoints/${id}/deliveries/01m0000-t1/redeliver`);
    expect(answer.body).toMatchObject({ state: 'pending', attempts: 9 });
    await run.settle();
    expect(receiver.received.map(({ text, headers }) => [headers['webhook-id'], text])).toEqual([
      ['01m0000-t1', body],
    ]);
    const shown = await send(`GET /webhook-endpoints/${id}/deliveries/01m0000-t1`);
    expect(shown.body).toMatchObject({ state: 'delivered', attempts: 10, body, last: { status: 204 } });
  });
});
