import type { AttributeValue } from 'aws-lambda';

/** A row, or a part of one, as DynamoDB's protocol writes it. */
export type Image = Record<string, AttributeValue>;

/** A value as the program has it. Only what this layer writes: no sets and no binaries. */
export const toValue = (value: AttributeValue): unknown => {
  if (value.S !== undefined) return value.S;
  if (value.N !== undefined) return Number(value.N);
  if (value.BOOL !== undefined) return value.BOOL;
  if (value.NULL !== undefined) return null;
  if (value.L !== undefined) return value.L.map(toValue);
  if (value.M !== undefined) return readImage(value.M);
  throw new TypeError(`attribute of type ${Object.keys(value).join()} is not one of ours`);
};

const readImage = (image: Image): Record<string, unknown> =>
  Object.fromEntries(Object.entries(image).map(([name, value]) => [name, toValue(value)]));

const toAttribute = (value: unknown): AttributeValue => {
  switch (typeof value) {
    case 'string':
      return { S: value };
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`${value} cannot be stored`);
      return { N: String(value) };
    case 'boolean':
      return { BOOL: value };
    case 'object':
      if (value === null) return { NULL: true };
      return Array.isArray(value) ? { L: value.map(toAttribute) } : { M: toImage(value) };
    default:
      throw new TypeError(`a ${typeof value} cannot be stored`);
  }
};

/** A row as a call takes it. What is undefined is left out. */
export const toImage = (row: object): Image => {
  const image: Image = {};
  const entries: [string, unknown][] = Object.entries(row);
  for (const [name, value] of entries) if (value !== undefined) image[name] = toAttribute(value);
  return image;
};

/** The entity of a row, without reading the rest. */
export const entityOfImage = (image: Image | undefined): string | undefined => image?._e?.S;
