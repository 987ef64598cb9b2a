import type { ContactList as ListFields } from '@prosa/shared/entities/contact-list.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { ContactList } from '../../platform/table/entities/contact-lists.ts';
import { keys } from '../../platform/table/keys.ts';
import type { Page, Table } from '../../platform/table/table.ts';

export type ContactListRow = Row<typeof ContactList>;

/** Rows examined for one page of a list, of 0.4 kB each: eight read units. */
const MAX_EXAMINED = 160;

/** Returns a contact list. One consistent read. */
export const loadContactList = (table: Table, id: number): Promise<ContactListRow | undefined> =>
  table.get(ContactList, { id }, { consistent: true });

/**
 * Returns contact lists by name. One query: a read unit for 20 lists, ten for 200. A search examines 160 lists, eight
 * read units; then the page ends and reports more.
 * @param options.search normalised, anywhere in the name
 */
export const readContactLists = (
  table: Table,
  options: { search: string; after?: string | undefined; limit: number },
): Promise<Page<ContactListRow>> => {
  const { search, after, limit } = options;
  return table.query(ContactList, {
    index: 'g1',
    pk: keys.contactListByName({ normalizedName: '', id: 0 }).pk,
    ...(after === undefined ? {} : { after }),
    limit,
    lookAhead: true,
    maxExamined: Math.max(MAX_EXAMINED, limit) + 1,
    ...(search === '' ? {} : { pageSize: MAX_EXAMINED + 1 }),
    filter: ({ name }) => normalizeForSearch(name).includes(search),
  });
};

/**
 * Returns the write of a new or changed list, guarded by the version that was read: every change of its counts raises
 * it.
 */
export const putContactListItem = (
  table: Table,
  before: ContactListRow | undefined,
  after: ListFields,
  nowMs: number,
): WriteItem & { op: 'put' } =>
  table.put(
    ContactList,
    { ...after, ...(before && { rowCreatedAt: before.rowCreatedAt, version: before.version }) },
    before?.version ?? 'absent',
    nowMs,
  );
