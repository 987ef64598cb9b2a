import type { contactFileRoutes, ExportView } from '@prosa/shared/contracts/contact-files.ts';
import { startExport } from '../../conversations/start-export.ts';
import { presentExport } from '../../domain/presenters/present-contact-files.ts';
import { mediaLinker } from '../../platform/blob/media-link.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { openTable } from '../../platform/table/table.ts';
import { type ExportRow, listExports as listExportRows } from '../../repositories/contacts/contact-files.ts';

const viewExports = async (rows: readonly ExportRow[], nowMs: number): Promise<ExportView[]> => {
  if (rows.length === 0) return [];
  const link = await mediaLinker(nowMs);
  return rows.map((row) => presentExport(row, link));
};

/** Starts an export of all contacts, unless one is being written; see {@link startExport}. */
export const createExport: RouteHandler<typeof contactFileRoutes.createExport> = async ({
  principal,
  request,
  ids,
  clock,
}) => {
  const nowMs = clock.now();
  const { row } = await startExport(
    openTable(principal.companyId),
    { principal, request, ids, nowMs },
    'contactFiles.createExport',
    {},
    ({ campaignId, report }) => campaignId === null && report === null,
  );
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
