import { contactEmailInput, contactNameInput, contactNumberInput } from '@prosa/shared/contracts/contacts.ts';
import type { ImportMapping, RowRange, RowRefusal } from '@prosa/shared/entities/contact-import.ts';
import { tagNamesInput } from '@prosa/shared/entities/tag.ts';
import { unguardCell } from '@prosa/shared/rules/spreadsheet-cell.ts';
import { uniqueName } from '../comparable-value.ts';
import { canonicalIdentity } from './canonical-identity.ts';

/** Most tags that one import makes, so that a wrongly chosen column makes no thousands of them. */
const TAGS_PER_IMPORT = 200;

export interface ImportedContact {
  name: string;
  /** Digits. */
  number: string;
  email: string;
  tagNames: string[];
}

/** A selected row: what it becomes, or why nothing. */
export type PlannedRow = {
  /** Its place among the selected ones. */
  at: number;
  /** Its place among all rows. */
  row: number;
} & ({ contact: ImportedContact } | { refusal: RowRefusal });

/** How many rows stretches have. */
export const countRows = (ranges: readonly RowRange[]): number =>
  ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);

const readRow = (cells: readonly string[], mapping: ImportMapping): ImportedContact | RowRefusal => {
  const cell = (place: number | null): string => (place === null ? '' : unguardCell(cells[place] ?? ''));
  const name = contactNameInput.safeParse(cell(mapping.name));
  if (!name.success) return 'name';
  const number = contactNumberInput.safeParse(cell(mapping.number));
  if (!number.success) return 'number';
  const email = contactEmailInput.safeParse(cell(mapping.email));
  if (!email.success) return 'email';
  const tags = tagNamesInput.safeParse(cell(mapping.tags));
  if (!tags.success) return 'tags';
  return { name: name.data, number: number.data, email: email.data, tagNames: tags.data };
};

/**
 * What the selected rows of a sheet become, in their order; a number that stands there twice becomes one contact. The same sheet
 * and choice give the same plan, whoever makes it and when.
 */
export const planImport = (
  rows: readonly (readonly string[])[],
  mapping: ImportMapping,
  ranges: readonly RowRange[],
): PlannedRow[] => {
  const numbers = new Set<string>();
  const tags = new Set<string>();
  const planned: PlannedRow[] = [];
  const refusalOf = ({ number, tagNames }: ImportedContact): RowRefusal | undefined => {
    const { value } = canonicalIdentity({ kind: 'phone', value: number });
    if (numbers.has(value)) return 'repeated';
    const unknown = new Set(tagNames.map(uniqueName).filter((name) => !tags.has(name)));
    if (tags.size + unknown.size > TAGS_PER_IMPORT) return 'tags';
    numbers.add(value);
    for (const name of unknown) tags.add(name);
    return undefined;
  };
  for (const { first, last } of ranges) {
    for (let row = first; row <= last; row++) {
      const place = { at: planned.length, row };
      const read = readRow(rows[row] ?? [], mapping);
      if (typeof read === 'string') {
        planned.push({ ...place, refusal: read });
        continue;
      }
      const refusal = refusalOf(read);
      planned.push(refusal === undefined ? { ...place, contact: read } : { ...place, refusal });
    }
  }
  return planned;
};
