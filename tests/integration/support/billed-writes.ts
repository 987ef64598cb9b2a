import { TABLE } from '@prosa/infra/resources.ts';
import * as z from 'zod';
import { type Attribute, sizeOfAll } from '../../bench/row-template.ts';
import { companyRows } from './table-scan.ts';

const rowSchema = z.record(
  z.string(),
  z.union([z.object({ S: z.string() }), z.object({ N: z.string() }), z.object({ BOOL: z.boolean() })]),
);
type StoredRow = Record<string, Attribute>;

/** Sorts the attributes, because engines return them in any order. */
const inOrder = (row: StoredRow): StoredRow =>
  Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));

const WRITE_UNIT_BYTES = 1024;
const unitsOf = (row: StoredRow): number => Math.ceil(sizeOfAll(row) / WRITE_UNIT_BYTES);

type Index = (typeof TABLE.indexes)[number];

/** Returns what an index stores of a row; undefined if the row is not in the index. */
const projected = (row: StoredRow | undefined, { prefix, holds }: Index): StoredRow | undefined => {
  if (row?.[`${prefix}pk`] === undefined) return undefined;
  const others = holds === 'keys' ? [] : TABLE.indexedAttributes;
  const names: string[] = ['pk', 'sk', `${prefix}pk`, `${prefix}sk`, ...others];
  return Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));
};

const indexUnits = (index: Index, before: StoredRow | undefined, after: StoredRow | undefined): number => {
  const { prefix } = index;
  const [old, next] = [projected(before, index), projected(after, index)];
  if (old === undefined || next === undefined)
    return [old, next].reduce((sum, row) => sum + (row === undefined ? 0 : unitsOf(row)), 0);
  const moved = [`${prefix}pk`, `${prefix}sk`].some(
    (name) => JSON.stringify(old[name]) !== JSON.stringify(next[name]),
  );
  if (moved) return unitsOf(old) + unitsOf(next);
  return JSON.stringify(old) === JSON.stringify(next) ? 0 : Math.max(unitsOf(old), unitsOf(next));
};

/**
 * Returns the write units that AWS bills for a transaction, computed from the rows it wrote. Each row costs twice its
 * size in started kilobytes, old or new, whichever is larger. Each index costs the size of what it stores of the row,
 * and if its key changed, that of the old and of the new. The engine of the tests counts the table alone.
 */
export const billedWriteUnits = async (
  endpoint: string,
  companyId: number,
  transaction: () => Promise<unknown>,
): Promise<number> => {
  const rows = async () =>
    new Map(
      (await companyRows(endpoint, companyId)).map((row) => [
        `${row.pk.S} ${row.sk.S}`,
        inOrder(rowSchema.parse(row)),
      ]),
    );
  const earlier = await rows();
  await transaction();
  const later = await rows();
  let units = 0;
  for (const key of new Set([...earlier.keys(), ...later.keys()])) {
    const [before, after] = [earlier.get(key), later.get(key)];
    if (JSON.stringify(before) === JSON.stringify(after)) continue;
    const sizes = [before, after].map((row) => (row === undefined ? 0 : unitsOf(row)));
    units += 2 * Math.max(...sizes);
    for (const index of TABLE.indexes) units += indexUnits(index, before, after);
  }
  return units;
};
