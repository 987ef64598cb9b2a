import type * as z from 'zod';

const defaults = new WeakMap<object, unknown>();

/**
 * A field whose default is left out of stored rows, and put back by its schema when they are read: half of a ticket's
 * fields, which would be paid for by the kilobyte and walked by every call. Another default is another stored shape:
 * rows that were kept without the field take it, unless an `upgrade` of their entity writes the old one in.
 * @param value a text, number, boolean or null, an empty list or record, or one of such values
 */
export const sparse = <T extends z.ZodType>(
  schema: T,
  value: z.core.util.NoUndefined<z.core.output<T>>,
): z.ZodDefault<T> => {
  const field = schema.default(value);
  defaults.set(field, value);
  return field;
};

/** Whether a field was declared with {@link sparse}, and has its default. */
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
