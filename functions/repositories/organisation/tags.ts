import { directoryLaneSchema, type Tag as TagFields } from '@prosa/shared/entities/tag.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { uniqueName } from '@prosa/shared/rules/comparable-value.ts';
import { LANES_MAX } from '@prosa/shared/rules/list-sizes.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import { commit, type WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { DirectoryLane, DirectoryVersion, Tag } from '../../platform/table/entities/companies.ts';
import { Unique } from '../../platform/table/entities/counters.ts';
import { keys } from '../../platform/table/keys.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import type { Page, Table } from '../../platform/table/table.ts';
import { nextId } from '../../platform/table/updates.ts';
import { type UniqueKind, uniqueItems } from '../rows/unique-values.ts';

export type TagRow = Row<typeof Tag>;

/** Rows examined for one page of a list, of a third of a kilobyte each: nine read units. */
const MAX_EXAMINED = 200;

/** Returns a tag. One consistent read. */
export const loadTag = (table: Table, id: number): Promise<TagRow | undefined> =>
  table.get(Tag, { id }, { consistent: true });

/** Returns the existing tags of these ids. Half a read unit each. */
export const tagsOfIds = async (table: Table, ids: readonly number[]): Promise<TagRow[]> => {
  const found = await table.getMany(
    Tag,
    ids.map((id) => ({ id })),
  );
  return found.filter((tag) => tag !== undefined);
};

/** Returns tags by name, one query. A page ends after 200 examined rows and reports more. */
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

/** Returns the columns of the board in the order of their creation. One query: a unit for about 20 of them. */
export const listLanes = async (table: Table): Promise<TagRow[]> => {
  const { rows } = await table.query(Tag, {
    index: 'g2',
    pk: keys.lane({ id: 0 }).pk,
    limit: LANES_MAX,
  });
  return rows;
};

/** The rules of the columns of the board, and the write that makes a transaction fail if a column was saved meanwhile. */
export interface LaneRules {
  lanes: Row<typeof DirectoryLane>[];
  unchanged: WriteItem;
}

/**
 * Returns the rules of all columns of the board. Two consistent reads: a unit, and one for every 20 columns or so. The
 * write checks the version of the directory, which the save and the removal of a column raise.
 */
export const examineLanes = async (table: Table): Promise<LaneRules> => {
  const version = await table.get(DirectoryVersion, {}, { consistent: true });
  const { pk, sk } = keys.directoryLane({ id: 0 });
  const prefix = sk.slice(0, sk.indexOf('#') + 1);
  const rows = await table.queryAll(pk, { consistent: true, prefix });
  return {
    lanes: rows.map((row) => parseRow(DirectoryLane, row)),
    unchanged: table.check(
      DirectoryVersion,
      {},
      version === undefined ? 'absent' : { version: version.version },
    ),
  };
};

/** Fields of a tag of contacts, or of a column without automatic moves. */
const EMPTY = {
  timeLane: 0,
  nextLaneId: null,
  rollbackLaneId: null,
  greetingMessageLane: '',
  contacts: 0,
} as const;

/** A tag to create; a column may have rules. */
export type NewTag = Pick<TagFields, 'companyId' | 'name' | 'color' | 'kanban' | 'userId'> &
  Partial<Pick<TagFields, 'timeLane' | 'nextLaneId' | 'rollbackLaneId' | 'greetingMessageLane'>>;

/**
 * Returns the tag with a name, regardless of its spelling, or creates it: two users who type the same name at once
 * get the same tag. Call `forgetDirectory` afterwards if it may be a column of the board.
 * @param beforeMaking called if the tag has to be created
 * @param guard returns the checks of the transaction that creates it
 */
export const ensureTag = (
  table: Table,
  tag: NewTag,
  nowMs: number,
  beforeMaking?: () => Promise<void>,
  guard?: () => Promise<readonly WriteItem[]>,
): Promise<TagRow> =>
  retryOnConflict(async () => {
    const known = await findTagByName(table, tag);
    if (known !== undefined) return known;
    const checks = (await guard?.()) ?? [];
    await beforeMaking?.();
    const id = await nextId(table, Tag);
    await commit([...checks, ...tagItems(table, undefined, { ...EMPTY, ...tag, id }, nowMs)]);
    const made = await loadTag(table, id);
    if (made === undefined) throw new AppError('ERR_NO_TAG_FOUND');
    return made;
  });

const kindOf = ({ kanban }: Pick<TagFields, 'kanban'>): UniqueKind => (kanban ? 'laneName' : 'tagName');

/** Returns the tag with a name, regardless of its spelling. Two consistent reads. */
const findTagByName = async (
  table: Table,
  tag: Pick<TagFields, 'name' | 'kanban'>,
): Promise<TagRow | undefined> => {
  const marker = { kind: kindOf(tag), value: uniqueName(tag.name) };
  const owner = await table.get(Unique, marker, { consistent: true });
  return owner === undefined ? undefined : loadTag(table, owner.ownerId);
};

/** Returns the write of a column's brief form for the directory; none for a tag of contacts. */
const laneItems = (
  table: Table,
  before: TagRow | undefined,
  after: TagFields | undefined,
  nowMs: number,
): WriteItem[] => {
  if (after?.kanban === true)
    return [table.put(DirectoryLane, directoryLaneSchema.parse(after), 'any', nowMs)];
  return before?.kanban === true ? [table.delete(DirectoryLane, { id: before.id })] : [];
};

/**
 * Returns the writes that create, change or remove a tag, with the marker of its name (among tags of contacts, or among
 * columns of the board), and with the brief form of a column for the directory. The only way to write tags. Call
 * `forgetDirectory` after the commit of a column.
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
    ...laneItems(table, before, after, nowMs),
    ...uniqueItems(table, 'tagName', id, named('tagName'), nowMs),
    ...uniqueItems(table, 'laneName', id, named('laneName'), nowMs),
  ];
};
