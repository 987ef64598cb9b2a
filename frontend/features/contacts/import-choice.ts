import {
  IMPORT_FIELDS,
  type ImportField,
  type RowRange,
  type RowRefusal,
} from '@prosa/shared/entities/contact-import.ts';
import { planImport } from '@prosa/shared/rules/plan-import.ts';

/** The column index of each field; a field without a column is not imported. */
export type Choice = Partial<Record<ImportField, number>>;

/** Returns the part of a choice that is about some fields. */
export const choiceOf = (fields: readonly ImportField[], choice: Choice): Choice => {
  const kept: Choice = {};
  for (const field of fields) {
    const column = choice[field];
    if (column !== undefined) kept[field] = column;
  }
  return kept;
};

/** Returns the other field that a column is already assigned to. */
export const takenBy = (choice: Choice, field: ImportField, column: number): ImportField | undefined =>
  IMPORT_FIELDS.find((other) => other !== field && choice[other] === column);

/** Returns the first missing requirement of an import. */
export const missingFrom = (choice: Choice, selected: number): 'number' | 'name' | 'rows' | undefined => {
  if (choice.number === undefined) return 'number';
  if (choice.name === undefined) return 'name';
  return selected === 0 ? 'rows' : undefined;
};

/** Returns the ranges of rows that are not excluded. */
export const rangesOf = (total: number, leftOut: ReadonlySet<number>): RowRange[] => {
  const ranges: RowRange[] = [];
  let first = 0;
  for (const row of [...leftOut].toSorted((a, b) => a - b)) {
    if (row > first) ranges.push({ first, last: row - 1 });
    first = row + 1;
  }
  if (first < total) ranges.push({ first, last: total - 1 });
  return ranges;
};

/**
 * Reasons why rows of a sheet will not be imported, by row: as the server will decide, except for existing contacts.
 */
export const refusedRows = (
  rows: readonly (readonly string[])[],
  { name, number, email, tags }: Choice,
  leftOut: ReadonlySet<number>,
): ReadonlyMap<number, RowRefusal> => {
  if (name === undefined || number === undefined) return new Map();
  const mapping = { name, number, email: email ?? null, tags: tags ?? null };
  const planned = planImport(rows, mapping, rangesOf(rows.length, leftOut));
  return new Map(planned.flatMap((row) => ('refusal' in row ? [[row.row, row.refusal] as const] : [])));
};
