import type { AttributeValue } from 'aws-lambda';

type Image = Record<string, AttributeValue>;

const toValue = (value: AttributeValue): unknown => {
  if (value.S !== undefined) return value.S;
  if (value.N !== undefined) return Number(value.N);
  if (value.BOOL !== undefined) return value.BOOL;
  if (value.NULL !== undefined) return null;
  if (value.L !== undefined) return value.L.map(toValue);
  if (value.M !== undefined) return readImage(value.M);
  throw new TypeError(`attribute of type ${Object.keys(value).join()} is not one of ours`);
};

/** A row as the stream brings it. Only what this layer writes: no sets and no binaries. */
export const readImage = (image: Image): Record<string, unknown> =>
  Object.fromEntries(Object.entries(image).map(([name, value]) => [name, toValue(value)]));

/** The entity of a row on the stream, without reading the rest. */
export const entityOfImage = (image: Image | undefined): string | undefined => image?._e?.S;
