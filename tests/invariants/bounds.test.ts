import { readJsonBody } from '@prosa/functions/platform/http/read-body.ts';
import { ROUTE_GROUPS } from '@prosa/infra/programs.ts';
import { connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import { queueRoutes } from '@prosa/shared/contracts/queues.ts';
import type { RouteGroup, RouteShape } from '@prosa/shared/contracts/route.ts';
import { tryOutRoutes } from '@prosa/shared/contracts/try-out.ts';
import { OPTION_DEPTH_MAX, OPTIONS_MAX } from '@prosa/shared/rules/option-tree.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { inputSchemaOf } from '../support/schema-example.ts';
import { REVIEWED_LISTS } from './reviewed-lists.ts';
import { propertyAt as at } from './support/property-at.ts';

const rows: RouteShape[] = Object.values<RouteGroup>(ROUTE_GROUPS).flatMap((group) => Object.values(group));
const named = rows.map((row) => ({ id: row.id, row }));

interface Found {
  /** Names on the way to the schema, `[]` for the entries of a list. */
  path: string;
  node: object;
}
/** Returns every schema inside a schema, with its path. */
const nodesIn = (node: unknown, path: string): Found[] => {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap((child) => nodesIn(child, path));
  const children = Object.entries(node).flatMap(([name, child]) => {
    if (name === 'properties' && typeof child === 'object' && child !== null)
      return Object.entries(child).flatMap(([field, inner]) => nodesIn(inner, `${path}.${field}`));
    if (name === 'items') return nodesIn(child, `${path}.[]`);
    return ['anyOf', 'oneOf', 'allOf', 'prefixItems'].includes(name) ? nodesIn(child, path) : [];
  });
  const defined = Object.values(at(node, '$defs') ?? {}).flatMap((child) => nodesIn(child, path));
  return [{ path, node }, ...children, ...defined];
};

/**
 * Returns every schema of a route's request: as callers send it (`input`), or as its handler gets it (`output`),
 * where a text may have become a list.
 */
const nodesOf = (row: RouteShape, io: 'input' | 'output'): Found[] =>
  (['params', 'query', 'body'] as const).flatMap((place) => {
    const schema = row[place];
    return schema === undefined ? [] : nodesIn(z.toJSONSchema(schema, { io, unrepresentable: 'any' }), place);
  });
const pathsOf = (found: readonly Found[]): string[] => [...new Set(found.map(({ path }) => path))];

/** Formats whose texts have a fixed length. */
const FIXED_FORMATS = new Set(['uuid', 'date']);
/** Whether a pattern allows texts of unlimited length. */
const isOpen = (pattern: string): boolean => /[^\\][*+]|\{\d+,\}/.test(pattern);
const hasBoundedText = ({ node }: Found): boolean => {
  if (['maxLength', 'enum', 'const'].some((name) => at(node, name) !== undefined)) return true;
  if (FIXED_FORMATS.has(String(at(node, 'format')))) return true;
  const pattern = at(node, 'pattern');
  return typeof pattern === 'string' && !isOpen(pattern);
};

describe.each(named)('limits of a request of $id', ({ row }) => {
  it('every text has a maximum length', () => {
    const texts = nodesOf(row, 'input').filter(({ node }) => at(node, 'type') === 'string');
    expect(pathsOf(texts.filter((found) => !hasBoundedText(found)))).toEqual([]);
  });

  it('every number has a minimum and a maximum', () => {
    const numbers = nodesOf(row, 'input').filter(({ node }) =>
      ['integer', 'number'].includes(String(at(node, 'type'))),
    );
    const isBounded = ({ node }: Found): boolean =>
      ['enum', 'const'].some((name) => at(node, name) !== undefined) ||
      [
        ['minimum', 'exclusiveMinimum'],
        ['maximum', 'exclusiveMaximum'],
      ].every((ends) => ends.some((name) => at(node, name) !== undefined));
    expect(pathsOf(numbers.filter((found) => !isBounded(found)))).toEqual([]);
  });

  it('every list has a maximum length, and a reviewed one if the route changes something', () => {
    const lists = Object.fromEntries(
      [...nodesOf(row, 'input'), ...nodesOf(row, 'output')]
        .filter(({ node }) => at(node, 'type') === 'array')
        .map(({ path, node }) => [`${row.id} ${path}`, at(node, 'maxItems')]),
    );
    expect(Object.values(lists).filter((maximum) => typeof maximum !== 'number')).toEqual([]);
    if (row.method === 'GET') return;
    const reviewed = Object.entries(REVIEWED_LISTS).filter(([name]) => name.startsWith(`${row.id} `));
    expect(lists).toEqual(Object.fromEntries(reviewed.map(([name, { maximum }]) => [name, maximum])));
  });
});

it('every reviewed list belongs to an existing route', () => {
  const ids = new Set(rows.map(({ id }) => id));
  expect(Object.keys(REVIEWED_LISTS).filter((name) => !ids.has(name.split(' ')[0] ?? ''))).toEqual([]);
});

interface Option {
  name: string;
  greetingMessage: string;
  options: Option[];
}
const leafOf = (options: Option[]): Option => ({ name: 'Opção', greetingMessage: 'Escolha:', options });
/** Generates option trees of any shape that saving accepts. */
const trees: fc.Arbitrary<Option[]> = fc
  .array(fc.array(fc.nat({ max: 2 }), { minLength: 1, maxLength: OPTION_DEPTH_MAX }), { maxLength: 10 })
  .map((ways) => {
    const top: Option[] = [];
    for (const way of ways) {
      let level = top;
      for (const place of way) {
        while (level.length <= place) level.push(leafOf([]));
        level = level[place]?.options ?? [];
      }
    }
    return top;
  })
  .filter((tree) => JSON.stringify(tree).split('"name"').length <= OPTIONS_MAX);

const takes = (row: RouteShape, body: object): boolean => {
  const sent = readJsonBody(Buffer.from(JSON.stringify(body)));
  return row.body !== undefined && z.safeParse(z.instanceof(z.ZodType).parse(row.body), sent).success;
};

describe('try-out of everything that can be saved', () => {
  const fields = { name: 'Suporte', color: '#123456' };
  const startsAt = '2026-11-20T13:00:00.000Z';

  it('the try-out accepts every option tree that a queue accepts', () => {
    fc.assert(
      fc.property(trees, (chatbots) => {
        expect(takes(queueRoutes.update, { ...fields, chatbots })).toBe(true);
        expect(takes(tryOutRoutes.tryOut, { startsAt, queue: fields, chatbots })).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('queue and try-out accept the deepest option tree, with every field of its options', () => {
    const chain = (levels: number): Option[] => (levels === 0 ? [] : [leafOf(chain(levels - 1))]);
    const chatbots = chain(OPTION_DEPTH_MAX);
    expect(takes(queueRoutes.create, { ...fields, chatbots })).toBe(true);
    expect(takes(tryOutRoutes.tryOut, { startsAt, queue: fields, chatbots })).toBe(true);
  });

  it('the try-out has every field of a saved connection or queue', () => {
    const fieldsOf = (schema: z.core.$ZodType, path: string): string[] =>
      Object.keys(at(inputSchemaOf(schema), path) ?? {}).toSorted();
    const { body } = tryOutRoutes.tryOut;
    const queue = [...fieldsOf(body, 'properties.queue.anyOf.0.properties'), 'chatbots'];
    expect(queue.toSorted()).toEqual(fieldsOf(queueRoutes.update.body, 'properties'));
    expect(fieldsOf(body, 'properties.connection.anyOf.0.properties')).toEqual(
      fieldsOf(connectionRoutes.update.body, 'properties'),
    );
  });
});
