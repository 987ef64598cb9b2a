import { isDeepStrictEqual as isDeepEqual } from 'node:util';
import type { ExportView } from '@prosa/shared/contracts/contact-files.ts';
import type { ticketReportRoutes } from '@prosa/shared/contracts/ticket-report.ts';
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
  exportItem,
  isRunningExport,
  listReportExports,
} from '../../repositories/contacts/contact-files.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { askedReport } from './asked-report.ts';

/**
 * Creates an export of the report and the message that starts it, unless one of the same filters is being written. One
 * query and one transaction.
 */
export const createExport: RouteHandler<typeof ticketReportRoutes.createExport> = async ({
  principal,
  body,
  request,
  ids,
  clock,
}): Promise<ExportView> => {
  const { companyId, userId, directory } = principal;
  const table = openTable(companyId);
  const nowMs = clock.now();
  const report = askedReport(body, directory.company.timeZone, nowMs);
  let row = (await listReportExports(table, userId)).find(
    (each) => isRunningExport(each, nowMs) && isDeepEqual(each.report, report),
  );
  if (row === undefined) {
    const id = ids.sortable(nowMs);
    const item = exportItem(table, undefined, { companyId, id, userId, report, state: 'running' }, nowMs);
    await commit([
      item,
      outboxItem(table, contactWork('contact-exports', { companyId, userId, id }), { ids, nowMs }),
      auditItem(table, { principal, request, ids, nowMs }, 'ticketReport.createExport', { id }),
    ]);
    row = parseRow(ContactExport, item.item);
  }
  return presentExport(row, await mediaLinker(nowMs));
};

/** Lists the caller's last exports of the report. One query. */
export const listExports: RouteHandler<typeof ticketReportRoutes.listExports> = async ({
  principal,
  clock,
}) => {
  const rows = await listReportExports(openTable(principal.companyId), principal.userId);
  if (rows.length === 0) return { exports: [] };
  const link = await mediaLinker(clock.now());
  return { exports: rows.map((row) => presentExport(row, link)) };
};
