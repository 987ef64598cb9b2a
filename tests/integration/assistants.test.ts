import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { handler as assistants } from '@prosa/functions/http/assistants/handler.ts';
import { handler as connections } from '@prosa/functions/http/connections/handler.ts';
import { handler as flows } from '@prosa/functions/http/flows/handler.ts';
import { openAssistantKey } from '@prosa/functions/platform/assistant-secrets.ts';
import { systemClock } from '@prosa/functions/platform/clock.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { addToAssistantItem } from '@prosa/functions/platform/table/updates.ts';
import { loadAssistant } from '@prosa/functions/repositories/assistants/assistants.ts';
import {
  ASSISTANTS_MAX,
  type AssistantView,
  assistantRoutes,
  assistantViewSchema,
} from '@prosa/shared/contracts/assistants.ts';
import { flowViewSchema } from '@prosa/shared/contracts/flows.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { INSTRUCTIONS, plantAssistant } from '../factories/assistants.ts';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { asksAssistant, chainOf } from '../support/flows.ts';
import { plant } from '../support/plant.ts';
import { publishFlow } from '../support/publish-flow.ts';
import { type Answer, call } from './support/call.ts';
import { codeOf } from './support/desk.ts';
import { serverPort } from './support/server-port.ts';
import { useTable } from './support/table.ts';
import { companyRows } from './support/table-scan.ts';

const engine = useTable();
let company: TestCompany;
let queueId: number;

interface Got {
  path: string;
  authorization: string | undefined;
  body: string;
}
/** What the model of the tests got, and what it answers. */
const model: { url: string; got: Got[]; status: number; says: string } = {
  url: '',
  got: [],
  status: 200,
  says: '',
};
/** What a provider answers. */
const completion = (message: object, tokens = 40): string =>
  JSON.stringify({
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', ...message } }],
    usage: { prompt_tokens: tokens - 10, completion_tokens: 10, total_tokens: tokens },
  });
let server: Server;
beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { authorization } = request.headers;
      model.got.push({ path: request.url ?? '', authorization, body: Buffer.concat(chunks).toString() });
      response.writeHead(model.status, { 'content-type': 'application/json' }).end(model.says);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  model.url = `http://127.0.0.1:${serverPort(server)}/v1`;
});
afterAll(() => {
  server.close();
});
beforeEach(async () => {
  Object.assign(model, { got: [], status: 200, says: completion({ content: 'Bom dia!' }) });
  company = await makeCompany();
  queueId = await company.addQueue({ name: 'Padaria', color: '#112233' });
});
afterEach(() => vi.unstubAllEnvs());

const of = (handler: Parameters<typeof call>[0], to: string, body?: object, { token } = company.admin) =>
  call(handler, { to, token, body });
const send = (to: string, body?: object, user = company.admin): Promise<Answer> =>
  of(assistants, to, body, user);

const KEY = plant('sk-da-padaria-0123456789abcdef');
const VOICE_KEY = plant('0a1b2c3d4e5f60718293a4b5c6d7e8f9');
const baker = () => ({ name: 'Atendente', prompt: INSTRUCTIONS, apiKey: KEY, queueId });
const SPEAKS = { voice: 'pt-BR-YaraNeural', voiceRegion: 'brazilsouth' };

const create = async (fields: object = {}): Promise<AssistantView> => {
  const answer = await send('POST /prompt', { ...baker(), ...fields });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return assistantViewSchema.parse(answer.body);
};
const listed = async (query = '') =>
  assistantRoutes.list.response.parse((await send(`GET /prompt${query}`)).body);
const invalid = (field: string) => ({
  status: 400,
  body: { error: 'ERR_VALIDATION', details: [{ path: `body.${field}` }] },
});
const required = (field: string) => ({
  status: 400,
  body: { error: 'ERR_VALIDATION', details: [{ path: `body.${field}`, message: 'errorRequired' }] },
});

