import { handler as templates } from '@prosa/functions/http/message-templates/handler.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { BusinessRoute } from '@prosa/functions/platform/table/entities/connections.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import {
  findConnectionsOfBusiness,
  loadConnectionStates,
} from '@prosa/functions/repositories/connections/connections.ts';
import { findTemplate, loadTemplates } from '@prosa/functions/repositories/connections/message-templates.ts';
import { TEMPLATE_SYNCS } from '@prosa/functions/repositories/limits/template-syncs.ts';
import { messageTemplateRoutes, TEMPLATES_PER_PAGE } from '@prosa/shared/contracts/message-templates.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { failedIndexes, sqsEvent } from '../factories/inbound-events.ts';
import { addCloudConnection, addTemplate } from '../factories/templates.ts';
import { type GraphStub, graphError } from '../support/graph-stub.ts';
import { inbound } from '../support/handlers.ts';
import { call } from './support/call.ts';
import { useGraph } from './support/graph.ts';
import { useQueues } from './support/queues.ts';
import { useTable } from './support/table.ts';

useTable();
const queuesOf = useQueues();
const graphOf = useGraph();

let company: TestCompany;
let whatsappId: number;
let businessId: string;
let serial = 0;
const newId = (): string => String(108_900_000_000_000 + ++serial);

beforeAll(async () => {
  company = await makeCompany();
});
beforeEach(async () => {
  businessId = newId();
  whatsappId = await addCloudConnection(company, { accountId: newId(), businessId });
});

/** Has the provider answer requests by `METHOD path`. */
const answers = (given: Record<string, object>): GraphStub => {
  const graph = graphOf();
  graph.answer = ({ to }) => {
    const json = given[to];
    return json !== undefined && 'status' in json && 'error' in json
      ? { status: Number(json.status), json }
      : { json: json ?? graphError(100) };
  };
  return graph;
};
const ask = (to: string, body?: object, token = company.admin.token) =>
  call(templates, { to, token, ...(body === undefined ? {} : { body }) });
