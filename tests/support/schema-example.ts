import * as fc from 'fast-check';
import * as z from 'zod';

/** The parts of JSON Schema that our contracts produce. */
interface JsonSchema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: unknown[];
  oneOf?: unknown[];
  allOf?: unknown[];
  properties?: Record<string, unknown>;
  required?: string[];
  additionalProperties?: unknown;
  propertyNames?: unknown;
  items?: unknown;
  prefixItems?: unknown[];
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  $ref?: string;
}

const jsonSchema = z.looseObject({});
const isSchema = (value: unknown): value is JsonSchema => jsonSchema.safeParse(value).success;

const FORMATS: Record<string, (salt: number) => string> = {
  uuid: (salt) => `0193f0e2-6e4a-4c1b-8f8a-${String(salt).padStart(12, '0')}`,
  'date-time': (salt) => new Date(Date.UTC(2026, 0, 1) + salt * 1000).toISOString(),
  email: (salt) => `person${salt}@example.com`,
  uri: (salt) => `https://example.com/${salt}`,
};

/** Generators of texts by their patterns. */
const generators = new Map<string, fc.Arbitrary<string>>();

const matching = (pattern: string, salt: number): string => {
  const generator = generators.get(pattern) ?? fc.stringMatching(new RegExp(pattern));
  generators.set(pattern, generator);
  const [text] = fc.sample(generator, { numRuns: 1, seed: salt });
  if (text === undefined) throw new Error(`nothing matches ${pattern}`);
  return text;
};

const text = (schema: JsonSchema, salt: number): string => {
  const format = schema.format === undefined ? undefined : FORMATS[schema.format];
  if (format !== undefined) return format(salt);
  if (schema.pattern !== undefined) return matching(schema.pattern, salt);
  const word = `text ${salt}`.padEnd(schema.minLength ?? 0, 'x');
  return word.slice(0, schema.maxLength ?? word.length);
};

const number = (schema: JsonSchema, salt: number): number => {
  const lowest = schema.exclusiveMinimum === undefined ? (schema.minimum ?? 0) : schema.exclusiveMinimum + 1;
  return Math.min(Math.max(lowest, 0) + salt, schema.maximum ?? Number.MAX_SAFE_INTEGER);
};

const object = (schema: JsonSchema, salt: number, every: boolean): Record<string, unknown> => {
  const required = new Set(schema.required);
  const named = Object.entries(schema.properties ?? {}).filter(([name]) => every || required.has(name));
  // A record whose keys are an enumeration needs all of them.
  const keyed = isSchema(schema.propertyNames) ? (schema.propertyNames.enum ?? []) : [];
  return Object.fromEntries([
    ...keyed.map((name) => [String(name), sample(schema.additionalProperties, salt, every)]),
    ...named.map(([name, child]) => [name, sample(child, salt, every)]),
  ]);
};

/** Whether a schema is a reference, which could recurse forever. */
const isReference = (schema: unknown): boolean => isSchema(schema) && schema.$ref !== undefined;

const sample = (schema: unknown, salt: number, every: boolean): unknown => {
  if (!isSchema(schema)) return null;
  if ('const' in schema) return schema.const;
  if (schema.enum !== undefined) return schema.enum[salt % schema.enum.length];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return sample(choices[0], salt, every);
  if (schema.allOf !== undefined)
    return Object.assign({}, ...schema.allOf.map((part) => sample(part, salt, every)));
  switch (schema.type) {
    case 'string':
      return text(schema, salt);
    case 'integer':
    case 'number':
      return number(schema, salt);
    case 'boolean':
      return salt % 2 === 0;
    case 'array':
      return Array.from({ length: schema.minItems ?? (every && !isReference(schema.items) ? 1 : 0) }, () =>
        sample(schema.items, salt, every),
      );
    case 'object':
      return object(schema, salt, every);
    default:
      return null;
  }
};

/** JSON Schemas by their schemas. */
const inputSchemas = new WeakMap<z.core.$ZodType, JsonSchema>();

/** Returns the JSON Schema of a schema's input. Cached, because making one takes a millisecond or more. */
export const inputSchemaOf = (schema: z.core.$ZodType): JsonSchema => {
  const made = inputSchemas.get(schema);
  if (made !== undefined) return made;
  const json: unknown = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  if (!isSchema(json)) throw new Error('not a schema');
  inputSchemas.set(schema, json);
  return json;
};

/**
 * Returns a value that a schema accepts. Different salts give different values, and `every` fills in optional fields.
 * Checks beyond the JSON Schema (refinements) are ignored.
 */
export const exampleOf = (schema: z.core.$ZodType, salt = 1, every = false): unknown =>
  sample(inputSchemaOf(schema), salt, every);
