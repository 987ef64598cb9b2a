import type {
  ContactImport as ImportFields,
  ImportStep as StepFields,
} from '@prosa/shared/entities/contact-import.ts';
import { CONTACT_FILES_LISTED } from '@prosa/shared/rules/list-sizes.ts';
import * as z from 'zod';
import { storedKey } from '../../platform/blob/file-keys.ts';
import type { OutboxMessage, OutboxPorts } from '../../platform/queue/outbox-item.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import type { Draft, Row } from '../../platform/table/define-entity.ts';
import { ContactExport, ContactImport, ImportStep } from '../../platform/table/entities/contact-files.ts';
import { keys } from '../../platform/table/keys.ts';
import type { Table } from '../../platform/table/table.ts';
import { setTimerItem } from '../../platform/timers/set-timer.ts';

export type ImportRow = Row<typeof ContactImport>;
export type ExportRow = Row<typeof ContactExport>;

/** Uploaded and exported files are personal data, so they are removed after a week. */
const FILES_KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** A message of the queue of contact work: one step of an import or export. */
export const contactWorkSchema = z.strictObject({
  companyId: z.int().positive(),
  userId: z.int().positive(),
  id: z.string().min(1),
});
type ContactWork = z.infer<typeof contactWorkSchema>;

/** Returns a message that starts or continues an import or export. Those of a company are worked on one after the other. */
export const contactWork = (
  queue: 'contact-imports' | 'contact-exports',
  { companyId, userId, id }: ContactWork,
): OutboxMessage => ({
  queue,
  body: JSON.stringify({ companyId, userId, id }),
  groupId: String(companyId),
});

/** Returns a user's own import, or undefined. One consistent read. */
export const loadImport = (table: Table, userId: number, id: string): Promise<ImportRow | undefined> =>
  table.get(ContactImport, { userId, id }, { consistent: true });
export const loadExport = (table: Table, userId: number, id: string): Promise<ExportRow | undefined> =>
  table.get(ContactExport, { userId, id }, { consistent: true });

const lastImports = async (
  table: Table,
  userId: number,
  filter: (row: ImportRow) => boolean,
): Promise<ImportRow[]> => {
  const { pk } = keys.contactImport({ userId, id: '' });
  const where = { pk, order: 'desc', limit: CONTACT_FILES_LISTED, consistent: true } as const;
  return (await table.query(ContactImport, { ...where, filter })).rows;
};

/** Returns a user's last imports of contacts, the newest first, of the last 400 imports. One query. */
export const listImports = (table: Table, userId: number): Promise<ImportRow[]> =>
  lastImports(table, userId, (row) => row.contactListId === null);
/** Returns a user's last imports into a contact list, as {@link listImports}. */
export const listImportsOfList = (
  table: Table,
  userId: number,
  contactListId: number,
): Promise<ImportRow[]> => lastImports(table, userId, (row) => row.contactListId === contactListId);
/** Returns a user's last exports that a filter accepts, the newest first, of the last 400 exports. One query. */
export const lastExports = async (
  table: Table,
  userId: number,
  filter: (row: ExportRow) => boolean,
): Promise<ExportRow[]> => {
  const { pk } = keys.contactExport({ userId, id: '' });
  const where = { pk, order: 'desc', limit: CONTACT_FILES_LISTED, consistent: true } as const;
  return (await table.query(ContactExport, { ...where, filter })).rows;
};

/** Returns a user's last exports of contacts and receivers, the newest first, of the last 400 exports. One query. */
export const listExports = (table: Table, userId: number): Promise<ExportRow[]> =>
  lastExports(table, userId, ({ report }) => report === null);
/** Returns a user's last exports of the ticket report, as {@link listExports}. */
export const listReportExports = (table: Table, userId: number): Promise<ExportRow[]> =>
  lastExports(table, userId, ({ report }) => report !== null);

/** An import or export without progress for this long counts as abandoned and no longer blocks new ones. */
const STALLED_AFTER_MS = 30 * 60 * 1000;

const hasProgress = ({ rowUpdatedAt }: { rowUpdatedAt: string }, nowMs: number): boolean =>
  nowMs - Date.parse(rowUpdatedAt) < STALLED_AFTER_MS;

export const isRunningExport = (row: ExportRow, nowMs: number): boolean =>
  row.state === 'running' && hasProgress(row, nowMs);

/** Returns a user's imports that are being read or imported, of the last 400 imports. One query. */
export const runningImports = (table: Table, userId: number, nowMs: number): Promise<ImportRow[]> =>
  lastImports(
    table,
    userId,
    (row) => (row.state === 'reading' || row.state === 'importing') && hasProgress(row, nowMs),
  );

const bookkeeping = (before: { rowCreatedAt: string } | undefined) =>
  before === undefined ? {} : { rowCreatedAt: before.rowCreatedAt };

/** Returns the write of a new or continued import; guarded by the version that was read. */
export const importItem = (
  table: Table,
  before: ImportRow | undefined,
  after: Draft<typeof ContactImport>,
  nowMs: number,
): WriteItem & { op: 'put' } =>
  table.put(ContactImport, { ...after, ...bookkeeping(before) }, before?.version ?? 'absent', nowMs);
export const exportItem = (
  table: Table,
  before: ExportRow | undefined,
  after: Draft<typeof ContactExport>,
  nowMs: number,
): WriteItem & { op: 'put' } =>
  table.put(ContactExport, { ...after, ...bookkeeping(before) }, before?.version ?? 'absent', nowMs);

/** Returns the key of the file with an import's rows and their results. */
export const importedRowsKey = ({ companyId, id }: Pick<ImportFields, 'companyId' | 'id'>): string =>
  storedKey(companyId, `${id}-rows`);
export const importResultKey = ({ companyId, id }: Pick<ImportFields, 'companyId' | 'id'>): string =>
  storedKey(companyId, `${id}-result`);

/** Returns the write that schedules the removal of an import's or export's file. */
export const removeLaterItem = (table: Table, key: string, { ids, nowMs }: OutboxPorts): WriteItem =>
  setTimerItem(table, { kind: 'file-removal', subject: key, dueAt: nowMs + FILES_KEPT_MS }, { ids, nowMs });

/** Returns the write that marks a step as done; fails if another delivery already did it. */
export const stepItem = (table: Table, step: StepFields, nowMs: number): WriteItem =>
  table.put(ImportStep, step, 'absent', nowMs);

/** Returns the completed steps of an import: 20 rows a step, a hundred bytes each. */
export const loadSteps = async (table: Table, importId: string): Promise<StepFields[]> => {
  const { pk } = keys.importStep({ importId, step: 0 });
  const limit = Number.MAX_SAFE_INTEGER;
  return (await table.query(ImportStep, { pk, limit, maxExamined: limit, consistent: true })).rows;
};
