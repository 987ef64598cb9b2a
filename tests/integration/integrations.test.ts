import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { handler as connections } from '@prosa/functions/http/connections/handler.ts';
import { handler as flows } from '@prosa/functions/http/flows/handler.ts';
import { handler as integrations } from '@prosa/functions/http/integrations/handler.ts';
import { handler as queues } from '@prosa/functions/http/queues/handler.ts';
import { systemClock, toInstant } from '@prosa/functions/platform/clock.ts';
import { openCredentials, openSigningSecret } from '@prosa/functions/platform/integration-secrets.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { IntegrationHealth } from '@prosa/functions/platform/table/entities/integrations.ts';
import { callItem } from '@prosa/functions/repositories/integrations/integration-calls.ts';
import { loadIntegration } from '@prosa/functions/repositories/integrations/integrations.ts';
import { flowViewSchema } from '@prosa/shared/contracts/flows.ts';
import {
  INTEGRATIONS_MAX,
  type IntegrationView,
  integrationRoutes,
  integrationViewSchema,
} from '@prosa/shared/contracts/integrations.ts';
import { queueViewSchema } from '@prosa/shared/contracts/queues.ts';
import { CALLS_PER_PAGE } from '@prosa/shared/contracts/service-calls.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { plantIntegration } from '../factories/integrations.ts';
import { chainOf, says } from '../support/flows.ts';
import { plant } from '../support/plant.ts';
import { publishFlow } from '../support/publish-flow.ts';
import { type Answer, call } from './support/call.ts';
import { codeOf } from './support/desk.ts';
import { serverPort } from './support/server-port.ts';
import { useTable } from './support/table.ts';
import { companyRows } from './support/table-scan.ts';

const engine = useTable();
let company: TestCompany;

interface Got {
  path: string;
  headers: object;
  body: string;
}
/** What the service of the tests got, and what it answers. */
const service: { url: string; got: Got[]; status: number; says: string } = {
  url: '',
  got: [],
  status: 200,
  says: '',
};
let server: Server;
beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      service.got.push({ path: request.url ?? '', headers: request.headers, body });
      response.writeHead(service.status, { 'content-type': 'application/json' }).end(service.says);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  service.url = `http://127.0.0.1:${serverPort(server)}`;
});
afterAll(() => {
  server.close();
});
beforeEach(async () => {
  Object.assign(service, { got: [], status: 200, says: '' });
  company = await makeCompany();
});
afterEach(() => vi.unstubAllEnvs());

const send = (to: string, body?: object, { token } = company.admin): Promise<Answer> =>
  call(integrations, { to, token, body });

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const EMAIL = 'robo@projeto.iam.example';
const KEY_FILE = JSON.stringify({ client_email: EMAIL, private_key: plant(privateKey) });

const HOOK = { name: 'Pedidos', type: 'webhook', urlN8N: 'https://loja.example/prosa' };
const AGENT = { name: 'Agente', type: 'dialogflow', projectName: 'projeto', jsonContent: KEY_FILE };
const BOT = { name: 'Robô', type: 'typebot', urlN8N: 'https://bot.example', typebotSlug: 'vendas' };

