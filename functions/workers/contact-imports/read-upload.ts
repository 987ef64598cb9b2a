import type { ImportedSheet } from '@prosa/shared/contracts/contact-files.ts';
import type { ContactImport, ImportProblem } from '@prosa/shared/entities/contact-import.ts';
import { IMPORT_MAX_BYTES, IMPORT_MAX_ROWS } from '@prosa/shared/rules/file-limits.ts';
import { guessColumns } from '@prosa/shared/rules/import-columns.ts';
import { deleteObject, getObject, headObject, putObject } from '../../platform/blob/blob.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { outboxItem } from '../../platform/queue/outbox-item.ts';
import { readInThread } from '../../platform/spreadsheet/spreadsheet-thread.ts';
import { UnusableSpreadsheet } from '../../platform/spreadsheet/unusable.ts';
import { commit } from '../../platform/table/commit.ts';
import { ContactImport as ContactImportEntity } from '../../platform/table/entities/contact-files.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import type { Table } from '../../platform/table/table.ts';
import {
  contactWork,
  type ImportRow,
  importedRowsKey,
  importItem,
  removeLaterItem,
} from '../../repositories/contacts/contact-files.ts';
import { nextContactListItemId } from '../../repositories/contacts/contact-list-items.ts';
import { mayGoOn } from './may-go-on.ts';

/** A file that ended the function this often is not retried. */
const MAX_TRIES = 3;
const HEADING_MAX_CHARS = 100;

export interface WorkPorts {
  table: Table;
  ids: Ids;
  clock: Clock;
}

const readSheet = async (sourceKey: string) => {
  const head = await headObject(sourceKey);
  if (head === undefined) throw new UnusableSpreadsheet('missing');
  if (head.size === 0) throw new UnusableSpreadsheet('empty');
  if (head.size > IMPORT_MAX_BYTES) throw new UnusableSpreadsheet('too-large');
  const bytes = await getObject(sourceKey);
  if (bytes === undefined) throw new UnusableSpreadsheet('missing');
  return readInThread(bytes, IMPORT_MAX_ROWS);
};

/**
 * Returns the start of an import into a contact list, which needs no choice of columns if the headings tell name and
 * number. Nothing for an import of contacts, or if they do not.
 */
const startOfListImport = async (
  table: Table,
  contactListId: number | null,
  columns: readonly string[],
  rows: number,
): Promise<Partial<ContactImport>> => {
  const { name, number, email = null } = guessColumns(columns);
  if (contactListId === null || name === undefined || number === undefined || rows === 0) return {};
  return {
    state: 'importing',
    mapping: { name, number, email, tags: null },
    ranges: [{ first: 0, last: rows - 1 }],
    selected: rows,
    firstContactId: await nextContactListItemId(table, contactListId, rows),
  };
};

/**
 * Reads the file of an import: stores its rows in the bucket and its columns in the import's row, or the reason why
 * it cannot be used, or its user may not import any more. An import into a contact list goes on at once if its columns
 * are clear. Idempotent.
 * @throws WriteConflict if another delivery was first: its outcome counts
 */
export const readUpload = async ({ table, ids, clock }: WorkPorts, found: ImportRow): Promise<void> => {
  const change = async (before: ImportRow, after: Partial<ContactImport>): Promise<ImportRow> => {
    const item = importItem(table, before, { ...before, ...after }, clock.now());
    const isStarted = after.state === 'importing';
    const isRead = after.state === 'ready' || isStarted;
    const ports = { ids, nowMs: clock.now() };
    await commit([
      item,
      ...(isRead ? [removeLaterItem(table, importedRowsKey(before), ports)] : []),
      ...(isStarted ? [outboxItem(table, contactWork('contact-imports', before), ports)] : []),
    ]);
    return parseRow(ContactImportEntity, item.item);
  };
  const refuse = (before: ImportRow, problem: ImportProblem) => change(before, { state: 'invalid', problem });
  if (!(await mayGoOn({ table, clock }, found))) {
    await refuse(found, 'not-allowed');
    await deleteObject(found.sourceKey);
    return;
  }
  if (found.tries >= MAX_TRIES) {
    await refuse(found, 'too-complex');
    return;
  }
  const begun = await change(found, { tries: found.tries + 1 });
  try {
    const { columns, rows, lines } = await readSheet(found.sourceKey);
    const sheet: ImportedSheet = { rows, lines };
    await putObject(importedRowsKey(found), Buffer.from(JSON.stringify(sheet)), 'application/json');
    await change(begun, {
      state: 'ready',
      columns: columns.map((heading) => heading.slice(0, HEADING_MAX_CHARS)),
      rows: rows.length,
      ...(await startOfListImport(table, found.contactListId, columns, rows.length)),
    });
  } catch (error) {
    if (!(error instanceof UnusableSpreadsheet)) throw error;
    await refuse(begun, error.problem);
  }
  await deleteObject(found.sourceKey);
};
