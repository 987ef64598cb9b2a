import type { FileListView, fileListRoutes } from '@prosa/shared/contracts/file-lists.ts';
import type { FileList } from '@prosa/shared/entities/file-list.ts';
import { fieldsFrom } from '../../domain/file-lists/change-file-list.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import { type Clock, toInstant } from '../../platform/clock.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import type { Ids } from '../../platform/ids.ts';
import { commit, type WriteItem } from '../../platform/table/commit.ts';
import { FileList as FileListEntity } from '../../platform/table/entities/file-lists.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import { nextId } from '../../platform/table/updates.ts';
import { countCreation } from '../../repositories/limits/creation-limits.ts';
import { type FileListRow, fileListItems } from '../../repositories/organisation/file-lists.ts';
import { requireFileList, viewFileList } from './list-file-lists.ts';

/** Creates a file list. Two writes for rate limiting, the number's counter and one transaction. */
export const createFileList: RouteHandler<typeof fileListRoutes.create> = async ({
  principal,
  body,
  clock,
  ids,
}) => {
  const { companyId, userId } = principal;
  const table = openTable(companyId);
  const nowMs = clock.now();
  await countCreation('fileList', principal, nowMs);
  const id = await nextId(table, FileListEntity);
  const list = { companyId, id, userId, ...fieldsFrom(body, [], () => ids.sortable(nowMs)) };
  await commit(fileListItems(table, undefined, list, { ids, nowMs }));
  const now = toInstant(nowMs);
  return viewFileList({ ...list, version: 1, rowCreatedAt: now, rowUpdatedAt: now }, nowMs);
};

/** Applies a change to a file list. One read and one transaction. */
export const changeFileList = (
  { companyId }: UserPrincipal,
  id: number,
  { clock, ids }: { clock: Clock; ids: Ids },
  change: (list: FileListRow, nowMs: number) => FileList,
  also: (nowMs: number) => WriteItem[] = () => [],
): Promise<FileListView> => {
  const table = openTable(companyId);
  return retryOnConflict(async () => {
    const before = await requireFileList(table, id);
    const nowMs = clock.now();
    const after = change(before, nowMs);
    await commit([...fileListItems(table, before, after, { ids, nowMs }), ...also(nowMs)]);
    return viewFileList(
      { ...before, ...after, version: before.version + 1, rowUpdatedAt: toInstant(nowMs) },
      nowMs,
    );
  });
};

export const updateFileList: RouteHandler<typeof fileListRoutes.update> = ({
  principal,
  params,
  body,
  ...ports
}) =>
  changeFileList(principal, params.id, ports, (list, nowMs) => ({
    ...list,
    ...fieldsFrom(body, list.options, () => ports.ids.sortable(nowMs)),
  }));