const create = async (body: object = HOOK): Promise<IntegrationView> => {
  const answer = await send('POST /queueIntegration', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return integrationViewSchema.parse(answer.body);
};
const listed = async (query = '') =>
  integrationRoutes.list.response.parse((await send(`GET /queueIntegration${query}`)).body);
const addFlow = async (name = 'Boas-vindas'): Promise<number> =>
  flowViewSchema.parse(
    (
      await call(flows, {
        to: 'POST /flowbuilder',
        token: company.admin.token,
        body: { name },
      })
    ).body,
  ).id;
/** Stores calls of an integration, the oldest first. */
const plantCalls = async (integrationId: number, count: number, atMs = systemClock.now()): Promise<void> => {
  for (let nth = 0; nth < count; nth++) {
    const id = `01m${String(nth).padStart(4, '0')}`;
    const call = { companyId: company.id, integrationId, id, ticketId: 7, at: toInstant(atMs) };
    const result = { durationMs: 12, request: `{"nth":${nth}}`, status: 200, failure: '', answer: 'ok' };
    await commit([callItem(company.table, { ...call, ...result }, atMs)]);
  }
};

describe('integrations', () => {
  it('are created, read, listed by name, searched, changed and deleted', async () => {
    const made = await create(HOOK);
    expect(made).toMatchObject({
      ...HOOK,
      companyId: company.id,
      language: 'pt-BR',
      typebotDelayMessage: 1000,
      typebotExpires: 1,
      jsonContent: '',
      signingSecretLast4: '',
      pausedUntil: null,
      version: 1,
    });
    expect((await send(`GET /queueIntegration/${made.id}`)).body).toEqual(made);
    const bot = await create({ ...BOT, urlN8N: 'https://bot.example/' });
    expect(bot.urlN8N).toBe('https://bot.example');
    expect(await listed()).toEqual({ queueIntegrations: [made, bot], count: 2, hasMore: false });
    expect((await listed('?searchParam=ROBO')).queueIntegrations).toEqual([bot]);
    expect((await listed('?pageNumber=2')).queueIntegrations).toEqual([]);
    const body = { ...HOOK, name: 'Vendas', urlN8N: 'https://loja.example/webhook-test/1' };
    const changed = await send(`PUT /queueIntegration/${made.id}`, body);
    expect(changed).toMatchObject({ status: 200, body: { ...body, version: 2 } });
    expect((await send(`DELETE /queueIntegration/${made.id}`)).status).toBe(200);
    for (const [to, sent] of [
      [`GET /queueIntegration/${made.id}`],
      [`PUT /queueIntegration/${made.id}`, HOOK],
      [`DELETE /queueIntegration/${made.id}`],
    ] as const)
      expect(codeOf(await send(to, sent)), to).toEqual([404, 'ERR_NO_INTEGRATION_FOUND']);
  });

  it.each([
    [{ ...HOOK, urlN8N: '' }, 'urlN8N'],
    [{ ...HOOK, type: 'n8n', urlN8N: 'http://loja.example/prosa' }, 'urlN8N'],
    [{ ...HOOK, urlN8N: 'https://169.254.169.254/latest' }, 'urlN8N'],
    [{ ...HOOK, urlN8N: 'https://127.0.0.1/' }, 'urlN8N'],
    [{ ...HOOK, urlN8N: 'https://localhost/' }, 'urlN8N'],
    [{ ...HOOK, urlN8N: 'https://db.internal/' }, 'urlN8N'],
    [{ ...HOOK, urlN8N: 'https://ana:senha@loja.example/' }, 'urlN8N'],
    [{ ...BOT, urlN8N: 'https://bot.example/vendas' }, 'urlN8N'],
    [{ ...BOT, typebotSlug: '' }, 'typebotSlug'],
    [{ ...AGENT, projectName: '' }, 'projectName'],
    [{ ...AGENT, jsonContent: '' }, 'jsonContent'],
    [{ ...AGENT, jsonContent: '{"client_email":"a@b.example"}' }, 'jsonContent'],
    [{ ...AGENT, jsonContent: 'isto não é JSON' }, 'jsonContent'],
    [{ name: 'Fluxo', type: 'flowbuilder' }, 'flowId'],
    [{ ...HOOK, name: 'a' }, 'name'],
    [{ ...HOOK, name: 'x'.repeat(51) }, 'name'],
    [{ ...HOOK, type: 'openai' }, 'type'],
    [{ ...BOT, typebotDelayMessage: -1 }, 'typebotDelayMessage'],
  ])('S-19, S-46: %j is refused', async (body, field) => {
    expect(await send('POST /queueIntegration', body)).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', details: [{ path: `body.${field}` }] },
    });
    expect((await listed()).count).toBe(0);
  });

  it('keep their type', async () => {
    const { id } = await create();
    expect(await send(`PUT /queueIntegration/${id}`, { ...BOT })).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', details: [{ path: 'body.type' }] },
    });
  });

  it('a change of an older version is a conflict', async () => {
    const { id, version } = await create();
    expect((await send(`PUT /queueIntegration/${id}`, { ...HOOK, version })).status).toBe(200);
    expect(codeOf(await send(`PUT /queueIntegration/${id}`, { ...HOOK, version }))).toEqual([
      409,
      'ERR_CONFLICT',
    ]);
  });

  it('a company has a limited number, also when they are added at once', async () => {
    for (let nth = 0; nth < INTEGRATIONS_MAX - 2; nth++) await create();
    const answers = await Promise.all(Array.from({ length: 4 }, () => send('POST /queueIntegration', HOOK)));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(codeOf)).toEqual(Array(2).fill([409, 'ERR_INTEGRATION_LIMIT']));
    expect((await listed()).count).toBe(INTEGRATIONS_MAX);
  });

  it('S-25: need the plan feature and an administrator', async () => {
    const { id } = await create();
    const user = await company.addUser({ profile: 'user' });
    const poor = await makeCompany({ plan: { without: ['useIntegrations'] } });
    for (const [method, path, body] of [
      ['GET', '/queueIntegration'],
      ['POST', '/queueIntegration', HOOK],
      ['GET', `/queueIntegration/${id}`],
      ['PUT', `/queueIntegration/${id}`, HOOK],
      ['DELETE', `/queueIntegration/${id}`],
      ['POST', `/queueIntegration/${id}/secret`],
      ['POST', '/queueIntegration/testSession', HOOK],
      ['GET', `/queueIntegration/${id}/calls`],
    ] as const) {
      const to = `${method} ${path}`;
      expect(codeOf(await send(to, body, user)), to).toEqual([403, 'ERR_NO_PERMISSION']);
      expect(codeOf(await send(to, body, poor.admin)), to).toEqual([403, 'ERR_PLAN_FEATURE']);
    }
  });

  it('S-18: another company finds none of them', async () => {
    const { id } = await create();
    await plantCalls(id, 1);
    const other = await makeCompany();
    for (const [to, body] of [
      [`GET /queueIntegration/${id}`],
      [`PUT /queueIntegration/${id}`, HOOK],
      [`DELETE /queueIntegration/${id}`],
      [`POST /queueIntegration/${id}/secret`],
      ['POST /queueIntegration/testSession', { id, type: 'webhook' }],
      [`GET /queueIntegration/${id}/calls`],
      [`GET /queueIntegration/${id}/calls/01m0000`],
      [`POST /queueIntegration/${id}/calls/01m0000/repeat`],
    ] as const)
      expect(codeOf(await send(to, body, other.admin)), to).toEqual([404, 'ERR_NO_INTEGRATION_FOUND']);
  });

  it('show the pause of a host until it ends, and forget it with a new address', async () => {
    const { id } = await create();
    const pausedUntil = '2999-01-01T00:00:00.000Z';
    const pause = (until: string) =>
      commit([
        company.table.put(
          IntegrationHealth,
          { companyId: company.id, integrationId: id, failures: 5, pausedUntil: until },
          'any',
        ),
      ]);
    await pause('2020-01-01T00:00:00.000Z');
    expect((await listed()).queueIntegrations).toMatchObject([{ pausedUntil: null }]);
    await pause(pausedUntil);
    expect((await listed()).queueIntegrations).toMatchObject([{ pausedUntil }]);
    expect((await send(`PUT /queueIntegration/${id}`, { ...HOOK, name: 'Loja' })).body).toMatchObject({
      pausedUntil,
    });
    const moved = { ...HOOK, urlN8N: 'https://outra.example/' };
    expect((await send(`PUT /queueIntegration/${id}`, moved)).body).toMatchObject({ pausedUntil: null });
    expect((await send(`GET /queueIntegration/${id}`)).body).toMatchObject({ pausedUntil: null });
  });
});

