import { bindAssistants } from '@prosa/functions/http/assistants/handler.ts';
import { systemClock, toInstant } from '@prosa/functions/platform/clock.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Company } from '@prosa/functions/platform/table/entities/companies.ts';
import { assistantHealth, loadHealth } from '@prosa/functions/repositories/assistants/assistant-health.ts';
import { withError } from '@prosa/infra/local/fake-integrations/chat-model.ts';
import {
  closesMidway,
  hangs,
  withJson,
  withStatus,
} from '@prosa/infra/local/fake-integrations/misbehaviour.ts';
import { assistantCallRoutes } from '@prosa/shared/contracts/assistant-calls.ts';
import { assistantRoutes } from '@prosa/shared/contracts/assistants.ts';
import { CALLS_PER_PAGE } from '@prosa/shared/contracts/service-calls.ts';
import { type InboundEventOf, inboundEventSchema } from '@prosa/shared/messaging/inbound-event.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { plantAssistantCall } from '../factories/assistants.ts';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { sqsEvent } from '../factories/inbound-events.ts';
import { assistantCallsBy } from '../support/handlers.ts';
import { addAssistant, awaitAssistant, INSTRUCTIONS, MODEL_URL } from './support/assistant-desk.ts';
import { useBucket } from './support/bucket.ts';
import { call } from './support/call.ts';
import { codeOf } from './support/desk.ts';
import { useEdge } from './support/edge.ts';
import { PRIVATE_HOST, useIntegrations } from './support/integration-desk.ts';
import { useTable } from './support/table.ts';
import { companyRows } from './support/table-scan.ts';

const engine = useTable();
const edge = useEdge();
useBucket();
const { fake, ports } = useIntegrations(200);
const { model } = fake;
const worker = assistantCallsBy(ports);
const http = bindAssistants(ports.ask);
const clock = { nowMs: 0 };
const MINUTE_MS = 60_000;

let company: TestCompany;
let connectionId = 0;
let queueId = 0;
beforeAll(async () => {
  company = await makeCompany();
  connectionId = await company.addConnection();
  queueId = await company.addQueue({ name: 'Vendas' });
});
beforeEach(() => {
  clock.nowMs = Date.now();
  vi.spyOn(systemClock, 'now').mockImplementation(() => clock.nowMs);
});
afterEach(() => {
  vi.restoreAllMocks();
  edge().takeAll('inbound');
});

const send = (to: string, body?: object, user: Pick<TestUser, 'token'> = company.admin) =>
  call(http, { to, token: user.token, body });
const add = (fields: Parameters<typeof addAssistant>[1] = {}) =>
  addAssistant(company, { key: model.apiKey, queueId, ...fields });
