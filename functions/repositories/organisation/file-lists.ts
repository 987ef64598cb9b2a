import type { FileList as FileListFields } from '@prosa/shared/entities/file-list.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import type { Ids } from '../../platform/ids.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { FileList } from '../../platform/table/entities/file-lists.ts';
import { keys } from '../../platform/table/keys.ts';
import type { Page, Table } from '../../platform/table/table.ts';
import { FILE_REMOVAL_AFTER_MS, setTimerItem } from '../../platform/timers/set-timer.ts';

export type FileListRow = Row<typeof FileList>;

/** Returns a file list. One consistent read. */
export const loadFileList = (table: Table, id: number): Promise<FileListRow | undefined> =>
  table.get(FileList, { id }, { consistent: true });

/** Returns which of these file lists exist. A consistent batch read: a unit for every 4 kB of each. */
export const existingFileLists = async (table: Table, ids: Iterable<number>): Promise<Set<number>> => {
  const wanted = [...new Set(ids)].map((id) => ({ id }));
  if (wanted.length === 0) return new Set();
  const found = await table.getMany(FileList, wanted, { consistent: true });
  return new Set(found.flatMap((list) => list?.id ?? []));
};

/** Maximum of rows examined per query, of up to seven kilobytes each: at most 45 read units. */
const MAX_EXAMINED = 50;

/** Returns file lists by name, one query. A page ends after 50 examined rows and reports more. */
export const readFileLists = (
  table: Table,
  { search, after, limit }: { search: string; after?: string | undefined; limit: number },
): Promise<Page<FileListRow>> =>
  table.query(FileList, {
    index: 'g1',
    pk: keys.fileListByName({ normalizedName: '', id: 0 }).pk,
    ...(after === undefined ? {} : { after }),
    limit,
    lookAhead: true,
    maxExamined: MAX_EXAMINED + 1,
    ...(search === '' ? {} : { pageSize: MAX_EXAMINED + 1 }),
    filter: ({ name, message }) => normalizeForSearch(`${name} ${message}`).includes(search),
  });

/** Returns the first lists by name, up to a limit. One query; a unit for every 8 kB. */
export const readFirstFileLists = async (table: Table, limit: number): Promise<FileListRow[]> => {
  const { pk } = keys.fileListByName({ normalizedName: '', id: 0 });
  return (await table.query(FileList, { index: 'g1', pk, limit })).rows;
};

const filesOf = (list: FileListFields | undefined): string[] =>
  (list?.options ?? []).flatMap(({ media }) => media?.key ?? []);

/**
 * Returns the writes that create, change or remove a file list, with the removal of files that it no longer has.
 * @param before as read; its version guards the write
 */
export const fileListItems = (
  table: Table,
  before: FileListRow | undefined,
  after: FileListFields | undefined,
  { ids, nowMs }: { ids: Ids; nowMs: number },
): WriteItem[] => {
  const id = (after ?? before)?.id;
  if (id === undefined) throw new Error('no file list');
  const kept = new Set(filesOf(after));
  return [
    after === undefined
      ? table.delete(FileList, { id }, before?.version)
      : table.put(
          FileList,
          { ...after, ...(before && { rowCreatedAt: before.rowCreatedAt }) },
          before?.version ?? 'absent',
          nowMs,
        ),
    ...filesOf(before)
      .filter((key) => !kept.has(key))
      .map((key) =>
        setTimerItem(
          table,
          {
            kind: 'file-removal',
            subject: key,
            dueAt: nowMs + FILE_REMOVAL_AFTER_MS,
            data: { fileListId: id },
          },
          { ids, nowMs },
        ),
      ),
  ];
};
