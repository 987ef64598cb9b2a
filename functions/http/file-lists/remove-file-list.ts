import type { fileListRoutes } from '@prosa/shared/contracts/file-lists.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import { fileListItems } from '../../repositories/organisation/file-lists.ts';
import { forgetFileListReferences } from '../../repositories/organisation/queue-references.ts';
import { requireFileList } from './list-file-lists.ts';

/**
 * Removes a file list: first from the queues and options that send it, then itself, so that a repeated call completes
 * what another began. A queue that is saved with it meanwhile sends nothing in its place. Its files are deleted a
 * little later.
 */
export const removeFileList: RouteHandler<typeof fileListRoutes.remove> = async ({
  principal,
  params,
  clock,
  ids,
}) => {
  const { companyId } = principal;
  const table = openTable(companyId);
  await requireFileList(table, params.id);
  await forgetFileListReferences(table, companyId, params.id, clock.now());
  await retryOnConflict(async () => {
    const list = await requireFileList(table, params.id);
    await commit(fileListItems(table, list, undefined, { ids, nowMs: clock.now() }));
  });
  return { message: 'File list deleted' };
};
