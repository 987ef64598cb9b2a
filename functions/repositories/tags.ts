import type { Tag as TagFields } from '@prosa/shared/entities/tag.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import { uniqueName } from '../domain/comparable-value.ts';
import type { WriteItem } from '../platform/table/commit.ts';
import type { Row } from '../platform/table/define-entity.ts';
import { Tag } from '../platform/table/entities/companies.ts';
import { Unique } from '../platform/table/entities/counters.ts';
import { keys } from '../platform/table/keys.ts';
import type { Page, Table } from '../platform/table/table.ts';
import { type UniqueKind, uniqueItems } from './unique-values.ts';

export type TagRow = Row<typeof Tag>;

/** Rows that a list looks through for one page, of a third of a kilobyte: nine read units. */
const MAX_EXAMINED = 200;

/** One consistent read. */
export const loadTag = (table: Table, id: number): Promise<TagRow | undefined> =>
  table.get(Tag, { id }, { consistent: true });

/** Tags by name, one query. A page ends after 200 rows were looked through, with more behind it. */
export const readTags = (
  table: Table,
  options: { search: string; kanban?: number | undefined; after?: string | undefined; limit: number },
): Promise<Page<TagRow>> => {
  const { search, kanban, after, limit } = options;
  return table.query(Tag, {
    index: 'g1',
    pk: keys.tagByName({ normalizedName: '', id: 0 }).pk,
    ...(after === undefined ? {} : { after }),
    limit,
    lookAhead: true,
    maxExamined: MAX_EXAMINED + 1,
    ...(search === '' ? {} : { pageSize: MAX_EXAMINED + 1 }),
    filter: (tag) =>
      (kanban === undefined || tag.kanban === (kanban === 1)) &&
      normalizeForSearch(tag.name).includes(search),
  });
};

const kindOf = ({ kanban }: Pick<TagFields, 'kanban'>): UniqueKind => (kanban ? 'laneName' : 'tagName');

/** The tag of a name, however it is written. Two consistent reads. */
export const findTagByName = async (
  table: Table,
  tag: Pick<TagFields, 'name' | 'kanban'>,
): Promise<TagRow | undefined> => {
  const marker = { kind: kindOf(tag), value: uniqueName(tag.name) };
  const owner = await table.get(Unique, marker, { consistent: true });
  return owner === undefined ? undefined : loadTag(table, owner.ownerId);
};

/**
 * A tag as it appears, changes and goes, with the marker of its name: among tags of contacts, or among columns of the board.
 * @param before as read; its version guards the write
 */
export const tagItems = (
  table: Table,
  before: TagRow | undefined,
  after: TagFields | undefined,
  nowMs: number,
): WriteItem[] => {
  const id = (after ?? before)?.id;
  if (id === undefined) throw new Error('no tag');
  const named = (kind: UniqueKind) => ({
    ...(before !== undefined && kindOf(before) === kind && { before: uniqueName(before.name) }),
    ...(after !== undefined && kindOf(after) === kind && { after: uniqueName(after.name) }),
  });
  return [
    after === undefined
      ? table.delete(Tag, { id }, before?.version)
      : table.put(
          Tag,
          { ...after, ...(before && { rowCreatedAt: before.rowCreatedAt }) },
          before?.version ?? 'absent',
          nowMs,
        ),
    ...uniqueItems(table, 'tagName', id, named('tagName'), nowMs),
    ...uniqueItems(table, 'laneName', id, named('laneName'), nowMs),
  ];
};