describe('secrets of integrations', () => {
  const rowsText = async () => JSON.stringify(await companyRows(engine().endpoint, company.id));

  it('S-56: a key file is stored encrypted and never shown; an empty one keeps it', async () => {
    const made = await create(AGENT);
    expect(made).toMatchObject({ jsonContent: '', credentialsHint: EMAIL });
    const answers = [
      await send(`GET /queueIntegration/${made.id}`),
      await send('GET /queueIntegration'),
      await send(`PUT /queueIntegration/${made.id}`, { ...AGENT, jsonContent: '', projectName: 'outro' }),
    ];
    const secret = privateKey.split('\n')[1] ?? '';
    expect(secret.length).toBeGreaterThan(20);
    expect(JSON.stringify([made, ...answers.map(({ body }) => body)])).not.toContain(secret);
    expect(await rowsText()).not.toContain(secret);
    const stored = await loadIntegration(company.table, made.id);
    expect(stored).toMatchObject({ projectName: 'outro', credentials: { hint: EMAIL } });
    expect(await openCredentials(company.id, made.id, stored?.credentials?.sealed ?? '')).toBe(KEY_FILE);
    await expect(
      openCredentials(company.id, made.id + 1, stored?.credentials?.sealed ?? ''),
    ).rejects.toThrow();
    await expect(openSigningSecret(company.id, made.id, stored?.credentials?.sealed ?? '')).rejects.toThrow();
  });

  it('S-56: a signing secret is shown once, stored encrypted, and replaced by a rotation', async () => {
    const { id } = await create();
    const rotate = async () =>
      integrationRoutes.rotateSecret.response.parse((await send(`POST /queueIntegration/${id}/secret`)).body);
    const { secret, signingSecretLast4 } = await rotate();
    plant(secret);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(signingSecretLast4).toBe(secret.slice(-4));
    expect(JSON.stringify(await listed())).not.toContain(secret);
    expect(await rowsText()).not.toContain(secret.slice('whsec_'.length));
    const kept = await send(`PUT /queueIntegration/${id}`, HOOK);
    expect(kept.body).toMatchObject({ signingSecretLast4 });
    expect((await rotate()).secret).not.toBe(secret);
  });
});

