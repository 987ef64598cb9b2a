import type { contactFileRoutes, ImportView } from '@prosa/shared/contracts/contact-files.ts';
import type { ImportMapping, RowRange } from '@prosa/shared/entities/contact-import.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { cleanFileName } from '@prosa/shared/rules/clean-file-name.ts';
import { IMPORT_MAX_BYTES } from '@prosa/shared/rules/file-limits.ts';
import { countRows } from '@prosa/shared/rules/plan-import.ts';
import { routeOfImport } from '../../conversations/file-work-routes.ts';
import { presentImport } from '../../domain/presenters/present-contact-files.ts';
import { routeRefusal } from '../../platform/auth/route-refusal.ts';
import { putObject } from '../../platform/blob/blob.ts';
import { pendingKey } from '../../platform/blob/file-keys.ts';
import { mediaLinker } from '../../platform/blob/media-link.ts';
import type { HandlerContext, RouteHandler } from '../../platform/http/bind-routes.ts';
import { outboxItem } from '../../platform/queue/outbox-item.ts';
import type { Draft } from '../../platform/table/define-entity.ts';
import { ContactImport } from '../../platform/table/entities/contact-files.ts';
import { Contact } from '../../platform/table/entities/contacts.ts';
import { Upload } from '../../platform/table/entities/messages.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import { openTable } from '../../platform/table/table.ts';
import { nextId } from '../../platform/table/updates.ts';
import {
  contactWork,
  type ImportRow,
  importedRowsKey,
  importItem,
  importResultKey,
  listImports as listImportRows,
  loadImport,
  runningImports,
} from '../../repositories/contacts/contact-files.ts';
import { nextContactListItemId } from '../../repositories/contacts/contact-list-items.ts';
import { beginWork, requirePlace } from '../../repositories/limits/running-work.ts';

export const viewImports = async (rows: readonly ImportRow[], nowMs: number): Promise<ImportView[]> => {
  if (rows.length === 0) return [];
  const link = await mediaLinker(nowMs);
  return rows.map((row) =>
    presentImport(row, { rows: link(importedRowsKey(row)), result: link(importResultKey(row)) }),
  );
};

export const viewImport = async (row: ImportRow, nowMs: number): Promise<ImportView> => {
  const [view] = await viewImports([row], nowMs);
  if (view === undefined) throw new Error('an import was not presented');
  return view;
};

type Context = Pick<
  HandlerContext<typeof contactFileRoutes.upload>,
  'principal' | 'body' | 'files' | 'ids' | 'clock'
>;

/** Returns where the file that the request uploads or names is stored, and its name. */
const takeSource = async ({ principal, body, files, ids }: Omit<Context, 'clock'>) => {
  const { companyId, userId } = principal;
  const { key: uploadKey } = body;
  const [file, ...others] = files;
  const notOne = () =>
    new AppError('ERR_VALIDATION', { details: [{ path: 'body.file', message: 'one file' }] });
  if (file !== undefined) {
    if (others.length > 0 || uploadKey !== undefined) throw notOne();
    if (file.bytes.byteLength > IMPORT_MAX_BYTES)
      throw new AppError('ERR_FILESIZE_OVER_LIMIT', { details: { maxBytes: IMPORT_MAX_BYTES } });
    const key = pendingKey(companyId, ids.uuid());
    await putObject(key, file.bytes, 'application/octet-stream');
    return { sourceKey: key, fileName: cleanFileName(file.fileName) };
  }
  if (uploadKey === undefined) throw notOne();
  const upload = await openTable(companyId).get(Upload, { key: uploadKey }, { consistent: true });
  if (upload === undefined || upload.usedBy !== null || upload.userId !== userId)
    throw new AppError('ERR_MEDIA_MISSING');
  return { sourceKey: upload.key, fileName: upload.fileName };
};

/**
 * Creates an import and the message that has its source read, in one transaction.
 * @throws AppError ERR_RUNNING_LIMIT, ERR_CONFLICT; see {@link beginWork}
 */
