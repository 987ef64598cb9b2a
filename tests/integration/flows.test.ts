import { handler as connections } from '@prosa/functions/http/connections/handler.ts';
import { handler as flows } from '@prosa/functions/http/flows/handler.ts';
import { toInstant } from '@prosa/functions/platform/clock.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Flow, FlowDraft, FlowVersion } from '@prosa/functions/platform/table/entities/flows.ts';
import { Timer } from '@prosa/functions/platform/table/entities/work.ts';
import { addToFlowItem } from '@prosa/functions/platform/table/updates.ts';
import { connectionItems, loadConnections } from '@prosa/functions/repositories/connections/connections.ts';
import { loadFlowFigures } from '@prosa/functions/repositories/flows/flow-figures.ts';
import { flowRoutes, flowViewSchema } from '@prosa/shared/contracts/flows.ts';
import type { FlowGraph } from '@prosa/shared/entities/flow.ts';
import { FLOWS_MAX } from '@prosa/shared/rules/flow-limits.ts';
import { FLOWS_PER_PAGE } from '@prosa/shared/rules/list-sizes.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { greetingGraph } from '../factories/flows.ts';
import { call } from './support/call.ts';
import { fireTimers } from './support/fire-timers.ts';
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

describe('flows', () => {
  it('are created with a start, read, renamed, switched off and deleted', async () => {
    const flow = await create('Boas-vindas');
    expect(flow).toMatchObject({
      name: 'Boas-vindas',
      active: true,
      companyId: company.id,
      userId: company.admin.id,
      published: 0,
    });
    expect(await ask(`GET /flowbuilder/${flow.id}`)).toMatchObject({ status: 200, body: { flow } });
    expect(await graphOf(flow.id)).toMatchObject({
      name: 'Boas-vindas',
      flow: {
        nodes: [{ id: '1', type: 'start', data: { label: 'Inicio de flujo' } }],
        connections: [],
      },
      files: [],
      version: 1,
    });
    const renamed = await ask('PUT /flowbuilder', { flowId: flow.id, name: 'Bem-vindo' });
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Bem-vindo', active: true } });
    const off = await ask('PUT /flowbuilder', { flowId: flow.id, name: 'Bem-vindo', active: false });
    expect(off).toMatchObject({ status: 200, body: { active: false } });
    expect((await ask(`DELETE /flowbuilder/${flow.id}`)).status).toBe(200);
    for (const [to, body] of [
      [`GET /flowbuilder/${flow.id}`],
      [`GET /flowbuilder/flow/${flow.id}`],
      [`GET /flowbuilder/${flow.id}/figures?dateStart=2026-11-01&dateEnd=2026-11-02`],
      ['PUT /flowbuilder', { flowId: flow.id, name: 'Outro' }],
      ['POST /flowbuilder/duplicate', { flowId: flow.id }],
      ['POST /flowbuilder/flow', { idFlow: flow.id, ...greetingGraph() }],
      [`DELETE /flowbuilder/${flow.id}`],
    ] as const)
      expect(await ask(to, body), to).toMatchObject({ status: 404, body: { error: 'ERR_NO_FLOW_FOUND' } });
  });

  it('are listed page by page, the newest first, and found by name', async () => {
    const own = await makeCompany();
    const count = FLOWS_PER_PAGE + 3;
    for (let nth = 0; nth < count; nth++) await create(`Passo ${nth}`, own.admin);
    await create('Promoção', own.admin);
    const page = async (query: string) =>
      flowRoutes.list.response.parse((await ask(`GET /flowbuilder${query}`, undefined, own.admin)).body);
    const first = await page('');
    expect(first).toMatchObject({ count: FLOWS_PER_PAGE, hasMore: true });
    expect(first.flows.slice(0, 2).map(({ name }) => name)).toEqual(['Promoção', `Passo ${count - 1}`]);
    const second = await page(`?cursor=${encodeURIComponent(first.cursor ?? '')}`);
    expect(second).toMatchObject({ count: 4, hasMore: false, cursor: null });
    expect((await page('?pageNumber=2')).flows).toEqual(second.flows);
    expect((await page('?searchParam=PROMOCAO')).flows.map(({ name }) => name)).toEqual(['Promoção']);
  });

  it('have names of their own: another’s is refused with 402 and the text of the family', async () => {
    const { id } = await create('Único');
    const taken = { status: 402, body: { error: 'exist', code: 'ERR_FLOW_NAME_EXISTS' } };
    expect(await ask('POST /flowbuilder', { name: 'UNICO' })).toMatchObject(taken);
    const other = await create();
    expect(await ask('PUT /flowbuilder', { flowId: other.id, name: 'único' })).toMatchObject(taken);
    expect((await ask('PUT /flowbuilder', { flowId: id, name: 'ÚNICO' })).status).toBe(200);
    expect((await ask(`DELETE /flowbuilder/${id}`)).status).toBe(200);
    await create('Único');
  });

  it.each([
    ['', 400],
    ['a', 400],
    ['ab', 201],
    ['x'.repeat(50), 201],
    ['x'.repeat(51), 400],
    ['\u200b\u202ea', 400],
  ])('S-37: the name %j is answered with %i', async (name, status) => {
    expect((await ask('POST /flowbuilder', { name })).status).toBe(status);
  });

  it(`are at most ${FLOWS_MAX}`, async () => {
    const own = await makeCompany();
    const rows = Array.from({ length: FLOWS_MAX - 1 }, (_none, index) => ({
      ...{ companyId: own.id, id: 1000 + index, name: `Antigo ${index}`, createdById: own.admin.id },
    }));
    for (let start = 0; start < rows.length; start += 50)
      await commit(rows.slice(start, start + 50).map((row) => own.table.put(Flow, row, 'absent')));
    const { id } = await create('Último', own.admin);
    const refused = { status: 409, body: { error: 'ERR_FLOW_LIMIT', details: { maximum: FLOWS_MAX } } };
    expect(await ask('POST /flowbuilder', { name: 'Demais' }, own.admin)).toMatchObject(refused);
    expect(await ask('POST /flowbuilder/duplicate', { flowId: id }, own.admin)).toMatchObject(refused);
  });

  it('are copied with their draft, under names that fit and are free', async () => {
    const long = 'y'.repeat(50);
    const { id } = await create(long);
    await saved(id, greetingGraph('Original'));
    const names: string[] = [];
    for (let nth = 0; nth < 3; nth++) {
      const answer = await ask('POST /flowbuilder/duplicate', { flowId: id });
      const copy = flowViewSchema.parse(answer.body);
      expect(copy).toMatchObject({ published: 0, active: true });
      expect((await graphOf(copy.id)).flow).toEqual(greetingGraph('Original'));
      names.push(copy.name);
    }
    expect(names).toEqual([
      `${'y'.repeat(43)} - copy`,
      `${'y'.repeat(41)} - copy 2`,
      `${'y'.repeat(41)} - copy 3`,
    ]);
  });
});

