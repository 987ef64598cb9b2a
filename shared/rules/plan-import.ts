import { contactEmailInput, contactNameInput, contactNumberInput } from '../contracts/contacts.ts';
import type { ImportMapping, RowRange, RowRefusal } from '../entities/contact-import.ts';
import { tagNamesInput } from '../entities/tag.ts';
import { canonicalPhone } from './canonical-phone.ts';
import { uniqueName } from './comparable-value.ts';
import { sheetNumber } from './sheet-number.ts';
import { unguardCell } from './spreadsheet-cell.ts';

/** Maximum number of tags that one import creates, so that a wrongly chosen column does not create thousands. */
const TAGS_PER_IMPORT = 200;

export interface ImportedContact {
  name: string;
  /** Digits only. */
  number: string;
  email: string;
  tagNames: string[];
}

/** A selected row of the sheet with the contact that it becomes, or the reason for skipping it. */
export type PlannedRow = {
  /** Position among the selected rows. */
  at: number;
  /** Position among all rows. */
  row: number;
} & ({ contact: ImportedContact } | { refusal: RowRefusal });

/** Returns the number of rows in some ranges of rows. */
export const countRows = (ranges: readonly RowRange[]): number =>
  ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);

/** Which names a row may have; the others refuse it. */
type NameInput = Pick<typeof contactNameInput, 'safeParse'>;

const readRow = (
  cells: readonly string[],
  mapping: ImportMapping,
  nameInput: NameInput,
): ImportedContact | RowRefusal => {
  const cell = (place: number | null): string => (place === null ? '' : unguardCell(cells[place] ?? ''));
  const name = nameInput.safeParse(cell(mapping.name));
  if (!name.success) return 'name';
  const written = sheetNumber(cell(mapping.number));
  if (written === null) return 'lost';
  const number = contactNumberInput.safeParse(written);
  if (!number.success) return 'number';
  const email = contactEmailInput.safeParse(cell(mapping.email));
  if (!email.success) return 'email';
  const tags = tagNamesInput.safeParse(cell(mapping.tags));
  if (!tags.success) return 'tags';
  return { name: name.data, number: number.data, email: email.data, tagNames: tags.data };
};

/**
 * Plans what each selected row of a sheet becomes, in order. A number that appears twice becomes one contact.
 * Deterministic: the same sheet and mapping always give the same plan.
 */
export const planImport = (
  rows: readonly (readonly string[])[],
  mapping: ImportMapping,
  ranges: readonly RowRange[],
  nameInput: NameInput = contactNameInput,
): PlannedRow[] => {
  const numbers = new Set<string>();
  const tags = new Set<string>();
  const planned: PlannedRow[] = [];
  const refusalOf = ({ number, tagNames }: ImportedContact): RowRefusal | undefined => {
    const value = canonicalPhone(number);
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
      const read = readRow(rows[row] ?? [], mapping, nameInput);
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
