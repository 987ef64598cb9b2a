import type { AuditAction } from '@prosa/shared/rules/audit-actions.ts';
import { outboxItem } from '../platform/queue/outbox-item.ts';
import { commit } from '../platform/table/commit.ts';
import { ContactExport } from '../platform/table/entities/contact-files.ts';
import { Unique } from '../platform/table/entities/counters.ts';
import { parseRow } from '../platform/table/parse-row.ts';
import { retryOnConflict } from '../platform/table/retry-on-conflict.ts';
import type { Table } from '../platform/table/table.ts';
import {
  contactWork,
  type ExportRow,
  exportItem,
  isRunningExport,
  lastExports,
} from '../repositories/contacts/contact-files.ts';
import { type AuditSource, auditItem } from '../repositories/rows/audit.ts';

/** Kind of the marker by which the exports of a user are created one after the other. */
const EXPORT_TURN = 'exportTurn';

/** What an export contains; without both, the company's contacts. */
type Wanted = Partial<Pick<ExportRow, 'campaignId' | 'report'>>;

/**
 * Creates a user's export and the message that starts its first file; returns the running export instead, if an equal one
 * is being written. The user's marker guards the creation, so that equal exports that are asked for at the same time
 * become one. One read, one query and one transaction; again for each export of the user that is created meanwhile.
 * @param isEqual whether an export contains what is wanted
 * @throws AppError ERR_CONFLICT
 */
export const startExport = async (
  table: Table,
  source: AuditSource & { principal: { companyId: ExportRow['companyId'] } },
  action: AuditAction,
  wanted: Wanted,
  isEqual: (row: ExportRow) => boolean,
): Promise<{ row: ExportRow; isNew: boolean }> => {
  const { principal, ids, nowMs } = source;
  const { companyId, userId } = principal;
  const marker = { kind: EXPORT_TURN, value: String(userId) };
  return retryOnConflict(async () => {
    // Read before the exports: an export that is created behind this read fails the transaction.
    const turn = await table.get(Unique, marker, { consistent: true });
    const [running] = await lastExports(table, userId, (row) => isRunningExport(row, nowMs) && isEqual(row));
    if (running !== undefined) return { row: running, isNew: false };
    const id = ids.sortable(nowMs);
    const item = exportItem(table, undefined, { companyId, id, userId, state: 'running', ...wanted }, nowMs);
    await commit([
      item,
      table.put(Unique, { companyId, ...marker, ownerId: userId }, turn?.version ?? 'absent', nowMs),
      outboxItem(table, contactWork('contact-exports', { companyId, userId, id }), { ids, nowMs }),
      auditItem(table, source, action, { id }),
    ]);
    return { row: parseRow(ContactExport, item.item), isNew: true };
  });
};
