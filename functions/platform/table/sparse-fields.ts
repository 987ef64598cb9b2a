import * as z from 'zod';

type Fields = Record<string, unknown>;

/** Of each field that may be left out, what reads back in its place. */
const cache = new WeakMap<z.ZodObject, ReadonlyMap<string, string>>();

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === false ||
  value === 0 ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

const emptyDefaults = (schema: z.ZodObject): ReadonlyMap<string, string> => {
  const known = cache.get(schema);
  if (known !== undefined) return known;
  const found = new Map(
    Object.entries(schema.shape).flatMap(([name, field]): [string, string][] => {
      const absent = z.safeParse(field, undefined);
      return absent.success && absent.data !== undefined && isEmpty(absent.data)
        ? [[name, JSON.stringify(absent.data)]]
        : [];
    }),
  );
  cache.set(schema, found);
  return found;
};

/**
 * A row without the nulls, noes, noughts and empty texts and lists that its schema puts back on reading: half of a
 * ticket's fields, which would be paid for by the kilobyte and walked by every call. A default that stops being empty
 * needs a new `schemaVersion`, since what is not stored takes it.
 */
export const sparseFields = (schema: z.ZodObject, fields: Fields): Fields => {
  const defaults = emptyDefaults(schema);
  const sparse: Fields = {};
  for (const [name, value] of Object.entries(fields)) {
    if (isEmpty(value) && defaults.get(name) === JSON.stringify(value)) continue;
    const field = schema.shape[name];
    sparse[name] =
      field instanceof z.ZodObject && typeof value === 'object' && value !== null
        ? sparseFields(field, { ...value })
        : value;
  }
  return sparse;
};