describe('what names an integration', () => {
  const QUEUE = { name: 'Vendas', color: '#112233' };
  const of = (handler: Parameters<typeof call>[0], to: string, body?: object, { token } = company.admin) =>
    call(handler, { to, token, body });
  const inUse = (uses: readonly object[]) => ({
    status: 409,
    body: { error: 'ERR_INTEGRATION_IN_USE', details: { uses } },
  });

  it('hinders its removal: a queue, an option, a connection', async () => {
    const { id } = await create();
    const queue = queueViewSchema.parse(
      (await of(queues, 'POST /queue', { ...QUEUE, integrationId: id })).body,
    );
    expect(queue.integrationId).toBe(id);
    const remove = () => send(`DELETE /queueIntegration/${id}`);
    expect(await remove()).toMatchObject(inUse([{ kind: 'queue', id: queue.id, name: 'Vendas' }]));

    const option = { name: 'Robô', queueType: 'integration', optIntegrationId: id };
    expect((await of(queues, `PUT /queue/${queue.id}`, { ...QUEUE, chatbots: [option] })).status).toBe(200);
    expect(await remove()).toMatchObject(inUse([{ kind: 'option', id: queue.id, name: 'Vendas' }]));
    expect((await of(queues, `PUT /queue/${queue.id}`, QUEUE)).status).toBe(200);

    const whatsappId = await company.addConnection({ name: 'Loja' });
    const toConnection = `/whatsapp/${whatsappId}`;
    const named = await of(connections, `PUT ${toConnection}`, { name: 'Loja', integrationId: id });
    expect(named).toMatchObject({ status: 200, body: { integrationId: id } });
    expect(await remove()).toMatchObject(inUse([{ kind: 'connection', id: whatsappId, name: 'Loja' }]));
    expect((await of(connections, `PUT ${toConnection}`, { name: 'Loja', integrationId: null })).status).toBe(
      200,
    );
    expect((await remove()).status).toBe(200);
  });

  it('is never removed by a request at the same time', async () => {
    for (let round = 0; round < 6; round++) {
      const { id } = await create();
      const queue = { name: `Fila ${round}`, color: `#11223${round}`, integrationId: id };
      const begins = { name: `Fluxo ${round}`, type: 'flowbuilder', flowId: await addFlow(`Fluxo ${round}`) };
      const [removed, named, gone, begun] = await Promise.all([
        send(`DELETE /queueIntegration/${id}`),
        of(queues, 'POST /queue', queue),
        of(flows, `DELETE /flowbuilder/${begins.flowId}`),
        send('POST /queueIntegration', begins),
      ]);
      expect([removed.status, named.status]).toEqual(removed.status === 200 ? [200, 400] : [409, 201]);
      expect([gone.status, begun.status]).toEqual(gone.status === 200 ? [200, 404] : [409, 201]);
    }
  });

  it('S-18: must name one of the company', async () => {
    const other = await makeCompany();
    const foreign = integrationViewSchema.parse(
      (await send('POST /queueIntegration', HOOK, other.admin)).body,
    );
    const whatsappId = await company.addConnection({ name: 'Loja' });
    const option = { name: 'Robô', queueType: 'integration', optIntegrationId: foreign.id };
    for (const [handler, to, body, path] of [
      [queues, 'POST /queue', { ...QUEUE, integrationId: foreign.id }, 'body.integrationId'],
      [queues, 'POST /queue', { ...QUEUE, chatbots: [option] }, 'body.chatbots.0.optIntegrationId'],
      [
        connections,
        `PUT /whatsapp/${whatsappId}`,
        { name: 'Loja', integrationId: foreign.id },
        'body.integrationId',
      ],
    ] as const)
      expect(await of(handler, to, body), to).toMatchObject({
        status: 400,
        body: { error: 'ERR_VALIDATION', details: [{ path }] },
      });
  });

  it('S-25: needs the plan feature to begin to name one, and keeps what it named', async () => {
    const poor = await makeCompany({ plan: { without: ['useIntegrations'] } });
    const { integration } = await plantIntegration(poor);
    const had = await poor.addQueue({ name: 'Vendas', color: '#112233', integrationId: integration });
    const bare = await poor.addQueue({ name: 'Suporte', color: '#445566' });
    const whatsappId = await poor.addConnection({ name: 'Loja' });
    const put = (handler: Parameters<typeof call>[0], to: string, body: object) =>
      of(handler, to, body, poor.admin);
    expect(await put(queues, `PUT /queue/${had}`, { ...QUEUE, integrationId: integration })).toMatchObject({
      status: 200,
      body: { integrationId: integration },
    });
    const option = { name: 'Robô', queueType: 'integration', optIntegrationId: integration };
    for (const [handler, to, body] of [
      [queues, `PUT /queue/${bare}`, { name: 'Suporte', color: '#445566', integrationId: integration }],
      [queues, `PUT /queue/${bare}`, { name: 'Suporte', color: '#445566', chatbots: [option] }],
      [queues, 'POST /chatbot', { queueId: bare, ...option }],
      [connections, `PUT /whatsapp/${whatsappId}`, { name: 'Loja', integrationId: integration }],
      [
        connections,
        `PUT /whatsapp/${whatsappId}`,
        { name: 'Loja', flowIdWelcome: await publishFlow(poor, chainOf([says('Olá')])) },
      ],
    ] as const)
      expect(codeOf(await put(handler, to, body)), to).toEqual([403, 'ERR_PLAN_FEATURE']);
  });

  it('a flow that an integration begins cannot be removed, and must exist', async () => {
    const flowId = await addFlow();
    const begins = { name: 'Fluxo', type: 'flowbuilder', flowId };
    const made = await create(begins);
    expect(made.flowId).toBe(flowId);
    expect(await of(flows, `DELETE /flowbuilder/${flowId}`)).toMatchObject({
      status: 409,
      body: {
        error: 'ERR_FLOW_IN_USE',
        details: { uses: [{ kind: 'integration', id: made.id, name: 'Fluxo' }] },
      },
    });
    expect(codeOf(await send('POST /queueIntegration', { ...begins, flowId: 999_999 }))).toEqual([
      404,
      'ERR_NO_FLOW_FOUND',
    ]);
    expect((await send(`DELETE /queueIntegration/${made.id}`)).status).toBe(200);
    expect((await of(flows, `DELETE /flowbuilder/${flowId}`)).status).toBe(200);
    expect((await create({ ...HOOK, flowId: 999_999 })).flowId).toBeNull();
  });
});