const list = async (query = '') => {
  const answer = await ask(`GET /message-templates?whatsappId=${whatsappId}${query}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return messageTemplateRoutes.list.response.parse(answer.body);
};
const stored = (name: string, language = 'pt_BR') =>
  findTemplate(company.table, { businessId }, { name, language });

const described = (name: string, fields: object = {}) => ({
  id: newId(),
  name,
  language: 'pt_BR',
  status: 'APPROVED',
  category: 'UTILITY',
  quality_score: { score: 'GREEN', date: 1 },
  rejected_reason: 'NONE',
  components: [{ type: 'BODY', text: 'Oi, {{1}}!', example: { body_text: [['Maria']] } }],
  ...fields,
});
const sync = (...data: object[]) => {
  answers({ [`GET ${businessId}/message_templates`]: { data } });
  return ask('POST /message-templates/sync', { whatsappId });
};

const written = {
  category: 'UTILITY',
  header: { kind: 'none' },
  body: 'Oi, {{1}}!',
  examples: { body: { '1': 'Maria' } },
} as const;
const submit = (name: string, fields: object = {}) =>
  ask('POST /message-templates', { whatsappId, name, language: 'pt_BR', ...written, ...fields });

describe('the list of templates', () => {
  it('is empty and never synced at first, then shows what the provider has by name and language', async () => {
    expect(await list()).toEqual({ templates: [], hasMore: false, cursor: null, syncedAt: null });
    const before = Date.now();
    const answer = await sync(described('b'), described('a'), described('a', { language: 'en_US' }));
    expect(answer).toMatchObject({ status: 200, body: { count: 3 } });
    const { templates: shown, syncedAt } = await list();
    expect(shown.map(({ name, language }) => [name, language])).toEqual([
      ['a', 'en_US'],
      ['a', 'pt_BR'],
      ['b', 'pt_BR'],
    ]);
    expect(shown[2]).toMatchObject({
      status: 'APPROVED',
      quality: 'GREEN',
      body: 'Oi, {{1}}!',
      isSendable: true,
    });
    expect(Date.parse(syncedAt ?? '')).toBeGreaterThanOrEqual(before);
  });

  it('is read from the provider ten times in ten minutes, whoever of the company asks', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < TEMPLATE_SYNCS.limit + 3; n++) statuses.push((await sync(described('a'))).status);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(TEMPLATE_SYNCS.limit);
    expect(statuses.slice(-3)).toEqual([429, 429, 429]);
  });

  it('is found by the beginning of the name, and by status', async () => {
    await sync(described('order_new'), described('order_old', { status: 'PAUSED' }), described('other'));
    const namesOf = async (query: string) => (await list(query)).templates.map(({ name }) => name);
    expect(await namesOf('&searchParam=Order')).toEqual(['order_new', 'order_old']);
    expect(await namesOf('&searchParam=Order&status=PAUSED')).toEqual(['order_old']);
  });

  it('comes in pages, and the last one says that there is no more', async () => {
    const names = Array.from({ length: TEMPLATES_PER_PAGE + 1 }, (_, n) => `t_${String(n).padStart(3, '0')}`);
    await sync(...names.map((name) => described(name)));
    const first = await list();
    expect(first).toMatchObject({ hasMore: true, cursor: expect.any(String) });
    const second = await list(`&cursor=${first.cursor}`);
    expect(second).toMatchObject({ hasMore: false, cursor: null });
    expect([...first.templates, ...second.templates].map(({ name }) => name)).toEqual(names);
  });

  it('is refused for a connection whose provider reviews no templates, and for that of another company', async () => {
    const web = await company.addConnection();
    const refusal = { status: 404, body: { error: 'ERR_NO_WAPP_FOUND' } };
    expect(await ask(`GET /message-templates?whatsappId=${web}`)).toMatchObject(refusal);
    const theirs = await makeCompany();
    expect(
      await ask(`GET /message-templates?whatsappId=${whatsappId}`, undefined, theirs.admin.token),
    ).toMatchObject(refusal);
  });
});

describe('a sync', () => {
  it('reads every page with the token in a header only, and stores what we cannot fill as not sendable', async () => {
    const graph = graphOf();
    const carousel = { components: [{ type: 'BODY', text: 'Oi' }, { type: 'CAROUSEL' }] };
    graph.answer = ({ query }) => ({
      json:
        query.after === undefined
          ? {
              data: [described('a', { status: 'FLAGGED' })],
              paging: { cursors: { after: 'x' }, next: 'https://graph.example/next' },
            }
          : { data: [described('b', carousel), { name: 'without an id' }] },
    });
    expect(await ask('POST /message-templates/sync', { whatsappId })).toMatchObject({ body: { count: 2 } });
    expect(graph.requests.map(({ query }) => query.after)).toEqual([undefined, 'x']);
    expect(await stored('a')).toMatchObject({ status: 'OTHER', isSendable: true });
    expect(await stored('b')).toMatchObject({ isSendable: false });
  });

  it('is idempotent, replaces what changed and removes what is gone', async () => {
    const [kept, gone] = [described('kept'), described('gone')];
    await sync(kept, gone);
    const before = await stored('kept');
    await sync(kept, gone);
    expect(await stored('kept')).toEqual(before);
    await sync({ ...kept, status: 'PAUSED' });
    expect(await stored('kept')).toMatchObject({ status: 'PAUSED' });
    expect(await stored('gone')).toBeUndefined();
  });

  it('adds the marker by which updates find a connection that an earlier release linked', async () => {
    const business = { channel: 'whatsappapi', businessId };
    const place = { ...business, companyId: company.id, connectionId: whatsappId };
    await commit([globalTable.delete(BusinessRoute, place)]);
    await sync();
    expect(await findConnectionsOfBusiness(business)).toMatchObject([place]);
  });

  it('that Meta refuses for its token marks the connection as disconnected, and changes no template', async () => {
    await sync(described('a'));
    queuesOf().drain('inbound');
    answers({ [`GET ${businessId}/message_templates`]: graphError(190, 401) });
    expect(await ask('POST /message-templates/sync', { whatsappId })).toMatchObject({
      status: 422,
      body: { error: 'ERR_LINK_TOKEN_REFUSED' },
    });
    const events = queuesOf().drain('inbound');
    expect(failedIndexes(await inbound(sqsEvent(events.map(({ body }) => body))))).toEqual([]);
    const states = await loadConnectionStates(company.table, { consistent: true });
    expect(states.get(whatsappId)).toMatchObject({ status: 'DISCONNECTED', reason: 'token-refused' });
    expect(await stored('a')).toBeDefined();
  });

  it('without the permission for templates leaves the connection connected', async () => {
    queuesOf().drain('inbound');
    answers({ [`GET ${businessId}/message_templates`]: graphError(200, 403) });
    expect(await ask('POST /message-templates/sync', { whatsappId })).toMatchObject({
      body: { error: 'ERR_LINK_TOKEN_REFUSED' },
    });
    expect(queuesOf().drain('inbound')).toEqual([]);
  });

  it('without an answer of Meta is a fault of the provider', async () => {
    graphOf().answer = () => 'hang-up';
    expect(await ask('POST /message-templates/sync', { whatsappId })).toMatchObject({
      status: 502,
      body: { error: 'ERR_LINK_FAILED' },
    });
  });
});

describe('a new template', () => {
  it('is submitted with its examples, and stored with the status and category of the provider', async () => {
    const id = newId();
    const to = `POST ${businessId}/message_templates`;
    const graph = answers({ [to]: { id, status: 'PENDING', category: 'MARKETING' } });
    expect(await submit('welcome')).toMatchObject({
      status: 200,
      body: { id, name: 'welcome', status: 'PENDING', category: 'MARKETING' },
    });
    expect(graph.requests.at(-1)).toMatchObject({
      to,
      json: {
        name: 'welcome',
        language: 'pt_BR',
        category: 'UTILITY',
        components: [{ type: 'BODY', text: 'Oi, {{1}}!', example: { body_text: [['Maria']] } }],
      },
    });
    expect(await stored('welcome')).toMatchObject({ id, status: 'PENDING', changedAt: expect.any(String) });
  });

  it('that Meta refuses is not stored, and the answer has Meta’s reason', async () => {
    const error = { code: 100, message: 'Invalid parameter', error_user_msg: 'Os exemplos não servem.' };
    answers({ [`POST ${businessId}/message_templates`]: { status: 400, error } });
    expect(await submit('refused')).toMatchObject({
      status: 422,
      body: { error: 'ERR_TEMPLATE_REFUSED', details: { reason: 'Os exemplos não servem.' } },
    });
    expect(await stored('refused')).toBeUndefined();
  });

  it.each([
    ['a file in its header that is not named', { header: { kind: 'image' } }],
    ['a place in its header', { header: { kind: 'location' } }],
    ['a variable without an example', { examples: {} }],
    ['capital letters in its name', { name: 'Welcome' }],
    ['a header that is too long', { header: { kind: 'text', text: 'x'.repeat(61) } }],
  ])('with %s is refused without a call', async (_what, fields) => {
    const graph = answers({});
    expect(await submit('welcome_2', fields)).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    });
    expect(graph.requests).toEqual([]);
  });
});

describe('a change of a template', () => {
  const change = (id: string, fields: object = {}) =>
    ask(`PUT /message-templates/${id}`, { whatsappId, ...written, body: 'Olá, {{1}}!', ...fields });

  it('replaces all parts at the provider, and puts the template under review', async () => {
    const { id } = await addTemplate(company, { businessId, id: newId(), footer: 'Loja Sol' });
    const graph = answers({ [`POST ${id}`]: { success: true } });
    expect(await change(id)).toMatchObject({
      status: 200,
      body: { status: 'PENDING', body: 'Olá, {{1}}!', footer: '' },
    });
    expect(graph.requests.at(-1)).toMatchObject({
      json: { category: 'UTILITY', components: [{ type: 'BODY', text: 'Olá, {{1}}!' }] },
    });
    expect(await stored('order_update')).toMatchObject({ status: 'PENDING', body: 'Olá, {{1}}!' });
  });

  it.each([
    ['under review', { status: 'PENDING' }],
    ['with parts that we do not know', { isSendable: false }],
  ] as const)('is refused for a template %s without a call', async (_what, fields) => {
    const { id } = await addTemplate(company, { businessId, id: newId(), ...fields });
    const graph = answers({});
    expect(await change(id)).toMatchObject({ status: 409, body: { error: 'ERR_TEMPLATE_STATE' } });
    expect(graph.requests).toEqual([]);
  });

  it('of an unknown template, or one of another business, is refused', async () => {
    const { id } = await addTemplate(company, { businessId: newId(), id: newId() });
    const refusal = { status: 404, body: { error: 'ERR_NO_TEMPLATE_FOUND' } };
    expect(await change(id)).toMatchObject(refusal);
    expect(await change('1')).toMatchObject(refusal);
  });
});

describe('the removal of a template', () => {
  const remove = (id: string, query = '') =>
    ask(`DELETE /message-templates/${id}?whatsappId=${whatsappId}${query}`);

  it('removes the one language, or all of them', async () => {
    const portuguese = await addTemplate(company, { businessId, id: newId() });
    const english = await addTemplate(company, { businessId, id: newId(), language: 'en_US' });
    const other = await addTemplate(company, { businessId, id: newId(), name: 'order_update_2' });
    const graph = answers({ [`DELETE ${businessId}/message_templates`]: { success: true } });
    expect(await remove(english.id)).toMatchObject({ status: 200 });
    expect(graph.requests.at(-1)?.query).toMatchObject({ name: 'order_update', hsm_id: english.id });
    expect(await loadTemplates(company.table, { businessId })).toMatchObject([
      { id: portuguese.id },
      { id: other.id },
    ]);
    await addTemplate(company, { businessId, id: english.id, language: 'en_US' });
    await remove(portuguese.id, '&everyLanguage=true');
    expect(graph.requests.at(-1)?.query).not.toHaveProperty('hsm_id');
    expect(await loadTemplates(company.table, { businessId })).toMatchObject([{ id: other.id }]);
  });

  it('is refused for a disabled template, which Meta keeps', async () => {
    const { id } = await addTemplate(company, { businessId, id: newId(), status: 'DISABLED' });
    expect(await remove(id)).toMatchObject({ status: 409, body: { error: 'ERR_TEMPLATE_STATE' } });
    expect(await stored('order_update')).toBeDefined();
  });
});
