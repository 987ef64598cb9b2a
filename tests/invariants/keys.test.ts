import { readdirSync } from 'node:fs';
import { INDEX_NAMES, type Key } from '@prosa/functions/platform/table/define-entity.ts';
import { attributesToRead } from '@prosa/functions/platform/table/pack-fields.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import { ENTITIES } from '@prosa/infra/entities.ts';
import { TABLE } from '@prosa/infra/resources.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ownTable } from '../support/own-company.ts';
import { exampleOf } from '../support/schema-example.ts';
import { untyped } from '../support/untyped-entity.ts';
import { GLOBAL_ENTITIES, GLOBAL_INDEXES } from './reviewed-global-keys.ts';

interface AnyEntity {
  name: string;
  scope: 'tenant' | 'global';
  schema: z.ZodObject;
  indexes?: object;
  globalIndexes?: object;
}
const entities: readonly AnyEntity[] = ENTITIES;
const byName = (name: string) => {
  const found = ENTITIES.find((entity) => entity.name === name);
  if (found === undefined) throw new Error(`no entity ${name}`);
  return found;
};

/** Texts that resemble parts of keys: a user who can write them must not be able to imitate another row. */
const HOSTILE_TEXTS = [
  '1',
  'a',
  'TICKET',
  'CONTACT',
  'SETTINGS',
  'COMPANY',
  'LOG#1',
  'A#B',
  'C#2#ORG',
  '#',
  'EMAIL#x',
];
/** Fields whose values only code writes, from names without `#`. */
const CODE_WRITTEN = new Set(['kind', 'source', 'channel', 'name']);
const IDS = [1, 2, 11, 12, 21, 111];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * Returns complete items that a schema accepts, with hostile values in their free text and look-alike numbers as ids.
 */
const itemsOf = ({ schema }: AnyEntity): Record<string, unknown>[] => {
  const base = exampleOf(schema, 1, true);
  if (!isRecord(base)) throw new Error('not an object');
  const accepted = (item: Record<string, unknown>) => schema.safeParse(item).success;
  const items = [base, ...[2, 3, 4].map((salt) => exampleOf(schema, salt, true)).filter(isRecord)];
  for (const [field, value] of Object.entries(base)) {
    if (field === 'companyId') continue;
    const values =
      typeof value === 'number'
        ? IDS
        : typeof value === 'string' && !CODE_WRITTEN.has(field)
          ? HOSTILE_TEXTS
          : [];
    items.push(...values.map((other) => ({ ...base, [field]: other })));
  }
  return items
    .map((item) => ({ ...item, ...('companyId' in item ? { companyId: 1 } : {}) }))
    .filter(accepted);
};

/**
 * Returns the key of each item and the fields that made it: two rows with different fields must have different keys.
 */
const keysOf = (entity: AnyEntity): { key: Key; identity: string }[] =>
  itemsOf(entity).map((item) => {
    const read = new Map<string, unknown>();
    const watched = new Proxy(item, {
      get: (target, property) => {
        const value: unknown = Reflect.get(target, property);
        if (typeof property === 'string') read.set(property, value);
        return value;
      },
    });
    const table = entity.scope === 'global' ? globalTable : ownTable(1);
    return {
      key: table.keyOf(untyped(byName(entity.name)), watched),
      identity: `${entity.name} ${JSON.stringify([...read].sort())}`,
    };
  });

describe('uniqueness of keys', () => {
  it.each(entities.map(({ name }) => name))('%s has items to test', (name) => {
    const entity = entities.find((candidate) => candidate.name === name);
    expect(entity === undefined ? [] : itemsOf(entity)).not.toEqual([]);
  });

  it('no two rows have the same key, whatever users write', () => {
    const owners = new Map<string, string>();
    const clashes: string[] = [];
    for (const entity of entities) {
      for (const { key, identity } of keysOf(entity)) {
        const id = `${key.pk}\n${key.sk}`;
        const owner = owners.get(id);
        if (owner !== undefined && owner !== identity)
          clashes.push(`${owner} and ${identity}: ${key.pk} | ${key.sk}`);
        owners.set(id, identity);
      }
    }
    expect(owners.size).toBeGreaterThan(entities.length);
    expect(clashes).toEqual([]);
  });

  it('every entity has its own name', () => {
    expect(new Set(entities.map(({ name }) => name)).size).toBe(entities.length);
  });
});

