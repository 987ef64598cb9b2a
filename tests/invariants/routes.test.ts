import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FUNCTIONS } from '@prosa/infra/programs.ts';
import { ROUTE_GROUPS } from '@prosa/shared/contracts/all-routes.ts';
import { fullPathOf, type RouteGroup, type RouteShape } from '@prosa/shared/contracts/route.ts';
import { describe, expect, it } from 'vitest';
import { propertyAt as at } from './support/property-at.ts';
import { ROOT } from './support/source-files.ts';

const groups = Object.entries<RouteGroup>(ROUTE_GROUPS);
const rows: RouteShape[] = groups.flatMap(([, group]) => Object.values(group));
const httpFunctions = Object.values(FUNCTIONS).filter((fn) => fn.kind === 'http' || fn.kind === 'rest');
const keyOf = (row: RouteShape) => `${row.method} ${fullPathOf(row)}`;

describe('every route has one handler, and every handler a route', () => {
  it('names every route once', () => {
    const ids = rows.map(({ id }) => id);
    const keys = rows.map(keyOf);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('serves every group by one function, and no function serves another', () => {
    expect(httpFunctions.map(({ routes }) => routes).sort()).toEqual(groups.map(([name]) => name).sort());
  });

  it('serves the rows for other systems, and no others, by the REST API', () => {
    for (const { kind, routes } of httpFunctions) {
      const group = groups.find(([name]) => name === routes)?.[1] ?? {};
      const apis = new Set(Object.values(group).map(({ api }) => api ?? 'browser'));
      expect(apis, routes).toEqual(new Set([kind === 'rest' ? 'external' : 'browser']));
      for (const row of Object.values(group)) {
        expect(row.api === 'external', row.id).toBe(row.permission === 'api-token');
        expect(row.permission === 'webhook', row.id).toBe(row.provider !== undefined);
      }
    }
  });

  it.each(httpFunctions.map(({ routes, entry }) => ({ routes, entry })))(
    '$routes is bound to its rows',
    async ({ routes, entry }) => {
      expect(existsSync(join(ROOT, entry)), `${entry} exists`).toBe(true);
      const module: { handler?: { rows?: unknown } } = await import(join(ROOT, entry));
      expect(module.handler?.rows).toBe(groups.find(([name]) => name === routes)?.[1]);
    },
  );

  it.each(rows.map((row) => ({ id: row.id, row })))(
    '$id names its path parameters in its schema',
    ({ row }) => {
      const named = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const shape = at(row.params, 'shape');
      expect(Object.keys(typeof shape === 'object' && shape !== null ? shape : {}).sort()).toEqual(
        named.sort(),
      );
    },
  );
});