describe('assistants', () => {
  it('are created, read, listed by name, searched, changed and deleted', async () => {
    const made = await create();
    expect(made).toMatchObject({
      companyId: company.id,
      name: 'Atendente',
      prompt: INSTRUCTIONS,
      baseUrl: 'https://api.openai.com/v1',
      model: 'gpt-4o-mini',
      apiKey: '',
      apiKeyLast4: 'cdef',
      maxTokens: 100,
      temperature: 1,
      maxMessages: 10,
      transcriptionModel: 'whisper-1',
      voice: 'texto',
      voiceKey: '',
      voiceKeyLast4: '',
      voiceRegion: '',
      queueId,
      queueIds: [],
      monthlyTokens: 0,
      disclosure: '',
      version: 1,
      queue: { id: queueId, name: 'Padaria', color: '#112233' },
      usage: { tokens: 0, answers: 0 },
    });
    expect((await send(`GET /prompt/${made.id}`)).body).toEqual(made);
    const other = await company.addQueue();
    const second = await create({ name: 'Balconista', queueIds: [other, queueId, other] });
    expect(second.queueIds).toEqual([other]);
    expect(await listed()).toEqual({ prompts: [made, second], count: 2, hasMore: false });
    expect((await listed('?searchParam=BALCAO')).prompts).toEqual([]);
    expect((await listed('?searchParam=BALC')).prompts).toEqual([second]);
    expect((await listed('?pageNumber=2')).prompts).toEqual([]);
    const body = { ...baker(), name: 'Padeira', model: 'gpt-5-mini', temperature: '0.5', queueId: other };
    const changed = await send(`PUT /prompt/${made.id}`, body);
    const after = {
      name: 'Padeira',
      model: 'gpt-5-mini',
      temperature: 0.5,
      version: 2,
      queue: { id: other },
    };
    expect(changed).toMatchObject({ status: 200, body: after });
    expect(await send(`DELETE /prompt/${made.id}`)).toMatchObject({
      status: 200,
      body: { message: 'Prompt deleted' },
    });
    for (const [to, sent] of [
      [`GET /prompt/${made.id}`],
      [`PUT /prompt/${made.id}`, baker()],
      [`DELETE /prompt/${made.id}`],
    ] as const)
      expect(codeOf(await send(to, sent)), to).toEqual([404, 'ERR_NO_ASSISTANT_FOUND']);
  });

  it.each([
    [{ name: 'Aten' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ prompt: 'x'.repeat(49) }, 'prompt'],
    [{ prompt: 'x'.repeat(20_001) }, 'prompt'],
    [{ maxTokens: 0 }, 'maxTokens'],
    [{ maxTokens: 4001 }, 'maxTokens'],
    [{ temperature: 2.1 }, 'temperature'],
    [{ temperature: -1 }, 'temperature'],
    [{ maxMessages: 0 }, 'maxMessages'],
    [{ maxMessages: 51 }, 'maxMessages'],
    [{ monthlyTokens: -1 }, 'monthlyTokens'],
    [{ voice: 'en-US-AvaNeural' }, 'voice'],
    [{ voiceRegion: 'x.example/' }, 'voiceRegion'],
    [{ queueId: '' }, 'queueId'],
    [{ queueIds: Array.from({ length: 21 }, (_, nth) => nth + 1) }, 'queueIds'],
    [{ apiKey: '' }, 'apiKey'],
    [{ model: '' }, 'model'],
    [{ ...SPEAKS, voiceKey: '' }, 'voiceKey'],
    [{ voice: 'pt-BR-YaraNeural', voiceKey: 'chave' }, 'voiceRegion'],
    [{ baseUrl: '' }, 'baseUrl'],
    [{ baseUrl: 'http://modelos.example/v1' }, 'baseUrl'],
    [{ baseUrl: 'https://modelos.example/v1?a=b' }, 'baseUrl'],
    [{ baseUrl: 'https://169.254.169.254/latest' }, 'baseUrl'],
    [{ baseUrl: 'https://127.0.0.1/v1' }, 'baseUrl'],
    [{ baseUrl: 'https://localhost/v1' }, 'baseUrl'],
    [{ baseUrl: 'https://modelos.internal/v1' }, 'baseUrl'],
    [{ baseUrl: 'https://ana:senha@modelos.example/v1' }, 'baseUrl'],
  ])('S-19, S-46: %j is refused', async (fields, field) => {
    expect(await send('POST /prompt', { ...baker(), ...fields })).toMatchObject(invalid(field));
    expect((await listed()).count).toBe(0);
  });

  it('S-18: give conversations only to queues of the company', async () => {
    const { id } = await create();
    const other = await makeCompany();
    await other.addQueue();
    const unknown = await other.addQueue();
    for (const [to, fields] of [
      ['POST /prompt', { queueId: unknown }],
      ['POST /prompt', { queueIds: [unknown] }],
      [`PUT /prompt/${id}`, { queueIds: [queueId, unknown] }],
    ] as const)
      expect(codeOf(await send(to, { ...baker(), ...fields })), to).toEqual([404, 'ERR_NO_QUEUE_FOUND']);
  });

  it('a change of an older version is a conflict', async () => {
    const { id, version } = await create();
    expect((await send(`PUT /prompt/${id}`, { ...baker(), version })).status).toBe(200);
    expect(codeOf(await send(`PUT /prompt/${id}`, { ...baker(), version }))).toEqual([409, 'ERR_CONFLICT']);
  });

  it('a company has a limited number, also when they are added at once', async () => {
    for (let nth = 0; nth < ASSISTANTS_MAX - 2; nth++) await plantAssistant(company, { queueId });
    const answers = await Promise.all(Array.from({ length: 4 }, () => send('POST /prompt', baker())));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(codeOf)).toEqual(Array(2).fill([409, 'ERR_ASSISTANT_LIMIT']));
    expect((await listed()).count).toBe(ASSISTANTS_MAX);
  });

  it('S-25: need the plan feature and an administrator', async () => {
    const { id } = await create();
    const user = await company.addUser({ profile: 'user' });
    const poor = await makeCompany({ plan: { without: ['useOpenAi'] } });
    for (const [to, body] of [
      ['GET /prompt'],
      ['POST /prompt', baker()],
      [`GET /prompt/${id}`],
      [`PUT /prompt/${id}`, baker()],
      [`DELETE /prompt/${id}`],
      ['POST /prompt/test', { ...baker(), question: 'Oi' }],
    ] as const) {
      expect(codeOf(await send(to, body, user)), to).toEqual([403, 'ERR_NO_PERMISSION']);
      expect(codeOf(await send(to, body, poor.admin)), to).toEqual([403, 'ERR_PLAN_FEATURE']);
    }
  });

  it('S-18: another company finds none of them', async () => {
    const { id } = await create();
    const other = await makeCompany();
    const body = { ...baker(), queueId: await other.addQueue() };
    for (const [to, sent] of [
      [`GET /prompt/${id}`],
      [`PUT /prompt/${id}`, body],
      [`DELETE /prompt/${id}`],
      ['POST /prompt/test', { ...body, id, question: 'Oi' }],
    ] as const)
      expect(codeOf(await send(to, sent, other.admin)), to).toEqual([404, 'ERR_NO_ASSISTANT_FOUND']);
    expect((await send('GET /prompt', undefined, other.admin)).body).toMatchObject({ prompts: [], count: 0 });
  });

  it('show what they used in the current month of the company', async () => {
    const {
      id,
      usage: { month },
    } = await create();
    expect(month).toMatch(/^\d{4}-\d{2}$/);
    const nowMs = systemClock.now();
    await commit([
      addToAssistantItem(company.table, { assistantId: id, month }, { tokens: 70, answers: 1 }, nowMs),
    ]);
    await commit([
      addToAssistantItem(company.table, { assistantId: id, month }, { tokens: 30, answers: 1 }, nowMs),
    ]);
    await commit([
      addToAssistantItem(
        company.table,
        { assistantId: id, month: '2020-01' },
        { tokens: 9, answers: 1 },
        nowMs,
      ),
    ]);
    const usage = { month, tokens: 100, answers: 2 };
    expect((await listed()).prompts).toMatchObject([{ usage }]);
    expect((await send(`GET /prompt/${id}`)).body).toMatchObject({ usage });
    expect((await send(`PUT /prompt/${id}`, baker())).body).toMatchObject({ usage });
  });
});

