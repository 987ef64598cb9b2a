import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { FUNCTIONS, ROUTE_GROUPS } from '@prosa/infra/programs.ts';
import { fullPathOf, type RouteGroup, type RouteShape } from '@prosa/shared/contracts/route.ts';
import { describe, expect, it } from 'vitest';
import { inputSchemaOf } from '../support/schema-example.ts';
import { propertyAt as at } from './support/property-at.ts';
import { ROOT } from './support/source-files.ts';

const groups = Object.entries<RouteGroup>(ROUTE_GROUPS);
const rows: RouteShape[] = groups.flatMap(([, group]) => Object.values(group));
const httpFunctions = Object.values(FUNCTIONS).filter((fn) => fn.kind === 'http' || fn.kind === 'rest');
const isTestPath = (path: string): boolean => path.endsWith('.test.ts');
const keyOf = (row: RouteShape) => `${row.method} ${fullPathOf(row)}`;

/** Returns the fields that accept a boolean but not the words for it. Forms and older clients can send only words. */
const booleansAlone = (node: unknown, path: string): string[] => {
  if (typeof node !== 'object' || node === null) return [];
  const choices: unknown = at(node, 'anyOf');
  const isOneOfMany =
    Array.isArray(choices) &&
    choices.some((choice) => {
      const words: unknown = at(choice, 'enum');
      if (Array.isArray(words)) return words.includes('true') && words.includes('false');
      return at(choice, 'type') === 'string';
    });
  return Object.entries(node).flatMap(([name, child]) => {
    const inner = isOneOfMany && name === 'anyOf' ? [] : booleansAlone(child, `${path}.${name}`);
    return name === 'type' && child === 'boolean' ? [path] : inner;
  });
};

/** Returns the paths of a body's objects that refuse unknown keys. */
const closedObjects = (node: unknown, path: string): string[] => {
  if (typeof node !== 'object' || node === null) return [];
  return [
    ...(at(node, 'additionalProperties') === false ? [path] : []),
    ...Object.entries(node).flatMap(([name, child]) => closedObjects(child, `${path}.${name}`)),
  ];
};

describe('routes and their handlers', () => {
  it('every route has a unique name', () => {
    const ids = rows.map(({ id }) => id);
    const keys = rows.map(keyOf);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('every route of the contracts is served', async () => {
    const served = new Set<unknown>(rows);
    for (const file of globSync('shared/contracts/*.ts', { cwd: ROOT }).filter((path) => !isTestPath(path))) {
      const module: Record<string, unknown> = await import(join(ROOT, file));
      const declared = Object.entries(module).flatMap(([name, group]) =>
        name.endsWith('Routes') ? Object.values(Object(group)) : [],
      );
      expect(
        declared.filter((row) => !served.has(row)),
        file,
      ).toEqual([]);
    }
  });

  it('the REST API serves exactly the routes for other systems', () => {
    for (const { kind, routes, entry } of httpFunctions) {
      const apis = new Set(Object.values(routes).map(({ api }) => api ?? 'browser'));
      expect(apis, entry).toEqual(new Set([kind === 'rest' ? 'external' : 'browser']));
      for (const row of Object.values(routes)) {
        expect(row.api === 'external', row.id).toBe(row.permission === 'api-token');
        expect(row.permission === 'webhook', row.id).toBe(row.provider !== undefined);
      }
    }
  });

  it.each(httpFunctions.map(({ routes, entry }) => ({ routes, entry })))(
    '$entry is bound to the routes of its function',
    async ({ routes, entry }) => {
      expect(existsSync(join(ROOT, entry)), `${entry} exists`).toBe(true);
      const module: { handler?: { rows?: unknown } } = await import(join(ROOT, entry));
      expect(module.handler?.rows).toBe(routes);
    },
  );

  it.each(rows.map((row) => ({ id: row.id, row })))(
    '$id declares its path parameters in its schema',
    ({ row }) => {
      const named = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const shape = at(row.params, 'shape');
      expect(Object.keys(typeof shape === 'object' && shape !== null ? shape : {}).sort()).toEqual(
        named.sort(),
      );
    },
  );

  it.each(rows.map((row) => ({ id: row.id, row })))('$id ignores unknown fields of its body', ({ row }) => {
    expect(closedObjects(row.body === undefined ? {} : inputSchemaOf(row.body), '')).toEqual([]);
  });

  it.each(rows.map((row) => ({ id: row.id, row })))('$id accepts booleans as words', ({ row }) => {
    for (const schema of [row.query, row.body])
      expect(booleansAlone(schema === undefined ? {} : inputSchemaOf(schema), '')).toEqual([]);
  });
});
