import type { contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import type { Tag as TagFields } from '@prosa/shared/entities/tag.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { Tag } from '../../platform/table/entities/companies.ts';
import { Unique } from '../../platform/table/entities/counters.ts';
import { keys } from '../../platform/table/keys.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import { nextId } from '../../platform/table/updates.ts';
import { changeContact } from './change-contact.ts';

const TAG_NAME = 'tagName';

const refOf = ({ id, name, color }: TagFields) => ({ id, name, color });
const viewTag = (tag: TagFields) => ({ ...refOf(tag), kanban: tag.kanban ? 1 : 0 });

/** One query: a company has few tags. */
export const listTags = async ({ principal, query }: HandlerContext<typeof contactRoutes.listTags>) => {
  const rows = await openTable(principal.companyId).queryAll(keys.tag({ id: 0 }).pk);
  const wanted = normalizeForSearch(query.searchParam);
  return rows
    .map((row) => parseRow(Tag, row))
    .filter((tag) => query.kanban === undefined || tag.kanban === (query.kanban === 1))
    .filter((tag) => normalizeForSearch(tag.name).includes(wanted))
    .sort((a, b) => a.name.localeCompare(b.name, 'pt'))
    .map(viewTag);
};

/** Finds a tag by its name, whatever the case, or makes it: two people who type it at once get the same. */
export const createTag = async ({
  principal,
  body,
  clock,
}: HandlerContext<typeof contactRoutes.createTag>) => {
  const table = openTable(principal.companyId);
  const { companyId } = principal;
  const value = body.name.toLowerCase();
  const tag = await retryOnConflict(async () => {
    const marker = await table.get(Unique, { kind: TAG_NAME, value }, { consistent: true });
    const known = marker && (await table.get(Tag, { id: marker.ownerId }, { consistent: true }));
    if (known !== undefined) return known;
    const nowMs = clock.now();
    const id = await nextId(table, 'tag');
    const made = table.put(Tag, { companyId, id, name: body.name, color: body.color }, 'absent', nowMs);
    const owner = { companyId, kind: TAG_NAME, value, ownerId: id };
    await commit([made, table.put(Unique, owner, marker?.version ?? 'absent', nowMs)]);
    return parseRow(Tag, made.item);
  });
  return viewTag(tag);
};

/** Replaces a contact's tags, on its tickets too. */
export const syncTags = async ({
  principal,
  body,
  ids: newIds,
  clock,
}: HandlerContext<typeof contactRoutes.syncTags>) => {
  const ids = [...new Set(body.tags)];
  const tags = await openTable(principal.companyId).getMany(
    Tag,
    ids.map((id) => ({ id })),
    { consistent: true },
  );
  const refs = tags.filter((tag) => tag !== undefined).map(refOf);
  if (refs.length < ids.length) throw new AppError('ERR_NO_TAG_FOUND');
  const moment = { ids: newIds, nowMs: clock.now() };
  return changeContact(principal, body.contactId, moment, (contact) => ({ ...contact, tags: refs }));
};