describe('keys of assistants', () => {
  it('S-56: are stored encrypted and never shown; empty ones keep them', async () => {
    const made = await create({ ...SPEAKS, voiceKey: VOICE_KEY });
    const kept = { ...baker(), ...SPEAKS, apiKey: '', name: 'Padeira', baseUrl: `${made.baseUrl}/` };
    const answers = [
      made,
      (await send(`GET /prompt/${made.id}`)).body,
      (await send('GET /prompt')).body,
      (await send(`PUT /prompt/${made.id}`, kept)).body,
    ];
    expect(answers.at(-1)).toMatchObject({
      name: 'Padeira',
      apiKey: '',
      apiKeyLast4: 'cdef',
      voiceKey: '',
      voiceKeyLast4: 'e8f9',
    });
    const rows = await companyRows(engine().endpoint, company.id);
    for (const [where, text] of Object.entries({ answers, rows })) {
      expect(JSON.stringify(text), where).not.toContain(KEY);
      expect(JSON.stringify(text), where).not.toContain(VOICE_KEY);
    }
    const stored = await loadAssistant(company.table, made.id);
    const [apiKey, voiceKey] = [stored?.apiKey?.sealed ?? '', stored?.voiceKey?.sealed ?? ''];
    expect(await openAssistantKey(company.id, made.id, 'apiKey', apiKey)).toBe(KEY);
    expect(await openAssistantKey(company.id, made.id, 'voiceKey', voiceKey)).toBe(VOICE_KEY);
    await expect(openAssistantKey(company.id, made.id + 1, 'apiKey', apiKey)).rejects.toThrow();
    await expect(openAssistantKey(company.id, made.id, 'voiceKey', apiKey)).rejects.toThrow();
  });

  it('S-56: another address or region needs its key again', async () => {
    const { id } = await create({ ...SPEAKS, voiceKey: VOICE_KEY });
    const put = (fields: object) =>
      send(`PUT /prompt/${id}`, { ...baker(), ...SPEAKS, apiKey: '', ...fields });
    const moved = { baseUrl: 'https://modelos.example/v1' };
    expect(await put(moved)).toMatchObject(required('apiKey'));
    expect(await put({ voiceRegion: 'eastus' })).toMatchObject(required('voiceKey'));
    const test = { ...baker(), apiKey: '', id, question: 'Oi', ...moved };
    expect(await send('POST /prompt/test', test)).toMatchObject(required('apiKey'));
    expect(await put({ ...moved, apiKey: 'uma-chave-nova-9876' })).toMatchObject({
      status: 200,
      body: { ...moved, apiKeyLast4: '9876' },
    });
    expect((await put({ ...moved, voiceRegion: 'eastus', voiceKey: VOICE_KEY })).status).toBe(200);
    // Without a voice, the key of another region is forgotten, so that it is never sent there.
    expect((await put({ ...moved, voice: 'texto', voiceRegion: 'westus' })).body).toMatchObject({
      voiceKeyLast4: '',
    });
    expect(await put({ ...moved, voiceRegion: 'westus' })).toMatchObject(required('voiceKey'));
  });

  it('S-56: of a short key nothing is shown', async () => {
    const { apiKeyLast4 } = await create({ apiKey: 'abcdefgh' });
    expect(apiKeyLast4).not.toBe('');
    expect('abcdefgh').not.toContain(apiKeyLast4);
  });
});

