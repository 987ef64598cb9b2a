import { createHash } from 'node:crypto';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { TABLE } from '@prosa/infra/resources.ts';

type Plain = Record<string, unknown>;
type Attribute =
  | { S: string }
  | { N: string }
  | { BOOL: boolean }
  | { NULL: true }
  | { L: Attribute[] }
  | { M: Record<string, Attribute> };

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const toAttribute = (value: unknown): Attribute => {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (Array.isArray(value)) return { L: value.map(toAttribute) };
  if (isPlain(value)) return { M: toAttributes(value) };
  return { NULL: true };
};
const toAttributes = (item: Plain): Record<string, Attribute> =>
  Object.fromEntries(
    Object.entries(item).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, toAttribute(value)]],
    ),
  );

/** Bytes as DynamoDB bills them, closely enough: names, UTF-8 text, and a few bytes per structure. */
const sizeOf = (attribute: Attribute): number => {
  if ('S' in attribute) return Buffer.byteLength(attribute.S);
  if ('N' in attribute) return Math.ceil(attribute.N.length / 2) + 1;
  if ('L' in attribute) return 3 + attribute.L.reduce((sum, entry) => sum + 1 + sizeOf(entry), 0);
  if ('M' in attribute) return 3 + sizeOfAll(attribute.M) + Object.keys(attribute.M).length;
  return 1;
};
const sizeOfAll = (attributes: Record<string, Attribute>): number =>
  Object.entries(attributes).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + sizeOf(value), 0);

const keyText = (value: unknown): string => {
  if (typeof value !== 'string') throw new Error('keys are strings');
  return `S:${value}`;
};

/**
 * Writes items straight into the stopped engine's file: two hundred thousand tickets in a minute instead of an hour.
 * For generated data only; the engine computes the same columns itself when it is asked to write.
 */
export const openBulkLoad = (file: string) => {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA synchronous = OFF; BEGIN');
  const table = database.prepare(
    `INSERT OR REPLACE INTO "${TABLE.name}" (pk, sk, item_json, item_size, hash_prefix) VALUES (?, ?, ?, ?, ?)`,
  );
  const indexes: { prefix: string; insert: StatementSync }[] = TABLE.indexes.map((index) => ({
    prefix: index.prefix,
    insert: database.prepare(
      `INSERT OR REPLACE INTO "${TABLE.name}::gsi::${index.name}" (gsi_pk, gsi_sk, table_pk, table_sk, item_json) VALUES (?, ?, ?, ?, ?)`,
    ),
  }));
  let count = 0;
  return {
    /** @param item a whole stored item, as `Table.put` makes it */
    put(item: Plain): void {
      const attributes = toAttributes(item);
      const json = JSON.stringify(attributes);
      const pk = keyText(item.pk);
      const sk = keyText(item.sk);
      const prefix = createHash('md5').update(pk.slice(2)).digest('hex').slice(0, 6);
      table.run(pk, sk, json, sizeOfAll(attributes), prefix);
      for (const index of indexes) {
        const indexPk = item[`${index.prefix}pk`];
        if (indexPk !== undefined)
          index.insert.run(keyText(indexPk), keyText(item[`${index.prefix}sk`]), pk, sk, json);
      }
      count += 1;
    },
    /** Commits; returns how many items were written. */
    close(): number {
      database.exec('COMMIT; ANALYZE');
      database.close();
      return count;
    },
  };
};
