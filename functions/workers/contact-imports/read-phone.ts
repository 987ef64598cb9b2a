import type { ImportedSheet } from '@prosa/shared/contracts/contact-files.ts';
import type { ImportProblem } from '@prosa/shared/entities/contact-import.ts';
import { putObject } from '../../platform/blob/blob.ts';
import { commit } from '../../platform/table/commit.ts';
import { ContactImport } from '../../platform/table/entities/contact-files.ts';
import { Contact } from '../../platform/table/entities/contacts.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import { nextId } from '../../platform/table/updates.ts';
import { listPhoneContacts } from '../../repositories/connections/history-imports.ts';
import {
  type ImportRow,
  importedRowsKey,
  importItem,
  removeLaterItem,
} from '../../repositories/contacts/contact-files.ts';
import { mayGoOn } from './may-go-on.ts';
import type { WorkPorts } from './read-upload.ts';

const MAPPING = { name: 0, number: 1, email: null, tags: null };

/**
 * Reads a phone's contacts into the rows of an import, as if they had been uploaded and all selected; the following
 * steps are the same for both. The import ends if the phone reported no contacts, or if its user may not import any more.
 * @returns the import as it is to continue; undefined if it has ended
 * @throws WriteConflict if another delivery was first: its outcome counts
 */
export const readPhone = async (
  { table, ids, clock }: WorkPorts,
  found: ImportRow,
): Promise<ImportRow | undefined> => {
  if (found.phone === null) throw new Error('an import of no phone');
  const { connectionId, list } = found.phone;
  const refuse = async (problem: ImportProblem): Promise<undefined> => {
    await commit([importItem(table, found, { ...found, state: 'invalid', problem }, clock.now())]);
  };
  if (!(await mayGoOn({ table, clock }, found))) return refuse('not-allowed');
  const people = await listPhoneContacts(table, connectionId, list);
  const nowMs = clock.now();
  if (people.length === 0) return refuse('nobody');
  const sheet: ImportedSheet = {
    rows: people.map(({ name, number }) => [name, number]),
    lines: people.map((_person, index) => index + 1),
  };
  await putObject(importedRowsKey(found), Buffer.from(JSON.stringify(sheet)), 'application/json');
  const item = importItem(
    table,
    found,
    {
      ...found,
      rows: people.length,
      mapping: MAPPING,
      ranges: [{ first: 0, last: people.length - 1 }],
      selected: people.length,
      firstContactId: await nextId(table, Contact, people.length),
      state: 'importing',
    },
    nowMs,
  );
  await commit([item, removeLaterItem(table, importedRowsKey(found), { ids, nowMs })]);
  return parseRow(ContactImport, item.item);
};