describe('what names an assistant', () => {
  const inUse = (uses: readonly object[]) => ({
    status: 409,
    body: { error: 'ERR_ASSISTANT_IN_USE', details: { uses } },
  });
  const addFlow = async (name = 'Boas-vindas'): Promise<number> =>
    flowViewSchema.parse((await of(flows, 'POST /flowbuilder', { name })).body).id;
  const save = (idFlow: number, assistantId: number | undefined, publish = false) => {
    const { nodes, connections: ways } = chainOf(
      assistantId === undefined ? [['message', { label: 'Oi' }]] : [asksAssistant(assistantId)],
    );
    return of(flows, 'POST /flowbuilder/flow', { idFlow, nodes, connections: ways, publish });
  };

  it('hinders its removal: a connection, the draft and the current version of a flow', async () => {
    const { id } = await create();
    const remove = () => send(`DELETE /prompt/${id}`);
    const whatsappId = await company.addConnection({ name: 'Loja' });
    const put = (promptId: number | null) =>
      of(connections, `PUT /whatsapp/${whatsappId}`, { name: 'Loja', promptId });
    expect(await put(id)).toMatchObject({ status: 200, body: { promptId: id } });
    expect(await remove()).toMatchObject(inUse([{ kind: 'connection', id: whatsappId, name: 'Loja' }]));
    expect((await put(null)).status).toBe(200);

    const flowId = await addFlow();
    const flow = { kind: 'flow', id: flowId, name: 'Boas-vindas' };
    expect((await save(flowId, id)).status).toBe(200);
    expect(await remove()).toMatchObject(inUse([flow]));
    expect((await save(flowId, id, true)).status).toBe(200);
    expect((await save(flowId, undefined)).status).toBe(200);
    expect(await remove()).toMatchObject(inUse([flow]));
    expect((await save(flowId, undefined, true)).status).toBe(200);
    expect((await remove()).status).toBe(200);
  });

  it('is found among many flows', async () => {
    const { id } = await create();
    for (let nth = 0; nth < 25; nth++) await publishFlow(company, chainOf([['message', { label: 'Oi' }]]));
    const named = await publishFlow(company, chainOf([asksAssistant(id)]));
    expect(await send(`DELETE /prompt/${id}`)).toMatchObject(inUse([{ kind: 'flow', id: named }]));
  });

  it('is never removed by a request at the same time', async () => {
    const whatsappId = await company.addConnection({ name: 'Loja' });
    const flowId = await addFlow();
    for (let round = 0; round < 6; round++) {
      const [ofConnection, ofFlow] = [await create(), await create()];
      const [removed, named, gone, published] = await Promise.all([
        send(`DELETE /prompt/${ofConnection.id}`),
        of(connections, `PUT /whatsapp/${whatsappId}`, { name: 'Loja', promptId: ofConnection.id }),
        send(`DELETE /prompt/${ofFlow.id}`),
        save(flowId, ofFlow.id, true),
      ]);
      expect([removed.status, named.status]).toEqual(removed.status === 200 ? [200, 400] : [409, 200]);
      expect([gone.status, published.status]).toEqual(gone.status === 200 ? [200, 422] : [409, 200]);
    }
  });

  it('S-18: must name one of the company', async () => {
    await create();
    const other = await makeCompany();
    await plantAssistant(other);
    const unknown = await plantAssistant(other);
    const whatsappId = await company.addConnection({ name: 'Loja' });
    expect(
      await of(connections, `PUT /whatsapp/${whatsappId}`, { name: 'Loja', promptId: unknown }),
    ).toMatchObject(invalid('promptId'));
    const flowId = await addFlow();
    expect((await save(flowId, unknown)).status).toBe(200);
    expect(await save(flowId, unknown, true)).toMatchObject({
      status: 422,
      body: { error: 'ERR_FLOW_INVALID', details: { problems: [{ code: 'no-assistant' }] } },
    });
  });

  it('S-25: needs the plan feature to begin to name one, and keeps what it named', async () => {
    const poor = await makeCompany({ plan: { without: ['useOpenAi'] } });
    const assistant = await plantAssistant(poor, { queueId: await poor.addQueue() });
    const had = await poor.addConnection({ name: 'Loja', promptId: assistant });
    const bare = await poor.addConnection({ name: 'Filial' });
    const put = (id: number, name: string) =>
      of(connections, `PUT /whatsapp/${id}`, { name, promptId: assistant }, poor.admin);
    expect(await put(had, 'Loja')).toMatchObject({ status: 200, body: { promptId: assistant } });
    expect(codeOf(await put(bare, 'Filial'))).toEqual([403, 'ERR_PLAN_FEATURE']);
    const flow = flowViewSchema.parse(
      (await of(flows, 'POST /flowbuilder', { name: 'Boas-vindas' }, poor.admin)).body,
    );
    const { nodes, connections: ways } = chainOf([asksAssistant(assistant)]);
    const body = { idFlow: flow.id, nodes, connections: ways, publish: true };
    expect(codeOf(await of(flows, 'POST /flowbuilder/flow', body, poor.admin))).toEqual([
      422,
      'ERR_FLOW_INVALID',
    ]);
  });
});

