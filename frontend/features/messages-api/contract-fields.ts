import type { RouteShape } from '@prosa/shared/contracts/route.ts';
import * as z from 'zod';

/** What a caller must know of a field: its JSON type and whether it may be absent. */
export interface FieldFacts {
  type: string;
  isRequired: boolean;
}

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Contracts also accept words for booleans and text for ids; of several types the first one here is documented. */
const TYPES = ['boolean', 'integer', 'number', 'object', 'array', 'string'] as const;

const isSchema = (schema: z.core.JSONSchema._JSONSchema): schema is JsonSchema => typeof schema === 'object';
/** Returns a schema and the alternatives inside it. */
const alternatives = (schema: JsonSchema): JsonSchema[] => [
  schema,
  ...(schema.anyOf ?? []).filter(isSchema).flatMap(alternatives),
];
const typeOf = (schema: JsonSchema): string => {
  const types = alternatives(schema).flatMap(({ type }) => type ?? []);
  return TYPES.find((type) => types.includes(type)) ?? 'any';
};
const objectIn = (schema: JsonSchema): JsonSchema | undefined =>
  alternatives(schema).find(({ properties }) => properties !== undefined);

/**
 * Returns the fields of a contract's schema by their path (`template.name`), as a caller writes them (`input`) or gets
 * them (`output`). The documentation reads them here, so that it cannot differ from what the server accepts.
 */
export const fieldsOf = (
  schema: z.core.$ZodType,
  io: 'input' | 'output',
): ReadonlyMap<string, FieldFacts> => {
  const fields = new Map<string, FieldFacts>();
  const add = (object: JsonSchema | undefined, prefix: string): void => {
    for (const [name, field] of Object.entries(object?.properties ?? {})) {
      if (!isSchema(field)) continue;
      const path = `${prefix}${name}`;
      fields.set(path, { type: typeOf(field), isRequired: object?.required?.includes(name) === true });
      add(objectIn(field), `${path}.`);
    }
  };
  add(z.toJSONSchema(schema, { io, unrepresentable: 'any' }), '');
  return fields;
};

/** Returns the fields that a caller of a route sends: those of its path and body, and its files. */
export const requestFieldsOf = ({ params, body, multipart }: RouteShape): ReadonlyMap<string, FieldFacts> =>
  new Map([
    ...(params === undefined ? [] : fieldsOf(params, 'input')),
    ...(body === undefined ? [] : fieldsOf(body, 'input')),
    ...(multipart === undefined ? [] : [[multipart, { type: 'file', isRequired: true }] as const]),
  ]);
