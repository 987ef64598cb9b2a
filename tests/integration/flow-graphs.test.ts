import { handler as flows } from '@prosa/functions/http/flows/handler.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Flow, FlowVersion } from '@prosa/functions/platform/table/entities/flows.ts';
import { addToFlowItem } from '@prosa/functions/platform/table/updates.ts';
import { loadFlowsToStart, loadFlowVersion } from '@prosa/functions/repositories/flows/flow-versions.ts';
import { publishItems } from '@prosa/functions/repositories/flows/publish-flow.ts';
import { listAuditEntries } from '@prosa/functions/repositories/rows/audit.ts';
import { flowRoutes, flowViewSchema } from '@prosa/shared/contracts/flows.ts';
import type { FlowGraph } from '@prosa/shared/entities/flow.ts';
import { FLOW_MAX_BYTES, FLOW_NODES_MAX, FLOW_VERSIONS_MAX } from '@prosa/shared/rules/flow-limits.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { flowLink, flowNode, greetingGraph } from '../factories/flows.ts';
import { plantIntegration } from '../factories/integrations.ts';
import { call } from './support/call.ts';
import { useTable } from './support/table.ts';

useTable();

let company: TestCompany;
beforeAll(async () => {
  company = await makeCompany();
});

const ask = (to: string, body?: unknown, user: TestUser = company.admin) =>
  call(flows, { to, token: user.token, body });
let made = 0;
const create = async (name = `Fluxo ${++made}`, user = company.admin) => {
  const answer = await ask('POST /flowbuilder', { name }, user);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return flowViewSchema.parse(answer.body);
};
const save = (idFlow: number, graph: FlowGraph, fields: object = {}) =>
  ask('POST /flowbuilder/flow', { idFlow, ...graph, ...fields });
const saved = async (idFlow: number, graph: FlowGraph, fields: object = {}) => {
  const answer = await save(idFlow, graph, fields);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return flowRoutes.save.response.parse(answer.body).flow;
};
const graphOf = async (id: number, user = company.admin) =>
  flowRoutes.getGraph.response.parse((await ask(`GET /flowbuilder/flow/${id}`, undefined, user)).body).flow;
const versionOf = (flowId: number, number: number) =>
  company.table.get(FlowVersion, { flowId, number }, { consistent: true });

