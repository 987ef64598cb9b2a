import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import { ENTITIES } from '@prosa/infra/entities.ts';
import * as z from 'zod';
import { ownTable } from './own-company.ts';
import { exampleOf, inputSchemaOf } from './schema-example.ts';
import { untyped } from './untyped-entity.ts';

const FOLDER = join(import.meta.dirname, '..', 'fixtures', 'rows');
const COMPANY = 1;
const STORED_AT_MS = Date.UTC(2026, 0, 2);

const fieldsSchema = z.record(z.string(), z.unknown());
const fixtureSchema = z.object({
  /** Hash of the entity's schema and attributes at the time the rows were written. */
  shape: z.string(),
  /** The rows as they were stored, and their meaning in today's fields. */
  rows: z.array(z.object({ stored: fieldsSchema, fields: fieldsSchema })).min(1),
});
export type RowFixture = z.infer<typeof fixtureSchema>;
export type AnyEntity = (typeof ENTITIES)[number];

const fileOf = (entity: { name: string }, version: number): string =>
  join(FOLDER, entity.name, `v${version}.json`);

/** Loads the fixture of an entity's version; undefined if there is none. */
export const loadFixture = (entity: { name: string }, version: number): RowFixture | undefined => {
  const file = fileOf(entity, version);
  return existsSync(file) ? fixtureSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
};

/** Returns every fixture file, as `<entity>/v<version>.json`. */
export const listFixtures = (): string[] =>
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));

/** Returns fields in stored form, as the table layer stores them. */
export const storedForm = (entity: AnyEntity, fields: Record<string, unknown>): unknown => {
  const table = entity.scope === 'global' ? globalTable : ownTable(COMPANY);
  return table.put(untyped(entity), fields, 'absent', STORED_AT_MS).item;
};

/**
 * Makes a fixture of an entity as it is stored today: a row with every field, and a row with only the required ones.
 */
export const makeFixture = (entity: AnyEntity): RowFixture => {
  const shape = createHash('sha256')
    .update(JSON.stringify([inputSchemaOf(entity.schema), entity.attributes ?? []]))
    .digest('hex')
    .slice(0, 16);
  const rows = [true, false].map((every, index) => {
    const example = fieldsSchema.parse(exampleOf(entity.schema, 2 - index, every));
    const company = entity.scope === 'global' ? {} : { companyId: COMPANY };
    const fields = fieldsSchema.parse(entity.schema.parse({ ...example, ...company }));
    return { stored: storedForm(entity, fields), fields };
  });
  // Converted through JSON, which drops undefined fields.
  return fixtureSchema.parse(JSON.parse(JSON.stringify({ shape, rows })));
};

if (process.argv[1] === import.meta.filename && process.argv.includes('--write')) {
  for (const entity of ENTITIES) {
    const file = fileOf(entity, entity.schemaVersion);
    const text = `${JSON.stringify(makeFixture(entity), null, 2)}\n`;
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, text);
    console.log(`Written: ${file}`);
  }
}
