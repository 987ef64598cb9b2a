import * as core from 'zod/v4/core';

type Issue = core.$ZodIssue;
type Path = readonly PropertyKey[];

/** A decimal number as text, in JSON notation without exponent. */
const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;

/** Converts a value to the type that its issue expects: text to number or number to text; undefined if impossible. */
const asMeant = (issue: Issue, value: unknown): unknown => {
  if (issue.code === 'invalid_type' && typeof value === 'string' && NUMBER.test(value))
    return issue.expected === 'number' || issue.expected === 'int' ? Number(value) : undefined;
  if (issue.code === 'invalid_type' && typeof value === 'number')
    return issue.expected === 'string' ? String(value) : undefined;
  if (issue.code === 'invalid_value' && (typeof value === 'string' || typeof value === 'number'))
    return issue.values.find((wanted) => typeof wanted !== typeof value && String(wanted) === String(value));
  return undefined;
};

const valueAt = (root: unknown, path: Path): unknown =>
  path.reduce(
    (value: unknown, step) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, step)
        ? Reflect.get(value, step)
        : undefined,
    root,
  );

/** Sets a value at a path of the body. Mutates the body, because only this request uses it. */
const put = (root: unknown, path: Path, value: unknown): void => {
  const holder = valueAt(root, path.slice(0, -1));
  const step = path.at(-1);
  if (typeof holder === 'object' && holder !== null && step !== undefined) Reflect.set(holder, step, value);
};

/**
 * Converts the value of an issue in place; returns whether it could. In a union, converts only the first possible
 * value.
 */
const mend = (root: unknown, issue: Issue, above: Path): boolean => {
  const path = [...above, ...issue.path];
  if (issue.code === 'invalid_union')
    return issue.errors.some((issues) => issues.some((inner) => mend(root, inner, path)));
  const meant = asMeant(issue, valueAt(root, path));
  if (meant === undefined || path.length === 0) return false;
  put(root, path, meant);
  return true;
};

/**
 * Parses a body with lenient types: after a validation error, converts numbers sent as text and texts sent as numbers,
 * and parses again. Lenient because forms and API clients often mix up the two types.
 */
export const parseLeniently = (schema: core.$ZodType, body: unknown): core.util.SafeParseResult<unknown> => {
  const strict = core.safeParse(schema, body);
  if (strict.success) return strict;
  const isMended = strict.error.issues.map((issue) => mend(body, issue, [])).includes(true);
  return isMended ? core.safeParse(schema, body) : strict;
};
