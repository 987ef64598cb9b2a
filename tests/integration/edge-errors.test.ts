import { type Stack, startStack } from '@prosa/infra/local/stack.ts';
import { ROUTE_GROUPS } from '@prosa/infra/programs.ts';
import type { RouteGroup, RouteShape } from '@prosa/shared/contracts/route.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type HttpAnswer, send } from './support/http.ts';
import { idFieldsOf, requestOf } from './support/route-requests.ts';
import { makeTenant, type Tenant } from './support/tenant.ts';

/** Reads that name a row in their path: the edge keeps an error under such a path. */
const reads: RouteShape[] = Object.values<RouteGroup>(ROUTE_GROUPS)
  .flatMap((group) => Object.values(group))
  .filter(
    (row) =>
      row.method === 'GET' &&
      row.api === undefined &&
      row.permission !== 'webhook' &&
      row.permission !== 'super' &&
      idFieldsOf(row).some(({ place }) => place === 'params'),
  );

let stack: Stack;
let owner: Tenant;
let other: Tenant;
beforeAll(async () => {
  stack = await startStack({ seed: 'none', whatsapp: 'none' });
  owner = await makeTenant(stack, 'OWNER', 5000);
  other = await makeTenant(stack, 'OTHER', 100);
});
afterAll(async () => {
  await stack?.stop();
});

const ask = (row: RouteShape, { company }: Tenant): Promise<HttpAnswer> =>
  send(stack.url, { ...requestOf(row, owner.ids, { salt: 1 }), token: company.admin.token });

it("S-64 the error of another company's read is not the answer to the owner, on any route that names a row", async () => {
  expect(reads.length).toBeGreaterThan(20);
  const refused: string[] = [];
  for (const row of reads) {
    const first = await ask(row, owner);
    const theirs = await ask(row, other);
    const again = await ask(row, owner);
    expect([row.id, again.status]).toEqual([row.id, first.status]);
    for (const { headers } of [first, theirs, again])
      expect([row.id, headers['cache-control']]).toEqual([row.id, 'no-store']);
    if (first.status === 200 && theirs.status >= 400) refused.push(row.id);
  }
  expect(refused.length).toBeGreaterThan(10);
});
