import { SPREADSHEET_TEXTS } from '@prosa/shared/i18n/spreadsheet-texts.ts';
import { EXPORT_ROWS_PER_FILE } from '@prosa/shared/rules/file-limits.ts';
import { hidesNumbers } from '@prosa/shared/rules/hide-numbers.ts';
import { presentContact } from '../../domain/presenters/present-contact.ts';
import { putObject } from '../../platform/blob/blob.ts';
import { storedKey } from '../../platform/blob/file-keys.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Directory, requireDirectory } from '../../platform/directory.ts';
import type { Ids } from '../../platform/ids.ts';
import { outboxItem } from '../../platform/queue/outbox-item.ts';
import { writeInThread } from '../../platform/spreadsheet/spreadsheet-thread.ts';
import { commit } from '../../platform/table/commit.ts';
import { ContactExport } from '../../platform/table/entities/contact-files.ts';
import { Contact } from '../../platform/table/entities/contacts.ts';
import { keys } from '../../platform/table/keys.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import type { Table } from '../../platform/table/table.ts';
import {
  contactWork,
  type ExportRow,
  exportItem,
  removeLaterItem,
} from '../../repositories/contacts/contact-files.ts';

/** Maximum that a call carries: a contact is about a kilobyte. */
const PAGE = 1_000;
/** Contacts between two progress reports. */
const PROGRESS_ROWS = 5_000;
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface Ports {
  table: Table;
  ids: Ids;
  clock: Clock;
}

const fileNameOf = (name: string, { company }: Directory, nowMs: number, file: number): string => {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: company.timeZone }).format(nowMs);
  return `${name} ${day}${file === 0 ? '' : ` (${file + 1})`}.xlsx`;
};

/**
 * Writes the next file of an export and triggers the file after it. Numbers are masked if the exporting user may not
 * see them (S-58). Contacts are read in the order of their names; groups are left out, because they have no number.
 */
export const exportContacts = async ({ table, ids, clock }: Ports, found: ExportRow): Promise<void> => {
  if (table.companyId === null) throw new Error('an export belongs to a company');
  const directory = await requireDirectory(table.companyId);
  const user = directory.users.get(found.userId);
  const maskNumbers = user === undefined || hidesNumbers(directory.settings, user);
  const texts = SPREADSHEET_TEXTS[directory.settings.language];
  const rows: string[][] = [[texts.name, texts.number, texts.email, texts.tags]];
  let row = found;
  let after = found.after ?? undefined;
  let told = found.exported;
  do {
    const page = await table.query(Contact, {
      index: 'g1',
      pk: keys.contactByName({ normalizedName: '', id: 0 }).pk,
      limit: Math.min(PAGE, EXPORT_ROWS_PER_FILE + 1 - rows.length),
      maxExamined: PAGE,
      filter: (contact) => !contact.isGroup,
      ...(after === undefined ? {} : { after }),
    });
    for (const contact of page.rows) {
      const { name, number, email, tags } = presentContact(contact, directory, { maskNumbers });
      rows.push([name, number, email, tags.map((tag) => tag.name).join(', ')]);
    }
    after = page.next;
    const exported = found.exported + rows.length - 1;
    if (exported - told < PROGRESS_ROWS) continue;
    told = exported;
    const item = exportItem(table, row, { ...row, exported }, clock.now());
    await commit([item]);
    row = parseRow(ContactExport, item.item);
  } while (after !== undefined && rows.length <= EXPORT_ROWS_PER_FILE);

  const nowMs = clock.now();
  const fileName = fileNameOf(texts.contacts, directory, nowMs, found.files.length);
  const key = storedKey(found.companyId, `${found.id}-${found.files.length}`);
  await putObject(key, await writeInThread(texts.contacts, rows), XLSX_TYPE, fileName);
  const exported = found.exported + rows.length - 1;
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
