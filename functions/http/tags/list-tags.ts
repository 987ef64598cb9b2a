import type { tagRoutes } from '@prosa/shared/contracts/tags.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { TAGS_LISTED, TAGS_PER_PAGE } from '@prosa/shared/rules/list-sizes.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import { presentTag } from '../../domain/presenters/present-tag.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import { loadTag, readTags, type TagRow } from '../../repositories/organisation/tags.ts';

/**
 * Returns a tag.
 * @throws AppError ERR_NO_TAG_FOUND
 */
export const requireTag = async (table: Table, id: number): Promise<TagRow> => {
  const tag = await loadTag(table, id);
  if (tag === undefined) throw new AppError('ERR_NO_TAG_FOUND');
  return tag;
};

/** Lists tags. One query, or one read. */
export const listTags: RouteHandler<typeof tagRoutes.list> = async ({ principal, query }) => {
  const table = openTable(principal.companyId);
  const { cursor, pageNumber, tagId, kanban } = query;
  if (tagId !== undefined) {
    const tag = presentTag(await requireTag(table, tagId));
    return { tags: [tag], count: 1, hasMore: false, cursor: null };
  }
  const search = normalizeForSearch(query.searchParam);
  const paging = await pagingOf(principal, 'tags', { search, kanban }, { cursor, pageNumber });
  const page = await paging.read((after) => readTags(table, { search, kanban, after, limit: TAGS_PER_PAGE }));
  const tags = page.rows.map(presentTag);
  return { tags, count: tags.length, hasMore: page.next !== undefined, cursor: paging.seal(page.next) };
};

/** Lists tags in brief. One query. */
export const listTagsBriefly: RouteHandler<typeof tagRoutes.listBrief> = async ({ principal, query }) => {
  const search = normalizeForSearch(query.searchParam);
  const table = openTable(principal.companyId);
  const { rows } = await readTags(table, { search, kanban: query.kanban, limit: TAGS_LISTED });
  return rows.map(presentTag);
};

export const getTag: RouteHandler<typeof tagRoutes.get> = async ({ principal, params }) =>
  presentTag(await requireTag(openTable(principal.companyId), params.id));