/** Asks an assistant about a message of a new customer. Returns what goes to the ticket. */
const ask = async (promptId: number, text = 'Oi'): Promise<InboundEventOf<'answer'>[]> => {
  const { call: message } = await awaitAssistant(company, { connectionId, promptId }, [text]);
  expect((await worker(sqsEvent([JSON.stringify(message)]))).batchItemFailures).toEqual([]);
  return edge()
    .takeAll('inbound')
    .map((body) => inboundEventSchema.parse(body))
    .filter((event) => event.type === 'answer');
};
const page = async (promptId: number, cursor: string | null = null) => {
  const query = cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`;
  return assistantCallRoutes.calls.response.parse((await send(`GET /prompt/${promptId}/calls${query}`)).body);
};
const newest = async (promptId: number) => {
  const [first] = (await page(promptId)).calls;
  const { body } = await send(`GET /prompt/${promptId}/calls/${first?.id}`);
  return assistantCallRoutes.call.response.parse(body);
};
const pauseOf = async (promptId: number) => {
  const { prompts } = assistantRoutes.list.response.parse((await send('GET /prompt')).body);
  return prompts.find(({ id }) => id === promptId)?.pausedUntil;
};
/** Returns the logged calls of a company, as they are stored. */
const storedCalls = async (of = company) =>
  (await companyRows(engine().endpoint, of.id)).filter(({ pk }) => pk.S.includes('#ASSISTANTCALLS#'));
const TO_PEOPLE = () => [
  expect.objectContaining({ says: [], next: { goesTo: 'queue', queueId, userId: null } }),
];
const SAYS_HELLO = [{ says: [{ text: 'Olá! Como posso ajudar?' }], next: { goesTo: 'automation' } }];

describe('the log of an assistant', () => {
  it('has each call: the conversation as the model got it, its answer, and what it used', async () => {
    const promptId = await add();
    await ask(promptId, 'Que horas abrem?');
    expect(await newest(promptId)).toEqual({
      id: expect.any(String),
      assistantId: promptId,
      ticketId: expect.any(Number),
      at: toInstant(clock.nowMs),
      durationMs: 0,
      status: 200,
      failure: '',
      question: [{ by: 'customer', text: 'Que horas abrem?' }],
      answer: 'Olá! Como posso ajudar?',
      tokens: 40,
      handedTo: null,
    });
    expect(JSON.stringify(await page(promptId))).not.toMatch(/Que horas|Como posso/);
  });

  it('names the queue to which the model gave the conversation', async () => {
    const promptId = await add();
    model.answers = () => ({ text: 'Já chamo.', tool: { name: 'transfer_to_person', arguments: '{}' } });
    await ask(promptId);
    expect(await newest(promptId)).toMatchObject({
      answer: 'Já chamo.',
      handedTo: { id: queueId, name: 'Vendas' },
    });
    const removed = await plantAssistantCall(company, promptId, { id: '01m0000', handedTo: 9_998 });
    expect((await send(`GET /prompt/${promptId}/calls/${removed}`)).body).toMatchObject({ handedTo: null });
  });

  it.each([
    ['hangs', hangs, { failure: 'too-slow', status: null }],
    ['closes midway', closesMidway, { failure: 'unreachable', status: null }],
    ['has no credit', withError(429, { code: 'insufficient_quota' }), { failure: 'quota', status: 429 }],
    ['refuses the key', withError(401, { code: 'invalid_api_key' }), { failure: 'key', status: 401 }],
    ['knows no such model', withError(404, { code: 'model_not_found' }), { failure: 'status', status: 404 }],
    [
      'answers 200 with an error',
      withJson({ error: { code: 502, message: 'Provider returned error' } }),
      { failure: 'status', status: 502 },
    ],
  ])('R27: says why no answer came: the provider %s', async (_name, fault, why) => {
    const promptId = await add();
    model.faults.chat.push(fault);
    expect(await ask(promptId)).toEqual(TO_PEOPLE());
    expect(await newest(promptId)).toMatchObject({
      ...why,
      question: [{ by: 'customer', text: 'Oi' }],
      answer: '',
    });
  });

  it('S-46: says that an address that resolves to a private one is not called, and that a key is missing', async () => {
    const hidden = await add({ baseUrl: `https://${PRIVATE_HOST}/v1` });
    await ask(hidden);
    expect(await newest(hidden)).toMatchObject({ failure: 'refused', status: null, tokens: 0 });
    const keyless = await add({ key: undefined });
    await ask(keyless);
    expect(await newest(keyless)).toMatchObject({ failure: 'key', status: null, tokens: 0 });
    expect(fake.received).toEqual([]);
  });

  it('S-56: has neither the key nor the instructions', async () => {
    const promptId = await add();
    await ask(promptId);
    model.faults.chat.push(withError(401, { message: `Incorrect API key: ${model.apiKey}` }));
    await ask(promptId);
    const calls = JSON.stringify(await storedCalls());
    expect(calls).toContain('Como posso ajudar');
    expect(calls).not.toContain(INSTRUCTIONS);
    expect(calls).not.toContain(model.apiKey);
  });

  it('comes in pages, the newest first, and forgets calls after a week', async () => {
    const promptId = await add();
    const idOf = (nth: number) => `01m00${String(nth).padStart(2, '0')}`;
    for (let nth = 0; nth < CALLS_PER_PAGE + 3; nth++)
      await plantAssistantCall(company, promptId, { id: idOf(nth) }, clock.nowMs);
    const first = await page(promptId);
    expect(first.calls.map(({ id }) => id)).toEqual(
      Array.from({ length: CALLS_PER_PAGE }, (_none, nth) => idOf(CALLS_PER_PAGE + 2 - nth)),
    );
    const second = await page(promptId, first.cursor);
    expect(second).toMatchObject({ hasMore: false, cursor: null });
    expect(second.calls.map(({ id }) => id)).toEqual([idOf(2), idOf(1), idOf(0)]);
  });

  it('forgets calls after a week', async () => {
    const promptId = await add();
    const weekAgo = clock.nowMs - 7 * 24 * 60 * MINUTE_MS;
    await plantAssistantCall(company, promptId, { id: '01m0000' }, weekAgo - 1);
    await plantAssistantCall(company, promptId, { id: '01m0001' }, weekAgo);
    expect((await page(promptId)).calls.map(({ id }) => id)).toEqual(['01m0001']);
    const gone = await send(`GET /prompt/${promptId}/calls/01m0000`);
    expect(codeOf(gone)).toEqual([404, 'ERR_NO_CALL_FOUND']);
    expect((await send(`GET /prompt/${promptId}/calls/01m0001`)).status).toBe(200);
  });

  it('has the tests of a stored assistant, but not those of one that is not saved', async () => {
    const promptId = await add();
    const body = {
      ...{ name: 'Atendente', prompt: INSTRUCTIONS, baseUrl: MODEL_URL, queueId },
      ...{ apiKey: model.apiKey, question: 'Vocês entregam?' },
    };
    const before = await storedCalls();
    expect((await send('POST /prompt/test', body)).status).toBe(200);
    expect(await storedCalls()).toEqual(before);
    expect((await send('POST /prompt/test', { ...body, id: promptId })).status).toBe(200);
    expect(await newest(promptId)).toMatchObject({
      ticketId: null,
      failure: '',
      question: [{ by: 'customer', text: 'Vocês entregam?' }],
    });
    model.faults.chat.push(withStatus(400));
    expect((await send('POST /prompt/test', { ...body, id: promptId })).body).toMatchObject({ ok: false });
    expect(await newest(promptId)).toMatchObject({ ticketId: null, failure: 'status', status: 400 });
    // A test says nothing about conversations with customers.
    expect(await loadHealth(company.table, promptId)).toBeUndefined();
  });

  it('S-18, S-25: is for administrators of its company with the plan’s feature, and ends with its assistant', async () => {
    const promptId = await add();
    await ask(promptId);
    const { id } = await newest(promptId);
    const routes = [`GET /prompt/${promptId}/calls`, `GET /prompt/${promptId}/calls/${id}`];
    const other = await makeCompany();
    // One with the same id.
    await addAssistant(other, { id: promptId });
    const attendant = await company.addUser({ profile: 'user' });
    const poor = await makeCompany({ plan: { without: ['useOpenAi'] } });
    expect(await send(routes[0] ?? '', undefined, other.admin)).toMatchObject({ body: { calls: [] } });
    expect(codeOf(await send(routes[1] ?? '', undefined, other.admin))).toEqual([404, 'ERR_NO_CALL_FOUND']);
    for (const route of routes) {
      expect(codeOf(await send(route, undefined, attendant)), route).toEqual([403, 'ERR_NO_PERMISSION']);
      expect(codeOf(await send(route, undefined, poor.admin)), route).toEqual([403, 'ERR_PLAN_FEATURE']);
    }
    const another = await add();
    expect(codeOf(await send(`GET /prompt/${another}/calls/${id}`))).toEqual([404, 'ERR_NO_CALL_FOUND']);
    expect((await send(`DELETE /prompt/${promptId}`)).status).toBe(200);
    for (const route of routes)
      expect(codeOf(await send(route)), route).toEqual([404, 'ERR_NO_ASSISTANT_FOUND']);
  });

  it('S-23: a cursor is valid for its assistant only', async () => {
    const [one, another] = [await add(), await add()];
    for (let nth = 0; nth <= CALLS_PER_PAGE; nth++)
      await plantAssistantCall(company, one, { id: `01m00${String(nth).padStart(2, '0')}` }, clock.nowMs);
    const { cursor } = await page(one);
    expect(codeOf(await send(`GET /prompt/${another}/calls?cursor=${cursor}`))).toEqual([
      400,
      'ERR_CURSOR_INVALID',
    ]);
  });
});