describe('a test of an assistant', () => {
  const asked = (fields: object = {}) => ({
    ...baker(),
    baseUrl: model.url,
    question: 'Vocês abrem hoje?',
    ...fields,
  });
  const test = async (fields: object = {}) => {
    const answer = await send('POST /prompt/test', asked(fields));
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return assistantRoutes.test.response.parse(answer.body);
  };
  beforeEach(() => {
    vi.stubEnv('INTEGRATIONS_ON_LOOPBACK', 'yes');
  });

  it('asks the model one question, and shows its answer', async () => {
    expect(await test({ baseUrl: `${model.url}/` })).toEqual({
      ok: true,
      failure: '',
      answer: 'Bom dia!',
      sources: [],
      queue: null,
      tokens: 40,
    });
    expect(model.got).toMatchObject([{ path: '/v1/chat/completions', authorization: `Bearer ${KEY}` }]);
    const { body = '' } = model.got[0] ?? {};
    expect(body).toContain(INSTRUCTIONS);
    expect(body).toContain('Vocês abrem hoje?');
    expect((await listed()).count).toBe(0);
  });

  it('shows the queue to which the model gives the conversation', async () => {
    const other = await company.addQueue({ name: 'Financeiro' });
    const call = { name: 'transfer_to_person', arguments: JSON.stringify({ queue: 'Financeiro' }) };
    const tools = [{ id: 'call_1', type: 'function', function: call }];
    model.says = completion({ content: null, tool_calls: tools });
    expect(await test({ queueIds: [other] })).toMatchObject({
      ok: true,
      queue: { id: other, name: 'Financeiro' },
    });
    expect(await test()).toMatchObject({ ok: true, queue: { id: queueId, name: 'Padaria' } });
  });

  it('of a stored one uses its key, and counts into its use', async () => {
    const { id } = await create({ baseUrl: model.url });
    expect(await test({ id, apiKey: '' })).toMatchObject({ ok: true, tokens: 40 });
    expect(model.got).toMatchObject([{ authorization: `Bearer ${KEY}` }]);
    expect((await send(`GET /prompt/${id}`)).body).toMatchObject({ usage: { tokens: 40 } });
    expect(await test({ id, apiKey: 'uma-outra-chave' })).toMatchObject({ ok: true });
    expect(model.got[1]).toMatchObject({ authorization: 'Bearer uma-outra-chave' });
    expect((await send(`GET /prompt/${id}`)).body).toMatchObject({
      apiKeyLast4: 'cdef',
      usage: { tokens: 80 },
    });
  });

  it('a failure is a result', async () => {
    model.status = 401;
    model.says = JSON.stringify({ error: { message: `Incorrect API key: ${KEY}`, code: 'invalid_api_key' } });
    const refused = await test();
    expect(refused).toMatchObject({ ok: false, failure: 'key', answer: '', queue: null });
    expect(JSON.stringify(refused)).not.toContain(KEY);
    expect(await test({ baseUrl: 'http://127.0.0.1:9/v1' })).toMatchObject({
      ok: false,
      failure: 'unreachable',
      tokens: 0,
    });
  });

  it('S-45: a private address is not called', async () => {
    vi.unstubAllEnvs();
    expect(await send('POST /prompt/test', asked())).toMatchObject(invalid('baseUrl'));
    expect(model.got).toEqual([]);
  });

  it('needs what the assistant needs, and a question', async () => {
    for (const [fields, field] of [
      [{ apiKey: '' }, 'apiKey'],
      [{ question: '' }, 'question'],
      [{ question: 'x'.repeat(2001) }, 'question'],
      [{ prompt: 'curto' }, 'prompt'],
    ] as const)
      expect(await send('POST /prompt/test', asked(fields)), field).toMatchObject(invalid(field));
    expect(codeOf(await send('POST /prompt/test', asked({ queueId: queueId + 1000 })))).toEqual([
      404,
      'ERR_NO_QUEUE_FOUND',
    ]);
    expect(model.got).toEqual([]);
  });

  it('a company sends ten a minute', async () => {
    for (let nth = 0; nth < 10; nth++) await test();
    expect(codeOf(await send('POST /prompt/test', asked()))).toEqual([429, 'ERR_TOO_MANY_REQUESTS']);
    expect(model.got).toHaveLength(10);
  });
});
