import type { contactListRoutes } from '@prosa/shared/contracts/contact-lists.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { CONTACT_LISTS_LISTED, CONTACT_LISTS_PER_PAGE } from '@prosa/shared/rules/list-sizes.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import { presentContactList } from '../../domain/presenters/present-contact-list.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import {
  type ContactListRow,
  loadContactList,
  readContactLists,
} from '../../repositories/contacts/contact-lists.ts';

/** Returns a contact list. One consistent read. @throws AppError ERR_NO_CONTACT_LIST_FOUND */
export const requireContactList = async (table: Table, id: number): Promise<ContactListRow> => {
  const list = await loadContactList(table, id);
  if (list === undefined) throw new AppError('ERR_NO_CONTACT_LIST_FOUND');
  return list;
};

export const listContactLists: RouteHandler<typeof contactListRoutes.list> = async ({ principal, query }) => {
  const table = openTable(principal.companyId);
  const search = normalizeForSearch(query.searchParam);
  const paging = await pagingOf(principal, 'contact-lists', { search }, query);
  const page = await paging.read((after) =>
    readContactLists(table, { search, after, limit: CONTACT_LISTS_PER_PAGE }),
  );
  const records = page.rows.map(presentContactList);
  return {
    records,
    count: records.length,
    hasMore: page.next !== undefined,
    cursor: paging.seal(page.next),
  };
};

export const listContactListsBriefly: RouteHandler<typeof contactListRoutes.listBrief> = async ({
  principal,
  query,
}) => {
  const search = normalizeForSearch(query.searchParam);
  const table = openTable(principal.companyId);
  const { rows } = await readContactLists(table, { search, limit: CONTACT_LISTS_LISTED });
  return rows.map(({ id, name, contacts }) => ({ id, name, contactsCount: contacts.all }));
};

export const getContactList: RouteHandler<typeof contactListRoutes.get> = async ({ principal, params }) =>
  presentContactList(await requireContactList(openTable(principal.companyId), params.id));
