import { createHmac } from 'node:crypto';
import { handler as messages } from '@prosa/functions/http/messages/handler.ts';
import { handler as endpoints } from '@prosa/functions/http/webhook-endpoints/handler.ts';
import { systemClock } from '@prosa/functions/platform/clock.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { askOutside, OUTSIDE_RULES } from '@prosa/functions/platform/fetch-outside.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Company, Plan } from '@prosa/functions/platform/table/entities/companies.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import { loadEndpoint } from '@prosa/functions/repositories/webhooks/webhook-endpoints.ts';
import { webhookEndpointRoutes } from '@prosa/shared/contracts/webhook-endpoints.ts';
import { WEBHOOK_DATA } from '@prosa/shared/webhooks/webhook-event.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeCompany, planFlags, type TestCompany } from '../factories/company.ts';
import { makeConversation } from '../factories/conversation.ts';
import { sqsEvent, textEvent, type Where } from '../factories/inbound-events.ts';
import { inbound } from '../support/handlers.ts';
import { call } from './support/call.ts';
import { consume } from './support/consumers.ts';
import { useEdge } from './support/edge.ts';
import { useReceiver, withStatus } from './support/receiver.ts';
import { useTable } from './support/table.ts';
import { addEndpoint, deliveriesTo, healthOf, runWebhooks } from './support/webhook-desk.ts';

const engine = useTable();
let nowMs = Date.now();
const edge = useEdge();
const receiver = useReceiver(400);
const HOUR_MS = 3_600_000;
const CRM = 'crm.example';

let company: TestCompany;
let where: Where;
let run: Awaited<ReturnType<typeof runWebhooks>>;

beforeEach(async () => {
  nowMs = Date.now();
  vi.spyOn(systemClock, 'now').mockImplementation(() => nowMs);
  company = await makeCompany();
  where = { companyId: company.id, connectionId: await company.addConnection() };
  run = await runWebhooks(engine().endpoint, edge(), receiver.ask);
});
afterEach(() => {
  vi.restoreAllMocks();
  edge().takeAll('webhook-deliveries');
});

const planOf = async ({ table }: TestCompany) => {
  const row = await table.get(Company, {}, { consistent: true });
  return globalTable.get(Plan, { id: row?.planId ?? 0 }, { consistent: true });
};

/** Verifies a request as Standard Webhooks describes. Returns how many of its signatures are by this secret. */
const signaturesBy = (secret: string, { headers, text }: (typeof receiver.received)[number]): number => {
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return String(headers['webhook-signature'])
    .split(' ')
    .filter((signature) => signature === expected).length;
};
const typesOf = () => receiver.received.map(({ body }) => body.type);
const idsOf = () => receiver.received.map(({ body }) => body.id);
/** Receives texts of a customer, one after the other. */
const write = async (number: string, ...texts: string[]): Promise<void> => {
  for (const text of texts) {
    nowMs += 1000;
    await inbound(sqsEvent([textEvent(where, number, text)]));
  }
  await run.settle();
};
const textsOf = () => receiver.received.map(({ body }) => body.data.text);
const NUMBER = '5521970000001';
const onlyMessages = { events: ['message.received'] } as const;

