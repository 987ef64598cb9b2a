import type { ImportedSheet } from '@prosa/shared/contracts/contact-files.ts';
import type { ImportStep } from '@prosa/shared/entities/contact-import.ts';
import { SPREADSHEET_TEXTS } from '@prosa/shared/i18n/spreadsheet-texts.ts';
import { guardCell } from '@prosa/shared/rules/spreadsheet-cell.ts';
import { putObject } from '../../platform/blob/blob.ts';
import { requireDirectory } from '../../platform/directory.ts';
import type { Ids } from '../../platform/ids.ts';
import { commit, type WriteItem } from '../../platform/table/commit.ts';
import {
  type ImportRow,
  importItem,
  importResultKey,
  removeLaterItem,
} from '../../repositories/contacts/contact-files.ts';
import type { WorkPorts } from './read-upload.ts';

/** Byte order mark with which Excel reads a text file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

const csvLine = (cells: readonly string[]): string =>
  cells.map((cell) => `"${guardCell(cell).replaceAll('"', '""')}"`).join(';');

interface Outcome {
  sheet: ImportedSheet;
  steps: readonly ImportStep[];
  totals: Pick<ImportRow, 'processed' | 'created' | 'existing' | 'ignored'>;
}

/** Returns a table of the rows that were not imported, and why, in the company's language. */
const resultTable = (
  { ranges, mapping }: ImportRow,
  { sheet, steps }: Outcome,
  texts: (typeof SPREADSHEET_TEXTS)['pt'],
): string => {
  const selected = ranges.flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_none, offset) => first + offset),
  );
  const refused = steps.flatMap((step) => step.refused).sort((a, b) => a.at - b.at);
  const lines = refused.map(({ at, reason }) => {
    const row = selected[at] ?? 0;
    const cells = sheet.rows[row] ?? [];
    return csvLine([
      String(sheet.lines[row] ?? ''),
      cells[mapping?.name ?? 0] ?? '',
      cells[mapping?.number ?? 0] ?? '',
      texts.refusals[reason],
    ]);
  });
  return `${BYTE_ORDER_MARK}${[csvLine([texts.line, texts.name, texts.number, texts.reason]), ...lines].join('\r\n')}\r\n`;
};

/**
 * Ends an import: writes its counts and, if rows were not imported, the file that lists them.
 * @param also further writes of the same transaction
 */
export const finishImport = async (
  { table, ids, clock }: WorkPorts,
  row: ImportRow,
  outcome: Outcome,
  also: (ports: { ids: Ids; nowMs: number }) => readonly WriteItem[],
): Promise<void> => {
  if (table.companyId === null) throw new Error('an import belongs to a company');
  const hasResult = outcome.totals.existing + outcome.totals.ignored > 0;
  const key = importResultKey(row);
  if (hasResult) {
    const { settings } = await requireDirectory(table.companyId);
    const text = resultTable(row, outcome, SPREADSHEET_TEXTS[settings.language]);
    await putObject(key, Buffer.from(text), 'text/csv; charset=utf-8', `${row.fileName}.csv`);
  }
  const nowMs = clock.now();
  await commit([
    importItem(table, row, { ...row, ...outcome.totals, state: 'done' }, nowMs),
    ...(hasResult ? [removeLaterItem(table, key, { ids, nowMs })] : []),
    ...also({ ids, nowMs }),
  ]);
};
