import type { contactFileRoutes, ExportView } from '@prosa/shared/contracts/contact-files.ts';
import { presentExport } from '../../domain/presenters/present-contact-files.ts';
import { mediaLinker } from '../../platform/blob/media-link.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { outboxItem } from '../../platform/queue/outbox-item.ts';
import { commit } from '../../platform/table/commit.ts';
import { ContactExport } from '../../platform/table/entities/contact-files.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import { openTable } from '../../platform/table/table.ts';
import {
  contactWork,
  type ExportRow,
  exportItem,
  isRunningExport,
  listExports as listExportRows,
} from '../../repositories/contacts/contact-files.ts';
import { auditItem } from '../../repositories/rows/audit.ts';

const viewExports = async (rows: readonly ExportRow[], nowMs: number): Promise<ExportView[]> => {
  if (rows.length === 0) return [];
  const link = await mediaLinker(nowMs);
  return rows.map((row) => presentExport(row, link));
};

/** Creates the export and the message that starts its first file. One query and one transaction. */
export const createExport: RouteHandler<typeof contactFileRoutes.createExport> = async ({
  principal,
  request,
  ids,
  clock,
}) => {
  const { companyId, userId } = principal;
  const table = openTable(companyId);
  const nowMs = clock.now();
  let row = (await listExportRows(table, userId)).find(({ campaignId }) => campaignId === null);
  if (row === undefined || !isRunningExport(row, nowMs)) {
    const id = ids.sortable(nowMs);
    const item = exportItem(table, undefined, { companyId, id, userId, state: 'running' }, nowMs);
    const work = contactWork('contact-exports', { companyId, userId, id });
    await commit([
      item,
      outboxItem(table, work, { ids, nowMs }),
      auditItem(table, { principal, request, ids, nowMs }, 'contactFiles.createExport', { id }),
    ]);
    row = parseRow(ContactExport, item.item);
  }
  return presentExport(row, await mediaLinker(nowMs));
};

export const listExports: RouteHandler<typeof contactFileRoutes.listExports> = async ({
  principal,
  clock,
}) => ({
  exports: await viewExports(
    await listExportRows(openTable(principal.companyId), principal.userId),
    clock.now(),
  ),
});
