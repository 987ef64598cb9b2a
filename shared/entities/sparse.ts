import type * as z from 'zod';

const defaults = new WeakMap<object, unknown>();

/**
 * Declares a field whose default is not stored: rows omit it, and the schema adds it when they are read. This saves
 * half of a ticket's fields, which would cost storage and reading time. Changing the default changes stored rows:
 * rows without the field get the new default, unless an `upgrade` of their entity writes the old one.
 * @param value a text, number, boolean or null, an empty list or record, or an object of such values
 */
export const sparse = <T extends z.ZodType>(
  schema: T,
  value: z.core.util.NoUndefined<z.core.output<T>>,
): z.ZodDefault<T> => {
  const field = schema.default(value);
  defaults.set(field, value);
  return field;
};

/** Whether a field was declared with {@link sparse} and has its default. */
export const isLeftOut = (field: object, value: unknown): boolean => {
  if (!defaults.has(field)) return false;
  const byDefault = defaults.get(field);
  if (typeof byDefault !== 'object' || byDefault === null) return value === byDefault;
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== Array.isArray(byDefault))
    return false;
  const entries = Object.entries(byDefault);
  const left = new Map(Object.entries(value));
  return left.size === entries.length && entries.every(([key, one]) => left.get(key) === one);
};