describe('R27: a provider that does not answer', () => {
  const hang = (times: number) => {
    for (let nth = 0; nth < times; nth++) model.faults.chat.push(hangs);
  };

  it('pauses its assistant after five failures: the sixth ticket reaches people without a call', async () => {
    const [ill, well] = [await add(), await add()];
    hang(5);
    for (let nth = 0; nth < 5; nth++) expect(await ask(ill)).toEqual(TO_PEOPLE());
    expect(fake.received).toHaveLength(5);
    expect(await pauseOf(ill)).toBe(toInstant(clock.nowMs + MINUTE_MS));
    expect(await ask(ill)).toEqual(TO_PEOPLE());
    expect(fake.received).toHaveLength(5);
    expect((await page(ill)).calls).toHaveLength(5);
    expect(await ask(well)).toMatchObject(SAYS_HELLO);
    expect(await pauseOf(well)).toBeNull();
  });

  it('gets one trial call after the pause; its answer ends the pause', async () => {
    const promptId = await add();
    hang(6);
    for (let nth = 0; nth < 5; nth++) await ask(promptId);
    clock.nowMs += MINUTE_MS;
    expect(await pauseOf(promptId)).toBeNull();
    expect(await ask(promptId)).toEqual(TO_PEOPLE());
    expect(await ask(promptId)).toEqual(TO_PEOPLE());
    expect(fake.received).toHaveLength(6);
    clock.nowMs += MINUTE_MS;
    expect(await ask(promptId)).toMatchObject(SAYS_HELLO);
    expect(await ask(promptId)).toMatchObject(SAYS_HELLO);
    expect(await loadHealth(company.table, promptId)).toMatchObject({ failures: 0, pausedUntil: null });
  });

  it('sends one trial call, also if many customers write at the moment when the pause ends', async () => {
    const promptId = await add();
    hang(6);
    for (let nth = 0; nth < 5; nth++) await ask(promptId);
    clock.nowMs += MINUTE_MS;
    const waiting = await Promise.all(
      Array.from({ length: 8 }, () => awaitAssistant(company, { connectionId, promptId }, ['Oi'])),
    );
    await Promise.all(waiting.map(({ call: message }) => worker(sqsEvent([JSON.stringify(message)]))));
    expect(fake.received).toHaveLength(6);
    expect(edge().takeAll('inbound')).toHaveLength(8);
  });

  it.each([
    ['a refused key', withError(401, { code: 'invalid_api_key' })],
    ['an account without credit', withError(429, { code: 'insufficient_quota' })],
    ['refused content', withError(400, { code: 'content_filter' })],
  ])('is not one that refuses: %s', async (_name, fault) => {
    const promptId = await add();
    for (let nth = 0; nth < 6; nth++) {
      model.faults.chat.push(fault);
      await ask(promptId);
    }
    expect(await pauseOf(promptId)).toBeNull();
    expect(await ask(promptId)).toMatchObject(SAYS_HELLO);
  });

  it('is forgotten with a new address, but not with a new name, nor with its assistant', async () => {
    const promptId = await add();
    const rows = assistantHealth(company.table, { companyId: company.id, id: promptId });
    const pausedUntil = toInstant(clock.nowMs + MINUTE_MS);
    await commit([rows.item(undefined, { failures: 5, pausedUntil }, clock.nowMs)]);
    const body = { name: 'Padeira', prompt: INSTRUCTIONS, baseUrl: MODEL_URL, queueId };
    expect((await send(`PUT /prompt/${promptId}`, body)).body).toMatchObject({ pausedUntil });
    expect((await send(`GET /prompt/${promptId}`)).body).toMatchObject({ pausedUntil });
    const moved = { ...body, baseUrl: 'https://outro.example/v1', apiKey: model.apiKey };
    expect((await send(`PUT /prompt/${promptId}`, moved)).body).toMatchObject({ pausedUntil: null });
    expect(await rows.load()).toBeUndefined();
    await commit([rows.item(undefined, { failures: 5, pausedUntil }, clock.nowMs)]);
    expect((await send(`DELETE /prompt/${promptId}`)).status).toBe(200);
    expect(await rows.load()).toBeUndefined();
  });

  it('S-25: nothing is asked or logged for an ended subscription', async () => {
    const ended = await makeCompany();
    const promptId = await addAssistant(ended, { key: model.apiKey });
    const place = { connectionId: await ended.addConnection(), promptId };
    const { call: message } = await awaitAssistant(ended, place, ['Oi']);
    const row = await ended.table.get(Company, {}, { consistent: true });
    if (row === undefined) throw new Error('the company is gone');
    await commit([ended.table.put(Company, { ...row, dueDate: '2020-01-01' }, row.version)]);
    forgetDirectory(ended.id);
    await worker(sqsEvent([JSON.stringify(message)]));
    expect(fake.received).toEqual([]);
    expect(await storedCalls(ended)).toEqual([]);
  });
});