describe('a test of an integration', () => {
  const test = async (body: object) => {
    const answer = await send('POST /queueIntegration/testSession', body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return integrationRoutes.testSession.response.parse(answer.body);
  };

  it('asks the service once, and shows what it answered', async () => {
    vi.stubEnv('INTEGRATIONS_ON_LOOPBACK', 'yes');
    service.says = '{"reply":"Olá"}';
    expect(await test({ type: 'n8n', urlN8N: `${service.url}/webhook/a` })).toEqual({
      ok: true,
      status: 200,
      failure: '',
      answer: '{"reply":"Olá"}',
    });
    expect(service.got).toMatchObject([{ path: '/webhook/a' }]);
    expect(service.got[0]?.body).toContain('Teste da Prosa');
  });

  it('a failure is a result', async () => {
    vi.stubEnv('INTEGRATIONS_ON_LOOPBACK', 'yes');
    service.status = 404;
    service.says = '{"code":404}';
    expect(await test({ type: 'webhook', urlN8N: service.url })).toMatchObject({
      ok: false,
      status: 404,
      answer: '{"code":404}',
    });
    expect(await test({ type: 'webhook', urlN8N: 'http://127.0.0.1:9/' })).toMatchObject({
      ok: false,
      status: null,
      failure: 'unreachable',
    });
  });

  it('S-45: a private address is not called', async () => {
    const answer = await send('POST /queueIntegration/testSession', {
      type: 'webhook',
      urlN8N: `${service.url}/x`,
    });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path: 'body.urlN8N' }] } });
    expect(service.got).toEqual([]);
  });

  it('of a stored one is signed and in its log, and can be repeated', async () => {
    vi.stubEnv('INTEGRATIONS_ON_LOOPBACK', 'yes');
    const { id } = await create({ ...HOOK, urlN8N: service.url });
    await send(`POST /queueIntegration/${id}/secret`);
    service.says = 'feito';
    expect(await test({ id })).toMatchObject({ ok: true, status: 200 });
    expect(service.got[0]?.headers).toMatchObject({ 'webhook-signature': expect.stringMatching(/^v1,/) });
    const log = async () =>
      integrationRoutes.calls.response.parse((await send(`GET /queueIntegration/${id}/calls`)).body).calls;
    const [one] = await log();
    expect(one).toMatchObject({ integrationId: id, ticketId: null, status: 200, failure: '' });
    const shown = (await send(`GET /queueIntegration/${id}/calls/${one?.id}`)).body;
    expect(shown).toMatchObject({ request: service.got[0]?.body, answer: 'feito' });
    service.status = 500;
    const again = await send(`POST /queueIntegration/${id}/calls/${one?.id}/repeat`);
    expect(again).toMatchObject({ status: 200, body: { ok: false, status: 500, answer: 'feito' } });
    expect(service.got.map(({ body }) => body)).toEqual(Array(2).fill(service.got[0]?.body));
    expect((await log()).map(({ status }) => status)).toEqual([500, 200]);
    expect(codeOf(await send(`POST /queueIntegration/${id}/calls/none/repeat`))).toEqual([
      404,
      'ERR_NO_CALL_FOUND',
    ]);
  });

  it('a company sends ten a minute', async () => {
    vi.stubEnv('INTEGRATIONS_ON_LOOPBACK', 'yes');
    const body = { type: 'webhook', urlN8N: service.url };
    for (let nth = 0; nth < 10; nth++) await test(body);
    expect(codeOf(await send('POST /queueIntegration/testSession', body))).toEqual([
      429,
      'ERR_TOO_MANY_REQUESTS',
    ]);
    expect(service.got).toHaveLength(10);
  });

  it('needs what its type needs', async () => {
    for (const [body, field] of [
      [{ projectName: 'projeto', jsonContent: '', language: 'en' }, 'jsonContent'],
      [{ type: 'flowbuilder' }, 'type'],
      [{ type: 'typebot', urlN8N: 'https://bot.example' }, 'typebotSlug'],
    ] as const)
      expect(await send('POST /queueIntegration/testSession', body)).toMatchObject({
        status: 400,
        body: { details: [{ path: `body.${field}` }] },
      });
  });
});