describe('a flow of another company', () => {
  it('S-17: is not found, and stays as it is', async () => {
    const { id } = await create();
    await saved(id, greetingGraph());
    const other = await makeCompany();
    for (const [to, body] of [
      [`GET /flowbuilder/${id}`],
      [`GET /flowbuilder/flow/${id}`],
      ['PUT /flowbuilder', { flowId: id, name: 'Meu' }],
      ['POST /flowbuilder/duplicate', { flowId: id }],
      ['POST /flowbuilder/flow', { idFlow: id, ...greetingGraph('Meu') }],
      [`DELETE /flowbuilder/${id}`],
    ] as const)
      expect((await ask(to, body, other.admin)).status, to).toBe(404);
    expect((await graphOf(id)).flow).toEqual(greetingGraph());
  });
});

describe('an attendant', () => {
  it('S-15: reads the names of flows, and neither their graphs nor changes them', async () => {
    const { id } = await create();
    const attendant = await company.addUser();
    expect((await ask('GET /flowbuilder', undefined, attendant)).status).toBe(200);
    expect((await ask(`GET /flowbuilder/${id}`, undefined, attendant)).status).toBe(200);
    for (const [to, body] of [
      [`GET /flowbuilder/flow/${id}`],
      ['POST /flowbuilder', { name: 'Novo' }],
      ['POST /flowbuilder/flow', { idFlow: id, ...greetingGraph() }],
      [`DELETE /flowbuilder/${id}`],
    ] as const)
      expect((await ask(to, body, attendant)).status, to).toBe(403);
  });
});

