import { EXPORT_ROWS_PER_FILE } from '@prosa/shared/rules/file-limits.ts';
import { routeOfExport } from '../../conversations/file-work-routes.ts';
import { attendantNow } from '../../platform/auth/attendant-now.ts';
import type { Attendant } from '../../platform/auth/principal.ts';
import { putObject } from '../../platform/blob/blob.ts';
import { storedKey } from '../../platform/blob/file-keys.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Directory } from '../../platform/directory.ts';
import type { Ids } from '../../platform/ids.ts';
import { outboxItem } from '../../platform/queue/outbox-item.ts';
import { writeInThread } from '../../platform/spreadsheet/spreadsheet-thread.ts';
import { commit } from '../../platform/table/commit.ts';
import { ContactExport } from '../../platform/table/entities/contact-files.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import type { Table } from '../../platform/table/table.ts';
import {
  contactWork,
  type ExportRow,
  exportItem,
  removeLaterItem,
} from '../../repositories/contacts/contact-files.ts';

/** Rows between two progress reports. */
const PROGRESS_ROWS = 5_000;
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export interface ExportPorts {
  table: Table;
  ids: Ids;
  clock: Clock;
}

/** What an export contains. */
interface ExportSource {
  sheetName: string;
  /** Name of the files, without day, number and extension. */
  fileName: string;
  header: string[];
  /**
   * Reads rows behind a position.
   * @param limit of the rows
   * @returns the rows as cells, and the position of the last one; no position at the end
   */
  read: (after: string | undefined, limit: number) => Promise<{ rows: string[][]; next?: string }>;
}

const fileNameOf = (name: string, { company }: Directory, nowMs: number, file: number): string => {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: company.timeZone }).format(nowMs);
  return `${name} ${day}${file === 0 ? '' : ` (${file + 1})`}.xlsx`;
};

/** Returns the user of an export with current rights; undefined if the user may not export any more. */
export const exporterOf = async (
  { table: { companyId }, clock }: Pick<ExportPorts, 'table' | 'clock'>,
  row: ExportRow,
): Promise<Attendant | undefined> => {
  if (companyId === null) throw new Error('an export belongs to a company');
  return attendantNow({ companyId, userId: row.userId, row: routeOfExport(row) }, clock.now());
};

/** Ends an export because its user may not export any more. The export keeps the files that are complete. */
export const endExport = async (
  { table, clock }: Pick<ExportPorts, 'table' | 'clock'>,
  row: ExportRow,
): Promise<void> => {
  const exported = row.files.reduce((sum, file) => sum + file.rows, 0);
  await commit([exportItem(table, row, { ...row, exported, after: null, state: 'done' }, clock.now())]);
};

/**
 * Writes the next file of an export and triggers the file after it. Before each page it asks again whether the user may
 * export; if not, the export ends without this file.
 */
export const writeExport = async (
  { table, ids, clock }: ExportPorts,
  found: ExportRow,
  directory: Directory,
  source: ExportSource,
): Promise<void> => {
  const rows = [source.header];
  let row = found;
  let after = found.after ?? undefined;
  // Progress of a killed attempt is in the row, but not in its files.
  const complete = found.files.reduce((sum, file) => sum + file.rows, 0);
  let told = complete;
  do {
    if ((await exporterOf({ table, clock }, row)) === undefined) return endExport({ table, clock }, row);
    const page = await source.read(after, EXPORT_ROWS_PER_FILE + 1 - rows.length);
    rows.push(...page.rows);
    after = page.next;
    const exported = complete + rows.length - 1;
    if (exported - told < PROGRESS_ROWS) continue;
    told = exported;
    const item = exportItem(table, row, { ...row, exported }, clock.now());
    await commit([item]);
    row = parseRow(ContactExport, item.item);
  } while (after !== undefined && rows.length <= EXPORT_ROWS_PER_FILE);

  const nowMs = clock.now();
  const fileName = fileNameOf(source.fileName, directory, nowMs, found.files.length);
  const key = storedKey(found.companyId, `${found.id}-${found.files.length}`);
  await putObject(key, await writeInThread(source.sheetName, rows), XLSX_TYPE, fileName);
  const exported = complete + rows.length - 1;
  const files = [...found.files, { key, fileName, rows: rows.length - 1 }];
  const isDone = after === undefined;
  await commit([
    exportItem(
      table,
      row,
      { ...row, files, exported, after: after ?? null, state: isDone ? 'done' : 'running' },
      nowMs,
    ),
    removeLaterItem(table, key, { ids, nowMs }),
    ...(isDone ? [] : [outboxItem(table, contactWork('contact-exports', found), { ids, nowMs })]),
  ]);
};