export const createImport = async (
  { principal, ids, clock }: Pick<Context, 'principal' | 'ids' | 'clock'>,
  source: Pick<Draft<typeof ContactImport>, 'sourceKey' | 'fileName' | 'phone' | 'contactListId'>,
): Promise<ImportView> => {
  const { companyId, userId } = principal;
  const table = openTable(companyId);
  const nowMs = clock.now();
  const row = await beginWork(table, { kind: 'import', companyId, userId, nowMs }, async () => {
    requirePlace(await runningImports(table, userId, nowMs));
    const id = ids.sortable(nowMs);
    const reading = { ...source, companyId, id, userId, state: 'reading' } as const;
    const item = importItem(table, undefined, reading, nowMs);
    const work = contactWork('contact-imports', { companyId, userId, id });
    return {
      items: [item, outboxItem(table, work, { ids, nowMs })],
      result: parseRow(ContactImport, item.item),
    };
  });
  return viewImport(row, nowMs);
};

/**
 * Creates an import of the file that the request uploads or names.
 * @param contactListId the contact list that gets the people; null: they become contacts
 */
export const beginImport = async (context: Context, contactListId: number | null): Promise<ImportView> =>
  createImport(context, { ...(await takeSource(context)), contactListId });

export const uploadImport: RouteHandler<typeof contactFileRoutes.upload> = (context) =>
  beginImport(context, null);

export const listImports: RouteHandler<typeof contactFileRoutes.listImports> = async ({
  principal,
  clock,
}) => ({
  imports: await viewImports(
    await listImportRows(openTable(principal.companyId), principal.userId),
    clock.now(),
  ),
});

export const getImport: RouteHandler<typeof contactFileRoutes.getImport> = async ({
  principal,
  params,
  clock,
}) => {
  const row = await loadImport(openTable(principal.companyId), principal.userId, params.importId);
  if (row === undefined) throw new AppError('ERR_NOT_FOUND');
  return viewImport(row, clock.now());
};

const refuse = (path: string, message: string): never => {
  throw new AppError('ERR_VALIDATION', { details: [{ path: `body.${path}`, message }] });
};

/**
 * Requires that the mapped columns exist in the file, each for one field, and that the selected rows exist and are in
 * ascending order.
 */
const requireFitting = (row: ImportRow, mapping: ImportMapping, rows: readonly RowRange[]): void => {
  const places = Object.values(mapping).filter((place) => place !== null);
  if (places.some((place) => place >= row.columns.length)) refuse('mapping', 'no such column');
  if (new Set(places).size < places.length) refuse('mapping', 'a column is one field');
  let next = 0;
  for (const { first, last } of rows) {
    if (first < next || last < first || last >= row.rows) refuse('rows', 'stretches of rows in their order');
    next = last + 1;
  }
};

/**
 * Starts the import: reserves numbers for the contacts, then stores the selection and the message that starts the
 * work in one transaction. A repeated request with the same selection returns the progress.
 */
export const startImport: RouteHandler<typeof contactFileRoutes.startImport> = async ({
  principal,
  params,
  body,
  ids,
  clock,
}) => {
  const { companyId, userId } = principal;
  const table = openTable(companyId);
  const { mapping, rows: ranges } = body;
  const nowMs = clock.now();
  const row = await beginWork(table, { kind: 'import', companyId, userId, nowMs }, async () => {
    const before = await loadImport(table, userId, params.importId);
    if (before === undefined || routeRefusal(routeOfImport(before), principal, nowMs) !== undefined)
      throw new AppError('ERR_NOT_FOUND');
    if (before.state !== 'ready') {
      const isSame =
        JSON.stringify([before.mapping, before.ranges]) === JSON.stringify([mapping, ranges]) &&
        before.mapping !== null;
      if (!isSame) throw new AppError('ERR_CONFLICT');
      return { items: [], result: before };
    }
    requireFitting(before, mapping, ranges);
    requirePlace(await runningImports(table, userId, nowMs));
    const selected = countRows(ranges);
    const { contactListId } = before;
    const firstContactId =
      contactListId === null
        ? await nextId(table, Contact, selected)
        : await nextContactListItemId(table, contactListId, selected);
    const item = importItem(
      table,
      before,
      { ...before, mapping, ranges, selected, firstContactId, state: 'importing' },
      nowMs,
    );
    return {
      items: [item, outboxItem(table, contactWork('contact-imports', before), { ids, nowMs })],
      result: parseRow(ContactImport, item.item),
    };
  });
  return viewImport(row, nowMs);
};
