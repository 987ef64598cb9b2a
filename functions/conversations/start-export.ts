import type { AuditAction } from '@prosa/shared/rules/audit-actions.ts';
import { outboxItem } from '../platform/queue/outbox-item.ts';
import { ContactExport } from '../platform/table/entities/contact-files.ts';
import { parseRow } from '../platform/table/parse-row.ts';
import type { Table } from '../platform/table/table.ts';
import {
  contactWork,
  type ExportRow,
  exportItem,
  isRunningExport,
  lastExports,
} from '../repositories/contacts/contact-files.ts';
import { beginWork, requirePlace } from '../repositories/limits/running-work.ts';
import { type AuditSource, auditItem } from '../repositories/rows/audit.ts';

/** What an export contains; without both, the company's contacts. */
type Wanted = Partial<Pick<ExportRow, 'campaignId' | 'report'>>;

interface Started {
  row: ExportRow;
  /** False if it was running before. */
  isNew: boolean;
}

/**
 * Creates a user's export and the message that starts its first file; returns the running export instead, if an equal one
 * is being written. Equal exports that are asked for at the same time become one, and a user has a few running exports
 * at most; see {@link beginWork}. One read, one query and one transaction; again for each export of the user that is
 * created meanwhile.
 * @param isEqual whether an export contains what is wanted
 * @throws AppError ERR_CONFLICT, ERR_RUNNING_LIMIT
 */
export const startExport = (
  table: Table,
  source: AuditSource & { principal: { companyId: ExportRow['companyId'] } },
  action: AuditAction,
  wanted: Wanted,
  isEqual: (row: ExportRow) => boolean,
): Promise<Started> => {
  const { principal, ids, nowMs } = source;
  const { companyId, userId } = principal;
  return beginWork<Started>(table, { kind: 'export', companyId, userId, nowMs }, async () => {
    const running = await lastExports(table, userId, (row) => isRunningExport(row, nowMs));
    const equal = running.find(isEqual);
    if (equal !== undefined) return { items: [], result: { row: equal, isNew: false } };
    requirePlace(running);
    const id = ids.sortable(nowMs);
    const item = exportItem(table, undefined, { companyId, id, userId, state: 'running', ...wanted }, nowMs);
    return {
      items: [
        item,
        outboxItem(table, contactWork('contact-exports', { companyId, userId, id }), { ids, nowMs }),
        auditItem(table, source, action, { id }),
      ],
      result: { row: parseRow(ContactExport, item.item), isNew: true },
    };
  });
};
