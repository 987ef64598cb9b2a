import type { FileListView, fileListRoutes } from '@prosa/shared/contracts/file-lists.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { FILE_LISTS_LISTED, FILE_LISTS_PER_PAGE } from '@prosa/shared/rules/list-sizes.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import { presentFileList } from '../../domain/presenters/present-file-list.ts';
import { mediaLinker } from '../../platform/blob/media-link.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import {
  type FileListRow,
  loadFileList,
  readFileLists,
  readFirstFileLists,
} from '../../repositories/organisation/file-lists.ts';

/** Returns a file list. @throws AppError ERR_NO_FILE_LIST_FOUND */
export const requireFileList = async (table: Table, id: number): Promise<FileListRow> => {
  const list = await loadFileList(table, id);
  if (list === undefined) throw new AppError('ERR_NO_FILE_LIST_FOUND');
  return list;
};

/** Returns a file list as callers see it. */
export const viewFileList = async (list: FileListRow, nowMs: number): Promise<FileListView> =>
  presentFileList(list, await mediaLinker(nowMs));

/** Lists file lists. One query; see {@link readFileLists}. */
export const listFileLists: RouteHandler<typeof fileListRoutes.list> = async ({
  principal,
  query,
  clock,
}) => {
  const search = normalizeForSearch(query.searchParam);
  const paging = await pagingOf(principal, 'file-lists', search, query);
  const table = openTable(principal.companyId);
  const [page, link] = await Promise.all([
    paging.read((after) => readFileLists(table, { search, after, limit: FILE_LISTS_PER_PAGE })),
    mediaLinker(clock.now()),
  ]);
  const files = page.rows.map((row) => presentFileList(row, link));
  return {
    files,
    count: files.length,
    hasMore: page.next !== undefined,
    cursor: paging.seal(page.next),
  };
};

/** Lists the names of file lists. One query. */
export const listFileListsBriefly: RouteHandler<typeof fileListRoutes.listBrief> = async ({ principal }) => {
  const lists = await readFirstFileLists(openTable(principal.companyId), FILE_LISTS_LISTED);
  return lists.map(({ id, name }) => ({ id, name }));
};

export const getFileList: RouteHandler<typeof fileListRoutes.get> = async ({ principal, params, clock }) =>
  viewFileList(await requireFileList(openTable(principal.companyId), params.id), clock.now());