describe('S-60 append-only entities', () => {
  const patterns = TABLE.appendOnly.map(
    (pattern) => new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`),
  );
  const isKept = ({ key }: { key: Key }) => patterns.some((pattern) => pattern.test(key.pk));

  it.each(ENTITIES.filter((entity) => entity.appendOnly === true).map(({ name }) => name))(
    'every role is denied changes of %s',
    (name) => {
      expect(keysOf(byName(name)).every(isKept)).toBe(true);
      expect(byName(name).indexes).toBeUndefined();
    },
  );

  it.each(ENTITIES.filter((entity) => entity.appendOnly !== true).map(({ name }) => name))(
    'changes of %s are not denied',
    (name) => {
      expect(keysOf(byName(name)).some(isKept)).toBe(false);
    },
  );
});

describe('S-17 I9 keys begin with their company', () => {
  it.each(entities.filter(({ scope }) => scope === 'tenant').map(({ name }) => name))('%s', (name) => {
    const entity = byName(name);
    expect('companyId' in entity.schema.shape).toBe(true);
    for (const item of itemsOf(entity)) {
      for (const companyId of [1, 11]) {
        const table = ownTable(companyId);
        const { item: stored } = table.put(untyped(entity), { ...item, companyId }, 'absent', 0);
        expect(stored.pk).toMatch(new RegExp(`^C#${companyId}#`));
        for (const index of INDEX_NAMES) {
          const pk = stored[`${index}pk`];
          const isGlobal = entity.globalIndexes !== undefined && index in entity.globalIndexes;
          if (pk !== undefined && !isGlobal) expect(pk).toMatch(new RegExp(`^C#${companyId}#`));
        }
      }
    }
  });

  it("a company's table refuses rows of another company and global rows", () => {
    const item = { ...itemsOf(byName('tag'))[0], companyId: 2 };
    expect(() => ownTable(1).put(untyped(byName('tag')), item, 'any', 0)).toThrow();
    expect(() => ownTable(1).keyOf(untyped(byName('plan')), { id: 1 })).toThrow();
    expect(() => globalTable.keyOf(untyped(byName('tag')), { id: 1 })).toThrow();
  });

  it.each(entities.filter(({ scope }) => scope === 'global').map(({ name }) => name))(
    'keys of %s are outside all companies',
    (name) => {
      const entity = entities.find((candidate) => candidate.name === name);
      const keys = entity === undefined ? [] : keysOf(entity);
      expect(keys.filter(({ key }) => key.pk.startsWith('C#'))).toEqual([]);
    },
  );
});

describe('list of entities', () => {
  it('contains every entity that a file of the folder defines', async () => {
    const folder = new URL('../../functions/platform/table/entities/', import.meta.url);
    const files = readdirSync(folder).map((file) => new URL(file, folder).href);
    const modules: object[] = await Promise.all(files.map((file) => import(file)));
    const defined = modules
      .flatMap((exported): unknown[] => Object.values(exported))
      .filter(
        (value) => z.object({ name: z.string(), schema: z.instanceof(z.ZodObject) }).safeParse(value).success,
      );
    expect(new Set(defined)).toEqual(new Set(ENTITIES));
    expect(files.length).toBeGreaterThan(5);
  });
});

describe('indexes of the table', () => {
  it('the deployed indexes are the declared ones', () => {
    expect(TABLE.indexes.map(({ prefix }) => prefix)).toEqual([...INDEX_NAMES]);
  });

  it('the indexes contain exactly the attributes that readers of their entities need', () => {
    const asked = ENTITIES.filter((entity) => 'indexes' in entity || 'globalIndexes' in entity).flatMap(
      attributesToRead,
    );
    expect(new Set(asked)).toEqual(new Set(TABLE.indexedAttributes));
  });
});

describe('reviewed list of global rows', () => {
  it('contains every global entity', () => {
    const global = entities.filter(({ scope }) => scope === 'global').map(({ name }) => name);
    expect(global.sort()).toEqual(Object.keys(GLOBAL_ENTITIES).sort());
  });

  it('contains every company entity with global index entries', () => {
    const global = entities
      .filter(({ scope, globalIndexes }) => scope === 'tenant' && globalIndexes !== undefined)
      .map(({ name }) => name);
    expect(global.sort()).toEqual(Object.keys(GLOBAL_INDEXES).sort());
  });
});
