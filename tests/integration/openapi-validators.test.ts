import { type Stack, startStack } from '@prosa/infra/local/stack.ts';
import { ROUTE_GROUPS } from '@prosa/infra/programs.ts';
import type { RouteGroup, RouteShape } from '@prosa/shared/contracts/route.ts';
import { callerOf } from '@prosa/shared/permissions.ts';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type GraphStub, startGraphStub } from '../support/graph-stub.ts';
import { type Described, describedBy } from './support/described-by.ts';
import { errorOf, send } from './support/http.ts';
import { requestOf } from './support/route-requests.ts';
import { makeTenant, type Tenant } from './support/tenant.ts';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];
const rows: RouteShape[] = Object.values<RouteGroup>(ROUTE_GROUPS)
  .flatMap((group) => Object.values(group))
  // A provider's delivery is text, and so is the answer.
  .filter(({ permission }) => permission !== 'webhook');

let stack: Stack;
let graph: GraphStub;
let tenant: Tenant;
let document: Record<string, unknown>;
let described: Described;

beforeAll(async () => {
  graph = await startGraphStub();
  stack = await startStack({ seed: 'none', whatsapp: 'none', env: { GRAPH_ENDPOINT: graph.url } });
  tenant = await makeTenant(stack, 'SUNSHINE', 100);
  const { body } = await send(stack.url, { method: 'GET', target: '/api/openapi.json' });
  document = z.record(z.string(), z.unknown()).parse(body);
  described = describedBy(document);
});
afterAll(async () => {
  await stack?.stop();
  await graph?.stop();
});

/** Sends the smallest request of a route, as a new administrator of all companies, and checks what comes back. */
const ask = async (row: RouteShape, apiToken: string): Promise<{ isDone: boolean; problem: string }> => {
  const { id, permission } = row;
  const request = requestOf(row, tenant.ids);
  const caller = callerOf(permission);
  const token =
    caller === 'api-token'
      ? apiToken
      : caller === 'user'
        ? (await tenant.company.addUser({ profile: 'admin', super: true })).token
        : undefined;
  const answer = await send(stack.url, { ...request, token });
  const isDone = answer.status < 300;
  try {
    described.requireResponse(id, answer);
    // A validation error may come of what the schema of a body cannot say.
    if (request.body !== undefined && errorOf(answer) !== 'ERR_VALIDATION')
      described.requireRequest(id, request.body);
    return { isDone, problem: '' };
  } catch (error) {
    return { isDone, problem: String(error) };
  }
};

describe('the published OpenAPI document', () => {
  it('is valid OpenAPI 3.1 for a validator that is not ours', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document));
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
    expect(validator.version).toBe('3.1');
    const broken = { ...structuredClone(document), servers: 'none' };
    expect(await new Validator().validate(broken)).toMatchObject({ valid: false });
  });

  it('has only schemas that ajv compiles strictly, with formats that it knows', () => {
    expect(described.compileAll()).toBeGreaterThan(rows.length);
  });

  it('describes every response of the running program and every body that it takes', async () => {
    const apiToken = await tenant.company.addApiToken(tenant.ids.connection);
    // What belongs to something is removed before it.
    const inOrder = METHODS.flatMap((method) => {
      const those = rows.filter((row) => row.method === method);
      return method === 'DELETE' ? those.reverse() : those;
    });
    const problems: string[] = [];
    const done = new Map(METHODS.map((method) => [method, 0]));
    for (const row of inOrder) {
      const { isDone, problem } = await ask(row, apiToken);
      if (problem !== '') problems.push(problem);
      if (isDone) done.set(row.method, (done.get(row.method) ?? 0) + 1);
    }
    expect(problems).toEqual([]);
    // Most are carried out, so that more than descriptions of errors is compared.
    const share = (method: string): number =>
      (done.get(method) ?? 0) / inOrder.filter((row) => row.method === method).length;
    expect(share('GET')).toBeGreaterThan(0.8);
    for (const method of METHODS) expect(share(method), method).toBeGreaterThan(0.4);
  });

  it('refuses a response that it does not describe', () => {
    const user = { status: 200, body: { id: 'one' } };
    expect(() => described.requireResponse('tags.list', user)).toThrow('tags.list');
    expect(() => described.requireResponse('tags.list', { status: 299, body: {} })).toThrow(
      'does not describe',
    );
  });
});
