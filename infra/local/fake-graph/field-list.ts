import { GraphRefused } from './graph-refused.ts';

/** Fields of a `fields` parameter, with those of nested objects. */
interface Fields {
  [name: string]: Fields;
}

const FIELD = /^[a-z_]+$/;

/**
 * Parses a `fields` parameter such as `name,instagram_business_account{id,username}`.
 * @throws GraphRefused for any other text
 */
const parseFields = (text: string): Fields => {
  const root: Fields = {};
  const open: Fields[] = [root];
  let last: Fields = root;
  for (const part of text.split(/([,{}])/)) {
    const [here = root] = open;
    if (part === '{') open.unshift(last);
    else if (part === '}') open.shift();
    else if (part !== ',' && part.trim() !== '') {
      const name = part.trim();
      if (!FIELD.test(name)) throw new GraphRefused(2500, { details: `Syntax error in fields: ${name}` });
      last = {};
      here[name] = last;
    }
    if (open.length === 0) throw new GraphRefused(2500, { details: 'Syntax error in fields' });
  }
  if (open.length !== 1) throw new GraphRefused(2500, { details: 'Syntax error in fields' });
  return root;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const select = (object: Record<string, unknown>, fields: Fields, type: string): Record<string, unknown> => {
  const picked: Record<string, unknown> = 'id' in object ? { id: object.id } : {};
  for (const [name, nested] of Object.entries(fields)) {
    if (!Object.hasOwn(object, name))
      throw new GraphRefused(100, {
        details: `Tried accessing nonexisting field (${name}) on node type (${type})`,
      });
    const value = object[name];
    // A field without a value is left out.
    if (value === undefined) continue;
    picked[name] =
      isObject(value) && Object.keys(nested).length > 0
        ? select(value, nested, name)
        : isObject(value) && 'id' in value
          ? { id: value.id }
          : value;
  }
  return picked;
};

/**
 * Returns the requested fields of an object, always with its id.
 * @param object every field that the type has; undefined for a field without a value
 * @param usual the fields of a request that names none
 * @throws GraphRefused for a field that the type does not have
 */
export const selectFields = (
  object: Record<string, unknown>,
  requested: string | undefined,
  type: string,
  usual: string,
): Record<string, unknown> => select(object, parseFields(requested ?? usual), type);
