import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FUNCTIONS } from '@prosa/infra/resources.ts';
import { ROUTE_GROUPS } from '@prosa/shared/contracts/all-routes.ts';
import type { RouteGroup, RouteShape } from '@prosa/shared/contracts/route.ts';
import { describe, expect, it } from 'vitest';
import { propertyAt as at } from './support/property-at.ts';
import { ROOT } from './support/source-files.ts';

const groups = Object.entries<RouteGroup>(ROUTE_GROUPS);
const rows: RouteShape[] = groups.flatMap(([, group]) => Object.values(group));
const httpFunctions = Object.values(FUNCTIONS).filter((fn) => fn.kind === 'http');
const keyOf = ({ method, path }: RouteShape) => `${method} /api${path}`;

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
