import { TABLE } from '@prosa/infra/resources.ts';

type Item = Record<string, unknown>;
export type Attribute =
  | { S: string }
  | { N: string }
  | { BOOL: boolean }
  | { NULL: true }
  | { L: Attribute[] }
  | { M: Record<string, Attribute> };

/** A stored item in the table engine's format: its keys, its attributes as JSON, and its size in bytes. */
export interface EngineRow {
  pk: string;
  sk: string;
  /** Its keys in each index, with the index's prefix, in the order of the indexes. */
  indexes: { prefix: string; pk: string; sk: string }[];
  json: string;
  size: number;
}

const isPlain = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const toAttribute = (value: unknown): Attribute => {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (Array.isArray(value)) return { L: value.map(toAttribute) };
  if (value === null) return { NULL: true };
  if (isPlain(value)) return { M: toAttributes(value) };
  throw new Error(`no attribute holds a ${typeof value}`);
};
const toAttributes = (item: Item): Record<string, Attribute> =>
  Object.fromEntries(
    Object.entries(item).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, toAttribute(value)]],
    ),
  );

/** Returns approximately the bytes that DynamoDB bills: names, UTF-8 text, and a few bytes per structure. */
const sizeOf = (attribute: Attribute): number => {
  if ('S' in attribute) return Buffer.byteLength(attribute.S);
  if ('N' in attribute) return Math.ceil(attribute.N.length / 2) + 1;
  if ('L' in attribute) return 3 + attribute.L.reduce((sum, entry) => sum + 1 + sizeOf(entry), 0);
  if ('M' in attribute) return 3 + sizeOfAll(attribute.M) + Object.keys(attribute.M).length;
  return 1;
};
/** Returns the bytes of an item's attributes, names included. */
export const sizeOfAll = (attributes: Record<string, Attribute>): number =>
  Object.entries(attributes).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + sizeOf(value), 0);

const textOf = (value: unknown): string => {
  if (typeof value !== 'string') throw new Error('keys are strings');
  return value;
};

/**
 * Converts a stored item into the engine's format.
 * @param item a whole stored item, as `Table.put` makes it
 */
export const engineRow = (item: Item): EngineRow => {
  const attributes = toAttributes(item);
  return {
    pk: textOf(item.pk),
    sk: textOf(item.sk),
    indexes: TABLE.indexes.flatMap(({ prefix }) =>
      item[`${prefix}pk`] === undefined
        ? []
        : [{ prefix, pk: textOf(item[`${prefix}pk`]), sk: textOf(item[`${prefix}sk`]) }],
    ),
    json: JSON.stringify(attributes),
    size: sizeOfAll(attributes),
  };
};

type Fill = (texts: readonly string[]) => string;

/** Cuts the samples out of a text. Returns a function that fills in other texts at their places. */
const cut = (text: string, samples: readonly string[]): Fill => {
  const constants: string[] = [];
  const slots: number[] = [];
  let constant = '';
  for (let at = 0; at < text.length; ) {
    // Longest sample first, because a number is contained in the same number with leading zeros.
    const slot = samples.reduce(
      (best, sample, index) =>
        text.startsWith(sample, at) && sample.length > (samples[best]?.length ?? 0) ? index : best,
      -1,
    );
    const sample = samples[slot];
    if (sample === undefined) {
      constant += text[at];
      at += 1;
    } else {
      constants.push(constant);
      slots.push(slot);
      constant = '';
      at += sample.length;
    }
  }
  return (texts) => {
    let filled = '';
    for (let index = 0; index < slots.length; index++)
      filled += `${constants[index]}${texts[slots[index] ?? 0]}`;
    return filled + constant;
  };
};

export interface TemplateOptions<V> {
  /**
   * Names the template of the values. Values share one if they have the same fields and are equal in everything that
   * `texts` leaves out.
   */
  shapeOf(values: V): string;
  /** Returns the same values with texts in them that occur nowhere else in the item. */
  sampleOf(values: V): V;
  /** Returns the texts that differ from item to item, as stored. None may need an escape in JSON. */
  texts(values: V): string[];
  /** Makes the whole stored item, as `Table.put` does. */
  make(values: V): Item;
}

/**
 * Makes rows of one entity by filling in the differing texts instead of validating each row: a row takes a
 * microsecond instead of thirty. The filled item has the same form as the one that `make` returns.
 */
export const rowTemplate = <V>({ shapeOf, sampleOf, texts, make }: TemplateOptions<V>) => {
  const templates = new Map<string, (values: V) => EngineRow>();
  const define = (values: V) => {
    const sample = sampleOf(values);
    const samples = texts(sample);
    const row = engineRow(make(sample));
    const pk = cut(row.pk, samples);
    const sk = cut(row.sk, samples);
    const indexes = row.indexes.map((index) => ({
      prefix: index.prefix,
      pk: cut(index.pk, samples),
      sk: cut(index.sk, samples),
    }));
    const json = cut(row.json, samples);
    const overhead = row.size - Buffer.byteLength(row.json);
    return (next: V): EngineRow => {
      const own = texts(next);
      const filled = json(own);
      return {
        pk: pk(own),
        sk: sk(own),
        indexes: indexes.map((index) => ({ prefix: index.prefix, pk: index.pk(own), sk: index.sk(own) })),
        json: filled,
        size: overhead + Buffer.byteLength(filled),
      };
    };
  };
  return {
    row(values: V): EngineRow {
      const shape = shapeOf(values);
      let template = templates.get(shape);
      if (template === undefined) {
        template = define(values);
        templates.set(shape, template);
      }
      return template(values);
    },
    make,
  };
};