describe('the draft of a flow', () => {
  it('is stored without being published, with problems too', async () => {
    const { id } = await create();
    const graph = { nodes: [flowNode('1', 'start'), flowNode('m', 'message')], connections: [] };
    expect(await saved(id, graph, { publish: false })).toMatchObject({ published: 0, version: 2 });
    expect(await graphOf(id)).toMatchObject({ published: 0, flow: graph, version: 2 });
    expect((await loadFlowsToStart(company.table, [id])).size).toBe(0);
  });

  it('is not published with problems: 422 names them, and nothing is stored', async () => {
    const { id } = await create();
    const graph = {
      nodes: [
        flowNode('1', 'start'),
        flowNode('m', 'message'),
        flowNode('t', 'ticket', { queue: { id: 999_999 } }),
        flowNode('b', 'typebot', { typebotIntegration: { id: 999_999 } }),
        flowNode('i', 'img', { url: '../etc/passwd' }),
      ],
      connections: [flowLink('1', 'm'), flowLink('m', 't'), flowLink('m', 'b'), flowLink('m', 'i')],
    };
    const problems = [
      { code: 'empty-text', nodeId: 'm', connectionId: null },
      { code: 'no-queue', nodeId: 't', connectionId: null },
      { code: 'no-integration', nodeId: 'b', connectionId: null },
      { code: 'no-file', nodeId: 'i', connectionId: null },
    ];
    expect(await save(id, graph)).toMatchObject({
      status: 422,
      body: { error: 'ERR_FLOW_INVALID', details: { problems } },
    });
    expect(await graphOf(id)).toMatchObject({ published: 0, version: 1 });
  });

  it('S-25: hands over to an integration only with the plan feature', async () => {
    const graphFor = (id: number) => ({
      nodes: [flowNode('1', 'start'), flowNode('b', 'typebot', { typebotIntegration: { id } })],
      connections: [flowLink('1', 'b')],
    });
    const { integration } = await plantIntegration(company);
    expect(await save((await create()).id, graphFor(integration))).toMatchObject({ status: 200 });
    const poor = await makeCompany({ plan: { without: ['useIntegrations'] } });
    const theirs = await plantIntegration(poor);
    const made = flowViewSchema.parse((await ask('POST /flowbuilder', { name: 'Robô' }, poor.admin)).body);
    const body = { idFlow: made.id, ...graphFor(theirs.integration) };
    expect(await ask('POST /flowbuilder/flow', body, poor.admin)).toMatchObject({
      status: 422,
      body: { details: { problems: [{ code: 'no-integration', nodeId: 'b' }] } },
    });
  });

  it('is not saved over another user’s change', async () => {
    const { id } = await create();
    const { version } = await graphOf(id);
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((text) => save(id, greetingGraph(text), { version, publish: text < 'c' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const after = await graphOf(id);
    expect(after.version).toBe(version + 1);
    expect(await save(id, greetingGraph('e'), { version })).toMatchObject({
      status: 409,
      body: { error: 'ERR_CONFLICT', details: { version: after.version } },
    });
    // The reply to the first save was lost, and its caller repeats it.
    const repeated = await save(id, after.flow, { version, publish: false });
    expect(repeated.status).toBe(200);
    // Without a version the last one wins.
    const last = await Promise.all(['f', 'g'].map((text) => save(id, greetingGraph(text))));
    expect(last.map(({ status }) => status)).toEqual([200, 200]);
    expect(await graphOf(id)).toMatchObject({ version: after.version + 3 });
  });

  it('S-36: has at most as many nodes, connections and bytes as the limits say', async () => {
    const { id } = await create();
    const nodes = Array.from({ length: FLOW_NODES_MAX }, (_none, index) => flowNode(`n${index}`, 'message'));
    const unpublished = { publish: false };
    expect((await save(id, { nodes, connections: [] }, unpublished)).status).toBe(200);
    const more = [...nodes, flowNode('more', 'message')];
    expect((await save(id, { nodes: more, connections: [] }, unpublished)).status).toBe(400);
    const links = Array.from({ length: 1001 }, (_none, index) => ({
      ...flowLink('n0', 'n1'),
      id: `l${index}`,
    }));
    expect((await save(id, { nodes, connections: links.slice(1) }, unpublished)).status).toBe(200);
    expect((await save(id, { nodes, connections: links }, unpublished)).status).toBe(400);
    const long = nodes.slice(0, 80).map((node) => flowNode(node.id, 'message', { label: 'é'.repeat(2000) }));
    expect(await save(id, { nodes: long, connections: [] }, unpublished)).toMatchObject({
      status: 413,
      body: { error: 'ERR_PAYLOAD_TOO_LARGE', details: { maxBytes: FLOW_MAX_BYTES } },
    });
    const twice = [flowNode('1', 'start'), flowNode('1', 'message')];
    expect((await save(id, { nodes: twice, connections: [] }, unpublished)).status).toBe(400);
  });
});

describe('versions', () => {
  it('are numbered, never change, and name when they were replaced', async () => {
    const { id } = await create();
    expect(await saved(id, greetingGraph('um'))).toMatchObject({ published: 1, version: 2 });
    expect(await loadFlowsToStart(company.table, [id, 999_999])).toEqual(new Map([[id, 1]]));
    // The same graph is published already.
    expect(await saved(id, greetingGraph('um'))).toMatchObject({ published: 1, version: 3 });
    expect(await saved(id, greetingGraph('dois'))).toMatchObject({ published: 2 });
    await saved(id, greetingGraph('três'), { publish: false });
    expect(await versionOf(id, 1)).toMatchObject({ ...greetingGraph('um'), replacedAt: expect.any(String) });
    expect(await versionOf(id, 2)).toMatchObject({ ...greetingGraph('dois'), replacedAt: null });
    expect(await loadFlowVersion(company.table, id, 1)).toMatchObject(greetingGraph('um'));
    expect(await loadFlowVersion(company.table, id, 3)).toBeUndefined();
    await ask('PUT /flowbuilder', { flowId: id, name: `Fluxo ${++made}`, active: false });
    expect((await loadFlowsToStart(company.table, [id])).size).toBe(0);
  });

  it('are published one after the other by simultaneous requests', async () => {
    const { id } = await create();
    const texts = ['a', 'b', 'c', 'd', 'e'];
    const answers = await Promise.all(texts.map((text) => save(id, greetingGraph(text))));
    expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 200));
    const rows = await Promise.all(texts.map((_text, index) => versionOf(id, index + 1)));
    expect(rows.filter((row) => row?.replacedAt === null).map((row) => row?.number)).toEqual([5]);
    expect(new Set(rows.map((row) => JSON.stringify(row?.nodes))).size).toBe(5);
  });

  it(`are kept up to ${FLOW_VERSIONS_MAX}`, async () => {
    const { id } = await create();
    await saved(id, greetingGraph('um'));
    const flow = await company.table.get(Flow, { id }, { consistent: true });
    const newest = await versionOf(id, 1);
    if (flow === undefined || newest === undefined) throw new Error('no flow');
    const late = { ...flow, published: FLOW_VERSIONS_MAX };
    await commit(
      publishItems(company.table, late, undefined, { ...greetingGraph('x'), files: {} }, Date.now()),
    );
    expect(await versionOf(id, 1)).toBeUndefined();
    expect(await versionOf(id, FLOW_VERSIONS_MAX + 1)).toBeDefined();
  });

  it('S-60: are audited when they are published', async () => {
    const { id } = await create();
    await saved(id, greetingGraph('um'), { publish: false });
    await saved(id, greetingGraph('um'));
    const { rows } = await listAuditEntries(
      company.table,
      { filter: ({ targetId }) => targetId === String(id), after: undefined, limit: 10 },
      Date.now(),
    );
    expect(rows.map(({ action }) => action)).toEqual(['flows.save', 'flows.create']);
  });
});

describe('a try-out', () => {
  it('plays the stored draft or an unsaved one step by step, and stores nothing', async () => {
    const { id } = await create();
    const question = { typebotIntegration: { message: 'Seu nome?', answerKey: 'nome' } };
    const graph = {
      nodes: [
        flowNode('1', 'start'),
        flowNode('q', 'question', question),
        flowNode('m', 'message', { label: 'Oi, {{nome}}' }),
      ],
      connections: [flowLink('1', 'q'), flowLink('q', 'm')],
    };
    const before = await graphOf(id);
    const play = (body: object) => ask(`POST /flowbuilder/${id}/try-out`, body);
    const begun = await play({ graph, input: { kind: 'start' } });
    expect(begun).toMatchObject({ status: 200, body: { messages: [{ text: 'Seu nome?' }] } });
    const { state } = flowRoutes.tryOut.response.parse(begun.body);
    const said = { kind: 'says', text: 'Bia' };
    expect(await play({ graph, state, input: said })).toMatchObject({
      status: 200,
      body: { messages: [{ text: 'Oi, Bia' }], state: null, end: { why: 'finished' } },
    });
    expect((await play({ graph, state, input: { kind: 'time' } })).status).toBe(400);
    expect((await play({ graph, input: said })).status).toBe(400);
    expect(await play({ input: { kind: 'start' } })).toMatchObject({ status: 200, body: { nodes: ['1'] } });
    expect(await play({ graph: { nodes: [], connections: [] }, input: { kind: 'start' } })).toMatchObject({
      status: 422,
      body: { error: 'ERR_FLOW_INVALID', details: { problems: [{ code: 'no-start' }] } },
    });
    expect(await graphOf(id)).toEqual(before);
  });
});

describe('the figures of a flow', () => {
  it('are summed over days and the nodes at which steps began', async () => {
    const { id } = await create();
    const add = (day: string, from: string, by: [string, number][]) =>
      commit([addToFlowItem(company.table, { flowId: id, day, from }, new Map(by), Date.now())]);
    await add('2026-11-24', '1', [['n:1', 9]]);
    await add('2026-11-25', '1', [
      ['n:1', 2],
      ['c:1-a-m', 2],
    ]);
    await add('2026-11-25', '1', [['n:1', 1]]);
    await add('2026-11-26', 'm', [
      ['n:1', 1],
      ['l:m', 1],
    ]);
    await add('2026-11-27', systemIds.sortable(0), [['n:1', 9]]);
    const figures = (dateStart: string, dateEnd: string) =>
      ask(`GET /flowbuilder/${id}/figures?dateStart=${dateStart}&dateEnd=${dateEnd}`);
    expect((await figures('2026-11-25', '2026-11-26')).body).toEqual({
      nodes: [{ id: '1', count: 4 }],
      connections: [{ id: '1-a-m', count: 2 }],
      left: [{ id: 'm', count: 1 }],
    });
    expect((await figures('2026-11-26', '2026-11-25')).status).toBe(400);
    expect((await figures('2026-01-01', '2026-12-31')).status).toBe(400);
  });
});