describe('the removal of a flow', () => {
  it('is refused while a connection begins with it', async () => {
    const { id } = await create();
    const connectionId = await company.addConnection({ flowIdWelcome: id, name: 'Loja' });
    expect(await ask(`DELETE /flowbuilder/${id}`)).toMatchObject({
      status: 409,
      body: {
        error: 'ERR_FLOW_IN_USE',
        details: { uses: [{ kind: 'connection', id: connectionId, name: 'Loja' }] },
      },
    });
    const connection = (await loadConnections(company.table)).find((row) => row.id === connectionId);
    if (connection === undefined) throw new Error('no connection');
    const free = { ...connection, flowIdWelcome: null };
    await commit(connectionItems(company.table, connection, free, Date.now()));
    forgetDirectory(company.id);
    expect((await ask(`DELETE /flowbuilder/${id}`)).status).toBe(200);
  });

  it('or the choice of it by a connection wins, never both, by simultaneous requests', async () => {
    const whatsappId = await company.addConnection({ name: 'Disputada' });
    const choose = (fields: object) =>
      call(connections, {
        to: `PUT /whatsapp/${whatsappId}`,
        token: company.admin.token,
        body: { name: 'Disputada', isDefault: true, ...fields },
      });
    expect(await choose({ flowIdWelcome: 999_999, flowIdNotPhrase: 999_998 })).toMatchObject({
      status: 400,
      body: {
        details: [{ path: 'body.flowIdWelcome' }, { path: 'body.flowIdNotPhrase' }],
      },
    });
    for (let nth = 0; nth < 5; nth++) {
      const { id } = await create();
      const [removed, chosen] = await Promise.all([
        ask(`DELETE /flowbuilder/${id}`),
        choose({ flowIdNotPhrase: id }),
      ]);
      expect([
        [200, 400],
        [409, 200],
      ]).toContainEqual([removed.status, chosen.status]);
    }
  });

  it('removes the draft at once, and a little later versions and figures', async () => {
    const { id } = await create();
    await saved(id, greetingGraph('um'));
    await saved(id, greetingGraph('dois'));
    const figures = { flowId: id, day: '2026-11-26', from: '1' };
    await commit([addToFlowItem(company.table, figures, new Map([['n:1', 1]]), Date.now())]);
    expect((await ask(`DELETE /flowbuilder/${id}`)).status).toBe(200);
    expect(await company.table.get(FlowDraft, { flowId: id }, { consistent: true })).toBeUndefined();
    const key = { kind: 'flow-removal', subject: String(id) };
    const timer = await company.table.get(Timer, key, { consistent: true });
    expect(await versionOf(id, 2)).toBeDefined();
    if (timer === undefined) throw new Error('nothing removes the rest');
    await commit([company.table.put(Timer, { ...timer, dueAt: toInstant(Date.now()) }, timer.version)]);
    expect(await fireTimers({ companyId: company.id, ...key, token: timer.token })).toEqual([]);
    expect([await versionOf(id, 1), await versionOf(id, 2)]).toEqual([undefined, undefined]);
    const days = { first: '2026-01-01', last: '2026-12-31' };
    expect(await loadFlowFigures(company.table, id, days)).toEqual([]);
    expect(await company.table.get(Timer, key, { consistent: true })).toBeUndefined();
  });
});
