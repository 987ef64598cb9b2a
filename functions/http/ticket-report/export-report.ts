import { isDeepStrictEqual as isDeepEqual } from 'node:util';
import type { ExportView } from '@prosa/shared/contracts/contact-files.ts';
import type { ticketReportRoutes } from '@prosa/shared/contracts/ticket-report.ts';
import { startExport } from '../../conversations/start-export.ts';
import { presentExport } from '../../domain/presenters/present-contact-files.ts';
import { mediaLinker } from '../../platform/blob/media-link.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { openTable } from '../../platform/table/table.ts';
import { listReportExports } from '../../repositories/contacts/contact-files.ts';
import { askedReport } from './asked-report.ts';

/** Starts an export of the report, unless one of the same filters is being written; see {@link startExport}. */
export const createExport: RouteHandler<typeof ticketReportRoutes.createExport> = async ({
  principal,
  body,
  request,
  ids,
  clock,
}): Promise<ExportView> => {
  const { companyId, directory } = principal;
  const nowMs = clock.now();
  const report = askedReport(body, directory.company.timeZone, nowMs);
  const { row } = await startExport(
    openTable(companyId),
    { principal, request, ids, nowMs },
    'ticketReport.createExport',
    { report },
    (each) => isDeepEqual(each.report, report),
  );
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
