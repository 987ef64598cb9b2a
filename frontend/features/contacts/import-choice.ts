import { IMPORT_FIELDS, type ImportField, type RowRange } from '@prosa/shared/entities/contact-import.ts';

/** The column of each field, by its place; a field without one is not imported. */
export type Choice = Partial<Record<ImportField, number>>;

/** The field that a column is chosen for already, beside the one that is asked for it. */
export const takenBy = (choice: Choice, field: ImportField, column: number): ImportField | undefined =>
  IMPORT_FIELDS.find((other) => other !== field && choice[other] === column);

/** What keeps an import from beginning: the first of what is missing. */
export const missingFrom = (choice: Choice, selected: number): 'number' | 'name' | 'rows' | undefined => {
  if (choice.number === undefined) return 'number';
  if (choice.name === undefined) return 'name';
  return selected === 0 ? 'rows' : undefined;
};

/** The stretches of rows that are not left out. */
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