describe('what an endpoint gets', () => {
  it('the message, ticket and contact of a new customer, signed', async () => {
    const { id, secret } = await addEndpoint(company);
    await write(NUMBER, 'Olá');
    expect(typesOf().toSorted()).toEqual(['contact.changed', 'message.received', 'ticket.created']);
    for (const request of receiver.received) {
      expect(signaturesBy(secret, request)).toBe(1);
      expect(request.headers['webhook-id']).toBe(request.body.id);
      expect(request.body.companyId).toBe(company.id);
    }
    const message = receiver.received.find(({ body }) => body.type === 'message.received');
    expect(WEBHOOK_DATA['message.received'].parse(message?.body.data)).toMatchObject({
      text: 'Olá',
      contact: { number: NUMBER },
    });
    expect((await deliveriesTo(company, id)).map(({ state }) => state)).toEqual(Array(3).fill('delivered'));
    expect(await healthOf(company, id)).toBeUndefined();
  });

  it('only the types that it wants, and nothing of private notes', async () => {
    await addEndpoint(company, { events: ['message.sent', 'message.received'] });
    const { ticket } = await makeConversation(company, where, { status: 'open', userId: company.admin.id });
    const note = { body: 'cliente antigo', isPrivate: true };
    const to = `POST /messages/${ticket.id}`;
    const answer = await call(messages, { to, token: company.admin.token, body: note });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    await run.settle();
    expect(typesOf()).toEqual(['message.received']);
  });

  it('a repeated batch of the stream makes no second delivery', async () => {
    const { id } = await addEndpoint(company);
    await inbound(sqsEvent([textEvent(where, NUMBER, 'Olá')]));
    const records = await run.read();
    await consume(records);
    await consume(records.slice(Math.floor(records.length / 2)));
    await consume(records);
    await run.settle();
    expect(receiver.received).toHaveLength(3);
    expect(await deliveriesTo(company, id)).toHaveLength(3);
  });

  it('nothing of another company', async () => {
    const other = await makeCompany();
    await addEndpoint(other, { url: 'https://other.example/' });
    await addEndpoint(company, onlyMessages);
    await write(NUMBER, 'segredo');
    expect(receiver.received.map(({ host }) => host)).toEqual([CRM]);
  });

  it('a plan without webhooks, and an ended subscription, send nothing', async () => {
    await addEndpoint(company);
    const { table } = company;
    const [plan, row] = [await planOf(company), await table.get(Company, {}, { consistent: true })];
    if (plan === undefined || row === undefined) throw new Error('the company is gone');
    const lacking = { ...plan, flags: planFlags(['useExternalApi']) };
    await commit([globalTable.put(Plan, lacking, plan.version)]);
    forgetDirectory(company.id);
    await write(NUMBER, 'um');
    await commit([
      globalTable.put(Plan, { ...plan, version: plan.version + 1 }, plan.version + 1),
      table.put(Company, { ...row, dueDate: '2020-01-01' }, row.version),
    ]);
    forgetDirectory(company.id);
    await write(NUMBER, 'dois');
    expect(receiver.received).toEqual([]);
  });

  it('during a rotation two signatures, and after a day one', async () => {
    const { id, secret } = await addEndpoint(company, onlyMessages);
    const rotated = await call(endpoints, {
      to: `POST /webhook-endpoints/${id}/secret`,
      token: company.admin.token,
    });
    const { secret: next } = webhookEndpointRoutes.rotateSecret.response.parse(rotated.body);
    await write(NUMBER, 'um');
    nowMs += 24 * HOUR_MS;
    await write(NUMBER, 'dois');
    const counts = receiver.received.map((one) => [signaturesBy(secret, one), signaturesBy(next, one)]);
    expect(counts).toEqual([
      [1, 1],
      [0, 1],
    ]);
  });
});