describe('the log of an integration', () => {
  const page = async (id: number, cursor: string | null) => {
    const query = cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`;
    return integrationRoutes.calls.response.parse(
      (await send(`GET /queueIntegration/${id}/calls${query}`)).body,
    );
  };

  it('comes in pages, the newest first, without requests and answers', async () => {
    const { id } = await create();
    await plantCalls(id, CALLS_PER_PAGE + 3);
    const first = await page(id, null);
    expect(first.calls).toHaveLength(CALLS_PER_PAGE);
    expect(first.hasMore).toBe(true);
    expect(first.calls[0]).toMatchObject({ id: '01m0022', status: 200, durationMs: 12 });
    expect(JSON.stringify(first)).not.toContain('nth');
    const second = await page(id, first.cursor);
    expect(second.calls.map((one) => one.id)).toEqual(['01m0002', '01m0001', '01m0000']);
    expect(second).toMatchObject({ hasMore: false, cursor: null });
    const one = await send(`GET /queueIntegration/${id}/calls/01m0002`);
    expect(one.body).toMatchObject({ request: '{"nth":2}', answer: 'ok' });
  });

  it('forgets calls after a week', async () => {
    const { id } = await create();
    await plantCalls(id, 1, systemClock.now() - 8 * 86_400_000);
    expect((await page(id, null)).calls).toEqual([]);
    expect(codeOf(await send(`GET /queueIntegration/${id}/calls/01m0000`))).toEqual([
      404,
      'ERR_NO_CALL_FOUND',
    ]);
  });
});
