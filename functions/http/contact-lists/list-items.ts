import type { contactListRoutes } from '@prosa/shared/contracts/contact-lists.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { readContactListItemId } from '@prosa/shared/rules/contact-list-item-id.ts';
import { CONTACT_LIST_ITEMS_PER_PAGE } from '@prosa/shared/rules/list-sizes.ts';
import { presentContactListItem } from '../../domain/presenters/present-contact-list.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import {
  type ContactListItemRow,
  loadContactListItem,
  readContactListItems,
} from '../../repositories/contacts/contact-list-items.ts';
import { loadContactList } from '../../repositories/contacts/contact-lists.ts';
import { requireContactList } from './list-contact-lists.ts';

/**
 * Returns an item of a list that was not removed. Two consistent reads.
 * @throws AppError ERR_NO_CONTACT_LIST_ITEM_FOUND
 */
export const requireListItem = async (table: Table, id: number): Promise<ContactListItemRow> => {
  const [item, list] = await Promise.all([
    loadContactListItem(table, id),
    loadContactList(table, readContactListItemId(id).contactListId),
  ]);
  if (item === undefined || list === undefined) throw new AppError('ERR_NO_CONTACT_LIST_ITEM_FOUND');
  return item;
};

export const listListItems: RouteHandler<typeof contactListRoutes.listItems> = async ({
  principal,
  query,
}) => {
  const table = openTable(principal.companyId);
  const { contactListId, searchParam } = query;
  await requireContactList(table, contactListId);
  const search = searchParam.trim();
  const paging = await pagingOf(principal, 'contact-list-items', { contactListId, search }, query);
  const page = await paging.read((after) =>
    readContactListItems(table, contactListId, { search, after, limit: CONTACT_LIST_ITEMS_PER_PAGE }),
  );
  const contacts = page.rows.map(presentContactListItem);
  return {
    contacts,
    count: contacts.length,
    hasMore: page.next !== undefined,
    cursor: paging.seal(page.next),
  };
};

export const getListItem: RouteHandler<typeof contactListRoutes.getItem> = async ({ principal, params }) =>
  presentContactListItem(await requireListItem(openTable(principal.companyId), params.id));