describe('what a receiver answers', () => {
  it.each([
    ['a redirect', withStatus(301, { location: 'https://elsewhere.example/' }), { status: 301, failure: '' }],
    ['an error', withStatus(500), { status: 500, failure: '' }],
    ['a reset', (response) => response.destroy(), { status: null, failure: 'unreachable' }],
    ['nothing in time', () => undefined, { status: null, failure: 'too-slow' }],
  ] satisfies [string, Parameters<typeof receiver.answers.set>[1], object][])(
    '%s is a failure that is tried again with the same id',
    async (_what, answer, last) => {
      const { id } = await addEndpoint(company, onlyMessages);
      receiver.answers.set(CRM, answer);
      await write(NUMBER, 'Olá');
      expect(await deliveriesTo(company, id)).toMatchObject([{ state: 'pending', attempts: 1, last }]);
      receiver.answers.clear();
      nowMs += 7_000;
      await run.fireDue(company, id);
      expect(await deliveriesTo(company, id)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
      const [first, second] = idsOf();
      expect(second).toBe(first);
      expect(receiver.received.every(({ host }) => host === CRM)).toBe(true);
    },
  );

  it('a slow 200 within the limit is a success', async () => {
    const { id } = await addEndpoint(company, onlyMessages);
    receiver.answers.set(CRM, (response) => setTimeout(() => response.writeHead(200).end('{"ok":true}'), 50));
    await write(NUMBER, 'Olá');
    const [delivery] = await deliveriesTo(company, id);
    expect(delivery).toMatchObject({ state: 'delivered', last: { status: 200, answer: '{"ok":true}' } });
  });

  it('410 switches the endpoint off, and what happens afterwards is not stored', async () => {
    const { id } = await addEndpoint(company, onlyMessages);
    receiver.answers.set(CRM, withStatus(410));
    await write(NUMBER, 'um');
    expect((await loadEndpoint(company.table, id)).endpoint?.off?.reason).toBe('gone');
    forgetDirectory(company.id);
    await write(NUMBER, 'dois');
    expect((await deliveriesTo(company, id)).map(({ state }) => state)).toEqual(['failed']);
  });

  it('429 with Retry-After pauses the endpoint for that long', async () => {
    const { id } = await addEndpoint(company, onlyMessages);
    receiver.answers.set(CRM, withStatus(429, { 'retry-after': '120' }));
    await write(NUMBER, 'um');
    await write('5521970000002', 'outro');
    expect(receiver.received).toHaveLength(1);
    receiver.answers.clear();
    nowMs += 100_000;
    await run.fireDue(company, id);
    expect(receiver.received).toHaveLength(1);
    nowMs += 30_000;
    await run.fireDue(company, id);
    expect(textsOf()).toEqual(['um', 'um', 'outro']);
  });
});

describe('the order of a ticket’s events', () => {
  it('later ones wait behind one that failed, and those of other tickets do not', async () => {
    const { id } = await addEndpoint(company, onlyMessages);
    receiver.answers.set(CRM, withStatus(500));
    await write(NUMBER, 'um', 'dois', 'três');
    expect(textsOf()).toEqual(['um']);
    receiver.answers.clear();
    await write('5521970000002', 'outro');
    expect(textsOf()).toEqual(['um', 'outro']);
    nowMs += 7_000;
    await run.fireDue(company, id);
    expect(textsOf()).toEqual(['um', 'outro', 'um', 'dois', 'três']);
    expect((await deliveriesTo(company, id)).every(({ state }) => state === 'delivered')).toBe(true);
  });

  it('a paused endpoint is not called, one probe ends the pause, and the waiting events follow', async () => {
    const { id } = await addEndpoint(company, onlyMessages);
    receiver.answers.set(CRM, withStatus(500));
    for (let nth = 1; nth <= 5; nth++) await write(`552197000010${nth}`, `cliente ${nth}`);
    expect(receiver.received).toHaveLength(5);
    expect(await healthOf(company, id)).toMatchObject({ failures: 5, pausedUntil: expect.any(String) });
    await write('5521970000106', 'cliente 6', 'ainda 6');
    nowMs += 20_000;
    await run.fireDue(company, id);
    expect(receiver.received).toHaveLength(5);
    receiver.answers.clear();
    for (let round = 0; round < 3; round++) {
      nowMs += 60_000;
      await run.fireDue(company, id);
    }
    expect((await deliveriesTo(company, id)).map(({ state }) => state)).toEqual(Array(7).fill('delivered'));
    expect(textsOf().indexOf('cliente 6')).toBeLessThan(textsOf().indexOf('ainda 6'));
    expect(await healthOf(company, id)).toMatchObject({ failures: 0, failingSince: null, pausedUntil: null });
  });

  it('an endpoint that fails for a day is switched off', async () => {
    const { id } = await addEndpoint(company, onlyMessages);
    receiver.answers.set(CRM, withStatus(500));
    await write(NUMBER, 'um');
    nowMs += 12 * HOUR_MS;
    await write('5521970000002', 'dois');
    nowMs += 12 * HOUR_MS;
    await write('5521970000003', 'três');
    expect((await loadEndpoint(company.table, id)).endpoint?.off?.reason).toBe('unreachable');
  });
});

describe('a worker that ends', () => {
  it('between the call and its record loses nothing: the receiver gets the same id twice', async () => {
    const { id } = await addEndpoint(company, onlyMessages);
    let calls = 0;
    const dying = await runWebhooks(engine().endpoint, edge(), async (...request) => {
      const answer = await receiver.ask(...request);
      if (++calls === 1) throw new Error('the process ended');
      return answer;
    });
    await inbound(sqsEvent([textEvent(where, NUMBER, 'Olá')]));
    await consume(await run.read());
    expect(await dying.work()).toBe(false);
    expect(await deliveriesTo(company, id)).toMatchObject([{ state: 'pending', attempts: 0 }]);
    expect(await dying.work()).toBe(true);
    expect(await deliveriesTo(company, id)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
    expect(new Set(idsOf()).size).toBe(1);
    expect(receiver.received).toHaveLength(2);
  });
});

describe('S-46: the address of an endpoint', () => {
  it.each([
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '169.254.170.2',
    '::1',
    'fd00:ec2::254',
    '::ffff:127.0.0.1',
  ])('a name that resolves to %s is refused when the endpoint is called', async (address) => {
    const { id } = await addEndpoint(company, onlyMessages);
    const resolve = async () => [{ address, family: address.includes(':') ? 6 : 4 }];
    const refusing = await runWebhooks(engine().endpoint, edge(), (url, question, limits) =>
      askOutside(url, question, limits, { ...OUTSIDE_RULES, resolve }),
    );
    await inbound(sqsEvent([textEvent(where, NUMBER, 'Olá')]));
    await consume(await run.read());
    expect(await refusing.work()).toBe(true);
    expect(await deliveriesTo(company, id)).toMatchObject([
      { state: 'pending', last: { status: null, failure: 'refused', answer: '' } },
    ]);
  });
});
